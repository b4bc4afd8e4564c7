"""lmgame-bench#79, BALROG#6: scores of a table could not be reproduced: which harness, which view, how much history?

A submission here states everything that decides what is played, and `eval --from` plays exactly that.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glyphbench.leaderboard import load
from tests.replay.command import glyphbench

OPTIONS = (
    *("--tasks", "SokobanEasy", "--tasks", "LightsOut", "--episodes", "2"),
    *("--harness", "markov", "--retries", "2", "--parser", "answer", "--token-budget", "5000"),
    *("--temperature", "0.3", "--max-tokens", "64", "--no-thinking"),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The submission of a run whose options are none of the usual ones."""
    folder = tmp_path_factory.mktemp("reproduce")
    (folder / "replies.txt").write_text(
        "I think.\n<answer>RIGHT</answer>\n<action>UP</action>\n<answer>LEFT</answer>\n<answer>UP</answer>\n" * 400,
        encoding="utf-8",
    )
    done = glyphbench("eval", "--model", "scripted:replies.txt", *OPTIONS, "--out", "run", cwd=folder)
    assert done.returncode == 0, done.stderr
    who = ("--name", "Replies", "--organisation", "Nobody", "--contact", "me@example.org", "--partial", "--run", "one")
    done = glyphbench("submit", "run", *who, "--out", "board", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def lines(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("source", ["board/replies/one/submission.toml", "board/replies/one", "run/run.json", "run"])
def test_eval_from_a_submission_or_a_run_gives_the_same_records(board: Path, tmp_path: Path, source: str) -> None:
    again = tmp_path / "again"
    # The script is a file of whoever made the run, so its name is no part of the submission.
    model = ("--model", "scripted:replies.txt") if source.startswith("board") else ()
    done = glyphbench("eval", "--from", source, *model, "--out", again, cwd=board)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = lines(board / "run"), lines(again)
    assert [{**record, "seconds": 0} for record in first] == [{**record, "seconds": 0} for record in second]
    options = [json.loads((run / "run.json").read_text(encoding="utf-8"))["options"] for run in (board / "run", again)]
    assert options[0] == options[1]


def test_the_submission_states_options_versions_and_prompts(board: Path) -> None:
    (entry,) = load(board / "board")
    about = json.loads((board / "run" / "run.json").read_text(encoding="utf-8"))
    stated = entry.submission.options().model_dump(mode="json")
    assert stated == {**about["options"], "model": "Replies"}
    assert entry.submission.versions == about["versions"]
    assert len({record.prompt for record in entry.records}) == 2  # one per task


def test_what_is_missing_or_contradicts_is_said(board: Path, tmp_path: Path) -> None:
    submission = "board/replies/one"
    damaged = tmp_path / "submission.toml"
    damaged.write_text((board / submission / "submission.toml").read_text().replace("markov", "trap:Harness"))
    for arguments, message in (
        (("--from", submission), "unknown model 'Replies'"),
        (("--from", submission, "--model", "random", "--history", "3"), "leave out --history"),
        (("--from", submission, "--tasks", "2048"), "leave out --tasks"),
        (("--from", submission, "--models-file", "x.toml"), "leave out --models-file"),
        (("--from", "replies.txt"), "--from takes a run.json or a submission.toml, got replies.txt"),
        (("--from", "nowhere"), "nowhere"),
        (("--from", damaged), "asking.harness: Input should be 'basic'"),
    ):
        done = glyphbench("eval", *arguments, "--out", tmp_path / "out", cwd=board)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert message in done.stderr
        assert not (tmp_path / "out").exists()
