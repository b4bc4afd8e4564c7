"""The episode loop: the only place where a player and a game meet."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from glyphbench.agents.base import ContextOverflow, Message, ModelError, Player, PlayerLeft, Reply
from glyphbench.core.env import GlyphEnv, check_int
from glyphbench.harness.history import History, spoken
from glyphbench.harness.parsing import Event, Format, Parsed, parse
from glyphbench.harness.prompts import system_prompt

#: The [Message] of every turn that passed because no reply named an action. Fixed, so that a record can be replayed.
SKIPPED_TURN = "Your reply named no valid action, so this turn passed without one."


class StopReason(StrEnum):
    """Why an episode ended."""

    SUCCESS = "success"
    """The game ended and the player succeeded."""
    FAILURE = "failure"
    """The game ended and the player did not succeed."""
    HORIZON = "horizon"
    """The turn limit was reached before the game ended."""
    CONTEXT_OVERFLOW = "context_overflow"
    """A prompt did not fit into the model's context window."""
    TOKEN_BUDGET = "token_budget"
    """The episode used up the tokens that the harness allows it."""
    MODEL_ERROR = "model_error"
    """The model refused or failed to answer a prompt."""
    INTERRUPTED = "interrupted"
    """The player left; such an episode is not recorded as played."""


@dataclass(frozen=True, slots=True)
class Harness:
    """How a model is asked.

    Attributes:
        history: previous turns repeated in each prompt, 0 to 1000.
        retries: further tries within a turn after a reply without a valid action, 0 to 3.
        form: how a reply names its action.
        token_budget: tokens (prompt and generated) that one episode may use; None for no limit.

    Raises:
        ValueError: a value is out of range.
    """

    history: int = 0
    retries: int = 1
    form: Format = Format.ACTION
    token_budget: int | None = None

    def __post_init__(self) -> None:
        check_int("history", self.history, 0, 1000)
        check_int("retries", self.retries, 0, 3)
        if self.form not in list(Format):
            raise ValueError(f"the parser must be one of {', '.join(Format)}, got {self.form!r}")
        object.__setattr__(self, "form", Format(self.form))
        if self.token_budget is not None:
            check_int("token_budget", self.token_budget, 1, 10**12)


@dataclass
class Episode:
    """What happened in one episode.

    Attributes:
        actions: action names in order; None for a turn that passed without one.
        rewards: the scaled reward of each turn.
        total: the cumulative scaled reward.
        native: the cumulative reward in the engine's own units.
        success: whether the game says that the player succeeded.
        stop: why it ended.
        error: what the model said when it failed; empty otherwise.
        replies: how many replies the model gave, retries included.
        events: how often a reply gave no action, by kind.
        tokens_in: prompt tokens over all replies; None when the model does not count.
        tokens_out: generated tokens over all replies; None when the model does not count.
        seconds: wall-clock time.
        trace: SHA-256 chained over every observation text (see `chain`), in hexadecimal.
        prompt: SHA-256 of the system prompt, in hexadecimal.
    """

    actions: list[str | None] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    total: float = 0.0
    native: float = 0.0
    success: bool = False
    stop: StopReason = StopReason.INTERRUPTED
    error: str = ""
    replies: int = 0
    events: Counter[Event] = field(default_factory=Counter)
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    seconds: float = 0.0
    trace: str = ""
    prompt: str = ""

    def count(self, reply: Reply, parsed: Parsed) -> None:
        """Add one reply's tokens and event."""
        self.replies += 1
        self.tokens_in = None if None in (self.tokens_in, reply.tokens_in) else self.tokens_in + reply.tokens_in  # type: ignore[operator]
        self.tokens_out = None if None in (self.tokens_out, reply.tokens_out) else self.tokens_out + reply.tokens_out  # type: ignore[operator]
        if parsed.event is not None:
            self.events[parsed.event] += 1

    @property
    def tokens(self) -> int:
        """All tokens used so far, as far as the model counts them."""
        return (self.tokens_in or 0) + (self.tokens_out or 0)


#: Receives the transcript piece by piece: first the system prompt, then one entry per turn.
Listener = Callable[[dict[str, Any]], None]


def chain(trace: str, text: str) -> str:
    """Extend a trace by one observation text: SHA-256 of the previous hexadecimal digest, a newline, the text.

    The trace of an episode starts from the empty string and takes in the observation of `reset` first.
    """
    return hashlib.sha256(f"{trace}\n{text}".encode()).hexdigest()


async def play(
    game: GlyphEnv, player: Player, seed: int, harness: Harness, listener: Listener | None = None
) -> Episode:
    """Play one episode from `reset(seed=seed)` to its end.

    Raises:
        ModelUnavailable: the player cannot answer at all; nothing of the episode counts.
    """
    started = time.perf_counter()
    episode = Episode()
    system = system_prompt(game, harness.form)
    episode.prompt = hashlib.sha256(system.encode()).hexdigest()
    text, _ = game.reset(seed=seed)
    episode.trace = chain("", text)
    if listener is not None:
        listener({"system": system})
    history = History(harness.history)
    try:
        while True:
            await asyncio.sleep(0)  # lets other episodes and an interrupt in, even if nothing else waits
            attempts, action = await _turn(player, history.messages(system, text), game, harness, episode)
            if action is None and _spent(episode, harness):
                episode.stop = StopReason.TOKEN_BUDGET
                _tell(listener, game.turn, attempts, None, 0.0)
                break
            step = game.skip_turn(SKIPPED_TURN) if action is None else game.step(action)
            following, reward, terminated, truncated, info = step
            name = None if action is None else game.actions.names[action]
            _tell(listener, info["turn"] - 1, attempts, name, reward)
            history.add(text, attempts[-1][1].text or (name or ""))
            text = following
            episode.actions.append(name)
            episode.rewards.append(float(reward))
            episode.total, episode.native = float(info["return_so_far"]), float(info["native_return"])
            episode.trace = chain(episode.trace, text)
            if terminated or truncated:
                episode.success = bool(info["success"])
                ended = StopReason.SUCCESS if episode.success else StopReason.FAILURE
                episode.stop = ended if terminated else StopReason.HORIZON
                break
            if _spent(episode, harness):
                episode.stop = StopReason.TOKEN_BUDGET
                break
    except ContextOverflow as error:
        episode.stop, episode.error = StopReason.CONTEXT_OVERFLOW, str(error)
    except ModelError as error:
        episode.stop, episode.error = StopReason.MODEL_ERROR, str(error)
    except PlayerLeft:
        episode.stop = StopReason.INTERRUPTED
    if listener is not None:
        listener({"stop": episode.stop, "error": episode.error, "observation": text})
    episode.seconds = time.perf_counter() - started
    return episode


Attempt = tuple[str, Reply, Parsed]


async def _turn(
    player: Player, conversation: Sequence[Message], game: GlyphEnv, harness: Harness, episode: Episode
) -> tuple[list[Attempt], int | None]:
    """Ask for an action, again where the reply gives none; returns all attempts and the action, if any."""
    attempts: list[Attempt] = []
    messages = list(conversation)
    for _ in range(1 + harness.retries):
        reply = await player(messages)
        parsed = Parsed(reply.action) if reply.action is not None else parse(reply, game.actions, harness.form)
        attempts.append((messages[-1].text, reply, parsed))
        episode.count(reply, parsed)
        if parsed.action is not None or _spent(episode, harness):
            break
        messages += [Message("assistant", spoken(reply.text)), Message("user", parsed.reason)]
    return attempts, attempts[-1][2].action


def _spent(episode: Episode, harness: Harness) -> bool:
    return harness.token_budget is not None and episode.tokens >= harness.token_budget


def _tell(listener: Listener | None, turn: int, attempts: list[Attempt], action: str | None, reward: float) -> None:
    """Hand one turn to the listener."""
    if listener is None:
        return
    told = []
    for prompt, reply, parsed in attempts:
        entry = {"prompt": prompt, **asdict(reply)}
        del entry["action"]
        told.append({**entry, "event": parsed.event} if parsed.event else entry)
    listener({"turn": turn, "attempts": told, "action": action, "reward": reward})
