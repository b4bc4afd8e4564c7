"""Entries for the site's tests: episodes of two real runs, told as those of several models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from glyphbench.evaluation import Record
from glyphbench.leaderboard import Entry, Submission

HOSTILE = "<script>alert(1)</script>"


def entry(folder: str, about: Submission, records: list[Record], tokens: int | None = None, **said: Any) -> Entry:
    """An entry that says `said`; each of its turns took so many prompt tokens, and a tenth of that was generated."""
    changed = []
    for record in records:
        update: dict[str, Any] = {"model": said["name"]}
        if tokens is not None:
            update |= {"tokens_in": tokens * record.length, "tokens_out": tokens * record.length // 10}
        changed.append(record.model_copy(update=update))
    told = {**about.model_dump(mode="json"), "model": said["name"], **said}
    return Entry(Path("/") / folder, Submission.model_validate_json(json.dumps(told)), list(enumerate(changed, 1)))


def entries(about: Submission, random: list[Record], solver: list[Record]) -> list[Entry]:
    """Seven: the two reference policies, three models, a partial one and one that means harm."""
    mixed = [good if good.seed % 3 else bad for good, bad in zip(solver, random, strict=True)]
    asking = about.asking.model_dump(mode="json")
    guided, native = {**asking, "harness": "guided"}, {**asking, "observation": "native"}
    harm = {
        "name": HOSTILE,
        "organisation": '"><img src=x onerror=alert(2)>',
        "notes": "</div></main><script>alert(3)</script>\n" + "long" * 200,
        "asking": native,
    }
    paid = {"prices": {"prompt": 1.0, "generated": 5.0}}
    whole = about.model_copy(update={"partial": False})
    return [
        entry("random/a", whole, random, name="random", organisation="GlyphBench"),
        entry("solver/a", whole, solver, name="solver", organisation="GlyphBench"),
        entry("aurora/1", whole, solver, 900, name="Aurora", date="2026-02-01", **paid),
        entry("bolt/1", whole, mixed, 50, name="bolt", date="2026-01-01", asking=guided),
        entry("zephyr/1", whole, mixed, 2000, name="Zephyr", date="2026-03-01"),
        entry("tiny/1", about, random[:3], name="tiny", contamination={"tasks": True, "seeds": True}),
        entry("hostile/1", whole, random, **harm),
    ]
