"""Classics: our own puzzles and familiar games."""
