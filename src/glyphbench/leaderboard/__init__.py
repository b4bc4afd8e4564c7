"""Leaderboard: submissions that anyone can check, because every episode can be re-played."""

from glyphbench.leaderboard.reading import Entry, load
from glyphbench.leaderboard.schema import Submission

__all__ = ["Entry", "Submission", "load"]
