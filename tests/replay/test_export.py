"""Exported episodes: text and GIF read back, the page driven in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.chromium import measure
from tests.replay.command import glyphbench

PHONE, DESK = 390, 1200


@pytest.fixture(scope="session")
def page(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of an episode with replies."""
    out = tmp_path_factory.mktemp("page") / "a.html"
    done = glyphbench("replay", "said", "--episode", 3, "--export", "html", "--out", out, cwd=made)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{out}: 8 frames of GlyphBench/Sokoban-v0 seed 1000000\n"
    return out


def turns(made: Path) -> list[dict[str, Any]]:
    """The transcript's own account of the same episode."""
    path = made / "said" / "transcripts" / "Sokoban-v0-1000000.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[2:]]


def grid(observation: str) -> str:
    return observation.partition("[Grid]\n")[2].partition("\n\n")[0].strip("\n")


SEEN = "[...page.querySelectorAll('#grid div')].map(row => row.textContent).join('\\n')"
PRESS = "const press = key => page.dispatchEvent(new frame.KeyboardEvent('keydown', {key, bubbles: true}));"
TEXT = "const text = id => page.getElementById(id).textContent;"


def run(page: Path, folder: Path, body: str, width: int = DESK) -> str:
    return measure(page, folder, f"(() => {{ {PRESS} {TEXT} {body} }})()", width)


def test_the_page_needs_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"\b(src|href)\s*=|@import|url\(|https?://", text)
    assert "default-src 'none'" in text
    assert text.count("</script>") == 2, "a reply must not end the script"


def test_keys_and_slider_show_what_the_agent_saw(page: Path, made: Path, tmp_path: Path) -> None:
    """Every turn's grid, reply and action as the transcript tells them, reached by keys and by the slider."""
    told = turns(made)
    step = f"for (let i = 0; i < 9; i++) {{ press('ArrowRight'); all.push({SEEN}); }}"
    by_key = run(page, tmp_path, f"const all = [{SEEN}]; {step} return all.join('|');")
    expected = [grid(turn["attempts"][0]["prompt"]) for turn in told[:-1]] + [grid(told[-1]["observation"])]
    assert by_key.split("|") == [*expected, expected[-1], expected[-1]]
    slide = "const slider = page.getElementById('slider'); slider.value = 2; slider.oninput();"
    shown = f"[text('where'), text('action'), text('reward'), text('said'), {SEEN}].join('|')"
    where, action, reward, said, seen = run(page, tmp_path, f"{slide} return {shown};").split("|")
    assert (where, action, reward) == ("turn 2 of 7", "LEFT", "reward +0.000")
    assert said == "ReasoningA box & <b>a wall</b></script>.ReplyGo. <action>LEFT</action>"
    assert seen == expected[2]
    there_and_back = "press('End'); const end = text('action'); press('Home'); press('ArrowLeft');"
    ends = run(page, tmp_path, f"{there_and_back} return [end, text('where'), text('message')].join('|');")
    assert ends == "the end|turn 0 of 7|"


def test_a_skipped_turn_says_why(page: Path, tmp_path: Path) -> None:
    told = run(page, tmp_path, "for (let i = 0; i < 5; i++) press('ArrowRight'); return text('action') + text('said');")
    assert told.startswith("no valid action: the turn passes")
    assert told.count("no action in this reply: unparseable") == 2


def test_it_plays_by_itself_and_pauses(page: Path, tmp_path: Path) -> None:
    later = "frame.setTimeout(() => { document.title = text('where') + text('play'); }, 1500)"
    played = run(page, tmp_path, f"page.getElementById('speed').value = '50'; press(' '); {later}; return '';")
    assert played == "turn 7 of 7Play"
    paused = run(page, tmp_path, f"press(' '); press(' '); {later}; return '';")
    assert paused == "turn 0 of 7Play"


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_it_fits_the_screen(page: Path, tmp_path: Path, width: int) -> None:
    height = "Math.min(...[...page.querySelectorAll('button')].map(b => b.getBoundingClientRect().height))"
    controls = "[...page.querySelectorAll('button, input, select')]"
    nameless = f"{controls}.filter(e => !e.textContent.trim() && !e.getAttribute('aria-label')).length"
    letters = "frame.getComputedStyle(page.body).fontSize"
    told = run(page, tmp_path, f"return [page.documentElement.scrollWidth, {height}, {letters}, {nameless}];", width)
    wide, button, size, without = told.split(",")
    assert int(wide) <= width, "the page must not scroll sideways"
    assert float(button) >= 44
    assert (size, without) == ("16px", "0")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_cells_of_one_column_stand_below_each_other(page: Path, tmp_path: Path, width: int) -> None:
    lefts = "row => [...row.children].map(cell => Math.round(cell.getBoundingClientRect().left * 4)).join()"
    kinds = run(page, tmp_path, f"return new Set([...page.querySelectorAll('#grid div')].map({lefts})).size;", width)
    assert kinds == "1"


def test_gif(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.gif"
    options = ("--episode", "SokobanEasy:1000001", "--export", "gif", "--out", out, "--delay", 100)
    done = glyphbench("replay", "taught", *options, cwd=made)
    assert done.returncode == 0, done.stderr
    record = json.loads((made / "taught" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()[1])
    with Image.open(out) as picture:
        assert picture.n_frames == record["length"] + 1
        lengths, colours = [], []
        for number in range(picture.n_frames):
            picture.seek(number)
            lengths.append(picture.info["duration"])
            colours.append(len(picture.convert("RGB").getcolors(1 << 20) or []))
    assert lengths == [100] * record["length"] + [600]
    assert min(colours) > 10


def test_text_without_a_transcript(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    done = glyphbench("replay", "taught", "--episode", 1, "--export", "txt", "--out", out, cwd=made)
    assert done.returncode == 0, done.stderr
    text = out.read_text(encoding="utf-8")
    record = json.loads((made / "taught" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert re.findall(r"^-> (\S+)", text, re.MULTILINE) == record["actions"]
    assert f"return {record['return']:.3f} in {record['length']} turns" in text
    assert text.count("[Grid]") == record["length"] + 1


def test_text_with_replies(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    glyphbench("replay", "said", "--episode", 1, "--export", "txt", "--out", out, cwd=made)
    text = out.read_text(encoding="utf-8")
    assert "[Reasoning]\nA box & <b>a wall</b></script>.\n\n[Reply]\nGo. <action>LEFT</action>" in text
    assert "(no action: unparseable)" in text
    assert "-> (no action)   reward +0.000" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("said", "--export", "pdf"), "html, gif, txt"),
        (("said", "--export", "html"), "4 episodes; name one with --episode"),
        (("said", "--export", "html", "--episode", "77"), "1 to 4"),
        (("said", "--out", "x"), "--out goes with --export"),
        (("said",), "needs a terminal"),
        (("nowhere",), "no run.json"),
        (("said", "--export", "txt", "--episode", "1", "--out", "no/such/folder.txt"), "no/such/folder.txt"),
    ],
)
def test_mistakes_are_one_line(made: Path, arguments: tuple[str, ...], words: str) -> None:
    done = glyphbench("replay", *arguments, cwd=made)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert words in line
