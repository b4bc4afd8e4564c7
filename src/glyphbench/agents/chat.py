"""Any OpenAI-compatible chat server, asked with patience.

Failures that may pass (429, 5xx, cut connections, malformed answers) are tried again with exponential back-off, or
after the time that the server's Retry-After asks for. The key comes from an environment variable alone, by default
OPENAI_API_KEY, and is cut out of every message this module passes on.
"""

from __future__ import annotations

import asyncio
import base64
import email.utils
import json
import os
import random
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

import openai

from glyphbench.agents.base import ContextOverflow, Message, Model, ModelError, ModelUnavailable, Player, Reply
from glyphbench.agents.spec import KEY, OPENAI, ChatOptions, public_url
from glyphbench.agents.window import Window
from glyphbench.core.env import GlyphEnv

FIRST_PAUSE, LONGEST_PAUSE, LONGEST_ASKED = 1.0, 60.0, 600.0
#: What the environment variable of a key is called.
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: Characters from which on a secret is looked for in replies: `EMPTY`, a usual key of local servers, is a word.
_LONG_SECRET = 12
_PASSING = frozenset({408, 409, 425, 429})
_OVERFLOW = re.compile(
    r"context.?length|maximum context|context.?window|max_model_len|prompt is too long|too many tokens|"
    r"exceeds? the (model|available context)|input (is )?too long",
    re.IGNORECASE,
)


class _TryAgain(Exception):
    """A failure that may pass; `pause` is how long the server asks to wait, if it says so."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        super().__init__(message)
        self.pause = pause


class ChatModel(Model):
    """A model behind `POST {base_url}/chat/completions`.

    Raises:
        ValueError: the server's URL or the key is malformed, or a key that is needed is not there.
    """

    cpu_bound: ClassVar[bool] = False

    def __init__(self, name: str, options: ChatOptions, *, first_pause: float = FIRST_PAUSE) -> None:
        self.name, self.options, self._first_pause = name, options, first_pause
        variable = options.key_env
        if not _VARIABLE.fullmatch(variable):  # perhaps the key itself, so it is not repeated
            raise ValueError("what holds the key must be the name of an environment variable, not the key itself")
        self._key = os.environ.get(variable, "").strip()
        if not self._key and variable != KEY:
            shown = variable if variable.isupper() else "the environment variable that was named"
            raise ValueError(f"set {shown}: it is to hold the key of {name}")
        if not (self._key.isascii() and self._key.isprintable()):
            raise ValueError(f"{variable} holds characters that no key has")
        self.server = public_url(options.server or OPENAI)
        if not self._key and self.server == OPENAI:
            raise ValueError(f"set {KEY}, or name another server with --base-url")
        parts = urlsplit(options.server or OPENAI)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        sent = base64.b64encode(f"{user}:{password}".encode()).decode() if password else ""
        self._secrets = [secret for secret in {self._key, parts.password, password, sent} if secret]
        self._client = openai.AsyncOpenAI(
            api_key=self._key or "no-key-needed",
            base_url=options.server or OPENAI,
            timeout=options.timeout,
            max_retries=0,
        )
        self._jitter = random.Random()
        self._answered = False

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that sends the conversation to the server and sees nothing else."""
        if self.options.context is None:
            return self.ask
        return Window(self.ask, self.options.context, self.options.max_tokens or 0)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def ask(self, messages: Sequence[Message]) -> Reply:
        """Send one conversation and return the reply, trying again as the class describes.

        Raises:
            ContextOverflow: the conversation is longer than the model's context.
            ModelError: the server refuses this conversation, after it has answered others.
            ModelUnavailable: the server is dead, refuses the key, or never answered anything.
        """
        for attempt in range(1, self.options.tries + 1):
            try:
                reply = await self._once(messages)
            except _TryAgain as trouble:
                if attempt == self.options.tries:
                    raise ModelUnavailable(
                        f"{self.server} gave no usable answer in {attempt} tries; the last: {trouble}"
                    ) from trouble
                await asyncio.sleep(self._pause(attempt, trouble.pause))
            else:
                self._answered = True
                return reply
        raise AssertionError("tries is at least 1")

    async def _once(self, messages: Sequence[Message]) -> Reply:
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": message.role, "content": _content(message)} for message in messages],
        }
        if self.options.temperature is not None:
            body["temperature"] = self.options.temperature
        if self.options.max_tokens is not None:
            # OpenAI's reasoning models refuse the old name, most other servers know only that one.
            body["max_completion_tokens" if self.server == OPENAI else "max_tokens"] = self.options.max_tokens
        if self.options.thinking is not None:
            body["chat_template_kwargs"] = {"enable_thinking": self.options.thinking}
        if self.options.reasoning_effort is not None:
            body["reasoning_effort"] = self.options.reasoning_effort
        try:
            # The client's typed `create` copies every message and builds an object of the answer, in milliseconds.
            async with asyncio.timeout(self.options.timeout):  # the client's own begins anew with every byte
                answer = await self._client.post("/chat/completions", body=body, cast_to=str)
            return self._read(answer)
        except openai.APIStatusError as error:
            trouble = self._judge(error)
        except (TimeoutError, openai.APITimeoutError):
            trouble = _TryAgain(f"no complete answer within {self.options.timeout:g} s (--timeout)")
        except openai.APIConnectionError as error:
            trouble = _TryAgain(self._clean(str(error.__cause__ or error) or type(error.__cause__ or error).__name__))
        raise trouble  # out here it does not carry the original error, whose text may hold the key

    def _judge(self, error: openai.APIStatusError) -> Exception:
        """Which of our exceptions a refused request is."""
        status = error.status_code
        says = self._clean(_message(error.body) or error.message)
        what = f"{self.server} answered {status}: {says}"
        if status == 404:
            what += f" (asked for the model {self.name!r}; chat:NAME sends NAME as it stands)"
        if _OVERFLOW.search(says) and status in (400, 413, 422):
            return ContextOverflow(what)
        if status in (401, 402, 403, 404) or "insufficient_quota" in str(error.body):
            return ModelUnavailable(what)
        if status in _PASSING or status >= 500:
            return _TryAgain(what, retry_after(error.response.headers))
        # A server that has never answered refuses the form of our requests, not this one conversation.
        return ModelError(what) if self._answered else ModelUnavailable(what)

    def _read(self, text: str) -> Reply:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise _TryAgain("the answer is not JSON") from None
        choices = answer.get("choices") if isinstance(answer, dict) else None
        if not (isinstance(choices, list) and choices and isinstance(choices[0], dict)):
            raise _TryAgain(f"the answer holds no choice: {self._clean(_message(answer) or 'nothing said')}")
        message = choices[0].get("message")
        if not isinstance(message, dict):
            raise _TryAgain("the answer holds no message")
        usage = answer.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return Reply(
            text=self._without_secrets(_text(message.get("content"))),
            reasoning=self._without_secrets(
                _text(message.get("reasoning_content")) or _text(message.get("reasoning")),
            ),
            tokens_in=_count(usage.get("prompt_tokens")),
            tokens_out=_count(usage.get("completion_tokens")),
            finish=self._without_secrets(_finish(choices[0].get("finish_reason"))),
            tokens_cached=_detail(usage, "prompt_tokens_details", "cached_tokens"),
            tokens_reasoning=_detail(usage, "completion_tokens_details", "reasoning_tokens"),
        )

    def _pause(self, attempt: int, asked: float | None) -> float:
        """Seconds to wait after the given try."""
        if asked is not None:
            return min(asked, LONGEST_ASKED)
        longest = min(self._first_pause * 2.0 ** (attempt - 1), LONGEST_PAUSE)
        return longest * (1 - 0.25 * self._jitter.random())

    def _without_secrets(self, text: str) -> str:
        """A reply as it may stand in a transcript: a server that sends the key back does not get it published."""
        for secret in self._secrets:
            if len(secret) >= _LONG_SECRET:
                text = text.replace(secret, "[key]")
        return text

    def _clean(self, text: str) -> str:
        """One line of at most 300 characters, without the key."""
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
        return " ".join(_encodable(text).split())[:300]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a Retry-After header (RFC 9110: a number of seconds, or a date) asks for; None without one."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None


def _content(message: Message) -> str | list[dict[str, Any]]:
    """A message's content: its text, with a picture in OpenAI's form."""
    if not message.image:
        return message.text
    url = f"data:image/png;base64,{base64.b64encode(message.image).decode()}"
    return [{"type": "text", "text": message.text}, {"type": "image_url", "image_url": {"url": url}}]


def _message(body: object) -> str:
    """The human text of an error body in the shapes that servers use."""
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            inner = inner.get("message") or inner.get("detail") or ""
        return str(inner) if inner else ""
    return body if isinstance(body, str) else ""


def _text(content: object) -> str:
    """A content field as text: a string, or a list of parts of which some are text."""
    if isinstance(content, str):
        return _encodable(content)
    if isinstance(content, list):
        return _encodable("".join(str(part.get("text") or "") for part in content if isinstance(part, dict)))
    return ""


def _encodable(text: str) -> str:
    """The text with `?` for halves of surrogate pairs, which JSON can carry and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _finish(reason: object) -> str:
    """The provider's word for why generation ended, with one word for the token limit."""
    word = _encodable(str(reason or "stop"))[:100]
    return "length" if word.lower() in ("length", "max_tokens", "max_output_tokens") else word


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _detail(usage: dict[str, Any], group: str, name: str) -> int | None:
    details = usage.get(group)
    return _count(details.get(name)) if isinstance(details, dict) else None
