"""The one adapter for the NetHack Learning Environment; MiniHack and NetHack tasks share it."""
