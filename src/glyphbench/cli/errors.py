"""What a user sees when something goes wrong: one line."""

from __future__ import annotations

from gymnasium.error import DependencyNotInstalled

from glyphbench.engines.procgen import EngineError

#: Errors that a user can mend. Anything else is our mistake and shows its traceback.
EXPECTED = (ValueError, TypeError, OSError, NotImplementedError, DependencyNotInstalled, EngineError)


class Stop(Exception):
    """A command cannot go on; the message says why and what to do."""


def one_line(error: BaseException) -> str:
    """The error's message and notes on one line."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error) or type(error).__name__
    return " ".join(" ".join([text, *(f"({note})" for note in getattr(error, "__notes__", ()))]).split())
