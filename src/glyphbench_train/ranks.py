"""Ranks: the few things that processes of one training run tell each other."""

from __future__ import annotations

from typing import Any


class Ranks:
    """A single process; the trainer's subclass speaks for several.

    Every method is collective: all ranks call it at the same point.
    """

    index = 0
    count = 1

    def gather(self, item: Any) -> list[Any]:
        """Return the items of all ranks, in rank order."""
        return [item]

    def most(self, number: int) -> int:
        """Return the largest number over all ranks."""
        return max(self.gather(number))


#: The `Ranks` of a single process.
ALONE = Ranks()
