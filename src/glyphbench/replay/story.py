"""Story: an episode as a list of scenes: what was seen, what was said about it, what was done and what it brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from glyphbench.replay.episodes import CannotReplay, Frame, Stage, frames
from glyphbench.replay.library import Entry
from glyphbench.replay.transcripts import Transcript, Turn


@dataclass(frozen=True, slots=True)
class Scene:
    """A frame and the turn that was played in it.

    Attributes:
        frame: what was seen, and the action that had led here.
        turn: what was said in it; None without a transcript and after the last action.
        action: the action that was chosen here; None at the end and where the turn passed without one.
        reward: what it brought; None at the end.
        last: whether no action follows.
        trouble: why the episode cannot be played on from here; empty otherwise.
    """

    frame: Frame
    turn: Turn | None = None
    action: str | None = None
    reward: float | None = None
    last: bool = False
    trouble: str = ""


def scenes(entry: Entry, transcript: Transcript | None, stage: Stage) -> Iterator[Scene]:
    """Re-play an episode. Actions that cannot be played end it, and the last scene says why.

    Raises:
        What `glyphbench.registration.make` raises.
    """
    turns = transcript.turns if transcript is not None else {}
    with stage.game(entry.job.task, entry.kwargs) as game:
        before: Frame | None = None
        try:
            for frame in frames(game, entry.job.seed, entry.actions(transcript)):
                if before is not None:
                    yield Scene(before, turns.get(before.turn), frame.action, frame.reward)
                before = frame
        except CannotReplay as error:
            if before is not None:
                yield Scene(before, turns.get(before.turn), last=True, trouble=str(error))
            return
        if before is not None:
            yield Scene(before, turns.get(before.turn), last=True)


def ending(entry: Entry) -> str:
    """One line on how the episode went."""
    record = entry.record
    if record is None:
        return "still being played"
    line = f"{record.stop}, return {record.total:.3f} in {record.length} turns"
    return f"{line} ({record.error})" if record.error else line
