"""torch and TRL are an optional extra: without it these tests cannot run."""

import os

import pytest

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
torch = pytest.importorskip("torch")
torch.set_num_threads(1)
