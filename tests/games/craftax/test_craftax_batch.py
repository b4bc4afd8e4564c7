"""The batched mode plays exactly the games of single environments."""

import numpy as np
import pytest

from glyphbench.games.craftax.batch import CraftaxVectorEnv
from glyphbench.games.craftax.env import CraftaxTask
from glyphbench.games.craftax.pack import LENGTH


@pytest.mark.sweep
def test_batch_equals_single_environments() -> None:
    """In the sweep, because a new batch size costs a compilation."""
    count, seeds = 3, [4, 5, 6]
    batch = CraftaxVectorEnv(count, "FightSkeletons", max_turns=25)
    singles = [CraftaxTask(task="FightSkeletons", max_turns=25) for _ in seeds]
    observation, _ = batch.reset(seed=seeds)
    assert observation.shape == (count, LENGTH) and observation.dtype == np.int32
    assert batch.observation_space.contains(observation)
    texts = [env.reset(seed=seed)[0] for env, seed in zip(singles, seeds, strict=True)]
    assert batch.texts() == texts
    rng, over = np.random.default_rng(0), np.zeros(count, dtype=bool)
    for _ in range(25):
        actions = rng.integers(0, 43, count)
        observation, rewards, terminated, truncated, _ = batch.step(actions)
        for index, env in enumerate(singles):
            if over[index]:
                continue
            text, reward, end, cut, info = env.step(int(actions[index]))
            assert np.array_equal(observation[index], env.state.view.raw)
            assert (rewards[index], terminated[index], truncated[index]) == (reward, end, cut)
            assert np.array_equal(batch.masks()[index], info["action_mask"])
            assert batch.texts([index]) == [text]
            over[index] = end or cut
    assert over.all()
    _, rewards, terminated, truncated, _ = batch.step(rng.integers(0, 43, count))
    assert batch.turns.max() <= 1 and not (terminated | truncated)[batch.turns == 0].any()
