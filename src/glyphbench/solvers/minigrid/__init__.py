"""Teachers for MiniGrid: one exact planner over the engine's full state, and a policy among moving obstacles."""

from glyphbench.solvers.minigrid.obstacles import DynamicObstaclesSolver
from glyphbench.solvers.minigrid.planner import MiniGridSolver

__all__ = ["DynamicObstaclesSolver", "MiniGridSolver"]
