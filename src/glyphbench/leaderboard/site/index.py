"""Index: the tables of all submissions, one per track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from glyphbench import catalogue
from glyphbench.leaderboard import Submission
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

Column = tuple[Head, Callable[[Listed], Cell]]

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
<dt>✓ … re-played</dt><dd>So many episodes, those on the entry's pages, were played again from seed and actions when
this site was built, and gave the same observations.</dd>
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
    columns = _columns(track, lines, replays)
    rows = [
        Line([cell(line) for _, cell in columns], _attributes(line), "reference" if line.reference else "")
        for line in lines
    ]
    title = f"{track.capitalize()} track"
    return (
        f'<section data-track="{track}" aria-labelledby="track-{track}"><h2 id="track-{track}">{title} '
        f'<small>{len(catalogue.tasks(track=track))} tasks</small></h2><p class="about">{text(_ABOUT[track])}</p>'
        f"{table(title, [head for head, _ in columns], rows, heading=int(ranked), kind='board')}</section>"
    )


def _attributes(line: Listed) -> dict[str, str]:
    """What the filters look at."""
    found: dict[str, str] = {"track": line.track}
    if line.about is not None:
        asking = line.about.asking
        found |= {"harness": asking.harness, "interface": asking.observation.value}
    return found


def _columns(track: str, lines: Sequence[Listed], replays: Mapping[str, int]) -> list[Column]:
    """The heads of a track's table, and what makes their cells."""
    found: list[Column] = [(Head("Model", "text"), lambda line: _model(line, replays.get(line.folder, 0)))]
    if track == "standard":
        scale = Scale.over(bound for line in lines for bound in (line.whole.interval or (line.whole.mean,)))
        marks = [(kind, line.whole.mean) for kind, line in references(lines, track).items() if not line.partial]
        found.insert(0, (Head("Rank", "rank"), _rank))
        found.append((Head("Mean return", group="main"), lambda line: _mean(line, scale, marks)))
        found.append((Head("IQM"), lambda line: Cell(number(line.whole.middle), line.whole.middle)))
    if any(line.whole.normalised is not None for line in lines):
        found.append((Head("Norm."), lambda line: Cell(number(line.whole.normalised), line.whole.normalised)))
    found += [(Head(family, group="family"), partial(_family, family)) for family in families(track)]
    return [
        *found,
        (Head("Success"), lambda line: Cell(percent(line.whole.success), line.whole.success)),
        (Head("Tokens"), lambda line: Cell(count(line.whole.tokens), line.whole.tokens)),
        (Head("Cost"), lambda line: Cell(money(line.whole.cost), line.whole.cost)),
        (Head("Organisation", "text"), lambda line: _said(line, lambda about: about.organisation, "GlyphBench")),
        (Head("Harness", "text"), lambda line: _said(line, lambda about: about.asking.harness)),
        (Head("Interface", "text"), lambda line: _said(line, lambda about: about.asking.observation.value)),
        (Head("Date", "text"), lambda line: _said(line, lambda about: about.date.isoformat())),
    ]


def _said(line: Listed, what: Callable[[Submission], str], otherwise: str = "") -> Cell:
    """Something that the entry says about itself; shipped numbers say nothing."""
    said = what(line.about) if line.about is not None else otherwise
    return Cell(name(said), said.casefold()) if said else Cell(UNKNOWN)


def _rank(line: Listed) -> Cell:
    return Cell(text(line.rank), line.rank.best + line.rank.worst / 1000) if line.rank else Cell(UNKNOWN)


def _mean(line: Listed, scale: Scale, marks: Sequence[tuple[str, float]]) -> Cell:
    whole = line.whole
    drawn = whisker(whole.mean, whole.interval, scale, [mark for mark in marks if mark[0] != line.reference])
    sure = f'<small class="span">{span(whole.interval)}</small>' if whole.interval else ""
    return Cell(f"<b>{number(whole.mean)}</b>{drawn}{sure}", whole.mean)


def _family(family: str, line: Listed) -> Cell:
    found = line.families.get(family)
    if found is None:
        return Cell(UNKNOWN)
    if line.track == "extended":
        return Cell(number(found.mean, 1), found.mean)
    return Cell(number(found.mean) + bar(found.mean, Scale(-1, 1)), found.mean)


def _model(line: Listed, replays: int) -> Cell:
    """The entry's name with its remarks."""
    remarks = badges(line) + checked(replays)
    under = f'<span class="badges">{remarks}</span>' if remarks else ""
    return Cell(link(f"submissions/{line.folder}/index.html", line.name) + under, line.name.casefold())
