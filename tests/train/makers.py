"""Episodes with made-up tokens, for tests of collation and credit."""

from __future__ import annotations

import random

from glyphbench.harness import StopReason
from glyphbench_train.episodes import Episode, Start, Turn

PAD, EOS = 0, 1


def episode(rng: random.Random, index: int, history: str, turns: int, cut: float = 0.2, valid: float = 0.7) -> Episode:
    """A random episode; token values are drawn so that neighbours differ."""

    def tokens(count: int) -> list[int]:
        return [rng.randrange(2, 500) for _ in range(count)]

    out = Episode(Start("T", index // 2), group=index // 2, stop=StopReason.HORIZON)
    ids: list[int] = []
    for _ in range(turns):
        again = (history == "full" and ids) or (history == "mixed" and ids and rng.random() < 0.5)
        prompt = ids + tokens(rng.randint(1, 6)) if again else tokens(rng.randint(1, 6))
        broken = rng.random() < cut
        reply = tokens(rng.randint(1 if broken else 0, 4)) + ([] if broken else [EOS])
        turn = Turn(prompt, reply, [-rng.random() for _ in reply], broken, f"board {rng.randrange(3)}")
        turn.action = "UP" if rng.random() < valid else None
        turn.reward = rng.choice([-0.5, 0.0, 0.25])
        out.turns.append(turn)
        ids = prompt + reply + ([EOS] if broken else [])
    out.total = sum(turn.reward for turn in out.turns)
    return out
