"""`python -m scripts.docs.frames FAMILY`: what a family's task pages show of the games, as JSON on standard output.

Runs in a process of its own, so that a family without its engine costs only its own observations.
"""

from __future__ import annotations

import html
import importlib
import inspect
import json
import sys
from typing import Any

from glyphbench import catalogue
from glyphbench.core.env import GlyphEnv
from glyphbench.core.image import colour
from glyphbench.core.observation import Observation
from glyphbench.registration import make, parameters

#: The sample episode's seed: the one that `glyphbench show` uses.
SEED = 0


def family(name: str) -> dict[str, dict[str, Any]]:
    """Per task id: rules, actions, arguments, documentation, the first observation as HTML; or why there are none."""
    found: dict[str, dict[str, Any]] = {}
    for row in catalogue.tasks(family=name, built=True):
        try:
            found[row.id] = _task(row)
        except Exception as error:
            # A page without an observation says why; the build's strict check looks at `missing`.
            found[row.id] = {"missing": " ".join(str(error).split())}
    return found


def _task(row: catalogue.Task) -> dict[str, Any]:
    game = make(row.id)
    try:
        game.reset(seed=SEED)
        return {
            "rules": game.rules.strip(),
            "guide": game.guide.strip(),
            "actions": game.actions.describe(),
            "count": len(game.actions),
            "arguments": _arguments(game, row),
            "about": _about(type(game), row),
            "observation": observation_html(game.observation),
        }
    finally:
        game.close()


def _arguments(game: GlyphEnv, row: catalogue.Task) -> list[tuple[str, str]]:
    """The game's own arguments and what they are in this task."""
    common = set(parameters(GlyphEnv))
    own = [(name, item.default) for name, item in parameters(type(game)).items() if name not in common]
    return [(name, repr(row.kwargs.get(name, default))) for name, default in own]


def _about(kind: type, row: catalogue.Task) -> str:
    """The class's docstring, or its module's where the class has none of its own or many tasks share it."""
    module = importlib.import_module(row.entry_point.partition(":")[0])
    text = kind.__doc__ if kind.__module__ == module.__name__ else module.__doc__
    return inspect.cleandoc(text or module.__doc__ or "")


def observation_html(seen: Observation) -> str:
    """The observation's text as HTML with coloured glyphs, for a dark `pre`."""
    from rich.console import Console

    parts = []
    for segment in seen.rich().render(Console(width=10_000)):
        text = html.escape(segment.text, quote=False)
        style = str(segment.style) if segment.style else "none"
        if style in ("none", "") or not segment.text.strip():
            parts.append(text)
        else:
            weight = ";font-weight:bold" if segment.style and segment.style.bold else ""
            parts.append(f'<span style="color:#{bytes(colour(style)).hex()}{weight}">{text}</span>')
    # Markdown ends a block of HTML at an empty line.
    return "".join(parts).replace("\n", "&#10;")


if __name__ == "__main__":
    # Engines print to standard output as they like; only the last line is ours.
    result = json.dumps(family(sys.argv[1]), ensure_ascii=False)
    print("\n" + result)
