"""Model names as a user writes them -> configured models."""

from __future__ import annotations

import os
from dataclasses import dataclass

from glyphbench.agents.base import Model

KINDS = "random, solver, constant:ACTION, scripted:FILE, hf/PATH_OR_ID, chat:NAME, or any model name with --base-url"


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
    """

    base_url: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float = 600.0
    tries: int = 7
    thinking: bool | None = None

    @property
    def server(self) -> str | None:
        """The server that was asked for, in the options or in the environment."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or None


def kind_of(spec: str, chat: ChatOptions | None = None) -> tuple[str, str]:
    """Split a model name into its kind and the rest: `("constant", "UP")`, `("chat", "qwen3")`.

    Raises:
        ValueError: the name fits no kind.
    """
    kind, colon, rest = spec.partition(":")
    if spec in ("random", "solver"):
        return spec, ""
    if spec.startswith("hf/"):
        if not spec[3:].strip():
            raise ValueError(f"model {spec!r} lacks a path or an id after hf/; use {KINDS}")
        return "hf", spec[3:]
    if colon and kind in ("constant", "scripted", "chat"):
        if not rest.strip():
            raise ValueError(f"model {spec!r} lacks what follows the colon; use {KINDS}")
        return kind, rest
    if spec.strip() and chat is not None and chat.server:
        return "chat", spec
    raise ValueError(f"unknown model {spec!r}; use {KINDS} (or set OPENAI_BASE_URL)")


def model_from(spec: str, chat: ChatOptions | None = None) -> Model:
    """Build the model that `spec` names.

    Raises:
        ValueError: the name fits no kind, or a key is missing.
        DependencyNotInstalled: a model in this process needs what is not installed.
        OSError: a script cannot be read.
    """
    kind, rest = kind_of(spec, chat)
    if kind == "chat":
        from glyphbench.agents.chat import ChatModel

        return ChatModel(rest, chat or ChatOptions())
    if kind == "hf":
        from glyphbench.agents.local import LocalModel

        return LocalModel(rest, chat or ChatOptions())
    if kind == "scripted":
        from glyphbench.agents.scripted import ScriptedModel

        return ScriptedModel(rest)
    from glyphbench.agents.baselines import ConstantModel, RandomModel, SolverModel

    if kind == "constant":
        return ConstantModel(rest)
    return RandomModel() if kind == "random" else SolverModel()
