"""An episode as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from glyphbench.core.image import BACKGROUND
from glyphbench.replay.story import Scene

if TYPE_CHECKING:
    from PIL import Image

#: How long the last picture stays, in multiples of the others' time.
_HOLD = 6


def export_gif(story: Iterable[Scene], out: Path, *, delay: int = 250, cell: int = 16) -> int:
    """Draw every scene and write the animation; returns the number of pictures.

    Args:
        story: the scenes.
        out: the file to write.
        delay: milliseconds per picture, at least 20.
        cell: pixels per grid cell.

    Raises:
        ValueError: `delay` or `cell` is out of range, or there is no scene.
        OSError: the file cannot be written.
    """
    from PIL import Image

    if delay < 20:
        raise ValueError(f"a GIF shows a picture for at least 20 ms, got {delay}")
    # Packed until all sizes are known: a message more makes a picture taller, and long episodes have many pictures.
    packed: list[bytes] = []
    width = height = 0
    for scene in story:
        picture = Image.fromarray(scene.frame.observation.image(cell))
        width, height = max(width, picture.width), max(height, picture.height)
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", compress_level=1)
        packed.append(buffer.getvalue())
    if not packed:
        raise ValueError("there is nothing to draw")

    def pictures() -> Iterator[Image.Image]:
        for data in packed:
            sheet = Image.new("RGB", (width, height), BACKGROUND)
            sheet.paste(Image.open(io.BytesIO(data)), (0, 0))
            yield sheet.quantize(64, dither=Image.Dither.NONE)

    first, *rest = [delay] * (len(packed) - 1) + [delay * _HOLD]
    following = pictures()
    next(following).save(
        out, "GIF", save_all=True, append_images=following, duration=[first, *rest], loop=0, optimize=False
    )
    return len(packed)
