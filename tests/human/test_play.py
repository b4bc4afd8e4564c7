"""Playing: the application's logic by Textual's pilot, and as a person has it, in a real terminal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from glyphbench.evaluation import Record, RunFolder, RunOptions, read_records
from glyphbench.human.app import Command, Play, Rules
from glyphbench.registration import make
from glyphbench.replay import verify_run
from glyphbench.solvers import solver_for
from tests.replay.command import glyphbench
from tests.terminal import Terminal

Steps = Callable[[Pilot[None]], Awaitable[None]]


def options(task: str, **more: Any) -> RunOptions:
    return RunOptions(model="human", tasks=(f"GlyphBench/{task}-v0",), **{"seed": 5, **more})


def drive(folder: Path, chosen: RunOptions, steps: Steps) -> list[Record]:
    """Play by `steps`; returns the episodes that were recorded."""
    with RunFolder.open(folder, chosen) as opened:
        app = Play(chosen, opened)

        async def session() -> None:
            async with app.run_test(size=(110, 34)) as pilot:
                await until(pilot, lambda: "turn 0/" in shown(pilot, "hud"))
                await steps(pilot)

        asyncio.run(session())
        app.wait()
        assert app.trouble is None
    return read_records(folder / "episodes.jsonl")


def shown(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.query_one(f"#{name}", Static).content)


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    for _ in range(400):
        if condition():
            return
        await pilot.pause(0.05)
    raise AssertionError("waited in vain")


async def at(pilot: Pilot[None], turn: int) -> None:
    await until(pilot, lambda: f"turn {turn}/" in shown(pilot, "hud"))


def solution(task: str, seed: int) -> list[str]:
    game = make(task)
    solver = solver_for(game)
    assert solver is not None
    game.reset(seed=seed)
    names: list[str] = []
    ended = False
    while not ended:
        action = solver.best_action(game)
        assert action is not None
        names.append(game.actions.names[action])
        _, _, terminated, truncated, _ = game.step(action)
        ended = terminated or truncated
    return names


def test_two_episodes_by_keys(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        assert "Push every box" in shown(pilot, "log"), "the rules come first"
        assert "↑ UP" in shown(pilot, "keys")
        await pilot.press("x", "left", "up")  # x is no action
        await at(pilot, 2)
        assert [line.split()[1] for line in shown(pilot, "log").splitlines()] == ["LEFT", "UP"]
        await pilot.press("up")
        await until(pilot, lambda: "The end: horizon" in shown(pilot, "message"))
        assert "Enter: next episode" in shown(pilot, "message")
        await pilot.press("down", "enter")  # the first is too late for this episode
        await until(pilot, lambda: "seed 6  episode 2 of 2" in shown(pilot, "title"))
        await at(pilot, 0)
        await pilot.press("right", "right", "right")
        await until(pilot, lambda: "Enter: done" in shown(pilot, "message"))
        await pilot.press("enter")

    records = drive(tmp_path / "r", options("SokobanEasy", episodes=2, kwargs={"max_turns": 3}), steps)
    assert [(record.seed, record.actions) for record in records] == [(5, ["LEFT", "UP", "UP"]), (6, ["RIGHT"] * 3)]
    about = json.loads((tmp_path / "r" / "run.json").read_text(encoding="utf-8"))
    assert about["ended"] is not None
    assert verify_run(tmp_path / "r").sound


def test_the_command_line(tmp_path: Path) -> None:
    """A game without keys begins in the command line; unknown names cost no turn."""

    async def steps(pilot: Pilot[None]) -> None:
        command = pilot.app.query_one(Command)
        await until(pilot, lambda: pilot.app.focused is command)
        await pilot.press(*"flag 0", "tab")
        assert command.value == "FLAG_0_"
        await pilot.press(*"3", "enter")
        await at(pilot, 1)
        assert command.value == ""
        await pilot.press(*"dig", "enter")
        await pilot.press(*["backspace"] * 3, *"Flag-1-1", "enter")
        await at(pilot, 2)
        await pilot.press("escape")
        assert pilot.app.focused is command, "there are no keys to go back to"
        await pilot.press(*"flag_7_7", "enter")
        await until(pilot, lambda: "The end" in shown(pilot, "message"))

    (record,) = drive(tmp_path / "r", options("Minesweeper", kwargs={"max_turns": 3}), steps)
    assert record.actions == ["FLAG_0_3", "FLAG_1_1", "FLAG_7_7"]


def test_command_line_and_keys_take_turns(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"ri", "tab", "enter")
        await at(pilot, 1)
        await pilot.press("up")
        await at(pilot, 2)
        await pilot.press("enter", *"up", "escape", "down")
        await until(pilot, lambda: "The end" in shown(pilot, "message"))

    (record,) = drive(tmp_path / "r", options("SokobanEasy", kwargs={"max_turns": 3}), steps)
    assert record.actions == ["RIGHT", "UP", "DOWN"]


def test_rules_over_the_game(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Rules))
        await pilot.press("left")  # closes, and does not play
        await until(pilot, lambda: not isinstance(pilot.app.screen, Rules))
        assert "turn 0/" in shown(pilot, "hud")

    assert drive(tmp_path / "r", options("SokobanEasy"), steps) == []


def test_leaving_in_the_middle_is_asked_twice_and_records_nothing(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("up")
        await at(pilot, 1)
        await pilot.press("q")
        await pilot.press("up")  # so they stay
        await at(pilot, 2)
        await pilot.press("q")
        assert pilot.app.is_running
        await pilot.press("q")

    assert drive(tmp_path / "r", options("SokobanEasy"), steps) == []


def test_in_a_terminal(tmp_path: Path) -> None:
    """A person wins one episode, leaves, comes back for the second; the run is like any other."""
    moves = solution("SokobanEasy", 1_000_000)
    with Terminal("play", "SokobanEasy", "--episodes", 2, "--option", "max_turns=40", cwd=tmp_path) as terminal:
        terminal.wait("turn 0/40", "episode 1 of 2", "↑ UP", ": type an action", "q quit")
        for turn, name in enumerate(moves, 1):
            terminal.press(name.lower())
            if turn < len(moves):
                terminal.wait(f"turn {turn}/40")
        terminal.wait("You did it", "return +1.000", "Enter: next episode")
        terminal.press("enter")
        terminal.wait("turn 0/40", "episode 2 of 2")
        terminal.press("up")
        terminal.wait("turn 1/40")
        terminal.press("q")
        terminal.wait("will not be recorded")
        terminal.press("q")
        screen = terminal.ends()
        assert terminal.status == 0
    assert "GlyphBench/SokobanEasy-v0 seed 1000000: success, return +1.000" in screen
    assert "1 of 2 episodes are not finished" in screen
    (run,) = (tmp_path / "runs").iterdir()
    assert run.name.startswith("human-")
    (record,) = read_records(run / "episodes.jsonl")
    assert (record.model, record.actions, record.success) == ("human", moves, True)
    with Terminal("play", "SokobanEasy", "--episodes", 2, "--option", "max_turns=40", cwd=tmp_path) as terminal:
        terminal.wait("turn 0/40", "seed 1000001")
        for turn in range(1, 40):
            terminal.press("up")
            terminal.wait(f"turn {turn}/40")
        terminal.press("up")
        terminal.wait("The end: horizon", "Enter: done")
        terminal.press("enter")
        terminal.ends()
        assert terminal.status == 0
    for command in ("verify", "report"):
        done = glyphbench(command, run, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    done = glyphbench("replay", run, "--episode", 1, "--export", "txt", "--out", "a.txt", cwd=tmp_path)
    assert done.returncode == 0
    with Terminal("play", "SokobanEasy", "--episodes", 2, "--option", "max_turns=40", cwd=tmp_path) as terminal:
        terminal.wait("turn 0/40", "seed 1000000")  # played to its end: a new run beside it
        terminal.press("\x03")  # Ctrl-C before the first turn needs no second thought
        terminal.ends()
        assert terminal.status == 0
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == [run.name, f"{run.name}-2"]


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    done = glyphbench("play", "Sokobann", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nearest: Sokoban" in done.stderr
    done = glyphbench("play", "Sokoban", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: play needs a terminal\n")
    with Terminal("play", "Sokoban", "--option", "colour=red", cwd=tmp_path, size=(200, 20)) as terminal:
        assert "error: GlyphBench/Sokoban-v0 has no argument 'colour'" in terminal.ends()
        assert terminal.status == 2
    assert not (tmp_path / "runs").exists()
