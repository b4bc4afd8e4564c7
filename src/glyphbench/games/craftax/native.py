"""Upstream's own text observation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from glyphbench.core.observation import Observation
from glyphbench.games.craftax.engine import Leaves, upstream

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class NativeObservation(Observation):
    """Upstream's text in place of ours; grid and legend stay available.

    Attributes:
        native: what upstream's `render_craftax_text` returns.
    """

    native: str = ""

    @property
    def text(self) -> str:
        """Upstream's text, and our message (invalid replies) where there is one."""
        text = self.native.rstrip("\n") + "\n"
        return f"{text}\n[Message]\n{self.message}\n" if self.message else text

    def rich(self) -> Text:
        """The same text; upstream has no colours."""
        from rich.text import Text

        return Text(self.text, no_wrap=True, end="")


def native_text(leaves: Leaves) -> str:
    """Upstream's `render_craftax_text` of a state (about 0.15 s)."""
    from craftax.craftax.renderer import render_craftax_text

    return str(render_craftax_text(upstream().state(leaves)))
