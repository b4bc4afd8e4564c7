"""Tasks, scoring, messages, potions, native text, pixels and snapshots."""

from pathlib import Path

import numpy as np
import pytest

from glyphbench import catalogue
from glyphbench.games.craftax.actions import NUMBER
from glyphbench.games.craftax.env import CraftaxFull, CraftaxTask
from glyphbench.games.craftax.kinds import ATTRIBUTES, COLOURS, POTION_EFFECTS
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.tasks import TASKS


def test_catalogue_and_tasks_agree() -> None:
    rows = {row.kwargs["task"]: row for row in catalogue.tasks(family="craftax")}
    assert rows.keys() == TASKS.keys()
    for name, row in rows.items():
        task = TASKS[name]
        assert row.name == f"Craftax-{name}-v0"
        assert task.limit <= row.max_turns <= 512
        assert (row.description, row.reward.split(";")[0]) == (task.goal, task.score.split(";")[0])
        assert row.tags == task.tags


@pytest.mark.parametrize("name", TASKS)
def test_gifts_pay_nothing(name: str) -> None:
    """Upstream pays achievements for what is held: the start must have credited them."""
    env = CraftaxTask(task=name, max_turns=512)
    env.reset(seed=11)
    assert env.goal.survive or env.goal.progress(env.state) == 0
    env.advance(0)
    view, first = env.state.view, env.state.first
    assert np.array_equal(view.array("achievements"), first.array("achievements"))
    assert view["reward"] <= 0 and view["xp"] == first["xp"]


def test_death_costs_one_and_keeps_what_was_earned() -> None:
    env = CraftaxTask(task="FightZombies", max_turns=512)
    env.reset(seed=0)
    total, terminated, info = 0.0, False, {}
    while not terminated:
        reward, terminated, _, info = env.advance(0)
        total += reward
    assert total == -1 and info["success"] is False and env.state.view.dead


def test_survival_pays_at_the_end_and_death_by_the_time_left() -> None:
    env = CraftaxTask(task="NightHordeNoShelter", max_turns=512)
    env.reset(seed=0)
    rewards, terminated = [], False
    while not terminated:
        reward, terminated, _, _ = env.advance(0)
        rewards.append(reward)
    assert set(rewards[:-1]) == {0.0}
    assert rewards[-1] == pytest.approx(-(120 - len(rewards)) / 120)


def test_a_skipped_turn_does_not_shorten_survival() -> None:
    env = CraftaxTask(task="SurviveHunger", max_turns=512)
    env.reset(seed=0)
    env.step(0)
    text, *_ = env.skip_turn("unreadable")
    assert "turn 2/512 | survived 1/256" in text and text.endswith("[Message]\nunreadable\n")


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_attribute_fails_and_the_wish_names_the_right_one(seed: int) -> None:
    env = CraftaxTask(task="XPAttributeSpend")
    env.reset(seed=seed)
    words = {"dexterity": "food", "strength": "sword", "intelligence": "mana"}
    assert words[env.state.target] in env.observation.text
    wrong = next(name for name in ATTRIBUTES if name != env.state.target)
    reward, terminated, _, info = env.advance(NUMBER[f"LEVEL_UP_{wrong.upper()}"])
    assert (reward, terminated, info["success"]) == (-1, True, False)


def test_potions_are_unidentified_until_their_effect_shows() -> None:
    env = CraftaxTask(task="PotionIdStakes")
    env.reset(seed=2)
    mapping = env.engine.leaf(env.state.leaves, "potion_mapping").tolist()
    assert env.observation.hud.count("(unidentified)") == 6
    for effect, shows in ((4, False), (2, True), (0, True)):  # energy is full at the start, mana and health are not
        colour = COLOURS[mapping.index(effect)]
        text = env.step(NUMBER[f"DRINK_POTION_{colour.upper()}"])[0]
        statistic, change = POTION_EFFECTS[effect]
        assert (f"The {colour} potion: {statistic} {change:+d}." in text) is shows
        assert (mapping.index(effect) in env.state.known) is shows


def test_told_labels_are_true() -> None:
    env = CraftaxTask(task="PotionTriage")
    env.reset(seed=4)
    mapping = env.engine.leaf(env.state.leaves, "potion_mapping").tolist()
    for colour, effect in zip(COLOURS, mapping, strict=True):
        statistic, change = POTION_EFFECTS[effect]
        assert f"1 {colour} potion ({statistic} {change:+d})" in env.observation.hud


def test_first_day_lists_what_is_earned() -> None:
    env = CraftaxTask(task="FirstDay", max_turns=300)
    env.reset(seed=0)
    assert "earned" not in env.observation.hud
    raw = env.state.view.raw.copy()
    raw[-67:-65] = 1  # the first two achievements; the vector ends with all 67
    env.state.view = View(raw)
    env._cached = None
    assert "done 0% | earned: COLLECT_WOOD, PLACE_TABLE\n" in env.observation.hud


def test_the_full_game_keeps_upstreams_scale() -> None:
    env = CraftaxFull()
    assert env.return_bounds is None and env.max_turns == 100_000
    env.reset(seed=0)
    names = ["UP", "LEFT", "DO", "NOOP"]
    total = sum(env.advance(NUMBER[name])[0] for name in names)
    assert total == pytest.approx(env.state.view.array("achievements").sum(), abs=1e-6)


def test_native_text_is_upstreams() -> None:
    from craftax.craftax.renderer import render_craftax_text

    from glyphbench.games.craftax.engine import upstream

    env = CraftaxFull(observation="native")
    text, _ = env.reset(seed=1)
    assert text == render_craftax_text(upstream().state(env.state.leaves))
    env.observation.check()
    assert env.observation.ansi().strip() == text.strip()
    assert CraftaxFull().reset(seed=1)[0] != text
    with pytest.raises(ValueError, match="observation"):
        CraftaxFull(observation="pixels")


def test_pixels_are_upstreams_tiles() -> None:
    import craftax
    from PIL import Image

    from glyphbench.games.craftax.kinds import Block

    env = CraftaxTask(task="DungeonExplore", max_turns=300)  # floor 1 is fully lit
    env.reset(seed=0)
    frame = env.engine_frame()
    assert frame is not None and frame.shape == (144, 176, 3) and frame.dtype == np.uint8
    assets = Path(next(iter(craftax.__path__))) / "craftax" / "assets"
    view, seen = env.state.view, set()
    for row, column in np.argwhere((view.items == 0) & view.lit).tolist():
        block = Block(int(view.blocks[row, column]))
        if (row, column) != (4, 5) and block in (Block.PATH, Block.WALL_MOSS, Block.CHEST):
            tile = np.asarray(Image.open(assets / f"{block.name.lower()}.png").convert("RGB"))
            assert np.array_equal(frame[16 * row : 16 * row + 16, 16 * column : 16 * column + 16], tile)
            seen.add(block)
    assert Block.PATH in seen


def test_a_snapshot_continues_in_another_environment() -> None:
    one, two = CraftaxTask(task="DarkAmbush"), CraftaxTask(task="DarkAmbush")
    one.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(5):
        one.advance(int(rng.integers(1, 6)))
    snapshot = one.snapshot()
    expected = [one.step(action)[0] for action in (5, 1, 5, 3, 0)]
    two.restore(snapshot)
    assert [two.step(action)[0] for action in (5, 1, 5, 3, 0)] == expected


def test_unknown_task() -> None:
    with pytest.raises(ValueError, match="task must be one of"):
        CraftaxTask(task="Nope")
