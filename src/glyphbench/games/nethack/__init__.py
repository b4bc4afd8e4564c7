"""NetHack: the whole game."""
