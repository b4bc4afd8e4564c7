"""What never changes during an episode."""

from __future__ import annotations

from typing import Any, Self


class Fixed:
    """Mixin for the part of a state that no action changes (walls, goals, patrol routes).

    A snapshot shares it instead of copying it, so a solver recognises the level by identity.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
