"""A person at the keyboard: keys from action names, and the terminal application to play in."""
