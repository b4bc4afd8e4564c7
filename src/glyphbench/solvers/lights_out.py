"""Lights Out: linear algebra over GF(2), and the lightest solution over all quiet patterns."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.lights_out import LightsOut, as_mask, shortest
from glyphbench.solvers.base import Solver


class LightsOutSolver(Solver[LightsOut]):
    """Minimum number of presses that switches every light off; a board without a solution costs `inf`."""

    def cost_to_go(self, env: LightsOut) -> float | None:
        """Number of presses in a shortest solution."""
        presses = self._presses(env)
        return inf if presses is None else presses.bit_count()

    def best_action(self, env: LightsOut) -> int | None:
        """The first cell, in reading order, of a shortest solution."""
        presses = self._presses(env)
        return (presses & -presses).bit_length() - 1 if presses else None

    @staticmethod
    def _presses(env: LightsOut) -> int | None:
        return shortest(as_mask(env.state.lights), env.size)
