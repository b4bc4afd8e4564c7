"""Interface: how an observation is shown. The game, its seeds and its record are the same under each."""

from __future__ import annotations

import io
from enum import StrEnum

from glyphbench.core.env import GlyphEnv


class Interface(StrEnum):
    """How the game's state is shown to a player."""

    GLYPH = "glyph"
    """The grid of glyphs with its legend; the default, and what `trace` hashes under every interface."""
    NATIVE = "native"
    """The engine's own text: Craftax's text renderer, NetHack's terminal, MiniGrid in sentences."""
    PIXELS = "pixels"
    """The engine's own picture, sent as an image beside the status line."""


def shown(game: GlyphEnv, interface: Interface) -> tuple[str, bytes]:
    """The present observation as text and, for pixels, a PNG file.

    Raises:
        ValueError: the game's engine has no such view.
    """
    seen = game.observation
    if interface is Interface.GLYPH:
        return seen.text, b""
    message = f"\n\n[Message]\n{seen.message}" if seen.message else ""
    if interface is Interface.NATIVE:
        native = game.native_text()
        if native is None:
            raise ValueError(f"{_name(game)} has no native text: play it with --observation glyph")
        return f"[HUD]\nturn {game.turn}/{game.max_turns}\n\n[Screen]\n{native}{message}\n", b""
    frame = game.engine_frame()
    if frame is None:
        raise ValueError(f"{_name(game)} has no picture of its own: play it with --observation glyph")
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(frame).save(out, "PNG")
    return f"[HUD]\n{seen.hud}\n\n[Screen]\n(picture){message}\n", out.getvalue()


def _name(game: GlyphEnv) -> str:
    row = getattr(game, "task", None)
    return row.id if row is not None else type(game).__name__
