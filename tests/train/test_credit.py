"""Every equation of the credit, worked by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from glyphbench_train.cast import Cast, delta
from glyphbench_train.credit import NoTurnCredit, Outcome, TurnCredit, assign, normalise
from glyphbench_train.episodes import Episode, Start, Turn
from glyphbench_train.gigpo import Gigpo, discounted, state_of
from glyphbench_train.ranks import Ranks

INF = math.inf


def played(costs: list[float | None], seed: int = 0, total: float = 0.0, solver: str = "exact") -> Episode:
    """An episode whose cost-to-go runs through `costs`; None as a cost is one the teacher did not find."""
    turns = [
        Turn([5], [6], action="UP", cost_before=before, cost_after=after) for before, after in itertools.pairwise(costs)
    ]
    return Episode(Start("T", seed), turns=turns, total=total, solver=solver)


@pytest.mark.parametrize(
    ("before", "after", "want"),
    [
        (5, 4, 1),  # on a shortest way
        (5, 5, 0),  # blocked
        (5, 6, -1),  # a step back
        (5, 2, 3),  # a slide
        (1, 0, 1),  # won
        (7, INF, -7),  # entered a dead state
        (INF, INF, 0),  # dead before
        (INF, 3, 0),
        (None, 3, None),
        (3, None, None),
    ],
)
def test_shifted_solver_advantage(before, after, want):
    assert delta(before, after) == want


def test_cast_by_hand():
    # deltas: 1, -1, 0 and -3; asinh(1) = 0.881374, asinh(3) = 1.818446
    episodes = [played([3, 2, 3, 3]), played([3, INF])]
    squares = 2 * 0.8813735870195430**2 + 1.8184464592320668**2
    rms = math.sqrt(squares / 4)
    turns, figures = Cast(alpha=0.1)(episodes)
    assert turns[0] == pytest.approx([0.1 * 0.881373587 / rms, -0.1 * 0.881373587 / rms, 0.0], abs=1e-7)
    assert turns[1] == pytest.approx([-0.1 * 1.818446459 / rms], abs=1e-7)
    assert figures["cast/rms"] == pytest.approx(rms)
    shares = {kind: figures[f"cast/{kind}"] for kind in ("progress", "neutral", "harmful", "dead")}
    assert shares == {"progress": 0.25, "neutral": 0.25, "harmful": 0.25, "dead": 0.25}


def test_cast_subtracts_no_mean():
    turns, _ = Cast(alpha=1.0)([played([1, 2, 3, 4])])
    assert turns[0] == pytest.approx([-1, -1, -1], abs=1e-6)


def test_cast_of_nothing_but_neutral_moves_is_zero():
    turns, figures = Cast(alpha=1.0)([played([4, 4, 4])])
    assert turns[0].tolist() == [0, 0] and figures["cast/rms"] == 0


def test_a_skipped_turn_earns_nothing_even_if_the_cost_moved():
    episode = played([4, 5, 4])
    episode.turns[0].action = None
    turns, figures = Cast(alpha=1.0)([episode])
    rms = math.sqrt(0.8813735870195430**2 / 2)
    assert turns[0] == pytest.approx([0, 0.8813735870 / rms])
    assert figures["cast/neutral"] == 0.5


def test_unknown_costs_are_counted_and_stay_out_of_the_rms():
    turns, figures = Cast(alpha=1.0)([played([4, None, 2, 1])])
    assert turns[0] == pytest.approx([0, 0, 1])
    assert figures["cast/unknown"] == pytest.approx(2 / 3)


def test_missing_and_approximate_teachers_must_be_declared():
    lonely, rough = played([None, None], solver="none"), played([2, 1], solver="approximate")
    with pytest.raises(ValueError, match="no teacher"):
        Cast()([lonely])
    with pytest.raises(ValueError, match="approximate"):
        Cast()([rough])
    turns, figures = Cast(alpha=1.0, missing="outcome", approximate="use")([lonely, rough])
    assert turns[0].tolist() == [0] and turns[1] == pytest.approx([1])
    assert figures["cast/unknown"] == 0  # a task without a teacher is declared, not unknown


def test_bad_arguments_of_cast():
    for bad in (dict(alpha=-1), dict(alpha=INF), dict(approximate="x"), dict(missing="x")):
        with pytest.raises(ValueError):
            Cast(**bad)


def test_outcome_advantage_by_hand():
    # mean 0.25, std with Bessel's correction 0.5
    got = normalise([1.0, 0.0, 0.0, 0.0], ["g"] * 4)
    assert got == pytest.approx([1.5, -0.5, -0.5, -0.5])
    assert normalise([1.0, 0.0, 0.0, 0.0], ["g"] * 4, scale="none") == pytest.approx([0.75, -0.25, -0.25, -0.25])
    assert normalise([1.0, 0.0, 0.0, 0.0], ["g"] * 4, std_floor=1.0) == pytest.approx([0.75, -0.25, -0.25, -0.25])


def test_groups_need_not_be_neighbours():
    got = normalise([1.0, 5.0, 0.0, 7.0], ["a", "b", "a", "b"])
    assert got == pytest.approx([0.5**0.5, -(0.5**0.5), -(0.5**0.5), 0.5**0.5])


def test_equal_returns_give_exactly_zero():
    assert not normalise([-0.6] * 8, ["g"] * 8).any()
    assert not normalise([0.1 + 0.2, 0.3, 0.3], ["g"] * 3).any()  # 0.1 + 0.2 is not 0.3
    assert not normalise([3.0], ["g"]).any()


def test_format_penalty_on_the_turn_stays_on_the_turn():
    episodes = [played([None] * 3, total=0.0, solver="none") for _ in range(8)]
    episodes[7].turns[1].action = None
    credit = assign(episodes, NoTurnCredit(), Outcome(format_penalty=0.1))
    assert all(not values.any() for values in credit.turns[:7])
    assert credit.turns[7].tolist() == [0, -0.1]
    assert credit.figures["groups/flat"] == 1.0


def test_format_penalty_in_the_return_moves_the_whole_group():
    episodes = [played([None] * 2, total=0.0, solver="none") for _ in range(8)]
    episodes[7].turns[0].action = None
    credit = assign(episodes, NoTurnCredit(), Outcome(format_penalty=0.1, penalty_scope="return"))
    # returns 0 seven times and -0.1: mean -0.0125, std 0.0353553
    assert credit.turns[0] == pytest.approx([0.0125 / 0.0353553391], abs=1e-5)
    assert credit.turns[7] == pytest.approx([-0.0875 / 0.0353553391], abs=1e-5)
    floored = assign(episodes, NoTurnCredit(), Outcome(format_penalty=0.1, penalty_scope="return", std_floor=0.5))
    assert floored.turns[7] == pytest.approx([-0.175])


def test_outcome_and_turn_credit_add_up():
    episodes = [played([2, 1, 0], total=1.0), played([2, 3, 3], total=0.0)]
    credit = assign(episodes, Cast(alpha=0.5))
    rms = math.sqrt(3 * 0.8813735870195430**2 / 4)
    step = 0.5 * 0.8813735870 / rms
    assert credit.turns[0] == pytest.approx([0.5**0.5 + step, 0.5**0.5 + step], abs=1e-6)
    assert credit.turns[1] == pytest.approx([-(0.5**0.5) - step, -(0.5**0.5)], abs=1e-6)
    assert credit.outcome == pytest.approx([0.5**0.5, -(0.5**0.5)])


def test_gigpo_by_hand():
    # Two episodes of one start. Both see board A first; only the first sees B.
    a = Episode(Start("T", 0), turns=[Turn([5], [6], observation="A"), Turn([5], [6], observation="B", reward=1.0)])
    b = Episode(Start("T", 0), turns=[Turn([5], [6], observation="A", reward=0.0)])
    other = Episode(Start("T", 1), turns=[Turn([5], [6], observation="A", reward=9.0)])
    turns, figures = Gigpo(gamma=0.95, weight=2.0)([a, b, other])
    # step returns on A: 0.95 and 0; normalised with Bessel's correction: +-1/sqrt(2)
    assert turns[0] == pytest.approx([2 / math.sqrt(2), 0.0])
    assert turns[1] == pytest.approx([-2 / math.sqrt(2)])
    assert turns[2].tolist() == [0.0]
    assert figures["gigpo/shared"] == 0.5


def test_discounted_by_hand():
    assert discounted([1.0, 0.0, 2.0], 0.5) == [1.5, 1.0, 2.0]


def test_the_state_of_an_observation_has_no_clock_and_no_message():
    first = "[Legend]\n@ you\n\n[HUD]\nturn 3/9 | boxes left 1\n\n[Grid]\n@.\n\n[Message]\nA wall is in the way.\n"
    later = "[Legend]\n@ you\n\n[HUD]\nturn 7/9 | boxes left 1\n\n[Grid]\n@.\n"
    other = "[Legend]\n@ you\n\n[HUD]\nturn 7/9 | boxes left 2\n\n[Grid]\n@.\n"
    assert state_of(first).strip() == state_of(later).strip()
    assert state_of(later) != state_of(other)


class Two(Ranks):
    """One of two ranks whose other half of the batch is known."""

    count = 2

    def __init__(self, index: int, halves: list[list[Episode]], turn_credit: TurnCredit) -> None:
        self.index, self._halves, self._credit, self._calls = index, halves, turn_credit, 0

    def gather(self, item):
        """Replay what the other rank would have sent at this point."""
        spy = Spy()
        assign(self._halves[1 - self.index], self._credit, ranks=spy)
        other = spy.sent[self._calls]
        self._calls += 1
        return [item, other] if self.index == 0 else [other, item]


class Spy(Ranks):
    """Remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[object] = []

    def gather(self, item):
        self.sent.append(item)
        return [item]


@pytest.mark.parametrize("credit", [Cast(0.3), Gigpo()])
def test_a_group_that_straddles_ranks(credit):
    rng = np.random.default_rng(3)
    episodes = []
    for index in range(12):
        costs = rng.integers(1, 6, 4).astype(float).tolist()
        one = played(costs, seed=index // 4, total=float(rng.integers(0, 3)))
        for turn in one.turns:
            turn.observation = str(rng.integers(3))
            turn.reward = float(rng.integers(2))
        episodes.append(one)
    whole = assign(episodes, credit)
    halves = [episodes[:6], episodes[6:]]
    for index in (0, 1):
        part = assign(halves[index], credit, ranks=Two(index, halves, credit))
        for got, want in zip(part.turns, whole.turns[6 * index : 6 * index + 6], strict=True):
            assert got == pytest.approx(want, abs=1e-12)
        assert part.figures == pytest.approx(whole.figures)
