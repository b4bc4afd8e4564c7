"""A stated context, worked by hand: what is sent, what is not, and what was paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from glyphbench.agents import ContextOverflow, Message, Reply
from glyphbench.agents.window import Window


class Counter:
    """Answers every prompt; counts `rate` tokens per character, or nothing."""

    def __init__(self, rate: float | None) -> None:
        self.rate, self.sent = rate, list[int]()

    async def __call__(self, messages: Sequence[Message]) -> Reply:
        size = sum(len(message.text) for message in messages)
        self.sent.append(size)
        return Reply("ok", "", None if self.rate is None else round(size * self.rate), 1)


def play(rate: float | None, sizes: list[int], context: int, reply: int = 0, image: bytes = b"") -> list[int]:
    """The sizes that were sent of prompts of these sizes, one after the other."""
    counter = Counter(rate)
    window = Window(counter, context, reply)

    async def go() -> None:
        for size in sizes:
            await window([Message("system", "x"), Message("user", "y" * (size - 1), image)])

    try:
        asyncio.run(go())
    except ContextOverflow as error:
        counter.sent.append(-1 if error.reply is None else -2)
    return counter.sent


def test_prompts_that_fit_are_sent() -> None:
    assert play(0.5, [100, 150, 200], context=100) == [100, 150, 200]


def test_a_prompt_that_will_not_fit_is_not_sent() -> None:
    assert play(0.5, [100, 202, 100], context=100) == [100, -1]


def test_the_reply_needs_room_too() -> None:
    assert play(0.5, [100, 150], context=75, reply=25) == [100, -1]


def test_the_first_prompt_is_judged_by_its_count() -> None:
    assert play(0.5, [202], context=100) == [202, -2]


def test_a_provider_that_counts_nothing_is_left_to_say_so_itself() -> None:
    assert play(None, [100, 10_000], context=100) == [100, 10_000]


def test_pictures_are_counted_and_not_estimated() -> None:
    assert play(0.5, [100, 202], context=100, image=b"png") == [100, 202, -2]


def test_the_message_says_how_long_and_how_long_it_may_be() -> None:
    window = Window(Counter(1.0), 50, 20)
    with pytest.raises(
        ContextOverflow, match="the prompt has 40 tokens, the reply may take 20; the context given is 50"
    ):
        asyncio.run(window([Message("user", "z" * 40)]))
