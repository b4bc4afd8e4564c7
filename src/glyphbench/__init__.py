"""GlyphBench: 362 games as grids of Unicode glyphs, for language models that plan, remember and explore.

Importing this package registers every task with Gymnasium and loads no game engine.
"""

from glyphbench._version import __version__
from glyphbench.registration import register

register()

__all__ = ["__version__", "register"]
