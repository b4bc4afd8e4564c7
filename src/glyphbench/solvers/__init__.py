"""Teachers: cost-to-go and reference policies, one module per game."""

from glyphbench.solvers.base import Solver, solver_for

__all__ = ["Solver", "solver_for"]
