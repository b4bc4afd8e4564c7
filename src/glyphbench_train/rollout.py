"""Rollout: play a batch of episodes turn by turn, one generation call per turn for all that still live."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from glyphbench.harness import StopReason
from glyphbench_train.arena import Arena
from glyphbench_train.chat import Chat, Memory
from glyphbench_train.episodes import Episode, Start, Turn
from glyphbench_train.ranks import ALONE, Ranks

#: Prompts as ids -> sampled ids per prompt, and their log-probabilities where the engine knows them.
Generate = Callable[[list[list[int]]], tuple[list[list[int]], list[list[float]] | None]]


@dataclass(frozen=True, slots=True)
class Limits:
    """When an episode ends early.

    Attributes:
        reply: most tokens of one reply; the generation engine enforces it.
        episode: an episode that sampled this many tokens ends (checked after each turn); None for no limit.
        context: most tokens of a prompt and the longest reply to it; None for no limit.
    """

    reply: int
    episode: int | None = None
    context: int | None = None


class Rollout:
    """Plays batches. Turns pass as in `glyphbench.harness`, with retries off: a reply without an action skips a turn.

    Args:
        arena: the games.
        chat: builds prompts.
        memory: which earlier turns a prompt repeats.
        limits: when to end early.
        ranks: the processes that play together. Each makes the same number of generation calls with the same number
            of prompts, as vLLM's server mode and sharded weights need: short ranks ask dummy prompts.
    """

    def __init__(self, arena: Arena, chat: Chat, memory: Memory, limits: Limits, ranks: Ranks = ALONE) -> None:
        self.arena, self.chat, self.memory, self.limits, self.ranks = arena, chat, memory, limits, ranks

    def play(self, starts: Sequence[Start], generate: Generate) -> list[Episode]:
        """Play one episode per start, to its end."""
        firsts = self.arena.reset(starts)
        episodes = [
            Episode(start, solver=first.solver, system=first.system, trace=first.trace)
            for start, first in zip(starts, firsts, strict=True)
        ]
        seen = [first.observation for first in firsts]
        costs = [first.cost for first in firsts]
        # The teacher's search at the start counts with the first turn.
        before = [first.solver_seconds for first in firsts]
        live = list(range(len(episodes)))
        while True:
            asked: list[int] = []
            prompts: list[list[int]] = []
            for game in live:
                ids = self.chat.prompt(episodes[game].system, episodes[game].turns, seen[game], self.memory)
                if self.limits.context is not None and len(ids) + self.limits.reply > self.limits.context:
                    episodes[game].stop = StopReason.CONTEXT_OVERFLOW
                else:
                    asked.append(game)
                    prompts.append(ids)
            count = self.ranks.most(len(prompts))
            if count == 0:
                return episodes
            outputs, logprobs = generate(prompts + [[self.chat.eos]] * (count - len(prompts)))
            # An engine may return nothing at all for a prompt; an empty reply is an end-of-turn token that nobody
            # sampled, so it is given as one that was cut.
            replies = [list(ids) or [self.chat.eos] for ids in outputs[: len(prompts)]]
            empty = [not ids for ids in outputs[: len(prompts)]]
            cut = [ids[-1] != self.chat.eos or void for ids, void in zip(replies, empty, strict=True)]
            texts = [self.chat.text(ids) for ids in replies]
            steps = self.arena.act(list(zip(asked, texts, cut, strict=True)))
            live = []
            for place, (game, step) in enumerate(zip(asked, steps, strict=True)):
                episode = episodes[game]
                known = None if logprobs is None else [_number(x) for x in logprobs[place]] or [float("nan")]
                episode.turns.append(
                    Turn(
                        prompt_ids=prompts[place],
                        output_ids=replies[place],
                        logprobs=known,
                        cut=cut[place],
                        observation=seen[game],
                        action=step.action,
                        event=step.event,
                        reward=step.reward,
                        cost_before=costs[game],
                        cost_after=step.cost,
                        env_seconds=step.env_seconds,
                        solver_seconds=step.solver_seconds + before[game],
                    )
                )
                episode.total, episode.native, episode.trace = step.total, step.native, step.trace
                episode.success = step.success
                seen[game], costs[game], before[game] = step.observation, step.cost, 0.0
                if step.stop is not None:
                    episode.stop = step.stop
                elif self.limits.episode is not None and episode.sampled >= self.limits.episode:
                    episode.stop = StopReason.TOKEN_BUDGET
                else:
                    live.append(game)


def _number(value: float | None) -> float:
    """A log-probability; NaN where the engine could not tell."""
    return float("nan") if value is None else float(value)
