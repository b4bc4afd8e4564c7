"""Two processes on gloo: one group straddles them, and everything equals a single process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.sweep
def test_two_processes_agree_with_one(tmp_path):
    script = Path(__file__).with_name("two_ranks.py")
    root = script.parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node", "2", "--master_port", "0"]
    command += ["--rdzv-backend", "c10d", "--rdzv-endpoint", "localhost:0", str(script), str(tmp_path)]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["ranks"] == 2 and found["straddles"]
    assert found["error"] < 1e-12 and found["figures"] < 1e-12
    assert found["calls"][0] == found["calls"][1] and found["rows"][0] == found["rows"][1]
    assert found["items"] >= found["trained"] > 0
    assert found["weights_equal"] and found["steps"] == 2
