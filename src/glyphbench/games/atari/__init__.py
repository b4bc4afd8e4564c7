"""The 57 Atari 2600 games of the Arcade Learning Environment, on the real emulator."""
