"""The site in a real browser, from the disk: sorting, filters, replays, screens, and nothing that goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from glyphbench.evaluation.baselines import Baselines
from glyphbench.evaluation.records import read_records
from glyphbench.leaderboard import load
from glyphbench.leaderboard.site import site_of
from glyphbench.registration import make
from glyphbench.replay import frames
from tests.browser import Browser, browser
from tests.leaderboard.conftest import TASKS
from tests.leaderboard.site_entries import HOSTILE, entries
from tests.replay.command import glyphbench

PHONE, DESK = 390, 1280
NAMES = "[...document.querySelectorAll('.board tbody tr:not([hidden]) .name a')].map(link => link.textContent)"
HEAD = "[...document.querySelectorAll('{table} thead th')].find(head => head.textContent === '{label}')"
GRID = "[...document.querySelectorAll('#grid div')].map(row => row.textContent.replaceAll('\\u00a0', ' ')).join('\\n')"


@pytest.fixture(scope="module")
def site(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of seven entries."""
    folder = tmp_path_factory.mktemp("site")
    tasks = [part for task in TASKS for part in ("--tasks", task)]
    options = ("--model", "solver", *tasks, "--episodes", 3, "--no-transcripts", "--out", "solver")
    done = glyphbench("eval", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    (submitted,) = load(made / "submissions")
    solver = read_records(folder / "solver" / "episodes.jsonl")
    site_of(entries(submitted.submission, submitted.records, solver), folder / "site", baselines=Baselines())
    return folder / "site"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def tab(started: Browser) -> Iterator[Browser]:
    """A tab in which nothing may go wrong and which may ask for nothing but files of the site."""
    started.screen(DESK)
    started.complaints.clear()
    started.requests.clear()
    yield started
    started.tell("0")
    assert started.complaints == []
    assert [url for url in started.requests if not url.startswith(("file:", "about:", "data:,"))] == []


def click(tab: Browser, label: str, table: str = ".board") -> None:
    tab.tell(f"{HEAD.format(table=table, label=label)}.querySelector('button').click()")


def values(tab: Browser, label: str, table: str = ".board") -> list[str]:
    found = f"{HEAD.format(table=table, label=label)}.cellIndex"
    rows = f"[...document.querySelectorAll('{table} tbody tr')]"
    told: list[str] = tab.tell(f"(place => {rows}.map(row => row.cells[place].dataset.value))({found})")
    return told


def choose(tab: Browser, key: str, value: str) -> None:
    tab.tell(
        f"(control => {{ control.value = '{value}'; control.dispatchEvent(new Event('input', {{bubbles: true}})); }})"
        f"(document.querySelector('[data-filter={key}]'))"
    )


# ---- the table ----------------------------------------------------------------------------------------------------


def test_the_best_stand_first_and_equal_ones_share_places(tab: Browser, site: Path) -> None:
    tab.open(site / "index.html")
    means = [float(value) for value in values(tab, "Mean return")]
    assert means == sorted(means, reverse=True)
    ranks = "[...document.querySelectorAll('.board tbody tr')].map(row => row.cells[0].textContent)"
    rank = dict(zip(tab.tell(NAMES), tab.tell(ranks), strict=True))
    assert (rank["random"], rank["solver"], rank["tiny"]) == ("–", "–", "–")
    assert rank["Aurora"] == "1"
    assert (rank["bolt"], rank["Zephyr"], rank[HOSTILE]) == ("2–3", "2–3", "4")
    badges = "[...document.querySelectorAll('.board tbody tr')].map(row => row.querySelector('.badges').textContent)"
    badge = dict(zip(tab.tell(NAMES), tab.tell(badges), strict=True))
    assert badge["tiny"].startswith("partial: 1/303 taskstrained on the evaluation seeds")
    assert badge["random"].startswith("reference")
    assert badge["Aurora"] == "✓ 3 re-played"


@pytest.mark.parametrize("label", ["Rank", "Mean return", "IQM", "classics", "Success", "Tokens", "Cost"])
def test_numbers_are_sorted_both_ways_and_the_unknown_come_last(tab: Browser, site: Path, label: str) -> None:
    tab.open(site / "index.html")
    orders = []
    for _ in range(2):
        click(tab, label)
        found = values(tab, label)
        known = [float(value) for value in found if value]
        assert found[len(known) :] == [""] * (len(found) - len(known))
        way = tab.tell(f"{HEAD.format(table='.board', label=label)}.getAttribute('aria-sort')")
        assert known == sorted(known, reverse=way == "descending")
        orders.append(way)
    assert orders == (["ascending", "descending"] if label == "Rank" else ["descending", "ascending"])
    assert tab.tell("document.querySelectorAll('.board [aria-sort]').length") == 1


def test_text_is_sorted_both_ways(tab: Browser, site: Path) -> None:
    tab.open(site / "index.html")
    ways = []
    for _ in range(2):
        click(tab, "Model")
        ways.append(tab.tell(NAMES))
    assert ways[0] == [HOSTILE, "Aurora", "bolt", "random", "solver", "tiny", "Zephyr"]
    assert ways[1] == ways[0][::-1]
    click(tab, "Date")
    assert [date for date in values(tab, "Date") if date < "2026-04"] == ["2026-01-01", "2026-02-01", "2026-03-01"]


def test_the_keyboard_sorts(tab: Browser, site: Path) -> None:
    tab.open(site / "index.html")
    tab.press("Tab")
    assert tab.tell("document.activeElement.textContent") == "Skip to content"
    for _ in range(20):
        tab.press("Tab")
        if tab.tell("document.activeElement.textContent") == "Cost":
            break
    tab.press("Enter")
    assert tab.tell("document.activeElement.closest('th').getAttribute('aria-sort')") == "descending"
    assert tab.tell("document.querySelector('p[role=status]').textContent").endswith("sorted by Cost, descending")
    tab.press(" ")
    assert tab.tell("document.activeElement.closest('th').getAttribute('aria-sort')") == "ascending"
    assert tab.tell(NAMES)[0] == "Aurora", "the only one whose cost is known"


def test_filters(tab: Browser, site: Path) -> None:
    tab.open(site / "index.html")
    everything = tab.tell(NAMES)
    choose(tab, "harness", "guided")
    assert tab.tell(NAMES) == ["bolt"]
    assert tab.tell("document.querySelector('.found').textContent") == "1 of 7 rows"
    choose(tab, "interface", "native")
    assert tab.tell(NAMES) == []
    assert tab.tell("document.querySelector('section[data-track]').hidden")
    tab.tell("document.querySelector('.filters [type=reset]').click()")
    tab.wait(f"{NAMES}.length === {len(everything)}")
    choose(tab, "interface", "native")
    assert tab.tell(NAMES) == [HOSTILE]
    choose(tab, "interface", "")
    tab.tell("document.querySelector('[type=search]').focus()")
    tab.type("NOBODY zeph")
    assert tab.tell(NAMES) == ["Zephyr"]
    tab.press("Enter")
    assert tab.tell(NAMES) == ["Zephyr"], "the form is not sent"


def test_hostile_text_is_only_text(tab: Browser, site: Path) -> None:
    for page in ("index.html", "submissions/hostile/1/index.html", "submissions/hostile/1/replays.html"):
        tab.open(site / page)
        assert tab.tell("document.images.length") == 0
        scripts = tab.tell("[...document.scripts].filter(s => !s.src && s.type !== 'application/json').length")
        assert scripts == 0
        assert HOSTILE in tab.tell("document.body.textContent")
    assert tab.tell("document.title").startswith("Replays of <script>")


# ---- pages of entries ---------------------------------------------------------------------------------------------


def test_the_page_of_an_entry(tab: Browser, site: Path) -> None:
    tab.open(site / "index.html")
    tab.tell("[...document.querySelectorAll('.board a')].find(link => link.textContent === 'Aurora').click()")
    tab.wait("document.readyState === 'complete' && document.querySelector('h1')?.textContent === 'Aurora'")
    tables = "[...document.querySelectorAll('table')].map(table => table.tBodies[0].rows.length)"
    assert tab.tell(tables) == [1, 3]
    second = ".filters ~ .scroll table"
    heads = tab.tell(f"[...document.querySelectorAll('{second} thead th')].map(head => head.textContent)")
    assert heads[:4] == ["Task", "Mean return", "Random", "Solver"]
    assert {"Tokens", "Cost", "Family"} <= set(heads)
    assert values(tab, "Mean return", second) == values(tab, "Solver", second), "these are the solver's episodes"
    click(tab, "Mean return", second)
    means = [float(value) for value in values(tab, "Mean return", second)]
    assert means == sorted(means, reverse=True)
    tab.tell("document.querySelector('[type=search]').focus()")
    tab.type("frog")
    shown = f"[...document.querySelectorAll('{second} tbody tr:not([hidden])')].length"
    assert tab.tell(shown) == 1


def test_the_slider_steps_through_an_episode(tab: Browser, site: Path, made: Path) -> None:
    """Each turn shows the grid that the game shows; scripts are loaded one by one, when they are asked for."""
    tab.open(site / "submissions" / "bolt" / "1" / "replays.html")
    tab.wait("document.querySelectorAll('#grid div').length > 0")
    assert [url.rpartition("/")[2] for url in tab.requests if "/replays/" in url] == ["001.js"]
    task, seed = tab.tell("document.getElementById('title').textContent").split(", seed ")
    scenes = tab.tell("loaded.get('1').scenes.map(scene => scene.action)")
    game = make(f"GlyphBench/{task}-v0")
    expected = ["\n".join(frame.observation.grid) for frame in frames(game, int(seed), scenes[:-1])]
    game.close()
    tab.tell("document.getElementById('slider').focus()")
    seen = []
    for turn in range(len(scenes)):
        seen.append(tab.tell(GRID))
        assert tab.tell("document.getElementById('where').textContent").startswith(f"turn {turn} of ")
        tab.press("ArrowRight")
    assert seen == expected
    assert tab.tell("location.hash") == f"#1/{len(scenes) - 1}"
    assert tab.tell("document.getElementById('action').textContent") == "the end"


def test_another_episode_and_a_link_to_a_turn(tab: Browser, site: Path) -> None:
    page = site / "submissions" / "bolt" / "1" / "replays.html"
    tab.open(page, "#2/1")
    tab.wait("document.getElementById('where').textContent.startsWith('turn 1 of ')")
    assert tab.tell("document.getElementById('episode').value") == "2"
    tab.tell("(box => { box.value = '3'; box.onchange(); })(document.getElementById('episode'))")
    tab.wait("location.hash === '#3/0'")
    assert tab.tell("document.getElementById('where').textContent").startswith("turn 0 of ")
    assert sorted(url.rpartition("/")[2] for url in tab.requests if "/replays/" in url) == ["002.js", "003.js"]
    tab.open(page, "#nonsense/x")
    tab.wait("location.hash === '#1/0'")


# ---- every page ---------------------------------------------------------------------------------------------------

PAGES = ("index.html", "submissions/hostile/1/index.html", "submissions/hostile/1/replays.html")


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("page", PAGES)
def test_it_fits_the_screen(tab: Browser, site: Path, page: str, width: int) -> None:
    tab.screen(width)
    tab.open(site / page)
    assert tab.tell("document.documentElement.scrollWidth") <= width, "the page must not scroll sideways"
    small = "[...document.querySelectorAll('button, select, input')].filter(e => e.offsetParent && e.offsetHeight < {})"
    assert tab.tell(f"{small.format(44 if width == PHONE else 32)}.length") == 0
    assert tab.tell("document.documentElement.lang") == "en"
    nameless = "[...document.querySelectorAll('button, select, input, a, [role=region]')].filter(e => "
    nameless += "!e.textContent.trim() && !e.getAttribute('aria-label') && !e.labels?.length).length"
    assert tab.tell(nameless) == 0
    assert tab.tell("document.querySelectorAll('h1, main').length") == 2
    heads = "[...document.querySelectorAll('thead th')].every(head => head.scope === 'col')"
    assert tab.tell(heads)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("page", PAGES)
def test_text_stands_out(tab: Browser, site: Path, page: str, dark: bool) -> None:
    """Contrast of at least 4.5 between every text and the first background below it."""
    tab.screen(DESK, dark=dark)
    tab.open(site / page)
    lowest = """(() => {
      const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const found = parts(getComputedStyle(at).backgroundColor);
          if (found.length === 3 || found[3] > 0) return found;
        }
        return [255, 255, 255];
      };
      const found = [...document.querySelectorAll('main *, header *')].filter((element) => element.offsetParent &&
        !element.closest('#grid, #legend') && [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
      const ratio = (element) => {
        const [a, b] = [light(parts(getComputedStyle(element).color)), light(ground(element))];
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.outerHTML.slice(0, 90)];
      };
      return found.map(ratio).sort((a, b) => a[0] - b[0])[0];
    })()"""
    ratio, where = tab.tell(lowest)
    assert ratio >= 4.5, where
