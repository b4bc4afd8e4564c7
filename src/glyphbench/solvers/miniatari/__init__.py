"""Reference policies of the MiniAtari games: short heuristics that read the state, one module per game."""
