"""An episode as one HTML page that needs nothing else: no network, no fonts, no scripts from elsewhere."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any

from glyphbench.core.image import TEXT, colour
from glyphbench.replay.library import Entry
from glyphbench.replay.story import Scene, ending


def export_html(entry: Entry, story: Iterable[Scene]) -> str:
    """Return the page."""
    styles: dict[str, str] = {}
    told = [_scene(scene, styles) for scene in story]
    data = {"scenes": told, "colours": styles}
    title = f"{entry.task}, seed {entry.job.seed}"
    # Inside a script element only these could end it or begin a comment.
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    marks = {
        "title": html.escape(title),
        "model": html.escape(entry.model),
        "ending": html.escape(ending(entry)),
        "last": str(max(len(told) - 1, 0)),
        "data": packed,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: marks[mark[1]], _template())


@lru_cache(maxsize=1)
def _template() -> str:
    return (files("glyphbench.replay") / "page.html").read_text(encoding="utf-8")


def _scene(scene: Scene, styles: dict[str, str]) -> dict[str, Any]:
    """What the page's script needs of a scene; `styles` collects the glyphs' colours."""
    seen = scene.frame.observation
    for glyph in seen.legend:
        styles.setdefault(glyph.char, "#%02x%02x%02x" % (colour(glyph.style) if glyph.style else TEXT))
    entry: dict[str, Any] = {
        "turn": scene.frame.turn,
        "grid": list(seen.grid),
        "legend": [[glyph.char, glyph.name] for glyph in seen.legend],
        "hud": seen.hud,
        "message": seen.message,
        "total": round(scene.frame.total, 6),
    }
    if seen.headers:
        entry["headers"] = True
    if scene.turn is not None:
        entry["memory"] = scene.turn.memory
        entry["notes"] = [[name.capitalize(), note] for name, note in scene.turn.notes.items()]
        entry["said"] = [[said.reasoning, said.text, said.event] for said in scene.turn.attempts]
    if scene.trouble:
        entry["trouble"] = scene.trouble
    elif not scene.last:
        entry["action"], entry["reward"] = scene.action, scene.reward
    return entry
