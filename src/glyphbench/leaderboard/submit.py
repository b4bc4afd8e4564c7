"""From a finished run to a submission: complete, free of anything private, and re-played before it is written."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from glyphbench import catalogue
from glyphbench.agents import ChatOptions
from glyphbench.agents.spec import kind_of
from glyphbench.evaluation.folder import missing_jobs, read_manifest, stated_options
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.plan import plan
from glyphbench.evaluation.prices import Prices
from glyphbench.evaluation.records import Record, read_records
from glyphbench.harness import StopReason
from glyphbench.harness.kinds import is_ours
from glyphbench.leaderboard.private import looks_like_path, private
from glyphbench.leaderboard.reading import ABOUT, EPISODES, RUN_NAME
from glyphbench.leaderboard.schema import Asking, Package, Release, Revision, Submission, slug_of
from glyphbench.leaderboard.structure import LEFT_OUT, lacking
from glyphbench.leaderboard.verify import Outcome, Report, verify

#: Findings that are named when a run is refused.
_NAMED = 5


@dataclass(frozen=True)
class Declared:
    """What only the submitter knows; see `Submission` for the fields.

    Attributes:
        run: the submission's own folder; None for its date.
        prices: in which the run's model is looked up.
    """

    name: str
    organisation: str
    contact: str | None = None
    url: str | None = None
    notes: str = ""
    partial: bool = False
    trained_on_tasks: bool = False
    trained_on_seeds: bool = False
    prices: Prices | None = None
    run: str | None = None


def submit(
    run: Path, declared: Declared, out: Path, *, workers: int = 1, report: Report = lambda done, total: None
) -> tuple[Path, Outcome]:
    """Write a run's submission below `out`, after every episode was re-played; nothing is left behind on failure.

    Returns:
        The folder, and what the verification found (warnings at most).

    Raises:
        ValueError: the run cannot be submitted; the message says why.
        OSError: something cannot be read or written.
        DependencyNotInstalled: an engine is missing.
        RunStopped: a worker process died.
    """
    options, about, records = _finished(run)
    slug = slug_of(declared.name)
    if not slug:
        raise ValueError(f"the name must hold ASCII letters or digits, got {declared.name!r}")
    today = date.today().isoformat()
    target = out / slug / (declared.run or today)
    if not RUN_NAME.fullmatch(target.name) or target.parent != out / slug:
        raise ValueError(
            f"a run's folder is named by at most 60 letters, digits, dots and hyphens, got {declared.run!r}"
        )
    if target.exists() or target.is_symlink():
        raise ValueError(f"{target} exists already; give this run a folder of its own with --run NAME")
    model = public_model(options, declared.name)
    data = packed(record.model_copy(update=_public(record, model)) for record in records)
    table = _table(options, about, declared, model=model, today=today, digest=hashlib.sha256(data).hexdigest())
    found = private(table)
    if found:
        raise ValueError(f"{'; '.join(found)}: leave it out, it would be public")
    text = toml(table)
    existing = next(folder for folder in (out, *out.absolute().parents) if folder.is_dir())
    with tempfile.TemporaryDirectory(prefix=".glyphbench-submit-", dir=existing) as scratch:
        folder = Path(scratch) / slug / target.name
        folder.mkdir(parents=True)
        (folder / ABOUT).write_text(text, encoding="utf-8", newline="\n")
        (folder / EPISODES).write_bytes(data)
        outcome = verify(folder, workers=workers, report=report)
        if outcome.findings:
            first = " | ".join(map(str, outcome.findings[:_NAMED]))
            raise ValueError(
                f"nothing was written, {len(outcome.findings)} of the records cannot be confirmed: {first}"
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        os.rename(folder, target)
    return target, outcome


def public_model(options: RunOptions, name: str) -> str:
    """The model as others can name it: what the run says, or `name` where that is a place on this machine."""
    try:
        kind, rest = kind_of(options.model, ChatOptions(base_url=options.base_url))
    except ValueError:
        return name
    on_disk = {"scripted": True, "constant": False, "hf": looks_like_path(rest) or Path(rest).exists()}
    return name if on_disk.get(kind, looks_like_path(rest)) else options.model


def packed(records: Iterable[Record]) -> bytes:
    """The records' file: the same bytes whenever it is made."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as file:
        for record in records:
            file.write(record.line().encode())
    return out.getvalue()


def _finished(run: Path) -> tuple[RunOptions, dict[str, Any], list[Record]]:
    """A run's options, manifest and records in the plan's order.

    Raises:
        ValueError: it cannot be submitted, whatever the submitter declares.
        OSError: it cannot be read.
    """
    about = read_manifest(run)
    if not is_ours(str(about["options"].get("harness", "basic"))):
        raise ValueError(
            f"{run} was made with the harness {about['options']['harness']!r}: only glyphbench's own can be submitted"
        )
    options = stated_options(run, about)
    if options.kwargs:
        names = ", ".join(sorted(options.kwargs))
        raise ValueError(f"{run} overrides task arguments ({names}); the leaderboard takes tasks as they are")
    jobs = plan(options)
    if len(jobs) != len(options.tasks) * options.episodes:
        raise ValueError(f"{run} plays every seed several times: the leaderboard takes one attempt at each")
    seeds = range(catalogue.EVALUATION_SEED, catalogue.EVALUATION_SEED + options.episodes)
    if [(job.task, job.seed) for job in jobs] != [(task, seed) for task in options.tasks for seed in seeds]:
        raise ValueError(
            f"{run} has other seeds: the leaderboard's are {seeds.start} and those that follow, the same for every task"
        )
    records = read_records(run / "episodes.jsonl")
    missing = missing_jobs(jobs, records)
    if missing or not about.get("ended"):
        first = f", the first {missing[0].task} seed {missing[0].seed}" if missing else ""
        raise ValueError(
            f"{run} is unfinished: {len(missing)} of {len(jobs)} episodes are missing{first}; "
            "the command that made it goes on from there"
        )
    failed = [record for record in records if record.stop is StopReason.MODEL_ERROR]
    if failed:
        raise ValueError(
            f"{len(failed)} episodes ended with an error of the model, the first {failed[0].task} seed "
            f"{failed[0].seed}; delete their lines from {run / 'episodes.jsonl'} and the command that made the run "
            "plays them again"
        )
    order = {(job.task, job.seed): rank for rank, job in enumerate(jobs)}
    strange = [record for record in records if (record.task, record.seed) not in order]
    if strange:
        raise ValueError(f"{run} holds {strange[0].task} seed {strange[0].seed}, which is not of this run")
    return options, about, sorted(records, key=lambda record: order[record.task, record.seed])


def _public(record: Record, model: str) -> dict[str, Any]:
    """What a submission says in place of a record's own words."""
    return {"model": model, "error": LEFT_OUT if record.error else ""}


def _table(
    options: RunOptions, about: dict[str, Any], declared: Declared, *, model: str, today: str, digest: str
) -> dict[str, Any]:
    """The table of `submission.toml`, checked.

    Raises:
        ValueError: the run is not complete, or something that was declared cannot stand there.
    """
    tracks = {catalogue.task(task).track for task in options.tasks}
    if len(tracks) > 1:
        raise ValueError("the run mixes tasks of both tracks: submit one run per track")
    track = tracks.pop()
    short = lacking(track, options.tasks, options.episodes)
    if short and not declared.partial:
        raise ValueError(f"{'; '.join(short)}. With --partial it is listed without a rank")
    if declared.partial and not short:
        raise ValueError(f"the run is complete for the {track} track: leave out --partial")
    revision = about.get("git")
    asking = {name: value for name, value in options.model_dump(mode="json").items() if name in Asking.model_fields}
    table = {
        "version": 1,
        "name": declared.name,
        "model": model,
        "organisation": declared.organisation,
        "contact": declared.contact,
        "url": declared.url,
        "track": track,
        "partial": declared.partial,
        "date": today,
        "code_revision": revision if _fits(Revision, revision) else None,
        "notes": declared.notes,
        "contamination": {
            "tasks": declared.trained_on_tasks or declared.trained_on_seeds,
            "seeds": declared.trained_on_seeds,
        },
        "prices": _prices(declared.prices, options.model),
        "asking": asking,
        "versions": _versions(about.get("versions")),
        "model_versions": _versions(about.get("model_versions")),
        "episodes": {
            "sha256": digest,
            "seed": options.seed,
            "per_task": options.episodes,
            "tasks": list(options.tasks),
        },
    }
    Submission.model_validate_json(json.dumps(table), strict=True)
    return table


def _prices(prices: Prices | None, model: str) -> dict[str, float | None] | None:
    """The model's prices as they stand in a submission.

    Raises:
        ValueError: there are prices, but none of this model.
    """
    if prices is None:
        return None
    price = prices.of(model)
    if price is None:
        raise ValueError(f"the table of prices has none of {model!r}")
    return {"prompt": price.input, "generated": price.output, "cached": price.cached_input}


def _versions(found: Any) -> dict[str, str]:
    table = found if isinstance(found, dict) else {}
    return {name: value for name, value in table.items() if _fits(Package, name) and _fits(Release, value)}


def _fits(kind: Any, value: Any) -> bool:
    try:
        TypeAdapter(kind).validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


def toml(table: dict[str, Any]) -> str:
    """Write nested tables of strings, numbers, booleans and lists of strings as TOML; None is left out."""
    lines, inner = [], []
    for name, value in table.items():
        if isinstance(value, dict):
            inner.append(f"\n[{_key(name)}]\n{toml(value)}")
        elif isinstance(value, list):
            lines.append(f"{_key(name)} = [\n" + "".join(f"  {_value(item)},\n" for item in value) + "]\n")
        elif value is not None:
            lines.append(f"{_key(name)} = {_value(value)}\n")
    return "".join(lines + inner)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: str | bool | float) -> str:
    # JSON's strings, numbers and booleans are TOML's, but for the one control character that JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")
