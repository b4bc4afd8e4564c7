"""An episode as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from glyphbench.replay.library import Entry
from glyphbench.replay.story import Scene, ending


def export_text(entry: Entry, story: Iterable[Scene]) -> Iterator[str]:
    """Yield the pages of a text: a head, then one per scene."""
    head = f"{entry.job.task}  seed {entry.job.start}  {entry.model}\n{ending(entry)}\n"
    yield head
    for scene in story:
        yield "\n".join(_page(scene)) + "\n"


def _page(scene: Scene) -> Iterator[str]:
    yield f"\n{'=' * 30} turn {scene.frame.turn} {'=' * 30}\n"
    yield scene.frame.text
    if scene.turn is not None:
        if scene.turn.memory:
            yield f"[Memory]\n{scene.turn.memory}\n"
        for said in scene.turn.attempts:
            if said.reasoning:
                yield f"[Reasoning]\n{said.reasoning}\n"
            if said.text:
                yield f"[Reply]\n{said.text}\n"
            if said.event:
                yield f"(no action: {said.event})\n"
        for name, note in scene.turn.notes.items():
            yield f"[{name.capitalize()}]\n{note}\n"
    if scene.trouble:
        yield f"cannot be played on: {scene.trouble}"
    elif not scene.last:
        yield f"-> {scene.action or '(no action)'}   reward {scene.reward:+.3f}"
