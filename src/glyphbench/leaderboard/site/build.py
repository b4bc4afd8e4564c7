"""Build: submissions -> a static site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from gymnasium.error import DependencyNotInstalled

from glyphbench.evaluation.baselines import Baselines
from glyphbench.evaluation.baselines import shipped as shipped_baselines
from glyphbench.leaderboard import Entry, load
from glyphbench.leaderboard.reading import folders
from glyphbench.leaderboard.site.entry_page import entry_page, replays_page
from glyphbench.leaderboard.site.index import index
from glyphbench.leaderboard.site.listing import Listed, listing, references
from glyphbench.leaderboard.site.replays import Replay, script
from glyphbench.leaderboard.site.write import Files, replaced
from glyphbench.replay.episodes import Stage
from glyphbench.replay.export_html import part

Report = Callable[[str], None]

#: Episodes that are shown of each family, by default: the best, the median and the worst.
REPLAYS = 3
#: Replays beyond which a submission's pages would become too many.
MOST_REPLAYS = 25

_SHARED = ("base.css", "player.css", "player.js")
_OWN = ("site.css", "table.js", "replays.js")


@dataclass
class Built:
    """What was built.

    Attributes:
        entries: lines of the board, reference policies included.
        replays: episodes that can be watched.
        bytes: of all files.
        index: bytes of the index.
        notes: what was left out, and why.
    """

    entries: int = 0
    replays: int = 0
    bytes: int = 0
    index: int = 0
    notes: list[str] = field(default_factory=list)


def build(
    submissions: Path,
    out: Path,
    *,
    replays: int = REPLAYS,
    baselines: Baselines | None = None,
    report: Report = lambda what: None,
) -> Built:
    """Write the site; the same submissions give the same bytes.

    Args:
        submissions: a folder of submissions, `<model>/<run>/`; one without any gives a site of reference policies.
        out: the site's folder; replaced as a whole, if it is a site.
        replays: episodes of each family and submission that can be watched.
        baselines: numbers to compare with where no reference policy was submitted; by default those of this version.
        report: told what is being done.

    Raises:
        ValueError: a submission is wrong, one of its episodes is not what was recorded, or `out` is something else.
        OSError: something cannot be read or written.
    """
    source, place = submissions.resolve(), out.resolve()
    if not source.is_dir():
        raise ValueError(f"{submissions} is not a folder of submissions")
    if place in (source, *source.parents) or source in place.parents:
        raise ValueError(f"the site and the submissions must not lie within each other ({place}, {source})")
    return site_of(_entries(source, report), out, replays=replays, baselines=baselines, report=report)


def site_of(
    entries: Iterable[Entry],
    out: Path,
    *,
    replays: int = REPLAYS,
    baselines: Baselines | None = None,
    report: Report = lambda what: None,
) -> Built:
    """Write the site of entries that were read before; see `build`."""
    if not 0 <= replays <= MOST_REPLAYS:
        raise ValueError(f"--replays must lie between 0 and {MOST_REPLAYS}, got {replays}")
    known = baselines if baselines is not None else shipped_baselines()
    with replaced(out) as site:
        lines = listing(entries, known, replays)
        if not lines:
            raise ValueError("there is no submission, and no baselines are shipped to show instead")
        built = Built(len(lines))
        for name in (*_SHARED, *_OWN):
            built.bytes += site.write(f"assets/{name}", part(name) if name in _SHARED else _asset(name))
        shown: dict[str, int] = {}
        for line in lines:
            report(f"playing {line.folder}")
            shown[line.folder] = _entry(line, lines, site, built)
        built.index = site.write("index.html", index(lines, shown))
    built.replays = sum(shown.values())
    built.bytes += built.index
    return built


def _entries(source: Path, report: Report) -> Iterator[Entry]:
    """The submissions one by one; none of an empty folder."""
    for folder in folders(source) if any(source.iterdir()) else []:
        report(f"reading {folder.parent.name}/{folder.name}")
        yield from load(folder)


def _entry(line: Listed, lines: Sequence[Listed], site: Files, built: Built) -> int:
    """Write the pages of one entry; returns how many episodes can be watched."""
    folder = f"submissions/{line.folder}"
    found: list[Replay] = []
    stage = Stage()
    try:
        for replay in line.replays:
            try:
                told = script(replay, stage)
            except DependencyNotInstalled as error:
                built.notes.append(f"{line.folder}: {replay.record.task} cannot be watched: {error}")
                continue
            except ValueError as error:
                raise ValueError(f"{line.folder}: {error}; see `glyphbench leaderboard verify`") from error
            built.bytes += site.write(f"{folder}/replays/{replay.script}", told)
            found.append(replay)
    finally:
        stage.close()
    pages = {"index.html": entry_page(line, references(lines, line.track), found)}
    if found:
        pages["replays.html"] = replays_page(line, found)
    for name, content in pages.items():
        built.bytes += site.write(f"{folder}/{name}", content)
    return len(found)


@cache
def _asset(name: str) -> str:
    return (files("glyphbench.leaderboard.site") / "assets" / name).read_text(encoding="utf-8")
