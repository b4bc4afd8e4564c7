"""What must not leave a submitter's machine: paths, its name, the user's name, keys."""

from __future__ import annotations

import getpass
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Names that say nothing about anybody.
_COMMON = frozenset({"root", "user", "admin", "ubuntu", "debian", "runner", "home", "local", "localhost"})
#: Fields in which a submitter gives a name on purpose.
_SIGNED = frozenset({"organisation", "contact", "url"})
_KEY = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"
    r"|\bhf_[A-Za-z0-9]{16,}"
    r"|\bgh[oprsu]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}"
    r"|\bxox[abeoprs]-[\w-]{10,}|\beyJ[\w-]{10,}\.[\w-]{10,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY|\bBearer\s+[\w.-]{16,}"
)
_PATH = re.compile(
    r"(?<![\w.:/-])(?:~|/(?:home|Users|root|mnt|media|data|tmp|srv|opt|var|workspace|scratch|work|content)\b)/\S+"
    r"|\b[A-Za-z]:\\\S*|\\\\\w+\\|\bfile://"
)
_URL_WITH_PASSWORD = re.compile(r"://[^/\s:@]*:[^/\s@]+@")


def looks_like_path(model: str) -> bool:
    """Whether a model is named by a place on a disk: nobody else can use that name, and it tells about the machine."""
    return bool(re.match(r"[/~.]|[A-Za-z]:[\\/]", model)) or "\\" in model or "//" in model or ".." in model


def private(about: dict[str, Any]) -> list[str]:
    """Find what is private in the strings of a submission; one phrase per finding, which never repeats it."""
    names = {
        "this machine's name": socket.gethostname(),
        "this machine's name in short": socket.gethostname().partition(".")[0],
        "this machine's user": _user(),
    }
    secrets = [value for name in ("OPENAI_API_KEY", "HF_TOKEN") if len(value := os.environ.get(name, "")) >= 8]
    found = []
    for field, text in _strings(about, ""):
        if _KEY.search(text) or _URL_WITH_PASSWORD.search(text) or any(secret in text for secret in secrets):
            found.append(f"{field} holds what looks like a key or a password")
        if _PATH.search(text) or _home(text):
            found.append(f"{field} holds a path of this machine")
        if field in _SIGNED:
            continue
        for what, name in names.items():
            if len(name) >= 3 and name.lower() not in _COMMON and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
                found.append(f"{field} holds {what}")
    return list(dict.fromkeys(found))


def _home(text: str) -> bool:
    home = str(Path.home())
    return len(home) > 5 and home in text  # `/root` and the like are found with what follows them


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every string in nested tables and lists, with the name of its field."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield f"the name of {where or 'a field'}", str(name)
            yield from _strings(inner, f"{where}.{name}" if where else str(name))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _strings(inner, where)
