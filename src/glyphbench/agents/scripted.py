"""A scripted mock model: replies read from a file, for tests and demonstrations without a server.

Each non-blank line is one reply, given in order and from the start in every episode. A line is either the reply's
text as it stands, or a JSON object with any of the fields `text`, `reasoning`, `tokens_in`, `tokens_out`,
`tokens_cached`, `tokens_reasoning`, `finish`, or `error` (the message of a failure that ends the episode).
"""

from __future__ import annotations

import json
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from glyphbench.agents.base import Message, Model, ModelError, Player, Reply
from glyphbench.core.env import GlyphEnv

_TYPES: dict[str, type] = {
    "text": str,
    "reasoning": str,
    "tokens_in": int,
    "tokens_out": int,
    "tokens_cached": int,
    "tokens_reasoning": int,
    "finish": str,
    "error": str,
}
#: Bytes beyond which a file is taken for something else than a script.
LONGEST = 64 * 2**20
#: What pipes held: they can be read only once, and a command makes the model once to try it and once to play.
_PIPES: dict[tuple[int, int], bytes] = {}


class ScriptedModel(Model):
    """Plays the replies of one file.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is no regular file (nor a pipe) or too long, it holds no reply, or a JSON line has an
            unknown field or a value of the wrong type.
    """

    #: Its episodes stay in this process: a pipe can be read only once.
    cpu_bound: ClassVar[bool] = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            lines = _read(self.path).decode("utf-8").splitlines()
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.path} is not UTF-8 text") from error
        self.replies = [_entry(line, f"{self.path}:{n}") for n, line in enumerate(lines, 1) if line.strip()]
        if not self.replies:
            raise ValueError(f"{self.path} holds no reply")

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that starts at the first reply; when the file runs out it raises `ModelError`."""
        entries = iter(self.replies)

        async def play(messages: Sequence[Message]) -> Reply:
            entry = next(entries, None)
            if entry is None:
                raise ModelError(f"the script {self.path.name} has no reply left after {len(self.replies)}")
            if isinstance(entry, str):
                raise ModelError(entry)
            return entry

        return play


def _read(path: Path) -> bytes:
    about = path.stat()
    mode, file_id = about.st_mode, (about.st_dev, about.st_ino)
    if file_id in _PIPES:
        return _PIPES[file_id]
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise ValueError(f"{path} is {kind}: a script is a text file with one reply a line")
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise ValueError(f"{path} is longer than {LONGEST >> 20} MiB, which no script is")
    if stat.S_ISFIFO(mode):
        _PIPES[file_id] = data
    return data


def _entry(line: str, where: str) -> Reply | str:
    """One line as a reply, or as the message of a failure."""
    fields: Any = None
    if line.lstrip().startswith("{"):
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:
            fields = None  # a reply that begins with a brace is still a reply
    if not isinstance(fields, dict):
        return Reply(line)
    for name, value in fields.items():
        wanted = _TYPES.get(name)
        if wanted is None:
            raise ValueError(f"{where}: unknown field {name!r}; known: {', '.join(_TYPES)}")
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise ValueError(f"{where}: {name} must be {wanted.__name__}, got {value!r}")
    return fields["error"] if "error" in fields else Reply(**fields)
