"""Shared settings: one thread per process, nothing from the network."""

import os

from tests.smollm2 import smollm2_folder  # noqa: F401

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
