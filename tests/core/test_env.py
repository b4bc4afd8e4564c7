"""The base environment, driven through a hand-computable game and through real vector environments."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded

import glyphbench  # noqa: F401
from glyphbench.core.actions import ActionSet
from glyphbench.core.env import GlyphEnv, Outcome
from glyphbench.core.glyphs import Glyph, Palette
from glyphbench.core.observation import Observation

PALETTE = Palette(Glyph("@", "you"), Glyph(".", "floor"))


class Walk(GlyphEnv):
    """A corridor of five cells; each step east earns 10, each step west costs 10, the last cell ends it."""

    actions = ActionSet.of(EAST="go east", WEST="go west")
    rules = "Walk east to the end of the corridor of five cells. Each step east scores."

    def _start(self, seed: int) -> None:
        self.state = {"at": 0, "seed": seed, "noise": int(self.np_random.integers(1000))}
        self.reward_gain = 1 / 40

    def _apply(self, action: int) -> Outcome:
        step = 1 if action == 0 else -1
        if self.state["at"] + step < 0:
            self.message = "The corridor ends here."
            return Outcome(-10)
        self.state["at"] += step
        done = self.state["at"] == 4
        return Outcome(10 * step, done, done or None)

    def _observe(self) -> Observation:
        rows = ("".join("@" if cell == self.state["at"] else "." for cell in range(5)),)
        return Observation(rows, PALETTE.legend(rows), f"noise {self.state['noise']}")


def test_scaled_reward_success_and_info() -> None:
    env = Walk(max_turns=10)
    text, info = env.reset(seed=3)
    assert "turn 0/10 | noise" in text and info["turn"] == 0 and info["action"] is None
    assert env.state["seed"] == 3
    results = [env.step(0) for _ in range(4)]
    assert [reward for _, reward, *_ in results] == pytest.approx([0.25] * 4)
    *_, terminated, truncated, info = results[-1]
    assert terminated and not truncated and info["success"] is True
    assert info["return_so_far"] == pytest.approx(1) and info["native_reward"] == 10 and info["native_return"] == 40
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        env.skip_turn("too late")


def test_return_never_leaves_its_bounds() -> None:
    env = Walk(max_turns=100)
    env.reset(seed=0)
    total = sum(env.step(1)[1] for _ in range(50))
    assert total == pytest.approx(-1)
    assert env.step(1)[1] == 0


def test_horizon_truncates_without_success() -> None:
    env = Walk(max_turns=2)
    env.reset(seed=0)
    env.step(1)
    *_, terminated, truncated, info = env.step(1)
    assert truncated and not terminated and info["success"] is False


def test_message_lasts_one_turn() -> None:
    env = Walk()
    env.reset(seed=0)
    assert "The corridor ends here." in env.step(1)[0]
    assert "[Message]" not in env.step(0)[0]


@pytest.mark.parametrize(
    "action", [-1, 2, 0.5, 10**30, float("nan"), float("inf"), None, "0", b"0", [0], np.array([0, 1]), {}]
)
def test_invalid_action_is_refused_and_costs_nothing(action: object) -> None:
    env = Walk()
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match="from 0 to 1"):
        env.step(action)  # type: ignore[arg-type]
    assert env.turn == 0


def test_an_action_name_is_refused_with_a_hint() -> None:
    env = Walk()
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match=r"got 'EAST'; .*actions\.index"):
        env.step("EAST")  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [np.int64(0), np.uint8(0), np.array(0), 0.0])
def test_what_equals_an_action_is_one(action: object) -> None:
    env = Walk()
    env.reset(seed=0)
    assert env.step(action)[4]["action"] == "EAST"  # type: ignore[arg-type]


def test_stepping_before_reset_is_refused() -> None:
    with pytest.raises(ResetNeeded):
        Walk().step(0)
    with pytest.raises(ResetNeeded):
        _ = Walk().observation


def test_snapshot_restores_in_another_environment_too() -> None:
    env, other = Walk(), Walk()
    env.reset(seed=5)
    other.reset(seed=6)
    env.step(0)
    snapshot = env.snapshot()
    text = env.observation.text
    expected = [env.step(0), env.step(0)]
    for target in (env, other):
        target.restore(snapshot)
        assert target.observation.text == text
        assert [target.step(0), target.step(0)] == expected


def test_snapshots_do_not_get_into_other_games() -> None:
    class Other(Walk):
        pass

    walk, other = Walk(), Other()
    with pytest.raises(ResetNeeded):
        walk.snapshot()
    walk.reset(seed=0)
    other.reset(seed=0)
    text = other.observation.text
    with pytest.raises(ValueError, match=r"is of .*Walk, this is .*Other"):
        other.restore(walk.snapshot())
    with pytest.raises(TypeError, match="got dict"):
        other.restore({"turn": 0})  # type: ignore[arg-type]
    assert other.observation.text == text and other.step(0)[4]["turn"] == 1


def test_snapshots_of_tasks_fit_the_task() -> None:
    easy, hard, same = (gym.make(f"GlyphBench/Sokoban{name}-v0").unwrapped for name in ("Easy", "Hard", "Easy"))
    easy.reset(seed=1)
    same.restore(easy.snapshot())
    assert same.observation == easy.observation
    with pytest.raises(ValueError, match="is of GlyphBench/SokobanEasy-v0, this is GlyphBench/SokobanHard-v0"):
        hard.restore(easy.snapshot())


@pytest.mark.parametrize("count", [0, -1])
def test_vector_environments_need_a_positive_count(count: int) -> None:
    with pytest.raises(ValueError, match="num_envs must be a positive integer"):
        gym.make_vec("GlyphBench/Sokoban-v0", num_envs=count)


def test_global_random_state_is_neither_read_nor_changed() -> None:
    np.random.seed(1)
    before = np.random.get_state()[1].copy()
    first = gym.make("GlyphBench/Sokoban-v0").reset(seed=9)[0]
    assert (np.random.get_state()[1] == before).all()
    np.random.seed(2)
    assert gym.make("GlyphBench/Sokoban-v0").reset(seed=9)[0] == first


def single_texts(seeds: list[int], actions: list[list[int]]) -> list[list[str]]:
    rollouts = []
    for seed, own in zip(seeds, actions, strict=True):
        env = gym.make("GlyphBench/Sokoban-v0")
        rollouts.append([env.reset(seed=seed)[0], *(env.step(action)[0] for action in own)])
    return rollouts


def test_vector_environments_give_the_texts_of_single_ones() -> None:
    seeds, actions = [11, 12], [[0, 1, 2, 3, 0], [3, 3, 2, 1, 0]]
    expected = single_texts(seeds, actions)
    for env in (
        gym.make_vec("GlyphBench/Sokoban-v0", num_envs=2),
        gym.make_vec("GlyphBench/Sokoban-v0", num_envs=2, vectorization_mode="sync"),
    ):
        texts = [list(env.reset(seed=seeds)[0])]
        texts += [list(env.step(np.array(step))[0]) for step in zip(*actions, strict=True)]
        env.close()
        assert [list(column) for column in zip(*texts, strict=True)] == expected


def test_shared_memory_fails_loudly_instead_of_repeating_old_text() -> None:
    with pytest.raises(ValueError, match="shared_memory=False"):
        gym.make_vec("GlyphBench/Sokoban-v0", num_envs=2, vectorization_mode="async")


def test_render_modes() -> None:
    env = gym.make("GlyphBench/Sokoban-v0", render_mode="ansi")
    env.reset(seed=0)
    assert "\x1b[" in env.render()
    env = gym.make("GlyphBench/Sokoban-v0", render_mode="rgb_array")
    env.reset(seed=0)
    assert env.render().shape[2] == 3
    with pytest.raises(ValueError, match="render_mode"):
        gym.make("GlyphBench/Sokoban-v0", render_mode="human").reset()
