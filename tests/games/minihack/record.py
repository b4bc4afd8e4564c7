"""Play every level with the scripted player and keep the wins: `python -m tests.games.minihack.record [LEVEL ...]`.

The recordings are replayed by `test_minihack_recordings.py`.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from glyphbench.games.minihack.env import MiniHack
from glyphbench.games.minihack.levels import LEVELS, name_of
from tests.games.minihack.player import GaveUpError, Player
from tests.games.minihack.strategies import strategy

RECORDINGS = Path(__file__).parent / "recordings"


def record(level: str, seeds: Iterable[int], limit: int, seconds: float) -> dict[str, object] | None:
    """Play seeds until one is won; returns the best episode's record."""
    game = MiniHack(level=level, max_turns=limit)
    best: dict[str, object] | None = None
    end = time.monotonic() + seconds
    try:
        for seed in seeds:
            player = Player(game, seed)
            with contextlib.suppress(GaveUpError):
                strategy(level)(player)
            total = game._return
            if best is None or total > best["return"]:  # type: ignore[operator]
                best = {
                    "task": f"GlyphBench/MiniHack-{name_of(level)}-v0",
                    "seed": seed,
                    "success": player.success,
                    "return": round(total, 6),
                    "actions": player.actions,
                }
            if (player.success and total > 0.5 and len(player.actions) > 2) or time.monotonic() > end:
                break
    finally:
        game.close()
    return best


def main(argv: list[str]) -> None:
    """Write a recording for every level that the player wins."""
    from glyphbench import catalogue

    for row in catalogue.tasks(family="minihack"):
        if argv and not any(word in row.id for word in argv):
            continue
        level = row.upstream
        assert level in LEVELS
        found = record(level, range(40), row.max_turns, 40)
        assert found is not None
        print(row.id, found["success"], found["return"], "seed", found["seed"], len(found["actions"]), flush=True)  # type: ignore[arg-type]
        if found["success"]:
            path = RECORDINGS / f"{name_of(level)}.jsonl"
            path.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
