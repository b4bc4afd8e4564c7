"""The games, one sub-package per family; no family imports another's engine."""
