"""Verification: is a record what its task, seed and actions give? Everything in it that can be checked is.

The game is played again and rewards, returns, success, length, stop reason and trace are compared. Where there is a
transcript, it must tell the same story as the record; where there is a run, the record must belong to it.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

from gymnasium.error import DependencyNotInstalled

from glyphbench import catalogue
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.records import VIEW_ARGUMENTS, Record, episode_name
from glyphbench.evaluation.worker import HARNESS_FIELDS
from glyphbench.harness import StopReason, chain
from glyphbench.replay.episodes import CannotReplay, Frame, Stage, frames
from glyphbench.replay.transcripts import Transcript

#: Rewards are sums and products of a few floats; other machines may round the last bits differently.
TOLERANCE = 1e-9
_BY_THE_GAME = (StopReason.SUCCESS, StopReason.FAILURE, StopReason.HORIZON)
_WITH_ERROR = (StopReason.MODEL_ERROR, StopReason.CONTEXT_OVERFLOW)


def check_record(record: Record, stage: Stage, transcript: Transcript | None = None) -> list[str]:
    """Compare a record with itself, with its transcript and with the game.

    Args:
        record: the record.
        stage: where to re-play; give the same one for records of one task.
        transcript: what was said, where it is known: then the turn at which a trace differs can be named.

    Returns:
        One phrase per difference; empty where the record is right.

    Raises:
        DependencyNotInstalled: the task's engine is missing.
    """
    problems = _itself(record)
    if transcript is not None:
        problems += _told(record, transcript)
    try:
        with stage.game(record.task, record.kwargs) as game:
            try:
                problems += _played(record, frames(game, record.seed, record.actions), transcript)
            except CannotReplay as error:
                problems.append(f"turn {error.turn + 1}: {error}")
    except DependencyNotInstalled:
        raise
    except Exception as error:  # a forged record may ask for anything; what the game says to it is the finding
        problems.append(f"cannot be played: {type(error).__name__}: {' '.join(str(error).split())}")
    return problems


def check_membership(record: Record, options: RunOptions, written: dict[str, Any]) -> list[str]:
    """Compare a record with the options of the run in whose folder it lies; one phrase per difference.

    Args:
        record: the record.
        options: the run's options.
        written: the same as they are written in `run.json`: an older version's lack what came later.
    """
    problems = []
    planned = record.task in options.tasks and record.seed in options.instances and record.attempt < options.attempts
    if not planned:
        problems.append(f"{episode_name(record.key)} is not in the run's plan")
    asked = {name: written[name] for name in HARNESS_FIELDS if name in written}
    fields: list[tuple[str, Any, Any]] = [
        ("model", record.model, options.model),
        ("kwargs", record.kwargs, options.kwargs),
    ]
    fields += [
        (f"harness {name}", record.harness.get(name), asked.get(name))
        for name in sorted(record.harness.keys() | asked.keys())
    ]
    for name, mine, theirs in fields:
        if mine != theirs:
            problems.append(f"{name} {mine!r} in the record, {theirs!r} in run.json")
    return problems


def check_split(options: RunOptions) -> list[str]:
    """Compare a run's options with the split of fixed instances that they name; one phrase per difference."""
    if options.split is None:
        return []
    try:
        split = catalogue.named_split(options.split)
    except catalogue.UnknownTask as error:
        return [str(error)]
    kwargs = {name: value for name, value in options.kwargs.items() if name not in VIEW_ARGUMENTS}
    tasks = {row.id for row in catalogue.tasks(split=split.name)}
    compared = (
        ("tasks", tasks.issuperset(options.tasks)),
        ("task arguments", kwargs == split.kwargs),
        ("seeds", bool(options.seeds) and options.seeds == split.seeds[: len(options.seeds)]),
    )
    return [f"the {what} are not those of the split {split.name}" for what, same in compared if not same]


def _itself(record: Record) -> list[str]:
    """Where a record contradicts itself."""
    problems = []
    if not len(record.rewards) == len(record.actions) == record.length:
        problems.append(
            f"length {record.length} with {len(record.actions)} actions and {len(record.rewards)} rewards in the record"
        )
    if bool(record.error) != (record.stop in _WITH_ERROR):
        problems.append(f"stop {record.stop} with error {record.error!r} in the record")
    if record.success != (record.stop is StopReason.SUCCESS) and record.stop is not StopReason.HORIZON:
        problems.append(f"stop {record.stop} with success {record.success} in the record")
    if not math.isfinite(record.seconds) or record.seconds < 0:
        problems.append(f"seconds {record.seconds} in the record")
    return problems


def _told(record: Record, transcript: Transcript) -> list[str]:
    """Where the record contradicts the transcript."""
    problems = _compare(
        "in the transcript",
        [
            ("task", record.task, transcript.task),
            ("seed", record.seed, transcript.seed),
            ("attempt", record.attempt, transcript.attempt),
            ("prompt", record.prompt, hashlib.sha256(transcript.system.encode()).hexdigest()),
            ("stop", str(record.stop), transcript.ended or "no end"),
            ("replies", record.replies, transcript.replies),
            ("memories", record.memories, transcript.memories),
            ("events", {str(event): count for event, count in record.events.items() if count}, transcript.events),
            ("tokens_in", record.tokens_in, transcript.tokens_in),
            ("tokens_out", record.tokens_out, transcript.tokens_out),
            ("tokens_cached", record.tokens_cached, transcript.tokens_cached),
            ("tokens_reasoning", record.tokens_reasoning, transcript.tokens_reasoning),
        ],
    )
    for turn, (action, reward) in enumerate(zip(record.actions, record.rewards, strict=False)):
        told = transcript.turns.get(turn)
        if told is None:
            problems.append(f"turn {turn + 1}: missing in the transcript")
        elif told.action != action:
            problems.append(f"turn {turn + 1}: action {action} in the record, {told.action} in the transcript")
        elif not _same(told.reward, reward):
            problems.append(f"turn {turn + 1}: reward {reward:g} in the record, {told.reward:g} in the transcript")
        else:
            continue
        break
    return problems


def _played(record: Record, played: Any, transcript: Transcript | None) -> list[str]:
    """Where the record contradicts the game."""
    problems: list[str] = []
    trace, strange = "", None
    frame: Frame | None = None
    paid = True
    if record.harness.get("observation", "glyph") != "glyph":
        transcript = None  # its prompts show something else than what is hashed
    for frame in played:
        trace = chain(trace, frame.text)
        if strange is None and transcript is not None and not _saw(transcript, frame):
            strange = frame.turn
        given = record.rewards[frame.turn - 1] if 0 < frame.turn <= len(record.rewards) else None
        if paid and given is not None and not _same(given, frame.reward):
            paid = False
            problems.append(
                f"turn {frame.turn} ({frame.action or 'no action'}): reward {given:g} in the record, "
                f"{frame.reward:g} re-played"
            )
    assert frame is not None
    if trace != record.trace:
        problems.append(_where(strange, transcript))
    stop = _ending(frame)
    if record.stop in _BY_THE_GAME and stop is None:
        problems.append(f"stop {record.stop} in the record, but the game goes on after turn {frame.turn}")
    problems += _compare(
        "re-played",
        [
            ("return", record.total, frame.total),
            ("native_return", record.native_return, float(frame.info["native_return"])),
            ("success", record.success, bool(frame.info.get("success", False))),
            ("stop", str(record.stop), str(stop or record.stop)),
        ],
    )
    return problems


def _ending(frame: Frame) -> StopReason | None:
    """How the game ended at the last frame; None if it goes on."""
    if frame.terminated:
        return StopReason.SUCCESS if frame.info["success"] else StopReason.FAILURE
    return StopReason.HORIZON if frame.truncated else None


def _saw(transcript: Transcript, frame: Frame) -> bool:
    """Whether the transcript, where it tells, shows the frame's observation."""
    told = transcript.turns.get(frame.turn)
    if told is not None and told.attempts:
        return frame.text in told.attempts[0].prompt
    return told is not None or not transcript.last or frame.text == transcript.last


def _where(strange: int | None, transcript: Transcript | None) -> str:
    if transcript is None:
        return "the trace differs from the re-played one (without a transcript of the grids the turn is not known)"
    if strange is None:
        return "the trace differs, yet every observation of the transcript is re-played exactly: the trace was altered"
    return f"the trace differs: the observation after turn {strange} is not the one in the transcript"


def _compare(where: str, fields: list[tuple[str, Any, Any]]) -> list[str]:
    return [f"{name} {mine} in the record, {other} {where}" for name, mine, other in fields if not _same(mine, other)]


def _same(mine: Any, other: Any) -> bool:
    if isinstance(mine, float) and isinstance(other, float):
        return math.isclose(mine, other, rel_tol=0.0, abs_tol=TOLERANCE)
    return bool(mine == other)
