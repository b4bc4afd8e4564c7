from functools import reduce
from itertools import product
from math import inf
from operator import xor

import pytest

from glyphbench.games.classics.nim import Nim, State, wins_in


def bouton(piles, misere):
    """Whether the side to move wins, by Bouton's theorem."""
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 0
    return reduce(xor, piles) != 0


@pytest.mark.parametrize("misere", [True, False])
def test_won_positions_are_those_of_boutons_theorem(misere):
    for piles in product(range(6), repeat=3):
        if any(piles):
            assert (wins_in(piles, misere) < inf) == bouton(piles, misere)


def test_hand_worked_counts():
    assert wins_in((2,), True) == 1  # take one, leave one
    assert wins_in((1,), True) == inf
    assert wins_in((4,), False) == 1
    # Misère 2-2 is lost; 3-2 is won by leaving 2-2: then 2-1 (take 2), 1-1... at most 2 moves.
    assert wins_in((2, 2), True) == inf
    assert wins_in((3, 2), True) == 2
    assert wins_in((1, 1), True) == 1


def test_the_end_of_the_game():
    env = Nim()
    env.reset(seed=0)
    env.state = State([0, 0, 2])
    reward, terminated, _, info = env.advance(env.actions.index("TAKE_C_1"))
    assert (reward, terminated, info["success"]) == (1, True, True)
    assert env.message == "You take 1 from C. The opponent takes 1 from C. You win."
    env.reset(seed=0)
    env.state = State([0, 0, 2])
    reward, terminated, _, info = env.advance(env.actions.index("TAKE_C_2"))
    assert (reward, terminated, info["success"]) == (-1, True, False)


def test_taking_too_much_is_not_played():
    env = Nim()
    env.reset(seed=0)
    env.state = State([1, 2, 3])
    assert env.advance(env.actions.index("TAKE_A_2"))[0] == 0
    assert env.message == "Not played: pile A holds 1."
    assert env.observation.grid == ("A●......", "B●●.....", "C●●●....")
    assert env._action_mask().sum() == 6


def test_starts_vary_and_are_won():
    env = Nim()
    seen = set()
    for seed in range(40):
        env.reset(seed=seed)
        piles = tuple(env.state.piles)
        assert all(1 <= pile <= size for pile, size in zip(piles, (3, 5, 7), strict=True)) and bouton(piles, True)
        seen.add(piles)
    assert len(seen) > 15


def test_the_perfect_opponent_wins_every_position_it_can():
    env = Nim()
    for seed in range(30):
        env.reset(seed=seed)
        env.state = State([1, 2, 3])  # lost for the player
        over = False
        while not over:
            action = int(env._action_mask().argmax())
            reward, over, *_ = env.advance(action)
        assert reward == -1


def test_arguments_are_checked():
    for kwargs in (
        {"piles": ()},
        {"piles": (0, 3)},
        {"strength": 2},
        {"misere": 1},
        {"piles": (1,)},
        {"piles": 3},
        {"strength": "x"},
    ):
        with pytest.raises(ValueError, match=r"piles|strength|misere"):
            Nim(**kwargs)
