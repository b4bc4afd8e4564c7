"""MiniHack: small NetHack levels, each with one thing to learn."""
