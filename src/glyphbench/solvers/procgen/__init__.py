"""Reference policies for Procgen: hand-written rules and look-ahead on a copy of the engine."""

from glyphbench.solvers.procgen.solver import ProcgenSolver

__all__ = ["ProcgenSolver"]
