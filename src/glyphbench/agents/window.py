"""Window: keeps the prompts of one episode within a stated context, by what the provider counted before."""

from __future__ import annotations

from collections.abc import Sequence

from glyphbench.agents.base import ContextOverflow, Message, Player, Reply


class Window:
    """A player that asks another one as long as prompt and reply fit.

    Nobody but the provider knows how long a prompt is in tokens. The first one is sent and judged by its count; of
    each further one the length is estimated from its characters, at the last one's tokens per character. Prompts of
    one episode are so alike that this is right to a few percent. Pictures are not estimated, only counted.

    Args:
        ask: the player.
        context: tokens that a prompt and its reply may take together.
        reply: tokens that the reply may take.
    """

    def __init__(self, ask: Player, context: int, reply: int) -> None:
        self._ask, self._context, self._reply = ask, context, reply
        self._rate: float | None = None

    async def __call__(self, messages: Sequence[Message]) -> Reply:
        """Answer, as the player that is asked does.

        Raises:
            ContextOverflow: the prompt is too long; where that came out only now, it holds the reply.
        """
        size = sum(len(message.text) for message in messages)
        pictures = any(message.image for message in messages)
        if self._rate is not None and not pictures:
            guess = round(self._rate * size)
            if guess + self._reply > self._context:
                raise ContextOverflow(self._too_long(f"about {guess}"))
        reply = await self._ask(messages)
        if reply.tokens_in is None:
            return reply
        if reply.tokens_in + self._reply > self._context:
            raise ContextOverflow(self._too_long(str(reply.tokens_in)), reply)
        self._rate = None if pictures else reply.tokens_in / max(size, 1)
        return reply

    def _too_long(self, prompt: str) -> str:
        room = f", the reply may take {self._reply}" if self._reply else ""
        return f"the prompt has {prompt} tokens{room}; the context given is {self._context}"
