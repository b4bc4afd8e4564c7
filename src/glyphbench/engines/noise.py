"""Warnings that engines' own dependencies emit and that a player can do nothing about."""

from __future__ import annotations

import warnings


def hush() -> None:
    """Keep pygame (a dependency of MiniGrid) from warning about setuptools in this process."""
    warnings.filterwarnings("ignore", message="pkg_resources is deprecated")
