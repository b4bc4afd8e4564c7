"""Summary: records -> one row of numbers per task, per family and over the standard track."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from glyphbench import catalogue
from glyphbench.evaluation.baselines import Baselines, normalised
from glyphbench.evaluation.prices import Prices
from glyphbench.evaluation.records import Record
from glyphbench.evaluation.statistics import Interval, Strata, estimate, interquartile_mean, interval
from glyphbench.harness import Event, StopReason


@dataclass(frozen=True, slots=True)
class Spent:
    """What a group of episodes used in all, summed up from the records.

    Attributes:
        tokens_in, tokens_out: prompt and generated tokens; None where an episode's are not known.
        tokens_cached, tokens_reasoning: those of them that were cached, and that were hidden reasoning, over the
            episodes that say; None where none does.
        cost: USD; None without prices, or where an episode's cost is not known.
    """

    tokens_in: int | None = None
    tokens_cached: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    cost: float | None = None


#: The name of the group of all standard tasks.
STANDARD = "standard track"


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over a group of episodes. Every task weighs the same, however many of its episodes are there.

    Within a task every instance (seed) weighs the same: where it was played several times, its attempts are averaged
    first (Avg@k), and intervals draw instances anew, never attempts.

    Attributes:
        name: of the group.
        tasks: tasks in it.
        episodes: episodes in it.
        total: mean return, and its interval.
        middle: interquartile mean of the instances' returns, and its interval.
        success: mean success rate, 0 to 1, and its interval.
        normalised: mean return on the scale between random (0) and the best known (1), over the tasks that have such
            a scale, and its interval; None where no task has one.
        scaled: tasks that have such a scale.
        length: mean turns per episode.
        tokens_in: mean prompt tokens per episode; None where an episode's are not known.
        tokens_out: mean generated tokens per episode; None likewise.
        skipped: turns that passed without an action, as a share of all turns.
        turns: all turns.
        replies: replies that the model gave about actions.
        retries: those that were asked for again within a turn.
        events: how often a reply gave no action, by kind.
        stops: how the episodes ended.
        tokens_cached, tokens_reasoning: mean tokens per episode of these kinds, where an episode does not say 0; None
            where none says.
        priced: whether there were prices to tell the cost by.
        cost: mean USD per episode; None without prices, or where an episode's cost is not known.
        spent: the sums over all episodes.
        instances: tasks and seeds in it.
        attempts: the most attempts at one instance.
    """

    name: str
    tasks: int
    episodes: int
    total: float
    success: float
    length: float
    tokens_in: float | None
    tokens_out: float | None
    skipped: float
    replies: int
    events: Counter[Event]
    stops: Counter[StopReason]
    total_interval: Interval | None = None
    middle: float = 0.0
    middle_interval: Interval | None = None
    success_interval: Interval | None = None
    normalised: float | None = None
    normalised_interval: Interval | None = None
    scaled: int = 0
    turns: int = 0
    retries: int = 0
    tokens_cached: float | None = None
    tokens_reasoning: float | None = None
    priced: bool = False
    cost: float | None = None
    spent: Spent = Spent()
    instances: int = 0
    attempts: int = 1


def summarise(
    name: str, records: Iterable[Record], baselines: Baselines | None = None, prices: Prices | None = None
) -> Summary:
    """Average a group of records; `baselines` are the ones to normalise by, by default those of this version.

    Raises:
        ValueError: the group is empty.
    """
    by_task: dict[str, dict[int, list[Record]]] = {}
    for record in records:
        by_task.setdefault(record.task, {}).setdefault(record.seed, []).append(record)
    if not by_task:
        raise ValueError(f"{name}: no episodes to average")
    groups = [group for instances in by_task.values() for group in instances.values()]
    everything = [record for group in groups for record in group]
    turns = sum(record.length for record in everything)

    def mean(value: Callable[[Record], float]) -> float:
        return sum(sum(values) / len(values) for values in strata(value).values()) / len(by_task)

    def known(value: Callable[[Record], float | None]) -> float | None:
        return None if any(value(record) is None for record in everything) else mean(lambda record: value(record) or 0)

    def told(value: Callable[[Record], int | None]) -> float | None:
        return None if all(value(record) is None for record in everything) else mean(lambda record: value(record) or 0)

    def strata(value: Callable[[Record], float]) -> Strata:
        return {
            task: [sum(map(value, group)) / len(group) for group in instances.values()]
            for task, instances in by_task.items()
        }

    returns, successes = strata(lambda record: record.total), strata(lambda record: float(record.success))
    scores = {record.task for record in everything if normalised(record, baselines) is not None}
    scaled = {
        task: found
        for task, found in strata(lambda record: normalised(record, baselines) or 0.0).items()
        if task in scores
    }
    events: Counter[Event] = Counter()
    for record in everything:
        events.update(record.events)
    return Summary(
        name=name,
        tasks=len(by_task),
        episodes=len(everything),
        total=estimate(returns),
        success=estimate(successes),
        length=mean(lambda record: record.length),
        tokens_in=known(lambda record: record.tokens_in),
        tokens_out=known(lambda record: record.tokens_out),
        skipped=sum(record.actions.count(None) for record in everything) / turns if turns else 0.0,
        replies=sum(record.replies for record in everything),
        events=events,
        stops=Counter(record.stop for record in everything),
        total_interval=interval(returns),
        middle=estimate(returns, interquartile_mean),
        middle_interval=interval(returns, interquartile_mean),
        success_interval=interval(successes),
        normalised=estimate(scaled) if scaled else None,
        normalised_interval=interval(scaled) if scaled else None,
        scaled=len(scaled),
        turns=turns,
        retries=sum(_retries(record) for record in everything),
        tokens_cached=told(lambda record: record.tokens_cached),
        tokens_reasoning=told(lambda record: record.tokens_reasoning),
        priced=prices is not None,
        cost=None if prices is None else known(prices.cost),
        spent=spent_on(everything, prices),
        instances=len(groups),
        attempts=max(map(len, groups)),
    )


def spent_on(records: Sequence[Record], prices: Prices | None = None) -> Spent:
    """Sum up what episodes used."""

    def all_of(values: list[int | None]) -> int | None:
        return None if None in values else sum(value or 0 for value in values)

    def some_of(values: list[int | None]) -> int | None:
        said = [value for value in values if value is not None]
        return sum(said) if said else None

    costs = [None if prices is None else prices.cost(record) for record in records]
    return Spent(
        tokens_in=all_of([record.tokens_in for record in records]),
        tokens_cached=some_of([record.tokens_cached for record in records]),
        tokens_out=all_of([record.tokens_out for record in records]),
        tokens_reasoning=some_of([record.tokens_reasoning for record in records]),
        cost=None if None in costs else math.fsum(cost or 0.0 for cost in costs),
    )


def _retries(record: Record) -> int:
    """Replies beyond the first of each turn; the last turn of an episode that the model ended may have no action."""
    return max(record.replies - record.length, 0)


def by_task(records: Iterable[Record], prices: Prices | None = None) -> list[Summary]:
    """One summary per task, in the order of the records."""
    return _grouped(records, lambda record: record.task.removeprefix(catalogue.NAMESPACE), prices)


def by_family(records: Iterable[Record], prices: Prices | None = None) -> list[Summary]:
    """One summary per family, in the order of the records."""
    return _grouped(records, lambda record: catalogue.task(record.task).family, prices)


def standard(records: Iterable[Record]) -> list[Record]:
    """The records of standard tasks: only their returns share a scale."""
    return [record for record in records if catalogue.task(record.task).track == "standard"]


def _grouped(records: Iterable[Record], key: Callable[[Record], str], prices: Prices | None) -> list[Summary]:
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return [summarise(name, group, prices=prices) for name, group in groups.items()]
