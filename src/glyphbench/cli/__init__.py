"""`glyphbench`: one module per group of commands; expected errors are one line and exit code 2."""

from glyphbench.cli.app import main

__all__ = ["main"]
