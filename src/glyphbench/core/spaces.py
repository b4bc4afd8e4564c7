"""The observation space: text over a fixed character set, safe under Gymnasium's vector environments."""

from __future__ import annotations

from typing import Any, NoReturn

from gymnasium import spaces
from gymnasium.error import CustomSpaceError
from gymnasium.vector.utils import create_shared_memory

from glyphbench.core.glyphs import LETTER_GLYPHS, PERMITTED

#: Longest observation text, in characters. Standard tasks stay far below; NetHack's full screen with a menu fits.
MAX_TEXT = 8192
CHARSET = frozenset(PERMITTED | set(" \n") | set(LETTER_GLYPHS))


class GlyphText(spaces.Text):
    """`gymnasium.spaces.Text` over every character that an observation may hold.

    Gymnasium's asynchronous vector environment with shared memory decodes text once and then repeats it for ever
    (measured on 1.2.0), so asking for shared memory with this space is an error instead.
    """

    def __init__(self) -> None:
        super().__init__(max_length=MAX_TEXT, charset=CHARSET)


@create_shared_memory.register(GlyphText)
def _refuse_shared_memory(space: GlyphText, n: int = 1, ctx: Any = None) -> NoReturn:
    raise CustomSpaceError(
        "text observations are not updated in Gymnasium's shared memory: call gym.make_vec(task_id, num_envs=N) "
        "without vectorization_mode, or pass vector_kwargs={'shared_memory': False}"
    )
