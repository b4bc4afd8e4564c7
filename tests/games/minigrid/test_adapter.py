"""Rewards, messages, limits and snapshots of the MiniGrid adapter, by hand-worked play."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from minigrid.core.constants import COLOR_NAMES
from minigrid.core.world_object import Ball, Box, Door, Key, Lava, Wall

import glyphbench  # noqa: F401
from glyphbench import catalogue
from glyphbench.games.minigrid.glyphs import COLOURS, FORMS, PALETTE
from glyphbench.games.minigrid.kinds import KINDS, kind_name

LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE = range(7)


def make(name: str, **kwargs: Any) -> Any:
    return gym.make(f"GlyphBench/MiniGrid-{name}-v0", **kwargs).unwrapped


def put_ahead(game: Any, item: Any) -> None:
    """Set the agent on the floor facing east with `item` ahead."""
    x, y = 1, 1
    game.engine.agent_pos, game.engine.agent_dir = (x, y), 0
    game.engine.grid.set(x + 1, y, item)
    game._cached = None


def test_empty_room_by_hand() -> None:
    # 5x5: from (1, 1) facing east to the goal at (3, 3) takes FORWARD twice, RIGHT, FORWARD twice; max_steps is 100.
    env = make("Empty-5x5")
    text, _ = env.reset(seed=0)
    assert text == (
        "[Legend]\n→ you, facing east\n★ goal\n. floor\n# wall\n? not in view\n\n"
        "[HUD]\nturn 0/100 | mission: get to the green goal square\n\n"
        "[Grid]\n?####\n?→..#\n?...#\n?..★#\n?####\n"
    )
    for action in (FORWARD, FORWARD, RIGHT, FORWARD):
        _, reward, terminated, truncated, _ = env.step(action)
        assert (reward, terminated, truncated) == (0, False, False)
    text, reward, terminated, truncated, info = env.step(FORWARD)
    assert reward == pytest.approx(1 - 0.9 * 5 / 100)
    assert (terminated, truncated, info["success"]) == (True, False, True)
    assert text.endswith("[Message]\nMission accomplished.\n")


def test_the_callers_horizon_leaves_the_reward_scale_alone() -> None:
    plan = (FORWARD, FORWARD, RIGHT, FORWARD, FORWARD)
    rewards = []
    for limit in (5, 100, 10_000):
        env = make("Empty-5x5", max_turns=limit)
        env.reset(seed=0)
        assert env.max_turns == min(limit, 100)
        rewards.append([env.step(action)[1] for action in plan][-1])
    assert rewards == [pytest.approx(0.955)] * 3
    short = make("Empty-5x5", max_turns=4)
    short.reset(seed=0)
    *_, last = [short.step(action) for action in plan[:4]]
    assert last[2:4] == (False, True) and last[4]["success"] is False


def test_long_levels_stop_at_512_with_upstreams_scale() -> None:
    env = make("Empty-16x16")
    env.reset(seed=0)
    assert env.engine.max_steps == 1024 and env.max_turns == 512
    for _ in range(511):
        assert env.step(LEFT)[2:4] == (False, False)
    assert env.step(LEFT)[2:4] == (False, True)


def test_success_on_the_last_step_terminates_only() -> None:
    env = make("Empty-5x5")
    env.reset(seed=0)
    for _ in range(95):
        env.step(TOGGLE)
    for action in (FORWARD, FORWARD, RIGHT, FORWARD):
        env.step(action)
    _, reward, terminated, truncated, info = env.step(FORWARD)
    assert reward == pytest.approx(0.1)
    assert (terminated, truncated, info["success"]) == (True, False, True)


@pytest.mark.parametrize(
    ("ahead", "carried", "action", "message"),
    [
        (Wall(), None, FORWARD, "You stay: a wall is ahead."),
        (Door("red", is_locked=True), None, FORWARD, "You stay: a locked red door is ahead."),
        (Door("grey"), None, FORWARD, "You stay: a closed grey door is ahead."),
        (Key("blue"), None, FORWARD, "You stay: a blue key is ahead."),
        (None, None, PICKUP, "There is nothing ahead to pick up."),
        (Door("red"), None, PICKUP, "A red door cannot be picked up."),
        (Key("blue"), Ball("red"), PICKUP, "You already carry a red ball."),
        (None, None, DROP, "You carry nothing to drop."),
        (Wall(), Ball("red"), DROP, "You cannot drop the red ball: a wall is ahead."),
        (None, None, TOGGLE, "There is nothing ahead to toggle."),
        (Ball("red"), None, TOGGLE, "TOGGLE does nothing to a red ball."),
        (
            Door("red", is_locked=True),
            Key("blue"),
            TOGGLE,
            "The red door is locked: you need to carry the red key.",
        ),
        (
            Door("red", is_locked=True),
            Ball("red"),
            TOGGLE,
            "The red door is locked: you need to carry the red key.",
        ),
        (None, None, DONE, "DONE does nothing here."),
    ],
)
def test_an_action_without_effect_says_why(ahead: Any, carried: Any, action: int, message: str) -> None:
    env = make("DoorKey-8x8")
    env.reset(seed=0)
    put_ahead(env, ahead)
    env.engine.carrying = carried
    assert env._action_mask()[action] == 0
    before = env.observation
    env.step(action)
    assert env.message == message
    assert env.observation.grid == before.grid
    assert env.engine.carrying is carried


@pytest.mark.parametrize(
    ("ahead", "carried", "action", "message", "after"),
    [
        (Key("blue"), None, PICKUP, "You pick up the blue key.", None),
        (None, Key("blue"), DROP, "You drop the blue key.", "blue key"),
        (Door("red"), None, TOGGLE, "You open the red door.", "open red door"),
        (Door("red", is_open=True), None, TOGGLE, "You close the red door.", "closed red door"),
        (Door("red", is_locked=True), Key("red"), TOGGLE, "You unlock and open the red door.", "open red door"),
        (Box("grey", Key("red")), None, TOGGLE, "The grey box is gone: a red key was inside.", "red key"),
        (Box("grey"), None, TOGGLE, "The grey box is gone: it was empty.", None),
    ],
)
def test_an_effect_is_told_and_drawn(ahead: Any, carried: Any, action: int, message: str, after: str | None) -> None:
    env = make("DoorKey-8x8")
    env.reset(seed=0)
    put_ahead(env, ahead)
    env.engine.carrying = carried
    assert env._action_mask()[action] == 1
    env.step(action)
    assert env.message == message
    assert PALETTE[env.observation.grid[1][2]].name == (after or "floor")


def test_the_open_target_box_is_lost_for_good() -> None:
    env = make("UnlockPickup")
    env.reset(seed=0)
    box = env.engine.obj
    env.engine.grid.set(*box.cur_pos, None)
    put_ahead(env, box)
    _, reward, terminated, _, _ = env.step(TOGGLE)
    assert (reward, terminated) == (0, False)
    assert env.message == f"The {box.color} box is gone: it was empty."
    assert box not in env.engine.grid.grid
    assert "mission cannot succeed" in env.rules


@pytest.mark.parametrize("name", ["GoToDoor-5x5", "GoToObject-6x6-N2"])
@pytest.mark.parametrize("action", [TOGGLE, DONE])
def test_toggle_and_a_wrong_done_end_the_search_for_a_thing(name: str, action: int) -> None:
    env = make(name)
    seed = 0
    while True:  # a start that is not next to the target
        env.reset(seed=seed)
        gaps = [abs(int(a) - int(b)) for a, b in zip(env.engine.agent_pos, env.engine.target_pos, strict=True)]
        if sum(gaps) > 1:
            break
        seed += 1
    assert env._action_mask()[action] == 1
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["success"]) == (0, True, False)
    assert env.message == "The mission has failed."


def test_done_next_to_the_door_succeeds() -> None:
    env = make("GoToDoor-5x5")
    env.reset(seed=0)
    x, y = map(int, env.engine.target_pos)
    candidates = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    inside = [cell for cell in candidates if 0 < cell[0] < 4 and 0 < cell[1] < 4]
    assert inside
    env.engine.agent_pos = inside[0]
    _, reward, terminated, _, info = env.step(DONE)
    assert reward == pytest.approx(1 - 0.9 / 100) and terminated and info["success"]


def test_fetch_ends_on_the_wrong_thing() -> None:
    env = make("Fetch-8x8-N3")
    env.reset(seed=0)
    wrong = next(colour for colour in COLOURS if colour != env.engine.targetColor)
    put_ahead(env, Key(wrong))
    _, reward, terminated, _, info = env.step(PICKUP)
    assert (reward, terminated, info["success"]) == (0, True, False)
    assert env.message == f"You pick up the {wrong} key. The mission has failed."


def test_collisions_cost_one_and_walls_count() -> None:
    for ahead in ("wall", "ball"):
        env = make("Dynamic-Obstacles-6x6")
        env.reset(seed=0)
        env.engine.grid.set(2, 1, None)
        if ahead == "wall":
            env.engine.agent_dir = 3
        else:
            put_ahead(env, Ball("blue"))
        assert list(env._action_mask()) == [1, 1, 1]
        _, reward, terminated, _, info = env.step(FORWARD)
        assert (reward, terminated, info["success"]) == (-1, True, False)
        assert f"You collided with a {'wall' if ahead == 'wall' else 'blue ball'}." in env.message


def test_lava_ends_the_episode() -> None:
    env = make("LavaGapS5")
    env.reset(seed=0)
    put_ahead(env, Lava())
    _, reward, terminated, _, info = env.step(FORWARD)
    assert (reward, terminated, info["success"]) == (0, True, False)
    assert env.message == "You stepped into lava."


def test_memory_shows_only_the_present_view() -> None:
    env = make("MemoryS13")
    env.reset(seed=1)
    env.engine.agent_pos, env.engine.agent_dir = (1, 6), 3
    env._cached = None
    first = "".join(env.observation.grid)
    assert set(first) & set(FORMS["key"] + FORMS["ball"])
    env.step(RIGHT)
    env.step(RIGHT)
    assert not set("".join(env.observation.grid)) & set(FORMS["key"] + FORMS["ball"])


def test_playground_never_rewards_and_says_so() -> None:
    env = make("Playground")
    env.reset(seed=0)
    assert "nothing earns a reward" in env.rules
    rng = np.random.default_rng(0)
    total, truncated = 0.0, False
    while not truncated:
        _, reward, terminated, truncated, info = env.step(int(rng.integers(7)))
        assert not terminated
        total += reward
    assert total == 0 and info["success"] is False and env.turn == 100


@pytest.mark.parametrize(
    "name", ["ObstructedMaze-Full", "Dynamic-Obstacles-8x8", "RedBlueDoors-6x6", "KeyCorridorS3R2"]
)
def test_a_snapshot_continues_in_another_environment(name: str) -> None:
    here, there = make(name), make(name)
    here.reset(seed=3)
    there.reset(seed=4)
    rng = np.random.default_rng(1)
    count = len(here.actions)
    for _ in range(3):
        here.step(int(rng.integers(2)))
    snapshot = here.snapshot()
    actions = [int(action) for action in rng.integers(count, size=60)]

    def play(env: Any) -> list[Any]:
        turns = []
        for action in actions:
            turns.append(env.step(action)[:4])
            if turns[-1][2] or turns[-1][3]:
                break
        return turns

    expected = play(here)
    for env in (there, here, there):
        env.restore(snapshot)
        assert play(env) == expected


def test_engine_frame_is_upstreams_picture() -> None:
    env = make("DoorKey-5x5")
    env.reset(seed=2)
    bare = gym.make("MiniGrid-DoorKey-5x5-v0", render_mode="rgb_array")
    bare.reset(seed=2)
    frame = env.engine_frame()
    assert frame.dtype == np.uint8 and frame.shape == (160, 160, 3)
    assert np.array_equal(frame, bare.render())


def test_glyphs_name_every_colour_of_every_kind() -> None:
    assert sorted(COLOURS) == sorted(COLOR_NAMES)
    letters = "".join(FORMS.values())
    assert len(set(letters)) == 36 and letters.isascii()


def test_every_level_has_its_kind_and_every_kind_a_level() -> None:
    found = {row.name: kind_name(row.upstream) for row in catalogue.tasks(family="minigrid")}
    assert len(found) == 71
    assert set(found.values()) == set(KINDS)
    assert found["MiniGrid-UnlockPickup-v0"] == "UnlockPickup" and found["MiniGrid-Unlock-v0"] == "Unlock"


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"level": "MiniGrid-Nowhere-v0"}, "level must be"),
        ({"level": "MiniGrid-Empty-99x99-v0"}, "level must be"),
        ({"level": "CartPole-v1"}, "level must be"),
        ({"level": 3}, "level must be"),
        ({"view": "sideways"}, "view must be one of world, egocentric, full"),
    ],
)
def test_bad_arguments_are_named(kwargs: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make("Empty-5x5", **kwargs)
