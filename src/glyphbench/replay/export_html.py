"""An episode as one HTML page that needs nothing else: no network, no fonts, no scripts from elsewhere."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from glyphbench.core.image import TEXT, colour
from glyphbench.replay.library import Entry
from glyphbench.replay.story import Scene, ending


def export_html(entry: Entry, story: Iterable[Scene]) -> str:
    """Return the page."""
    # Inside a script element only these could end it or begin a comment.
    packed = pack(episode_data(story)).replace("<", "\\u003c")
    marks = {
        "title": html.escape(f"{entry.task}, seed {entry.job.start}"),
        "model": html.escape(entry.model),
        "ending": html.escape(ending(entry)),
        "style": part("base.css") + part("player.css"),
        "player": part("player.html"),
        "script": part("player.js"),
        "data": packed,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: marks[mark[1]], part("page.html"))


@cache
def part(name: str) -> str:
    """A part of the page: `base.css`, `player.css`, `player.html`, `player.js` or `page.html`."""
    return (files("glyphbench.replay") / name).read_text(encoding="utf-8")


def pack(data: Any) -> str:
    """JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def episode_data(story: Iterable[Scene]) -> dict[str, Any]:
    """What `player.load` in `player.js` takes.

    Scenes name the lines of their grid and their legend by number: most of them stay the same from turn to turn.
    """
    styles: dict[str, str] = {}
    lines: dict[str, int] = {}
    legends: dict[tuple[tuple[str, str], ...], int] = {}
    told = [_scene(scene, styles, lines, legends) for scene in story]
    return {"scenes": told, "colours": styles, "lines": list(lines), "legends": list(legends)}


def _scene(
    scene: Scene, styles: dict[str, str], lines: dict[str, int], legends: dict[tuple[tuple[str, str], ...], int]
) -> dict[str, Any]:
    """One scene; `styles` collects the glyphs' colours, `lines` and `legends` what is named by number."""
    seen = scene.frame.observation
    for glyph in seen.legend:
        styles.setdefault(glyph.char, "#%02x%02x%02x" % (colour(glyph.style) if glyph.style else TEXT))
    legend = tuple((glyph.char, glyph.name) for glyph in seen.legend)
    entry: dict[str, Any] = {
        "turn": scene.frame.turn,
        "grid": [lines.setdefault(line, len(lines)) for line in seen.grid],
        "legend": legends.setdefault(legend, len(legends)),
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
