"""A person: the harness asks, somebody else answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from glyphbench.agents.base import Message, Model, Player, PlayerLeft, Reply
from glyphbench.core.env import GlyphEnv

#: Shows the game to the person and waits for an action's index; None when the person leaves.
Ask = Callable[[GlyphEnv], int | None]


class HumanModel(Model):
    """Plays what a person chooses; `ask` blocks until they have."""

    cpu_bound: ClassVar[bool] = False

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that asks the person; it raises `PlayerLeft` when they leave."""

        async def play(messages: Sequence[Message]) -> Reply:
            action = self._ask(game)
            if action is None:
                raise PlayerLeft
            return Reply(action=action)

        return play
