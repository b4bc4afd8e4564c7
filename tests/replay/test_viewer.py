"""The viewer: its logic by Textual's pilot, and once as a user has it, in a real terminal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from glyphbench.replay.reader import Reader
from glyphbench.replay.viewer import Viewer
from tests.terminal import Terminal

Steps = Callable[[Pilot[None]], Awaitable[None]]


def drive(run: Path, steps: Steps, size: tuple[int, int] = (110, 34)) -> None:
    async def session() -> None:
        async with Viewer(run).run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(session())


def shown(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(f"#{name}", Static).content)


def rows(pilot: Pilot[None]) -> list[tuple[str, str]]:
    table = pilot.app.screen.query_one(DataTable)
    return [(str(table.get_row_at(n)[1]), str(table.get_row_at(n)[2])) for n in range(table.row_count)]


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    for _ in range(400):
        if condition():
            return
        await pilot.pause(0.05)
    raise AssertionError("waited in vain")


async def opened(pilot: Pilot[None], last: int) -> None:
    """Open the episode under the cursor and wait for all of it."""
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, Reader) and f"of {last}  " in shown(pilot, "clock"))


def test_search_and_sort(made: Path) -> None:
    taught = [
        json.loads(line) for line in (made / "taught" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    longest = [str(item["seed"]) for item in sorted(taught, key=lambda item: -item["length"])]

    async def steps(pilot: Pilot[None]) -> None:
        assert [task for task, _ in rows(pilot)] == ["SokobanEasy-v0"] * 2 + ["Sokoban-v0"] * 2
        await pilot.press("slash", *"seed=1000001")
        await pilot.pause()
        assert rows(pilot) == [("SokobanEasy-v0", "1000001"), ("Sokoban-v0", "1000001")]
        await pilot.press("space", *"easy", "enter")
        await pilot.pause()
        assert rows(pilot) == [("SokobanEasy-v0", "1000001")]
        assert "1 of 4 episodes" in shown(pilot, "status")
        await pilot.press("slash", *["backspace"] * 20, "escape", "s", "s", "s")
        await pilot.pause()
        assert "longest first" in shown(pilot, "status")
        assert [seed for _, seed in rows(pilot)] == longest

    drive(made / "taught", steps)


def test_stepping_through_replies(made: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await opened(pilot, 7)
        assert "RIGHT   reward +0.000" in shown(pilot, "turn")
        assert "I look around. <action>RIGHT</action>" in shown(pilot, "turn")
        await pilot.press("right", "right")
        assert "A box & <b>a wall</b></script>." in shown(pilot, "turn")
        await pilot.press("f")  # the turn that passed
        assert shown(pilot, "turn").startswith("no valid action: the turn passes")
        assert shown(pilot, "hud").startswith("turn 5/7")
        await pilot.press("left")
        assert "[bold]not markup[/bold]" in shown(pilot, "turn")
        await pilot.press("end")
        assert "the end: horizon" in shown(pilot, "turn")
        assert "turn 7 of 7" in shown(pilot, "clock")
        await pilot.press("right", "home", "left")
        assert "turn 0 of 7" in shown(pilot, "clock")
        await pilot.press("n")
        await until(pilot, lambda: "seed 1000001" in shown(pilot, "title") and "of 7  " in shown(pilot, "clock"))
        await pilot.press("p")
        await until(pilot, lambda: "seed 1000000" in shown(pilot, "title"))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Reader))

    drive(made / "said", steps)


def test_playing_and_pausing(made: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await opened(pilot, 7)
        await pilot.press("plus", "plus", "plus", "space")
        await until(pilot, lambda: "turn 7 of 7" in shown(pilot, "clock"))
        await pilot.press(*["minus"] * 5, "space")  # from the start again, slowly
        await until(pilot, lambda: "turn 1 of 7" in shown(pilot, "clock"))
        await pilot.press("space")
        screen = pilot.app.screen
        await until(pilot, lambda: isinstance(screen, Reader) and not screen.playing)

    drive(made / "said", steps)


def test_without_a_transcript_rewards_lead_to_the_goal(made: Path) -> None:
    line = (made / "taught" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()[0]
    record = json.loads(line)
    first = next(turn for turn, reward in enumerate(record["rewards"]) if reward)

    async def steps(pilot: Pilot[None]) -> None:
        await opened(pilot, record["length"])
        await pilot.press("f")
        assert f"turn {first} of" in shown(pilot, "clock")
        assert f"reward {record['rewards'][first]:+.3f}" in shown(pilot, "turn")
        await pilot.press("end")
        assert "the end: success" in shown(pilot, "turn")
        assert f"return {record['return']:+.3f}" in shown(pilot, "clock")

    drive(made / "taught", steps)


def test_a_run_that_is_going_on_is_followed(runs: Path) -> None:
    """An episode that is being played grows on the screen, and is a record in the end."""
    run = runs / "said"
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps({**about, "ended": None}), encoding="utf-8")
    records = (run / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (run / "episodes.jsonl").write_bytes(b"".join(records[:3]))
    path = run / "transcripts" / "Sokoban-v0-1000001.jsonl"
    said = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(said[:4]))

    async def steps(pilot: Pilot[None]) -> None:
        assert "1 being played" in shown(pilot, "status")
        await pilot.press("slash", *"playing", "enter")
        await pilot.pause()
        await opened(pilot, 2)
        await pilot.press("end")
        assert shown(pilot, "turn").startswith("so far")
        path.write_bytes(b"".join(said[:6]))
        await until(pilot, lambda: "of 4  " in shown(pilot, "clock"))
        path.write_bytes(b"".join(said))
        (run / "episodes.jsonl").write_bytes(b"".join(records))
        await until(pilot, lambda: "of 7  " in shown(pilot, "clock") and "horizon" in shown(pilot, "title"))

    drive(run, steps)


def test_trouble_is_shown_not_raised(runs: Path) -> None:
    path = runs / "taught" / "episodes.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines[0]["actions"][1] = "FLY"
    lines[1]["kwargs"] = {"boxes": 99}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    async def steps(pilot: Pilot[None]) -> None:
        await opened(pilot, 1)
        await pilot.press("end")
        assert "cannot be played on: there is no action 'FLY'" in shown(pilot, "turn")
        await pilot.press("n")
        await until(pilot, lambda: "boxes" in shown(pilot, "clock"))

    drive(runs / "taught", steps)


def test_in_a_terminal(made: Path) -> None:
    with Terminal("replay", "said", cwd=made) as terminal:
        screen = terminal.wait("SokobanEasy-v0", "1000001", "4 of 4 episodes", "q quit")
        assert "Enter open" in screen and "/ search" in screen
        terminal.press("/")
        terminal.wait("back to the list")
        terminal.press("return<-0.5")
        terminal.wait("0 of 4 episodes")
        terminal.press("\x15")  # Ctrl-U empties the line
        terminal.wait("4 of 4 episodes")
        terminal.press("sokoban-v0")
        terminal.wait("2 of 4 episodes")
        terminal.press("enter")
        terminal.wait("Enter open")
        terminal.press("enter")
        terminal.wait("turn 0 of 7", "I look around.", "Legend")
        terminal.press("right", "right")
        screen = terminal.wait("turn 2 of 7", "A box & <b>a wall</b></script>.", "Go. <action>LEFT</action>")
        seen = json.loads(
            (made / "said/transcripts/Sokoban-v0-1000000.jsonl").read_text(encoding="utf-8").splitlines()[4]
        )["attempts"][0]["prompt"]
        for row in seen.partition("[Grid]\n")[2].partition("\n\n")[0].split():
            assert row in screen
        terminal.press("end")
        terminal.wait("turn 7 of 7", "the end: horizon")
        terminal.press("q")
        terminal.ends()
        assert terminal.status == 0


def test_in_a_small_terminal_one_episode_at_once(made: Path) -> None:
    with Terminal("replay", "taught", "--episode", 2, cwd=made, size=(60, 20)) as terminal:
        screen = terminal.wait("SokobanEasy-v0", "turn 0 of", "seed 1000001", "←→ turn", "q quit")
        assert "######" in screen
        terminal.press("q")
        terminal.ends()
        assert terminal.status == 0
