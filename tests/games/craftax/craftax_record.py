"""Winning games: `python tests/games/craftax/craftax_record.py` plays the scripted players and writes data/wins.json.

Per task and seed, the action names in order, repeats counted: `UP*3 DO`. Only won episodes are kept.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

WINS = Path(__file__).parent / "data" / "wins.json"
SEEDS = range(5)


def shorten(names: list[str]) -> str:
    """`["UP", "UP", "DO"]` as `UP*2 DO`."""
    runs = [(name, len(list(group))) for name, group in itertools.groupby(names)]
    return " ".join(name if count == 1 else f"{name}*{count}" for name, count in runs)


def expand(text: str) -> list[str]:
    """The inverse of `shorten`."""
    names = []
    for run in text.split():
        name, _, count = run.partition("*")
        names += [name] * int(count or 1)
    return names


def main() -> None:
    from glyphbench import catalogue
    from glyphbench.games.craftax.env import CraftaxTask
    from glyphbench.games.craftax.tasks import TASKS
    from glyphbench.solvers.craftax import play

    wins: dict[str, dict[str, str]] = {}
    for name in TASKS:
        env = CraftaxTask(task=name, max_turns=catalogue.task(f"Craftax-{name}").max_turns)
        players = {str(seed): play(env, seed) for seed in SEEDS}
        wins[name] = {seed: shorten(player.names) for seed, player in players.items() if player.success}
        print(name, len(wins[name]), flush=True)
    WINS.write_text(json.dumps(wins, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
