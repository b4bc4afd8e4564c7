"""Layout: what all pages of the site have in common."""

from __future__ import annotations

from collections.abc import Sequence

from glyphbench import catalogue
from glyphbench.leaderboard.site.listing import Listed
from glyphbench.leaderboard.site.markup import name, text

#: Pages may use the site's own files and nothing else. `file:` is what `'self'` is not on every browser.
_POLICY = "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src data:; base-uri 'none'"


def page(
    title: str, body: str, *, up: str = "", scripts: Sequence[str] = ("table.js",), styles: Sequence[str] = ()
) -> str:
    """A whole page.

    Args:
        title: of the window, plain text.
        body: HTML.
        up: the way from the page's folder to the site's.
        scripts: names in `assets/`.
        styles: further style sheets in `assets/`.
    """
    sheets = "".join(
        f'<link rel="stylesheet" href="{up}assets/{sheet}">\n' for sheet in ("base.css", *styles, "site.css")
    )
    loaded = "".join(f'<script src="{up}assets/{script}"></script>\n' for script in scripts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f'<title>{text(title)}</title>\n{sheets}</head>\n<body>\n<a class="skip" href="#main">Skip to content</a>\n'
        f'<header class="top"><div><a class="brand" href="{up}index.html"><span aria-hidden="true">@</span>GlyphBench'
        f'</a><nav aria-label="Site"><a href="{up}index.html">Leaderboard</a></nav></div></header>\n'
        f'<main id="main">\n{body}\n</main>\n{loaded}</body>\n</html>\n'
    )


def badges(line: Listed) -> str:
    """Short remarks on an entry: reference, partial, contamination."""
    found = []
    if line.reference:
        found.append(("reference", "reference"))
    if line.partial:
        whole = len(catalogue.tasks(track=line.track))
        what = "episodes" if line.whole.tasks == whole else f"{line.whole.tasks}/{whole} tasks"
        found.append(("partial", f"partial: {what}"))
    if line.about is not None and line.about.contamination.seeds:
        found.append(("tainted", "trained on the evaluation seeds"))
    elif line.about is not None and line.about.contamination.tasks:
        found.append(("tainted", "trained on the tasks"))
    return "".join(f'<span class="badge {kind}">{words}</span>' for kind, words in found)


def checked(replays: int) -> str:
    """The mark of an entry some of whose episodes were re-played for the site."""
    if not replays:
        return ""
    return (
        f'<span class="badge checked" title="{replays} episodes were re-played when this site was built">'
        f"✓ {replays} re-played</span>"
    )


def link(href: str, shown: str) -> str:
    """A link within the site."""
    return f'<a href="{text(href)}">{name(shown)}</a>'


def selection(label: str, key: str, values: Sequence[str]) -> str:
    """A filter that offers values; nothing where there is no choice."""
    if len(values) < 2:
        return ""
    options = "".join(f'<option value="{text(value)}">{text(value)}</option>' for value in values)
    return f'<label>{text(label)} <select data-filter="{key}"><option value="">all</option>{options}</select></label>'


def filters(*controls: str) -> str:
    """The form of filters above tables; the script shows it."""
    return (
        '<form class="filters" role="search" hidden>'
        '<label>Search <input type="search" data-filter="text" autocomplete="off"></label>'
        f'{"".join(controls)}<button type="reset">Reset</button><output class="found" role="status"></output></form>'
    )
