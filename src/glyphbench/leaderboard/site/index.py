"""Index: the tables of all submissions, one per track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from glyphbench import catalogue
from glyphbench.leaderboard.site.layout import badges, checked, filters, link, page, selection
from glyphbench.leaderboard.site.listing import TRACKS, Listed, families, references
from glyphbench.leaderboard.site.markup import (
    UNKNOWN,
    Cell,
    Head,
    Line,
    Scale,
    bar,
    count,
    money,
    name,
    number,
    percent,
    span,
    table,
    text,
    whisker,
)

_ABOUT = {
    "standard": "Returns lie between −1 and 1 and every task weighs the same, so entries are ranked by their mean "
    "return.",
    "extended": "Tasks pay in the engines' own units, which share no scale across tasks. Entries are listed without "
    "a rank; the numbers of each task are on their pages.",
}
_READING = """<details class="card reading"><summary>How to read the tables</summary>
<dl>
<dt>Rank</dt><dd>The places that the 95% interval allows: entries whose intervals overlap share places, as in 1–2.
Partial entries and the reference policies (random play, and the solvers that see the game's state) have none.</dd>
<dt>Mean return</dt><dd>Every task weighs the same. The line is the 95% bootstrap interval over episodes within tasks,
ticks mark random play and solver.</dd>
<dt>IQM</dt><dd>Mean of the middle half of all episodes' returns.</dd>
<dt>Norm.</dt><dd>Return on the scale from random play (0) to the best known (1), over tasks that have one.</dd>
<dt>Tokens, cost</dt><dd>Per episode, prompts and replies; cost in US dollars at the prices that the submission states.
– means not known.</dd>
<dt>✓ re-played</dt><dd>Episodes on the entry's pages were played again from seed and actions, and gave the same
observations.</dd>
<dt>trained on …</dt><dd>Declared by whoever submitted.</dd>
</dl></details>"""


def index(lines: Sequence[Listed], replays: Mapping[str, int]) -> str:
    """The page; `replays` is how many episodes were re-played, by entry's folder."""
    tracks = [track for track in TRACKS if any(line.track == track for line in lines)]
    asked = [line.about.asking for line in lines if line.about is not None]
    controls = (
        selection("Track", "track", tracks),
        selection("Harness", "harness", sorted({asking.harness for asking in asked})),
        selection("Interface", "interface", sorted({asking.observation.value for asking in asked})),
    )
    many = sum(line.about is not None for line in lines)
    body = [
        "<h1>Leaderboard</h1>",
        f'<p class="lead">{len(catalogue.tasks(track="standard"))} games as grids of glyphs, played by language '
        f"models. {many} submission{'s' * (many != 1)}; every episode can be re-played from its seed and actions.</p>",
        filters(*controls),
        *(_section(track, [line for line in lines if line.track == track], replays) for track in tracks),
        _READING,
    ]
    return page("GlyphBench leaderboard", "\n".join(body))


def _section(track: str, lines: Sequence[Listed], replays: Mapping[str, int]) -> str:
    ranked = track == "standard"
    groups = families(track)
    heads = [
        *([Head("Rank", "rank")] if ranked else []),
        Head("Model", "text"),
        Head("Organisation", "text"),
        *([Head("Mean return", group="main"), Head("IQM"), Head("Norm.")] if ranked else []),
        *(Head(family, group="family") for family in groups),
        Head("Success"),
        Head("Tokens"),
        Head("Cost"),
        Head("Harness", "text"),
        Head("Interface", "text"),
        Head("Date", "text"),
    ]
    scale = Scale.over(bound for line in lines for bound in (line.whole.interval or (line.whole.mean,)))
    marks = [(kind, line.whole.mean) for kind, line in references(lines, track).items() if not line.partial]
    rows = [_row(line, groups, scale, marks, ranked, replays.get(line.folder, 0)) for line in lines]
    title = f"{track.capitalize()} track"
    return (
        f'<section data-track="{track}" aria-labelledby="track-{track}"><h2 id="track-{track}">{title} '
        f'<small>{len(catalogue.tasks(track=track))} tasks</small></h2><p class="about">{text(_ABOUT[track])}</p>'
        f"{table(title, heads, rows, heading=int(ranked), kind='board')}</section>"
    )


def _row(
    line: Listed, groups: Sequence[str], scale: Scale, marks: Sequence[tuple[str, float]], ranked: bool, replays: int
) -> Line:
    about, whole = line.about, line.whole
    asking = about.asking if about is not None else None
    organisation = about.organisation if about is not None else "GlyphBench"
    cells = [_model(line, replays), Cell(name(organisation), organisation)]
    if ranked:
        rank = Cell(text(line.rank), line.rank.best + line.rank.worst / 1000) if line.rank else Cell(UNKNOWN)
        drawn = whisker(whole.mean, whole.interval, scale, [mark for mark in marks if mark[0] != line.reference])
        sure = f'<small class="span">{span(whole.interval)}</small>' if whole.interval else ""
        cells = [
            rank,
            *cells,
            Cell(f"<b>{number(whole.mean)}</b>{drawn}{sure}", whole.mean),
            Cell(number(whole.middle), whole.middle),
            Cell(number(whole.normalised), whole.normalised),
        ]
    for family in groups:
        found = line.families.get(family)
        digits, drawn = (3, bar(found.mean, Scale(-1, 1))) if found and ranked else (1, "")
        cells.append(Cell(number(found.mean, digits) + drawn, found.mean) if found else Cell(UNKNOWN))
    cells += [
        Cell(percent(whole.success), whole.success),
        Cell(count(whole.tokens), whole.tokens),
        Cell(money(whole.cost), whole.cost),
        Cell(text(asking.harness), asking.harness) if asking else Cell(UNKNOWN),
        Cell(text(asking.observation.value), asking.observation.value) if asking else Cell(UNKNOWN),
        Cell(f"<time>{about.date.isoformat()}</time>", about.date.isoformat()) if about else Cell(UNKNOWN),
    ]
    attributes: dict[str, str] = {"track": line.track}
    if asking is not None:
        attributes |= {"harness": asking.harness, "interface": asking.observation.value}
    return Line(cells, attributes, "reference" if line.reference else "")


def _model(line: Listed, replays: int) -> Cell:
    """The entry's name with its remarks."""
    under = f"{line.whole.episodes:,} episodes" if line.about is not None else "shipped numbers"
    if line.partial:
        under += f", {line.whole.tasks} of {len(catalogue.tasks(track=line.track))} tasks"
    remarks = badges(line) + checked(replays)
    return Cell(
        f"{link(f'submissions/{line.folder}/index.html', line.name)}<small>{under}</small>"
        + (f'<span class="badges">{remarks}</span>' if remarks else ""),
        line.name.casefold(),
    )
