"""The harnesses by name."""

from __future__ import annotations

import importlib
from functools import cache

from glyphbench.harness.protocol import Conversation

_KINDS = {
    "basic": "glyphbench.harness.basic:Basic",
    "markov": "glyphbench.harness.markov:Markov",
    "memory": "glyphbench.harness.memory:WithMemory",
    "guided": "glyphbench.harness.guided:Guided",
}
DEFAULT = "basic"


def is_ours(name: str) -> bool:
    """Whether a harness is one of ours, so that looking at it runs nobody else's code."""
    return name in _KINDS


@cache
def kind_named(name: str) -> type[Conversation]:
    """The class of a harness: one of ours by its name, or any other as `module:Class`.

    Raises:
        ValueError: there is none.
    """
    module, colon, attribute = _KINDS.get(name, name).partition(":")
    if not colon:
        raise ValueError(f"the harness must be {', '.join(_KINDS)} or MODULE:CLASS, got {name!r}")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        where = "; PYTHONPATH must name the folder that it lies in" if error.name == module.partition(".")[0] else ""
        raise ValueError(f"the harness {name!r} cannot be loaded: {error}{where}") from None
    except (ImportError, AttributeError) as error:
        raise ValueError(f"the harness {name!r} cannot be loaded: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Conversation)):
        raise ValueError(f"the harness {name!r} is not a subclass of glyphbench.harness.Conversation")
    return found
