"""A real run of `cpu_demo` learns."""

from __future__ import annotations

import pytest

from glyphbench_train.build import trainer
from glyphbench_train.config import read


@pytest.mark.sweep
def test_the_demo_learns(tmp_path):
    built = trainer(
        read("cpu_demo", [f"output={tmp_path}", "train.report_to=[]", "evaluation.every=60"])[0], quiet=True
    )
    built.train()
    built.close()
    curve = [line["heldout/success"] for line in built.state.log_history if "heldout/success" in line]
    assert curve[0] < 0.3  # uniformly random presses win 0.13
    assert curve[-1] >= 0.8
