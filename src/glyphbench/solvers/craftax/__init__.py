"""Scripted players for the Craftax tasks: they read the whole state, and show that every task can be won."""

from glyphbench.solvers.craftax.plans import PLANS, play

__all__ = ["PLANS", "play"]
