"""torch and TRL are an optional extra: without it these tests are not collected."""

import importlib.util
import os

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
collect_ignore_glob: list[str] = []
if importlib.util.find_spec("torch") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    import torch

    torch.set_num_threads(1)
