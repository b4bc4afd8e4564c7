"""Tables: TOML files that users write, read with errors that say which key was meant."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

#: Bytes beyond which a file is taken for something else.
LONGEST = 2**20

Row = TypeVar("Row", bound=BaseModel)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        ValueError: it is no TOML, or far too long.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise ValueError(f"{path} is longer than {LONGEST >> 20} MiB: not a table of settings")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # wrong TOML, or bytes that are no text
        raise ValueError(f"{path} is not TOML: {error or type(error).__name__}") from None


def check_keys(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Refuse unknown keys.

    Raises:
        ValueError: a key is unknown; the message names the nearest valid one.
    """
    names = sorted(known)
    for key in given:
        if key not in names:
            near = difflib.get_close_matches(key.replace("-", "_").lower(), names, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(names)}"
            raise ValueError(f"{where}: unknown key {key!r}; {hint}")


def read_row(kind: type[Row], given: object, where: str) -> Row:
    """Read one table of a TOML file.

    Raises:
        ValueError: it is no table, has an unknown key, lacks one, or a value is wrong.
    """
    if not isinstance(given, dict):
        raise ValueError(f"{where}: a table is expected, got {given!r:.80}")
    check_keys(given, kind.model_fields, where)
    try:
        return kind.model_validate(given, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key, what = ".".join(map(str, first["loc"])), str(first["msg"]).removeprefix("Value error, ")
        raise ValueError(f"{where}: {f'{key}: ' if key else ''}{what}") from None
