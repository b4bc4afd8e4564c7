"""The pages of one entry: what it says about itself, its results per family and task, and its replays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from glyphbench import catalogue
from glyphbench.leaderboard import Submission
from glyphbench.leaderboard.site.layout import badges, checked, filters, page, selection
from glyphbench.leaderboard.site.listing import Listed, families
from glyphbench.leaderboard.site.markup import (
    UNKNOWN,
    Cell,
    Head,
    Line,
    Scale,
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
from glyphbench.leaderboard.site.replays import Replay
from glyphbench.leaderboard.site.results import Result
from glyphbench.replay.export_html import pack, part

Column = tuple[Head, Callable[[str, Result], Cell]]

#: From an entry's folder to the site's.
UP = "../../../"


def entry_page(line: Listed, compared: Mapping[str, Listed], replays: Sequence[Replay]) -> str:
    """The main page of an entry; `compared` are the track's reference policies."""
    others = {kind: other for kind, other in compared.items() if other is not line}
    names = [family for family in families(line.track) if family in line.families]
    body = [
        f'<p class="crumb"><a href="{UP}index.html">Leaderboard</a> / {text(line.track)} track</p>',
        f"<h1>{name(line.name)}</h1>",
        f'<p class="badges">{badges(line)}{checked(len(replays))}</p>',
        _cards(line),
        *([_watch(replays)] if replays else []),
        "<h2>Families</h2>",
        _families(line, others),
        "<h2>Tasks</h2>",
        filters(selection("Family", "family", names)),
        _tasks(line, others, replays),
        *([_details(line.about)] if line.about is not None else []),
    ]
    return page(f"{line.name} · GlyphBench", "\n".join(body), up=UP)


def replays_page(line: Listed, replays: Sequence[Replay]) -> str:
    """The page with the player, which loads an episode's script when it is asked for."""
    options = "".join(
        f'<optgroup label="{text(family)}">'
        + "".join(f'<option value="{one.number}">{text(_told(one))}</option>' for one in group)
        + "</optgroup>"
        for family, group in _by_family(replays).items()
    )
    listed = {str(one.number): [one.script, f"{one.task}, seed {one.record.seed}", one.ending] for one in replays}
    packed = pack(listed).replace("<", "\\u003c")
    body = [
        f'<p class="crumb"><a href="{UP}index.html">Leaderboard</a> / <a href="index.html">{name(line.name)}</a></p>',
        f"<h1>Replays of {name(line.name)}</h1>",
        f'<p class="choose"><label>Episode <select id="episode">{options}</select></label></p>',
        '<div aria-live="polite"><h2 id="title"></h2><p id="ending"></p></div>',
        '<noscript><p class="card">This page needs JavaScript to show episodes.</p></noscript>',
        part("player.html"),
        f'<script type="application/json" id="replays">{packed}</script>',
    ]
    title = f"Replays of {line.name} · GlyphBench"
    return page(title, "\n".join(body), up=UP, scripts=("player.js", "replays.js"), styles=("player.css",))


def _told(replay: Replay) -> str:
    return f"{replay.kind}: {replay.task}, return {number(replay.record.total)}"


def _cards(line: Listed) -> str:
    whole = line.whole
    cards = [("Mean return", number(whole.mean), f"95% interval {span(whole.interval)}")] if _scaled(line) else []
    if line.rank is not None:
        cards.insert(0, ("Rank", text(line.rank), "places its interval allows"))
    if whole.middle is not None and _scaled(line):
        cards.append(("IQM", number(whole.middle), "middle half of the episodes"))
    if whole.normalised is not None:
        cards.append(("Normalised", number(whole.normalised), f"random 0, best known 1; {whole.scaled} tasks"))
    cards += [
        ("Success", percent(whole.success), f"of {whole.episodes:,} episodes"),
        ("Turns", f"{whole.length:.1f}", "per episode"),
        ("Tokens", count(whole.tokens), _tokens(whole)),
        ("Cost", money(whole.cost), "not known" if whole.cost is None else "per episode"),
    ]
    shown = "".join(
        f'<div class="card"><dt>{label}</dt><dd><b>{value}</b><small>{under}</small></dd></div>'
        for label, value, under in cards
    )
    return f'<dl class="cards">{shown}</dl>'


def _tokens(whole: Result) -> str:
    if whole.tokens is None:
        return "not counted"
    return f"per episode: {count(whole.tokens_in)} in, {count(whole.tokens_out)} out"


def _scaled(line: Listed) -> bool:
    return line.track == "standard"


def _watch(replays: Sequence[Replay]) -> str:
    rows = "".join(
        f"<dt>{text(family)}</dt><dd>{''.join(map(_chip, group))}</dd>" for family, group in _by_family(replays).items()
    )
    return f'<h2>Replays</h2>\n<dl class="watch">{rows}</dl>'


def _chip(replay: Replay) -> str:
    return (
        f'<a href="replays.html#{replay.number}"><span class="kind">{text(replay.kind)}</span> {text(replay.task)} '
        f"<small>{number(replay.record.total)}</small></a>"
    )


def _by_family(replays: Sequence[Replay]) -> dict[str, list[Replay]]:
    groups: dict[str, list[Replay]] = {}
    for replay in replays:
        groups.setdefault(replay.family, []).append(replay)
    return groups


def _families(line: Listed, others: Mapping[str, Listed]) -> str:
    columns: list[Column] = [
        (Head("Family", "text"), lambda key, row: Cell(text(key), key)),
        (Head("Tasks"), lambda key, row: Cell(str(row.tasks), float(row.tasks))),
        *_numbers(line.families, {kind: other.families for kind, other in others.items()}, _scaled(line)),
    ]
    return _table("Results per family", columns, line.families)


def _tasks(line: Listed, others: Mapping[str, Listed], replays: Sequence[Replay]) -> str:
    shown = {replay.record.task: replay for replay in reversed(replays)}

    def task(key: str, row: Result) -> Cell:
        label = catalogue.task(key).name.removesuffix("-v0")
        replay = shown.get(key)
        named = f'aria-label="Replay of {text(label)}"'
        watch = f' <a class="play" href="replays.html#{replay.number}" {named}>▶</a>' if replay else ""
        return Cell(text(label) + watch, label.casefold())

    columns: list[Column] = [
        (Head("Task", "text"), task),
        *_numbers(line.tasks, {kind: other.tasks for kind, other in others.items()}, _scaled(line)),
        (Head("Family", "text"), lambda key, row: Cell(text(catalogue.task(key).family), catalogue.task(key).family)),
    ]
    return _table("Results per task", columns, line.tasks, lambda key: {"family": catalogue.task(key).family})


def _numbers(rows: Mapping[str, Result], others: Mapping[str, Mapping[str, Result]], scaled: bool) -> Iterable[Column]:
    """The columns of numbers, beside those of the reference policies; those that nobody knows are left out."""
    digits = 3 if scaled else 1  # native returns may be thousands
    scale = Scale.over(bound for row in rows.values() for bound in (row.interval or (row.mean,)))

    def mean(key: str, row: Result) -> Cell:
        marks = [(kind, found[key].mean) for kind, found in others.items() if key in found]
        drawn = whisker(row.mean, row.interval, scale, marks) if scaled else ""
        sure = f'<small class="span">{span(row.interval, digits)}</small>' if row.interval else ""
        return Cell(f"<b>{number(row.mean, digits)}</b>{drawn}{sure}", row.mean)

    yield Head("Mean return", group="main"), mean
    for kind, found in others.items():
        yield Head(kind.capitalize()), partial(_other, found, digits)
    if any(row.normalised is not None for row in rows.values()):
        yield Head("Norm."), lambda key, row: Cell(number(row.normalised), row.normalised)
    yield Head("Success"), lambda key, row: Cell(percent(row.success), row.success)
    yield Head("Turns"), lambda key, row: Cell(f"{row.length:.1f}", row.length)
    if any(row.tokens is not None for row in rows.values()):
        yield Head("Tokens"), lambda key, row: Cell(count(row.tokens), row.tokens)
    if any(row.cost is not None for row in rows.values()):
        yield Head("Cost"), lambda key, row: Cell(money(row.cost), row.cost)
    yield Head("Episodes"), lambda key, row: Cell(f"{row.episodes:,}", float(row.episodes))


def _other(found: Mapping[str, Result], digits: int, key: str, row: Result) -> Cell:
    """What a reference policy returns there."""
    return Cell(number(found[key].mean, digits), found[key].mean) if key in found else Cell(UNKNOWN)


def _table(
    caption: str,
    columns: Sequence[Column],
    rows: Mapping[str, Result],
    attributes: Callable[[str], Mapping[str, str]] = lambda key: {},
) -> str:
    lines = [Line([cell(key, row) for _, cell in columns], attributes(key)) for key, row in rows.items()]
    return table(caption, [head for head, _ in columns], lines)


def _details(about: Submission) -> str:
    asking = about.asking
    sampling = [
        f"{label} {value}"
        for label, value in (
            ("temperature", asking.temperature),
            ("tokens per reply", asking.max_tokens),
            ("tokens per episode", asking.token_budget),
            ("context", asking.context),
        )
        if value is not None
    ]
    if asking.thinking is not None:
        sampling.append("thinking" if asking.thinking else "no thinking")
    address = (
        f'<a href="{text(about.url)}" rel="nofollow noopener noreferrer">{text(about.url)}</a>' if about.url else ""
    )
    rows = [
        ("Model", name(about.model)),
        ("Organisation", name(about.organisation)),
        ("Contact", ", ".join(filter(None, (address, text(about.contact or ""))))),
        ("Date", f"<time>{about.date.isoformat()}</time>"),
        ("Harness", text(f"{asking.harness}" + (f", {asking.history} turns of history" if asking.history else ""))),
        ("Interface", text(asking.observation.value)),
        (
            "Replies",
            text(f"{asking.parser.value}, {asking.retries} retr{'y' if asking.retries == 1 else 'ies'} a turn"),
        ),
        ("Sampling", text(", ".join(sampling)) or "the model's defaults"),
        ("Reasoning effort", name(asking.reasoning_effort) if asking.reasoning_effort else UNKNOWN),
        ("Prices", _prices(about)),
        ("Trained on the tasks", _declared(about.contamination.tasks)),
        ("Trained on the seeds", _declared(about.contamination.seeds)),
        ("Code revision", f"<code>{text(about.code_revision)}</code>" if about.code_revision else UNKNOWN),
        ("Versions", text(_versions(about.versions | about.model_versions))),
    ]
    shown = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in rows)
    notes = f'<h3>Notes</h3><p class="notes">{name(about.notes)}</p>' if about.notes.strip() else ""
    return f'<h2>About this submission</h2>\n<div class="card facts"><dl>{shown}</dl>{notes}</div>'


def _prices(about: Submission) -> str:
    if about.prices is None:
        return UNKNOWN
    found = about.prices
    cached = f", ${found.cached:g} cached prompt" if found.cached is not None else ""
    return text(f"${found.prompt:g} prompt{cached}, ${found.generated:g} generated, per million tokens")


def _declared(value: bool) -> str:
    return "yes, as declared" if value else "no, as declared"


def _versions(found: Mapping[str, str]) -> str:
    return ", ".join(f"{package} {version}" for package, version in sorted(found.items()))
