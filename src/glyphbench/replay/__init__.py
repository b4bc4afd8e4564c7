"""Replay: episodes from their records, to look at, to export and to verify."""

from glyphbench.replay.episodes import CannotReplay, Frame, Stage, frames
from glyphbench.replay.runs import Finding, Verification, verify_run
from glyphbench.replay.verify import check_record

__all__ = ["CannotReplay", "Finding", "Frame", "Stage", "Verification", "check_record", "frames", "verify_run"]
