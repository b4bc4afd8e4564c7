"""`glyphbench leaderboard verify`: samples, changed submissions, other versions, several at once."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from glyphbench.leaderboard import load
from glyphbench.leaderboard.verify import sample, verify
from tests.leaderboard.mutations import about, another_action, line, said, write_about
from tests.replay.command import glyphbench


def test_a_sample_is_spread_over_the_tasks(made: Path) -> None:
    (entry,) = load(made / "submissions")
    tasks = {number: record.task for number, record in entry.numbered}
    assert len(sample(entry, 0.001)) == 1
    assert sorted(Counter(tasks[number] for number in sample(entry, 3 / 9)).values()) == [1, 1, 1]
    assert sorted(Counter(tasks[number] for number in sample(entry, 5 / 9)).values()) == [1, 2, 2]
    assert sample(entry, 1.0) == set(range(1, 10))
    assert sample(entry, 3 / 9) == sample(entry, 3 / 9) < sample(entry, 6 / 9)
    assert len({sample(entry, 3 / 9, seed) for seed in "abcdefgh"}) > 4


def test_the_sample_follows_from_the_file_and_only_it_is_played(made: Path, submission: Path) -> None:
    line(another_action, 5)(submission)
    outcomes = {seed: verify(submission, share=1 / 9, seed=seed) for seed in map(str, range(40))}
    found = [outcome for outcome in outcomes.values() if outcome.findings]
    assert {outcome.played for outcome in outcomes.values()} == {1}
    assert 0 < len(found) < 40
    assert {finding.line for outcome in found for finding in outcome.findings} == {5}
    assert not verify(submission, share=1.0).sound


def test_workers_find_the_same(submission: Path) -> None:
    line(another_action, 5)(submission)
    alone, both = (verify(submission, workers=workers) for workers in (1, 2))
    assert alone.findings == both.findings
    assert [finding.line for finding in both.findings] == [5]


def test_other_versions_are_named_and_explain_differences(submission: Path) -> None:
    said("versions.numpy", "1.26.0")(submission)
    said("versions.nle", "0.1")(submission)  # of an engine that plays none of the tasks
    root = submission.parents[1]
    done = glyphbench("leaderboard", "verify", root, cwd=root)
    assert done.returncode == 0
    assert "made with another version of numpy (1.26.0 there" in done.stderr
    assert "nle" not in done.stderr
    line(another_action, 5)(submission)
    done = glyphbench("leaderboard", "verify", root, cwd=root)
    assert done.returncode == 1
    assert "LightsOut-v0 seed 1000001: the trace differs" in done.stdout
    assert "made with other versions than are installed here, which may be why" in done.stdout


def test_several_submissions_and_one_of_them_wrong(made: Path, submission: Path) -> None:
    root = submission.parents[1]
    shutil.copytree(submission, submission.with_name("second"))
    line(another_action, 5)(submission.with_name("second"))
    for path in (root, root / "random"):
        done = glyphbench("leaderboard", "verify", path, "--sample", "100%", cwd=root)
        assert done.returncode == 1
        lines = done.stdout.splitlines()
        assert lines[0] == "random/first: 9 of 9 episodes re-played, all as submitted"
        assert lines[1].startswith("random/second: line 5, GlyphBench/LightsOut-v0 seed 1000001: the trace differs")
        assert lines[2] == "random/second: 9 of 9 episodes re-played, 1 differs"
    done = glyphbench("leaderboard", "verify", submission, "--sample", "20%", cwd=root)
    assert (done.returncode, done.stdout) == (0, "random/first: 2 of 9 episodes re-played, all as submitted\n")


def git(*arguments: str, cwd: Path) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *who, *arguments], cwd=cwd, check=True, capture_output=True)


def test_only_changed_submissions_where_that_is_asked(submission: Path) -> None:
    root = submission.parents[1]
    shutil.copytree(submission, submission.with_name("second"))
    git("init", "-q", cwd=root.parent)
    git("add", ".", cwd=root.parent)
    git("commit", "-qm", "both", cwd=root.parent)
    changed = ("leaderboard", "verify", root, "--changed-since", "HEAD")
    done = glyphbench(*changed, cwd=root)
    assert (done.returncode, done.stdout) == (0, f"{root}: no submission differs from HEAD\n")
    shutil.copytree(submission, submission.with_name("third"))  # new
    table = about(submission.with_name("second"))  # changed
    write_about(submission.with_name("second"), {**table, "notes": "more"})
    done = glyphbench(*changed, cwd=root)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["random/second", "random/third"]
    for revision in ("nonsense", "--output=written"):
        done = glyphbench(*changed[:3], f"--changed-since={revision}", cwd=root)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "git cannot compare" in done.stderr
    assert not list(root.rglob("written"))


@pytest.mark.parametrize("sample", ["none", "0%", "101%", "5", "-1%", "nan%"])
def test_a_sample_is_all_or_a_percentage(made: Path, sample: str) -> None:
    done = glyphbench("leaderboard", "verify", "submissions", f"--sample={sample}", cwd=made)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--sample must be all or a percentage" in done.stderr


def test_places_without_submissions(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in ("empty", "nowhere"):
        done = glyphbench("leaderboard", "verify", path, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
