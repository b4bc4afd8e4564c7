"""The whole standard track on one page: baselines of every task, tasks that start alike, tasks that play alike.

The baselines are those that normalisation reads (`glyphbench baseline`); starts are looked at here.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
from collections import defaultdict
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks._play import make
from glyphbench import catalogue
from glyphbench.evaluation import FIRST_SEED
from glyphbench.evaluation.baselines import Baseline, shipped
from glyphbench.evaluation.measure import warnings

PAGE = Path(__file__).parent / "results" / "catalogue.md"
#: Episodes whose first observations are compared, and those that are played on.
STARTS, PLAYED = 20, 5
#: Turns that are played on, over all actions in order.
TURNS = 60

#: Why every episode of a task starts with the same text.
REASONS = {
    "Battleship-v0": "the fleet is drawn and hidden",
    "MemoryMatch-v0": "the cards are drawn and hidden",
    "MemoryMatchHard-v0": "the cards are drawn and hidden",
    "MiniAtari-Asterix-v0": "what comes is drawn turn by turn",
    "MiniAtari-Atlantis-v0": "what comes is drawn turn by turn",
    "MiniAtari-BeamRider-v0": "what comes is drawn turn by turn",
    "MiniAtari-MsPacman-v0": "the arcade's one maze; the ghosts' turns are drawn",
    "MiniAtari-Qbert-v0": "the arcade's one pyramid; what drops onto it is drawn",
    "MiniAtari-Riverraid-v0": "the river ahead is drawn row by row",
    "MiniAtari-Seaquest-v0": "what comes is drawn turn by turn",
    "MiniAtari-UpNDown-v0": "the road ahead is drawn row by row",
    "MiniAtari-Zaxxon-v0": "the fortress ahead is drawn row by row",
    "MiniGrid-DistShift1-v0": "upstream's layout is fixed",
    "MiniGrid-DistShift2-v0": "upstream's layout is fixed",
    "MiniGrid-Empty-5x5-v0": "upstream's layout is fixed",
    "MiniGrid-Empty-6x6-v0": "upstream's layout is fixed",
    "MiniGrid-Empty-8x8-v0": "upstream's layout is fixed",
    "MiniGrid-Empty-16x16-v0": "upstream's layout is fixed",
}

#: Why tasks tell one story, by the first of them.
ALIKE = {
    "MiniHack-Memento-Short-F2-v0": "the corridor that they share at first is longer in the second",
    "MiniHack-River-v0": "the river is three cells wide in the first and two in the second, unseen from afar",
}

#: Why a baseline may be that good, by task.
EXCUSED = {
    "Craftax-PotionIdStakes-v0": "luck of five seeds: which colour heals is drawn, and over 25 seeds it returns 0.16",
    "MiniHack-Room-5x5-v0": "upstream's fixed corners; the Random, Dark, Monster and Trap rooms are not so",
    "MiniHack-Room-15x15-v0": "upstream's fixed corners; the Random, Dark, Monster and Trap rooms are not so",
    "Procgen-BossFight-v0": "shooting blindly hits the boss now and then; the teacher wins",
}


@dataclass(frozen=True)
class Look:
    """What the episodes of one task look like.

    Attributes:
        task: full id.
        starts: different first observations among `STARTS` seeds.
        later: different observations after `TURNS` turns among `PLAYED` seeds.
        story: hash of the rules, the actions, the first observations and those of the turns that follow.
    """

    task: str
    starts: int
    later: int
    story: str


def look(task: str) -> Look:
    """Look at one task's starts, and at the turns that follow when all actions are taken in order, again and again."""
    game = make(task)
    try:
        seeds = range(FIRST_SEED, FIRST_SEED + STARTS)
        firsts = [game.reset(seed=seed)[0] for seed in seeds]
        stories = [_story(game, seed) for seed in seeds[:PLAYED]]
        told = [game.rules, *game.actions.names, *firsts]
    finally:
        game.close()
    return Look(task, len(set(firsts)), len({story[-1] for story in stories}), _digest(sum(stories, told)))


def _story(game: Any, seed: int) -> list[str]:
    game.reset(seed=seed)
    texts = []
    for action in islice(cycle(range(len(game.actions))), TURNS):
        text, _, terminated, truncated, _ = game.step(action)
        texts.append(text)
        if terminated or truncated:
            break
    return texts


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def page(tasks: list[catalogue.Task], looks: list[Look]) -> str:
    """The whole document."""
    known = shipped()
    made = {known.made[known.tasks[row.id].made].command: known.made[known.tasks[row.id].made] for row in tasks}
    parts = ["# The standard track\n\nWritten by `python -m benchmarks catalogue`; do not edit.\n"]
    for one in made.values():
        versions = ", ".join(f"{name} {version}" for name, version in one.versions.items())
        parts.append(
            f"Baselines: `{one.command}`, {one.seeds} episodes of random play and of the teacher (seeds "
            f"{one.first_seed:,} and following), {one.constants} of the best constant actions; Python {one.python}, "
            f"{versions}.\n"
        )
    head = "| task | random | success | best constant action | teacher | success | turns | native reward |\n"
    head += "|--|--:|--:|--|--:|--:|--:|--|\n"
    for family in dict.fromkeys(row.family for row in tasks):
        rows = [row for row in tasks if row.family == family]
        parts.append(f"## {family}\n\n{head}" + "\n".join(_line(row, known.tasks[row.id]) for row in rows) + "\n")
    parts += [
        _section(
            "Baselines that are too good",
            "",
            [
                f"{line} ({EXCUSED.get(row.name, 'NOT EXPLAINED')})"
                for row in tasks
                for line in warnings(row.id, known.tasks[row.id])
            ],
        ),
        _section(
            "Tasks that always start alike",
            f"One first observation over {STARTS} seeds; in brackets, how many different observations {PLAYED} seeds "
            f"show after {TURNS} turns of all actions in order.\n\n",
            [
                f"{_name(one.task)}: {REASONS.get(_name(one.task), 'NOT EXPLAINED')} ({one.later})"
                for one in looks
                if one.starts == 1
            ],
        ),
        _section(
            "Tasks that play alike",
            f"The same rules, actions and first observations over {STARTS} seeds, and the same {TURNS} turns in "
            f"{PLAYED} of them.\n\n",
            _groups(looks),
        ),
    ]
    return "\n".join(parts)


def _line(row: catalogue.Task, found: Baseline) -> str:
    constant, solver = found.constant, found.solver
    cells = [
        row.name,
        f"{found.random.mean:+.2f}",
        f"{found.random.success:.0%}",
        f"{constant.mean:+.2f} `{constant.action}`" if constant else "–",
        f"{solver.mean:+.2f}" if solver else "–",
        f"{solver.success:.0%}" if solver else "–",
        str(row.max_turns),
        row.reward.replace("|", "\\|"),
    ]
    return "| " + " | ".join(cells) + " |"


def _groups(looks: list[Look]) -> list[str]:
    groups: dict[str, list[str]] = defaultdict(list)
    for one in looks:
        groups[one.story].append(_name(one.task))
    return [
        f"{', '.join(names)}: {ALIKE.get(names[0], 'NOT EXPLAINED')}" for names in groups.values() if len(names) > 1
    ]


def _section(title: str, lead: str, lines: list[str]) -> str:
    return f"## {title}\n\n{lead}" + ("\n".join(f"- {line}." for line in lines) if lines else "None.") + "\n"


def _name(task: str) -> str:
    return task.removeprefix(catalogue.NAMESPACE)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks catalogue", description=__doc__)
    parser.add_argument("--workers", type=int, default=1, help="processes that share the tasks")
    args = parser.parse_args(argv)
    tasks = catalogue.tasks(track="standard")
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        looks = list(pool.imap(look, [row.id for row in tasks]))
    PAGE.write_text(page(tasks, looks), encoding="utf-8")
    print(PAGE)
