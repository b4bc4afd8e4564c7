"""The vocabulary every game and every agent shares; it knows no game."""
