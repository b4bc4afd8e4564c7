"""Honest names for joystick positions: ALE's names, split into words, changed where a game means something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from glyphbench.core.actions import Action, ActionSet, normalise

_PARTS = re.compile("UP|DOWN|RIGHT|LEFT|FIRE|NOOP")


def named(positions: Iterable[str], names: Mapping[str, str]) -> ActionSet:
    """Name ALE's positions (`UPRIGHTFIRE`) for a game; `names` maps whole positions or parts of them.

    A position that keeps its meaning keeps ALE's own spelling as an alias.
    """
    actions = []
    for position in positions:
        parts = _PARTS.findall(position)
        plain = "_".join(parts)
        name = names.get(position) or "_".join(names.get(part, part) for part in parts)
        alias = (position,) if name == plain and normalise(position) != plain else ()
        actions.append(Action(name, "do nothing" if name == "NOOP" else "", alias))
    return ActionSet(actions)
