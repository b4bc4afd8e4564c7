"""What a user sees when something goes wrong: one line."""

from __future__ import annotations

from gymnasium.error import DependencyNotInstalled

from glyphbench.engines.procgen import EngineError

#: Errors that a user can mend. Anything else is our mistake and shows its traceback.
EXPECTED = (ValueError, TypeError, OSError, NotImplementedError, DependencyNotInstalled, EngineError)


#: Characters of a message beyond which its middle is left out (names and values that a user pasted).
LONGEST = 1000


class Stop(Exception):
    """A command cannot go on; the message says why and what to do."""


def printable(text: str) -> str:
    """The text without what would steer a terminal; names and messages come from files and servers."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def one_line(error: BaseException) -> str:
    """The error's message and notes on one line."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif type(error).__name__ == "ValidationError" and hasattr(error, "errors"):
        first = error.errors()[0]  # pydantic's, not imported here: `list` and `show` start faster without it
        where = ".".join(map(str, first["loc"]))
        text = (f"{where}: " if where else "") + str(first["msg"]).removeprefix("Value error, ")
    elif isinstance(error, UnicodeEncodeError):
        text = "a name or an argument holds bytes that are no UTF-8"
    else:
        text = str(error) or type(error).__name__
    line = printable(" ".join(" ".join([text, *(f"({note})" for note in getattr(error, "__notes__", ()))]).split()))
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 300]} … {line[-300:]}"
