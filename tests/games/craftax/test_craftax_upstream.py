"""Our numbers, names and games against the Craftax package itself."""

import json
import sys
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from craftax.craftax import constants as upstream
from craftax.craftax.renderer import render_craftax_text

from glyphbench.games.craftax import kinds
from glyphbench.games.craftax.actions import NAMES, NUMBER
from glyphbench.games.craftax.edit import Edit, light_at
from glyphbench.games.craftax.engine import engine
from glyphbench.games.craftax.engine import upstream as flat_upstream
from glyphbench.games.craftax.env import CraftaxFull, CraftaxTask
from glyphbench.games.craftax.glyphs import PALETTE, window_codes
from glyphbench.games.craftax.pack import View
from glyphbench.games.craftax.rules import POINTS

sys.path.insert(0, str(Path(__file__).parent))
from craftax_upstream import RECORD, actions, play


def members(enum: Any) -> dict[str, int]:
    return {member.name: member.value for member in enum}


def test_enumerations_are_upstreams() -> None:
    assert members(kinds.Block) == members(upstream.BlockType)
    assert members(kinds.Item) == members(upstream.ItemType)
    assert members(upstream.Action) == NUMBER
    assert {name: number for number, name in enumerate(kinds.ACHIEVEMENTS)} == members(upstream.Achievement)
    assert (kinds.HEIGHT, kinds.WIDTH) == upstream.OBS_DIM
    assert kinds.KILLS_TO_OPEN == upstream.MONSTERS_KILLED_TO_CLEAR_LEVEL


def test_tables_are_upstreams() -> None:
    solid = np.flatnonzero(np.asarray(upstream.SOLID_BLOCK_MAPPING)).tolist()
    assert sorted(kinds.SOLID) == solid
    ground = np.flatnonzero(np.asarray(upstream.CAN_PLACE_ITEM_MAPPING)).tolist()
    assert sorted(kinds.TORCH_GROUND) == ground
    health = np.asarray(upstream.MOB_TYPE_HEALTH_MAPPING)
    for column, group in enumerate(("passive", "melee", "ranged")):
        own = kinds.MOB_HEALTH[group]
        assert list(own) == health[: len(own), column].tolist()
    for direction, step in kinds.STEPS.items():
        assert tuple(np.asarray(upstream.DIRECTIONS[direction]).tolist()) == step
    assert list(POINTS) == np.asarray(upstream.ACHIEVEMENT_REWARD_MAP).tolist() and sum(POINTS) == 226
    entered = [None if name is None else kinds.ACHIEVEMENT[name] for name in kinds.ENTER]
    assert entered[1:] == np.asarray(upstream.LEVEL_ACHIEVEMENT_MAP)[1:].tolist()


def test_daylight_is_upstreams() -> None:
    from craftax.craftax.craftax_state import EnvParams
    from craftax.craftax.util.game_logic_utils import calculate_light_level

    for timestep in (0, 60, 150, 210, 299, 300, 471):
        assert light_at(timestep) == pytest.approx(float(calculate_light_level(timestep, EnvParams())), abs=1e-6)


def against(episodes: list[dict[str, Any]]) -> None:
    env = CraftaxFull()
    for episode in episodes:
        env.reset(seed=episode["seed"])
        for step, action in enumerate(actions(episode["seed"], len(episode["rewards"]))):
            _, _, _, info = env.advance(action)
            view = env.state.view
            assert info["native_reward"] == pytest.approx(episode["rewards"][step], abs=1e-5)
            assert [view["row"], view["column"]] == episode["positions"][step]
            assert view["health"] == pytest.approx(episode["health"][step], abs=1e-5)


def test_lock_step_with_the_record_of_bare_craftax() -> None:
    episodes = json.loads(RECORD.read_text(encoding="utf-8"))
    assert sum(len(episode["rewards"]) for episode in episodes) > 800
    assert sum(sum(reward > 0.9 for reward in episode["rewards"]) for episode in episodes) >= 10
    against(episodes)


@pytest.mark.sweep
def test_lock_step_with_bare_craftax_live() -> None:
    against(play((7, 8), 250))


# ---- the window against upstream's text --------------------------------------------------------------------------

MOBS = {
    "Zombie": "zombie",
    "Gnome Warrior": "gnome warrior",
    "Orc Soldier": "orc soldier",
    "Lizard": "lizard",
    "Knight": "knight",
    "Troll": "troll",
    "Pigman": "pigman",
    "Frost Troll": "frost troll",
    "Cow": "cow",
    "Bat": "bat",
    "Snail": "snail",
    "Skeleton": "skeleton",
    "Gnome Archer": "gnome archer",
    "Orc Mage": "orc mage",
    "Kobold": "kobold",
    "Archer": "knight archer",
    "Deep Thing": "deep thing",
    "Fire Elemental": "fire elemental",
    "Ice Elemental": "ice elemental",
    "Arrow (Player)": "your arrow",
    "Fireball (Player)": "your fireball",
    "Iceball (Player)": "your iceball",
}
SHOTS = {
    "Arrow": {"enemy arrow", "enemy heavy arrow"},
    "Dagger": {"enemy dagger"},
    "Fireball": {"enemy fireball", "enemy big fireball"},
    "Iceball": {"enemy iceball", "enemy big iceball"},
    "Slimeball": {"enemy slimeball"},
}
BLOCKS = {
    "crafting_table": "crafting table",
    "wall_moss": "mossy wall",
    "plant": "young plant",
    "grave2": "grave 2",
    "grave3": "grave 3",
    "enchantment_table_fire": "fire enchantment table",
    "enchantment_table_ice": "ice enchantment table",
    "darkness": "solid darkness",
}


def meaning(line: str, ladder_open: bool, vulnerable: bool) -> set[str]:
    """What the legend may call the cell that a line of upstream's text describes."""
    parts = line.split(": ", 1)[1].split(" on ")
    first = parts[0]
    if first == "Darkness":
        return {"dark"}
    if first in MOBS:
        return {MOBS[first]}
    if first in SHOTS:
        return SHOTS[first]
    if first == "torch":
        return {"torch"}
    if first == "ladder_up":
        return {"ladder up"}
    if first == "ladder_down":
        return {"ladder down, open" if ladder_open else "ladder down, shut (8 kills here open it)"}
    if first == "necromancer":
        return {"necromancer, vulnerable" if vulnerable else "necromancer, shielded"}
    return {BLOCKS.get(first, first.replace("_", " "))}


def alive_at(state: Any, row: int, column: int) -> set[str]:
    """What lives in a cell of the window, from upstream's state itself."""
    floor, found = int(state.player_level), set()
    for group, names in kinds.MOBS.items():
        mobs = getattr(state, f"{group}_mobs")
        for slot in np.flatnonzero(np.asarray(mobs.mask[floor])).tolist():
            offset = np.asarray(mobs.position[floor, slot]) - np.asarray(state.player_position)
            if (offset + kinds.CENTRE).tolist() == [row, column]:
                found.add(names[int(mobs.type_id[floor, slot])])
    return found


def compare(leaves: Any) -> int:
    """Check every cell but the player's; returns how many are not plain blocks or dark.

    Upstream's text loses a creature when a dead one of its kind, in a later slot, last stood on its cell; the state
    decides there.
    """
    state = flat_upstream().state(leaves)
    lines = render_craftax_text(state).split("\n")
    view = View(engine().view(leaves))
    rows = PALETTE.rows(window_codes(view))
    rest = dict(line.split(": ", 1) for line in lines[101:] if ": " in line)
    ladder_open, vulnerable = rest["Ladder Open"] == "True", rest["Is Boss Vulnerable"] == "True"
    special = 0
    for index, line in enumerate(lines[1:100]):
        row, column = divmod(index, kinds.WIDTH)
        if (row, column) == kinds.CENTRE:
            continue
        allowed = meaning(line, ladder_open, vulnerable)
        name = PALETTE[rows[row][column]].name
        assert name in allowed or name in alive_at(state, row, column), (line, name)
        special += " on " in line
    assert PALETTE[rows[kinds.CENTRE[0]][kinds.CENTRE[1]]].name.endswith(rest["Direction"])
    for name in ("Food", "Drink", "Energy", "Mana", "XP", "Dexterity", "Strength", "Intelligence", "Floor"):
        assert int(rest[name]) == view[name.lower()]
    for name, ours in (("Wood", "wood"), ("Torch", "torches"), ("Arrow", "arrows"), ("Book", "books")):
        assert int(rest[name]) == view[ours]
    return special


def states(task: str, seed: int, steps: int) -> Any:
    env = CraftaxTask(task=task, max_turns=512)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        action = int(
            rng.choice([0, 1, 2, 3, 4, 5, NUMBER["SHOOT_ARROW"], NUMBER["PLACE_TORCH"], NUMBER["CAST_ICEBALL"]])
        )
        _, terminated, truncated, _ = env.advance(action)
        if terminated or truncated:
            break
    return env.state.leaves


@pytest.mark.parametrize(
    ("task", "steps"),
    [
        ("FightSkeletons", 12),
        ("BowKite", 2),
        ("DarkAmbush", 9),
        ("SpellOnlyKill", 6),
        ("BossFight", 7),
        ("EnchantChoice", 1),
        ("PlantFarm", 3),
        ("Sewers", 20),
    ],
)
def test_window_says_what_upstreams_text_says(task: str, steps: int) -> None:
    compare(states(task, 3, steps))


@pytest.mark.sweep
def test_window_says_what_upstreams_text_says_in_every_task() -> None:
    from glyphbench.games.craftax.tasks import TASKS

    special = 0
    for number, task in enumerate(TASKS):
        special += compare(states(task, 100 + number, 1 + 7 * number % 40))
    assert special > 60


def test_gifts_light_and_mobs_survive_the_editor() -> None:
    _, leaves = next(engine().worlds(5))
    edited = Edit(engine(), leaves, np.random.default_rng(0)).go(1).give(sword=3).light().finish()
    for before, after in zip(leaves, edited, strict=True):
        assert np.asarray(before).dtype == after.dtype and np.shape(before) == after.shape
    assert jax.tree_util.tree_structure(flat_upstream().state(edited)) == flat_upstream().tree
    assert NAMES[0] == "NOOP"
