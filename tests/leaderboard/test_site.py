"""`glyphbench leaderboard build`: what it writes, what it refuses, and that it leaves nothing half-written."""

from __future__ import annotations

import hashlib
import html.parser
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from glyphbench import catalogue
from glyphbench.evaluation.baselines import Baseline, Baselines, Score
from glyphbench.leaderboard import load
from glyphbench.leaderboard.site import build
from glyphbench.leaderboard.submit import packed, toml
from tests.replay.command import environment, glyphbench

ENTRY = "submissions/random/first"


@pytest.fixture(scope="module")
def site(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of one partial submission, made by the command."""
    out = tmp_path_factory.mktemp("built") / "site"
    done = glyphbench("leaderboard", "build", "--submissions", "submissions", "--out", out, cwd=made)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{out / 'index.html'}: ")
    assert " 3 replays" in done.stdout
    return out


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Links(html.parser.HTMLParser):
    """Everything that a page refers to, and its ids."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            assert not key.startswith("on") and key != "style", (tag, key)
            if key in ("src", "href"):
                self.found.append(value or "")
            if key == "id":
                self.ids.append(value or "")


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) >= 3
    for page in pages:
        links = Links(page)
        assert len(links.ids) == len(set(links.ids))
        for link in links.found:
            if link in ("data:,", "https://example.org/") or link.startswith("#"):
                continue
            assert (page.parent / link.partition("#")[0]).resolve().is_relative_to(site.resolve())
            assert (page.parent / link.partition("#")[0]).is_file(), (page, link)
    for asset in (site / "assets").iterdir():
        text = asset.read_text(encoding="utf-8")
        assert "http" not in text and "@import" not in text and "url(" not in text and "fetch(" not in text


def test_the_same_submissions_give_the_same_bytes(site: Path, made: Path, tmp_path: Path) -> None:
    build(made / "submissions", tmp_path / "again")
    assert contents(tmp_path / "again") == contents(site)


def test_a_replay_shows_what_was_recorded(site: Path, made: Path) -> None:
    (entry,) = load(made / "submissions")
    scripts = sorted((site / ENTRY / "replays").iterdir())
    page = (site / ENTRY / "replays.html").read_text(encoding="utf-8")
    listed = json.loads(page.partition('id="replays">')[2].partition("</script>")[0])
    by_name = {f"{catalogue.task(r.task).name.removesuffix('-v0')}, seed {r.seed}": r for r in entry.records}
    assert len(scripts) == len(listed) == 3
    for number, (file, title, ending) in listed.items():
        record = by_name[title]
        head, _, told = (site / ENTRY / "replays" / file).read_text(encoding="utf-8").partition(",")
        assert head == f"receiveReplay({number}"
        scenes = json.loads(told.removesuffix(");\n"))["scenes"]
        assert [scene.get("action") for scene in scenes[:-1]] == record.actions
        assert [scene["reward"] for scene in scenes[:-1]] == record.rewards
        assert f"return {record.total:.3f} in {record.length} turns" in ending


def test_without_replays_no_game_is_played(made: Path, tmp_path: Path) -> None:
    done = build(made / "submissions", tmp_path / "site", replays=0)
    assert (done.replays, done.notes) == (0, [])
    assert not list((tmp_path / "site" / "submissions").rglob("replays*"))
    assert "re-played</span>" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_an_episode_that_was_not_played_like_that_is_refused(submission: Path, tmp_path: Path) -> None:
    """A submission whose trace was changed, and whose digest was made to fit, stops the build; the old site stays."""
    root, out = submission.parents[1], tmp_path / "site"
    build(root, out)
    before = contents(out)
    (entry,) = load(root)
    data = packed(record.model_copy(update={"trace": "0" * 64}) for record in entry.records)
    (submission / "episodes.jsonl.gz").write_bytes(data)
    about = (submission / "submission.toml").read_text(encoding="utf-8")
    digest = hashlib.sha256(data).hexdigest()
    (submission / "submission.toml").write_text(
        about.replace(entry.submission.episodes.sha256, digest), encoding="utf-8"
    )
    done = glyphbench("leaderboard", "build", "--submissions", root, "--out", out, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: random/first: GlyphBench/") and "not those of the record" in line
    assert "leaderboard verify" in line
    assert contents(out) == before
    assert sorted(os.listdir(tmp_path)) == ["site", "submissions"]


def test_a_missing_engine_leaves_its_episodes_out(submission: Path, tmp_path: Path) -> None:
    """Without the Procgen engine the numbers are there, and a warning says why an episode cannot be watched."""
    (entry,) = load(submission)
    task = "GlyphBench/Procgen-Maze-v0"
    data = packed(record.model_copy(update={"task": task}) for record in entry.records[:3])
    about = entry.submission.model_dump(mode="json")
    about["episodes"] |= {"tasks": [task], "sha256": hashlib.sha256(data).hexdigest()}
    (submission / "episodes.jsonl.gz").write_bytes(data)
    (submission / "submission.toml").write_text(toml(about), encoding="utf-8")
    command = [sys.executable, "-m", "glyphbench", "leaderboard", "build", "--submissions", str(submission.parents[1])]
    done = subprocess.run(
        [*command, "--out", "site"],
        cwd=tmp_path,
        env={**environment(), "GLYPHBENCH_CACHE": str(tmp_path / "empty")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    warnings = done.stderr.splitlines()
    assert len(warnings) == 3
    assert all(line.startswith(f"warning: random/first: {task} cannot be watched: ") for line in warnings)
    assert "glyphbench install procgen" in warnings[0]
    assert " 0 replays" in done.stdout
    assert "Procgen-Maze" in (tmp_path / "site" / ENTRY / "index.html").read_text(encoding="utf-8")


def test_shipped_numbers_stand_in_for_reference_policies(submission: Path, tmp_path: Path) -> None:
    score = Score(mean=0.25, std=0.1, best=1.0, success=0.2, length=9.0, native=0.0, episodes=100)
    rows = {row.id: Baseline(random=score, solver=score) for row in catalogue.tasks(track="standard")[:5]}
    done = build(submission.parents[1], tmp_path / "site", replays=0, baselines=Baselines(tasks=rows))
    assert done.entries == 3, "random of five tasks is there beside the submitted one of three"
    page = (tmp_path / "site" / "submissions" / "reference--solver" / "standard" / "index.html").read_text("utf-8")
    assert "partial: 5/303 tasks" in page and "<dt>Cost</dt><dd><b>–</b>" in page
    (tmp_path / "none").mkdir()
    assert build(tmp_path / "none", tmp_path / "site", baselines=Baselines(tasks=rows)).entries == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--submissions", "nowhere", "--out", "site"), "nowhere is not a folder of submissions"),
        (("--submissions", "submissions", "--out", "submissions"), "must not lie within each other"),
        (("--submissions", "submissions", "--out", "submissions/site"), "must not lie within each other"),
        (("--submissions", "submissions", "--out", "."), "must not lie within each other"),
        (("--submissions", "submissions", "--out", "mine"), "not a site made by this command"),
        (("--submissions", "submissions", "--out", "site", "--replays", "26"), "between 0 and 25"),
        (("--submissions", "mine", "--out", "site"), "does not belong here"),
    ],
)
def test_mistakes_are_one_line(submission: Path, tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep me")
    before = contents(tmp_path)
    done = glyphbench("leaderboard", "build", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ") and words in line
    assert contents(tmp_path) == before
