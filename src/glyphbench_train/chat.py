"""Chat: the token pieces of a chat template, and the prompt of the next turn. Replies are never encoded again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from glyphbench_train.episodes import Turn

_MARK = "GLYPHBENCH-REPLY"


@dataclass(frozen=True, slots=True)
class Memory:
    """Which earlier turns a prompt repeats, exactly as they were sampled (reasoning included).

    Attributes:
        turns: how many of the last turns; None for all of them, which makes an episode one growing conversation.
        only_valid: the previous turn is repeated only if it named an action (RAGEN's shorter history).
    """

    turns: int | None = 0
    only_valid: bool = False

    @classmethod
    def named(cls, name: str | int) -> Memory:
        """`full`, `shorter`, `none`, or a number of turns.

        Raises:
            ValueError: it is none of these.
        """
        if isinstance(name, int) and not isinstance(name, bool) and name >= 0:
            return cls(name)
        known = {"full": cls(None), "shorter": cls(1, True), "none": cls(0)}
        if name not in known:
            raise ValueError(f"history must be full, shorter, none or a number of turns, got {name!r}")
        return known[str(name)]


class Chat:
    """Builds prompts as ids from a tokenizer's chat template.

    The text around a reply is rendered once with a placeholder and cut at the end-of-turn token, a special token at
    which tokenisation is exact; so templates that rewrite earlier replies (Qwen3 drops their reasoning) do no harm.

    Args:
        tokenizer: with a chat template, and an end-of-turn token as `eos_token`.
        kwargs: further arguments of the template, such as `enable_thinking`.

    Raises:
        ValueError: the template does not end an assistant message with the end-of-turn token.
    """

    def __init__(self, tokenizer: Any, kwargs: dict[str, Any] | None = None) -> None:
        self.tokenizer = tokenizer
        self._kwargs = kwargs or {}
        self.eos: int = tokenizer.eos_token_id
        self._heads: dict[tuple[str, str], list[int]] = {}
        self._tails: dict[str, list[int]] = {}
        self.tail("?")

    def head(self, system: str, user: str) -> list[int]:
        """Ids of a conversation's beginning, up to where the first reply starts."""
        key = system, user
        if key not in self._heads:
            _bound(self._heads)
            messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
            self._heads[key] = self._encode(self._render(messages))
        return self._heads[key]

    def tail(self, user: str) -> list[int]:
        """Ids from just after a reply's end-of-turn token to where the next reply starts."""
        if user not in self._tails:
            _bound(self._tails)
            messages = [
                {"role": "system", "content": "-"},
                {"role": "user", "content": "-"},
                {"role": "assistant", "content": _MARK},
                {"role": "user", "content": user},
            ]
            _, _, after = self._render(messages).rpartition(_MARK)
            end = self.tokenizer.eos_token
            if not after.startswith(end):
                raise ValueError(f"the chat template does not end an assistant message with {end!r}")
            self._tails[user] = self._encode(after[len(end) :])
        return self._tails[user]

    def reply(self, output_ids: list[int]) -> list[int]:
        """A reply as a later prompt repeats it: one that was cut gets its end-of-turn token, as context."""
        return output_ids if output_ids and output_ids[-1] == self.eos else [*output_ids, self.eos]

    def prompt(self, system: str, turns: list[Turn], user: str, memory: Memory) -> list[int]:
        """The ids of the next prompt."""
        if memory.turns is None and turns:
            last = turns[-1]
            return last.prompt_ids + self.reply(last.output_ids) + self.tail(user)
        kept = turns[len(turns) - min(memory.turns or 0, len(turns)) :]
        if memory.only_valid:
            kept = [turn for turn in kept if turn.valid]
        if not kept:
            return self.head(system, user)
        ids = list(self.head(system, kept[0].observation))
        for turn, following in zip(kept, [*(turn.observation for turn in kept[1:]), user], strict=True):
            ids += self.reply(turn.output_ids) + self.tail(following)
        return ids

    def text(self, output_ids: list[int]) -> str:
        """A reply as text, without special tokens."""
        return str(self.tokenizer.decode([i for i in output_ids if i != self.eos], skip_special_tokens=True))

    def _render(self, messages: list[dict[str, str]]) -> str:
        return str(
            self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, **self._kwargs)
        )

    def _encode(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text, add_special_tokens=False))


def _bound(cache: dict[Any, list[int]], size: int = 4096) -> None:
    """Keep a cache from growing over a long run."""
    if len(cache) >= size:
        cache.clear()
