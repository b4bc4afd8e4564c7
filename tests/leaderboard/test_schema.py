"""The schema is what is committed, and nothing that decides what is played is missing from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from glyphbench import catalogue
from glyphbench.evaluation import FIRST_SEED
from glyphbench.evaluation.worker import HARNESS_FIELDS
from glyphbench.harness import kinds
from glyphbench.leaderboard.schema import Asking, HarnessName
from glyphbench_train.data import SEEDS
from tests.replay.command import glyphbench

COMMITTED = Path(__file__).parents[2] / "leaderboard" / "schema"


def test_the_committed_schema_is_current(tmp_path: Path) -> None:
    """After a change: `glyphbench leaderboard schema --out leaderboard/schema`."""
    done = glyphbench("leaderboard", "schema", "--out", "schema", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    made = {path.name: path.read_bytes() for path in (tmp_path / "schema").iterdir()}
    assert made == {path.name: path.read_bytes() for path in COMMITTED.iterdir()}
    done = glyphbench("leaderboard", "schema", cwd=tmp_path)
    assert json.loads(done.stdout) == json.loads(made["submission.json"])


def test_every_option_that_a_record_repeats_is_stated() -> None:
    assert set(Asking.model_fields) == HARNESS_FIELDS
    assert set(get_args(HarnessName)) == set(kinds._KINDS)


def test_evaluation_and_training_seeds_are_the_catalogues_and_never_meet() -> None:
    assert FIRST_SEED == catalogue.EVALUATION_SEED == 1_000_000
    assert range(*SEEDS) == catalogue.TRAINING_SEEDS
    assert max(catalogue.TRAINING_SEEDS) < catalogue.EVALUATION_SEED
    assert set(catalogue.LEADERBOARD_EPISODES) == {"standard", "extended"}
