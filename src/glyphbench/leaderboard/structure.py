"""What must hold in a submission whatever the games say: completeness, and the bounds of every number."""

from __future__ import annotations

import re

from glyphbench import catalogue
from glyphbench.evaluation.records import Record
from glyphbench.harness import StopReason
from glyphbench.leaderboard.schema import Submission

#: Stands in a record for what a model or its server said when it failed.
LEFT_OUT = "left out"
#: Bound on the numbers of a record that no game can confirm.
MOST_TOKENS, MOST_SECONDS, MOST_NATIVE = 10**12, 10**9, 1e12
_DIGEST = re.compile(r"[0-9a-f]{64}")
#: Rounding may carry a sum of rewards this far.
_ROUNDING = 1e-6


def check_about(about: Submission) -> list[str]:
    """Compare a submission with the catalogue; one phrase per difference."""
    track = {row.id for row in catalogue.tasks(track=about.track)}
    tasks = about.episodes.tasks
    problems = [f"unknown task {task!r} (not in the {about.track} track)" for task in tasks if task not in track]
    if len(set(tasks)) != len(tasks):
        problems.append("episodes.tasks names a task twice")
    return problems[:10] or ([] if about.partial else lacking(about.track, tasks, about.episodes.per_task))


def lacking(track: str, tasks: tuple[str, ...], per_task: int) -> list[str]:
    """What a full entry of the track needs beyond these tasks, with so many episodes each; empty where it is full."""
    problems = []
    missing = [row.id for row in catalogue.tasks(track=track) if row.id not in tasks]
    if missing:
        total = len(catalogue.tasks(track=track))
        problems.append(f"{len(missing)} of the {total} tasks of the {track} track are missing, the first {missing[0]}")
    required = catalogue.LEADERBOARD_EPISODES[track]
    if per_task < required:
        first = catalogue.EVALUATION_SEED
        problems.append(
            f"the {track} track needs {required} episodes of every task (seeds {first} to {first + required - 1}), "
            f"there are {per_task}"
        )
    return problems


def check_line(record: Record, about: Submission) -> list[str]:
    """Compare a record with its submission and with itself, as far as no game is needed; one phrase per difference."""
    problems = []
    asking = about.asking.model_dump(mode="json")
    if record.model != about.model:
        problems.append(f"model {record.model[:100]!r} in the record, {about.model!r} in submission.toml")
    if record.attempt:
        problems.append(f"attempt {record.attempt}: the leaderboard takes one attempt at each episode")
    if record.kwargs:
        problems.append("task arguments are overridden: the leaderboard takes tasks as they are")
    problems += [
        f"harness {name[:50]} {str(record.harness.get(name))[:50]} in the record, {asking.get(name)} in submission.toml"
        for name in sorted(record.harness.keys() | asking.keys())
        if record.harness.get(name) != asking.get(name)
    ]
    problems += [
        f"{name} is not a SHA-256 in hexadecimal"
        for name, value in (("prompt", record.prompt), ("trace", record.trace))
        if not _DIGEST.fullmatch(value)
    ]
    if record.error not in ("", LEFT_OUT):
        problems.append(f"error must be empty or {LEFT_OUT!r}")
    if record.stop in (StopReason.INTERRUPTED, StopReason.MODEL_ERROR):
        problems.append(f"stop {record.stop}: such an episode was not played to its end")
    return problems + _numbers(record, about)


def _numbers(record: Record, about: Submission) -> list[str]:
    """Numbers of a record that are out of bounds."""
    row = catalogue.task(record.task) if record.task in about.episodes.tasks else None
    turns = row.max_turns if row is not None else 0
    problems = []
    if row is not None and len(record.actions) > turns:
        problems.append(f"{len(record.actions)} actions, the task has {turns} turns")
    tries = 1 + about.asking.retries
    replies = (len(record.actions) + 1) * tries  # a last turn may end the episode without counting
    bounds: list[tuple[str, float | None, float, float]] = [
        ("length", record.length, len(record.actions), len(record.actions)),
        ("number of rewards", len(record.rewards), len(record.actions), len(record.actions)),
        ("replies", record.replies, 0, replies),
        ("memories", record.memories, 0, len(record.actions)),
        ("events", sum(record.events.values()), 0, replies),
        *((f"events {event}", count, 0, replies) for event, count in record.events.items()),
        ("tokens_in", record.tokens_in, 0, MOST_TOKENS),
        ("tokens_out", record.tokens_out, 0, MOST_TOKENS),
        ("tokens_cached", record.tokens_cached, 0, record.tokens_in or 0),
        ("tokens_reasoning", record.tokens_reasoning, 0, record.tokens_out or 0),
        ("seconds", record.seconds, 0, MOST_SECONDS),
        ("native_return", record.native_return, -MOST_NATIVE, MOST_NATIVE),
    ]
    high = 1 + _ROUNDING if about.track == "standard" else MOST_NATIVE
    bounds.append(("return", record.total, -high, high))
    wild = [(turn, reward) for turn, reward in enumerate(record.rewards, 1) if abs(reward) > 2 * high]
    bounds += [(f"reward of turn {turn}", reward, -2 * high, 2 * high) for turn, reward in wild[:3]]
    for name, value, least, most in bounds:
        if value is not None and not least <= value <= most:
            span = f"must be {least:g}" if least == most else f"must lie in {least:g} to {most:g}"
            problems.append(f"{name} {value:g} {span}")
    total = sum(record.rewards)
    if abs(total - record.total) > _ROUNDING * max(1.0, abs(total)):
        problems.append(f"return {record.total:g}, the rewards add up to {total:g}")
    return problems
