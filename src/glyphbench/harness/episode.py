"""The episode loop: the only place where a player and a game meet."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from glyphbench.agents.base import ContextOverflow, Message, ModelError, Player, PlayerLeft, Reply
from glyphbench.core.env import GlyphEnv, check_int
from glyphbench.harness.interface import Interface, shown
from glyphbench.harness.kinds import DEFAULT, kind_named
from glyphbench.harness.parsing import Event, Format, Parsed, parse, visible
from glyphbench.harness.protocol import Conversation, Seen, Setting, Turn, spoken

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
        kind: what it is shown: `basic`, `markov`, `memory`, `guided`, or `module:Class`.
        history: previous turns repeated in each prompt, 0 to 1000; None for what the kind holds best.
        retries: further tries within a turn after a reply without a valid action, 0 to 3.
        form: how a reply names its action.
        token_budget: tokens (prompt and generated) that one episode may use; None for no limit.
        observation: how observations are shown: `glyph`, `native` or `pixels`.

    Raises:
        ValueError: a value is out of range.
    """

    kind: str = DEFAULT
    history: int | None = None
    retries: int = 1
    form: Format = Format.ACTION
    token_budget: int | None = None
    observation: Interface = Interface.GLYPH

    def __post_init__(self) -> None:
        usual = kind_named(self.kind).default_history
        if self.history is None:
            object.__setattr__(self, "history", usual or 0)
        check_int("history", self.history, 0, 1000)
        if self.history and usual is None:
            raise ValueError(f"the harness {self.kind} repeats no turns: leave out the history, got {self.history}")
        check_int("retries", self.retries, 0, 3)
        if self.form not in list(Format):
            raise ValueError(f"the parser must be one of {', '.join(Format)}, got {self.form!r}")
        object.__setattr__(self, "form", Format(self.form))
        if self.observation not in list(Interface):
            raise ValueError(f"the observation must be one of {', '.join(Interface)}, got {self.observation!r}")
        object.__setattr__(self, "observation", Interface(self.observation))
        if self.token_budget is not None:
            check_int("token_budget", self.token_budget, 1, 10**12)

    def conversation(self, game: GlyphEnv) -> Conversation:
        """What a player will be told in one episode of `game`."""
        return kind_named(self.kind)(game, Setting(self.form, self.history or 0, self.observation))

    def see(self, game: GlyphEnv) -> Seen:
        """The present observation as a player is shown it.

        Raises:
            ValueError: the game has no such view.
        """
        text, image = shown(game, self.observation)
        return Seen(text, game.observation, image)


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
        replies: how many replies about an action the model gave, retries included.
        memories: how many replies about its memory it gave.
        events: how often a reply gave no action, by kind.
        tokens_in: prompt tokens over everything; None when the model does not count.
        tokens_out: generated tokens over everything; None when the model does not count.
        seconds: wall-clock time.
        trace: SHA-256 chained over every observation text (see `chain`), in hexadecimal.
        prompt: SHA-256 of the system prompt, in hexadecimal.
        tokens_cached: prompt tokens that the provider had in its cache, over the replies that say; None if none does.
        tokens_reasoning: generated tokens that were hidden reasoning, likewise.
    """

    actions: list[str | None] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    total: float = 0.0
    native: float = 0.0
    success: bool = False
    stop: StopReason = StopReason.INTERRUPTED
    error: str = ""
    replies: int = 0
    memories: int = 0
    events: Counter[Event] = field(default_factory=Counter)
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    seconds: float = 0.0
    trace: str = ""
    prompt: str = ""
    tokens_cached: int | None = None
    tokens_reasoning: int | None = None

    def count(self, reply: Reply, parsed: Parsed) -> None:
        """Add one reply's tokens and event."""
        self.replies += 1
        self.spend(reply)
        if parsed.event is not None:
            self.events[parsed.event] += 1

    def spend(self, reply: Reply) -> None:
        """Add one reply's tokens."""
        self.tokens_in = None if None in (self.tokens_in, reply.tokens_in) else self.tokens_in + reply.tokens_in  # type: ignore[operator]
        self.tokens_out = None if None in (self.tokens_out, reply.tokens_out) else self.tokens_out + reply.tokens_out  # type: ignore[operator]
        # Servers leave these out where they are 0.
        if reply.tokens_cached is not None:
            self.tokens_cached = (self.tokens_cached or 0) + reply.tokens_cached
        if reply.tokens_reasoning is not None:
            self.tokens_reasoning = (self.tokens_reasoning or 0) + reply.tokens_reasoning

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
        ValueError: the game cannot be shown as the harness asks.
    """
    started = time.perf_counter()
    episode = Episode()
    text, _ = game.reset(seed=seed)
    talk = harness.conversation(game)
    system = talk.system()
    episode.prompt = hashlib.sha256(system.encode()).hexdigest()
    episode.trace = chain("", text)
    if listener is not None:
        listener({"system": system})
    seen = harness.see(game)
    attempts: list[Attempt] = []
    end: dict[str, Any] = {}
    try:
        while True:
            await asyncio.sleep(0)  # lets other episodes and an interrupt in, even if nothing else waits
            attempts.clear()
            action = await _turn(player, talk.messages(seen), game, harness, episode, attempts)
            if action is None and _spent(episode, harness):
                episode.stop = StopReason.TOKEN_BUDGET
                _tell(listener, {**_entry(game.turn, attempts, None, 0.0), **_memory(talk)})
                break
            step = game.skip_turn(SKIPPED_TURN) if action is None else game.step(action)
            text, reward, terminated, truncated, info = step
            name = None if action is None else game.actions.names[action]
            entry = {**_entry(info["turn"] - 1, attempts, name, reward), **_memory(talk)}
            last = attempts[-1][1]
            attempts.clear()  # the entry has them
            turn = Turn(info["turn"] - 1, seen, last.text, name, float(reward), harness.see(game))
            seen = turn.after
            episode.actions.append(name)
            episode.rewards.append(float(reward))
            episode.total, episode.native = float(info["return_so_far"]), float(info["native_return"])
            episode.trace = chain(episode.trace, text)
            if terminated or truncated:
                episode.success = bool(info["success"])
                ended = StopReason.SUCCESS if episode.success else StopReason.FAILURE
                episode.stop = ended if terminated else StopReason.HORIZON
            elif _spent(episode, harness):
                episode.stop = StopReason.TOKEN_BUDGET
            else:
                talk.add(turn)
                try:
                    if last.action is None:  # a player that does not speak has no memory to write
                        entry |= await _remember(player, talk, turn, episode)
                finally:
                    _tell(listener, entry)
                if not _spent(episode, harness):
                    continue
                episode.stop = StopReason.TOKEN_BUDGET
                break
            _tell(listener, entry)
            break
    except ModelError as error:
        episode.stop, episode.error = StopReason.MODEL_ERROR, str(error)
        if attempts:  # replies of a turn that was never played
            _tell(listener, {**_entry(game.turn, attempts, None, 0.0), **_memory(talk)})
        if isinstance(error, ContextOverflow):
            episode.stop = StopReason.CONTEXT_OVERFLOW
            if error.reply is not None:
                episode.spend(error.reply)
                end["overflow"] = _said("", error.reply)
    except PlayerLeft:
        episode.stop = StopReason.INTERRUPTED
    _tell(listener, {"stop": episode.stop, "error": episode.error, "observation": text, **end})
    episode.seconds = time.perf_counter() - started
    return episode


Attempt = tuple[str, Reply, Parsed]
#: The fields of a reply that a transcript repeats.
_TOLD = tuple(field.name for field in fields(Reply) if field.name != "action")


async def _turn(
    player: Player,
    conversation: list[Message],
    game: GlyphEnv,
    harness: Harness,
    episode: Episode,
    attempts: list[Attempt],
) -> int | None:
    """Ask for an action, again where the reply gives none; adds to `attempts` and returns the action, if any."""
    messages = list(conversation)
    for _ in range(1 + harness.retries):
        reply = await player(messages)
        parsed = Parsed(reply.action) if reply.action is not None else parse(reply, game.actions, harness.form)
        attempts.append((messages[-1].text, reply, parsed))
        episode.count(reply, parsed)
        # Reasoning that used up its limit would do so again, at the same price.
        if parsed.action is not None or parsed.event is Event.REASONING_ONLY or _spent(episode, harness):
            break
        messages += [Message("assistant", spoken(reply.text)), Message("user", parsed.reason)]
    return attempts[-1][2].action


def _spent(episode: Episode, harness: Harness) -> bool:
    return harness.token_budget is not None and episode.tokens >= harness.token_budget


async def _remember(player: Player, talk: Conversation, turn: Turn, episode: Episode) -> dict[str, Any]:
    """Let the player rewrite its memory where the harness asks for it; returns what the transcript says of it."""
    request = talk.ask_memory(turn)
    if request is None:
        return {}
    reply = await player(request)
    episode.memories += 1
    episode.spend(reply)
    talk.remember(visible(reply.text))
    return {"memory_after": talk.memory, "memory_reply": _said(request[-1].text, reply)}


def _memory(talk: Conversation) -> dict[str, Any]:
    """The memory that the prompts of this turn showed, for the transcript."""
    return {"memory": talk.memory} if talk.memory else {}


def _said(prompt: str, reply: Reply) -> dict[str, Any]:
    return {"prompt": prompt, **{name: getattr(reply, name) for name in _TOLD}}


def _entry(turn: int, attempts: list[Attempt], action: str | None, reward: float) -> dict[str, Any]:
    """One turn for the transcript."""
    told = [
        {**_said(prompt, reply), "event": parsed.event} if parsed.event else _said(prompt, reply)
        for prompt, reply, parsed in attempts
    ]
    return {"turn": turn, "attempts": told, "action": action, "reward": reward}


def _tell(listener: Listener | None, entry: dict[str, Any]) -> None:
    if listener is not None:
        listener(entry)
