"""Model names as a user writes them -> configured models."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit, urlunsplit

from glyphbench.agents.base import Model

KINDS = (
    "random, solver, constant:ACTION, scripted:FILE, hf/PATH_OR_ID, openai/NAME, chat:NAME, "
    "http://HOST:PORT/v1#NAME, or any model name with --base-url"
)
#: The server that is asked where none is named.
OPENAI = "https://api.openai.com/v1"
#: The environment variable that holds the key where no other is named.
KEY = "OPENAI_API_KEY"
_URL = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How to talk to an OpenAI-compatible server, or to a model in this process.

    Attributes:
        base_url: the server; None asks OPENAI_BASE_URL, then OpenAI itself.
        temperature: sampling temperature; None leaves it to the server.
        max_tokens: limit on generated tokens per reply; None leaves it to the server.
        timeout: seconds to wait for one reply.
        tries: how often one request is sent before the run gives up.
        thinking: passed to the model's chat template as `enable_thinking`; None leaves it to the template.
        reasoning_effort: passed on as `reasoning_effort`, whatever the word; None leaves it to the server.
        context: tokens that a prompt and its reply (`max_tokens`) may take together; None for what the model has.
        key_env: the environment variable that holds the key.
    """

    base_url: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float = 600.0
    tries: int = 7
    thinking: bool | None = None
    reasoning_effort: str | None = None
    context: int | None = None
    key_env: str = KEY

    @property
    def server(self) -> str | None:
        """The server that was asked for, in the options or in the environment."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or None


def is_url(spec: str) -> bool:
    """Whether a model is named by its server's URL."""
    return _URL.match(spec) is not None


def public_url(url: str) -> str:
    """The URL without user name, password, query and fragment: fit for files and messages.

    Raises:
        ValueError: it is not an http or https URL.
    """
    shown = repr(url.rpartition("@")[2])
    try:
        parts = urlsplit(url)
        _ = parts.port  # parsed, and checked, only when asked for
    except ValueError as error:
        raise ValueError(f"the base URL {shown} is not a URL: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"a base URL begins with http:// or https:// and names a host, got {shown}")
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def resolve(spec: str, chat: ChatOptions | None = None) -> tuple[str, ChatOptions]:
    """Take the server out of a model name: `http://host:8000/v1#qwen3` is `chat:qwen3` with that base URL.

    What is returned as the name holds no credentials and stays the same when the server moves.

    Raises:
        ValueError: the URL names no host or no model, or the options name another server.
    """
    chat = chat or ChatOptions()
    if not is_url(spec):
        return spec, chat
    url, _, name = spec.partition("#")
    shown = public_url(url)
    if not name.strip():
        raise ValueError(f"model {shown!r} lacks the model's name: write {shown}#NAME")
    if chat.base_url and chat.base_url != url:
        raise ValueError(f"two servers: {shown} in the model's name and {public_url(chat.base_url)} as the base URL")
    return f"chat:{name.strip()}", replace(chat, base_url=url)


def kind_of(spec: str, chat: ChatOptions | None = None) -> tuple[str, str]:
    """Split a resolved model name into its kind and the rest: `("constant", "UP")`, `("chat", "qwen3")`.

    Raises:
        ValueError: the name fits no kind.
    """
    if spec in ("random", "solver"):
        return spec, ""
    for prefix, kind in _PREFIXES.items():
        if spec.startswith(prefix):
            rest = spec.removeprefix(prefix)
            if not rest.strip():
                raise ValueError(f"model {spec!r} lacks what follows {prefix!r}; use {KINDS}")
            return kind, rest
    if spec.strip() and chat is not None and chat.server:
        return "chat", spec
    raise ValueError(f"unknown model {spec!r}; use {KINDS} (or set OPENAI_BASE_URL)")


_PREFIXES = {"hf/": "hf", "openai/": "chat", "chat:": "chat", "constant:": "constant", "scripted:": "scripted"}


def bare_name(spec: str) -> str:
    """A resolved model name as its server or library knows it: without what says where the model is."""
    return next((spec.removeprefix(prefix) for prefix in _PREFIXES if spec.startswith(prefix)), spec)


def model_from(spec: str, chat: ChatOptions | None = None) -> Model:
    """Build the model that `spec` names.

    Raises:
        ValueError: the name fits no kind, or a key is missing.
        DependencyNotInstalled: a model in this process needs what is not installed.
        OSError: a script cannot be read.
    """
    spec, chat = resolve(spec, chat)
    kind, rest = kind_of(spec, chat)
    if kind == "chat":
        from glyphbench.agents.chat import ChatModel

        return ChatModel(rest, chat)
    if kind == "hf":
        from glyphbench.agents.local import LocalModel

        return LocalModel(rest, chat)
    if kind == "scripted":
        from glyphbench.agents.scripted import ScriptedModel

        return ScriptedModel(rest)
    from glyphbench.agents.baselines import ConstantModel, RandomModel, SolverModel

    if kind == "constant":
        return ConstantModel(rest)
    return RandomModel() if kind == "random" else SolverModel()
