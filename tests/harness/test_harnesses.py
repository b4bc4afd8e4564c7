"""What each harness shows, asks and remembers."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from glyphbench.agents import ContextOverflow, Message, ModelError, Reply
from glyphbench.core.observation import Observation
from glyphbench.evaluation import RunFolder, RunOptions, read_records, run
from glyphbench.harness import Conversation, Episode, Harness, Seen, Setting, StopReason, Turn, play
from glyphbench.harness.chart import Chart
from glyphbench.harness.guided import SECTIONS, Guided
from glyphbench.registration import make
from tests.chat_server import Answer, ChatServer
from tests.harness.test_episode import LEFT, PALETTE, RIGHT, Corridor, Script

BACK_AND_FORTH = [RIGHT, LEFT] * 10


def go(script: Script, turns: int, heard: list[dict[str, Any]] | None = None, **harness: Any) -> Episode:
    listener = None if heard is None else heard.append
    return asyncio.run(play(Corridor(max_turns=turns), script, 0, Harness(**harness), listener))


def test_basic_repeats_eight_turns_unless_told_otherwise() -> None:
    script = Script(*BACK_AND_FORTH)
    assert go(script, 12).memories == 0
    assert [len(prompt) for prompt in script.prompts] == [2 + 2 * min(turn, 8) for turn in range(12)]
    last = script.prompts[-1]
    assert [message.role for message in last] == ["system", *["user", "assistant"] * 8, "user"]
    assert last[1:] == [Message("user", script.prompts[3][-1].text), Message("assistant", LEFT), *last[3:]]


def test_markov_repeats_nothing() -> None:
    script = Script(*BACK_AND_FORTH)
    go(script, 5, kind="markov")
    assert [[message.role for message in prompt] for prompt in script.prompts] == [["system", "user"]] * 5
    assert "turn 4/5" in script.prompts[-1][-1].text


@pytest.mark.parametrize("kind", ["markov", "memory", "guided"])
def test_only_basic_takes_a_history(kind: str) -> None:
    assert Harness(kind=kind).history == 0
    with pytest.raises(ValueError, match=f"the harness {kind} repeats no turns"):
        Harness(kind=kind, history=3)


def remembering(*texts: str) -> Script:
    """Plays RIGHT and LEFT in turn and answers each request for a memory with the next text."""
    moves, memories = iter(BACK_AND_FORTH), iter(texts)

    class Player(Script):
        async def __call__(self, messages: Sequence[Message]) -> Reply:
            self.prompts.append(list(messages))
            asked = "Do not choose an action now." in messages[-1].text
            return Reply(next(memories) if asked else next(moves), tokens_in=10, tokens_out=1)

    return Player()


def test_memory_is_written_after_each_turn_but_the_last_and_read_in_the_next() -> None:
    script, heard = remembering("first", "<think>hm</think>second"), []
    episode = go(script, 3, heard, kind="memory")
    assert (episode.replies, episode.memories, episode.tokens_in, episode.tokens_out) == (3, 2, 50, 5)
    play_1, ask_1, play_2, ask_2, play_3 = script.prompts
    for prompt, memory in ((play_1, "(empty)"), (play_2, "first"), (play_3, "second")):
        assert [message.role for message in prompt] == ["system", "user"]
        assert prompt[1].text.startswith(f"[Memory]\n{memory}\n\n[Legend]\n")
    assert [message.role for message in ask_1] == ["system", "user", "assistant", "user"]
    assert (ask_1[:2], ask_1[2].text) == (play_1, RIGHT)
    assert "You did RIGHT; reward +0. You now see:" in ask_1[3].text
    assert play_2[1].text.split("[Legend]")[1].strip() in ask_1[3].text
    assert ask_2[1].text == play_2[1].text
    turns = [entry for entry in heard if "turn" in entry]
    assert [entry.get("memory") for entry in turns] == [None, "first", "second"]
    assert [entry.get("memory_after") for entry in turns] == ["first", "second", None]
    assert turns[1]["memory_reply"]["text"] == "<think>hm</think>second"


@pytest.mark.parametrize("answer", ["", "<think>never ends"])
def test_an_empty_answer_leaves_the_memory(answer: str) -> None:
    script = remembering("kept", answer, "new")
    go(script, 4, kind="memory")
    shown = [prompt[1].text.split("\n")[1] for prompt in script.prompts if len(prompt) == 2]
    assert shown == ["(empty)", "kept", "kept", "new"]


def test_a_failure_while_remembering_keeps_the_turn() -> None:
    for error, stop in ((ModelError("x"), StopReason.MODEL_ERROR), (ContextOverflow("y"), StopReason.CONTEXT_OVERFLOW)):
        heard: list[dict[str, Any]] = []
        episode = go(Script(RIGHT, "m", LEFT, error), 9, heard, kind="memory")
        assert (episode.stop, episode.actions, episode.memories) == (stop, ["RIGHT", "LEFT"], 1)
        assert [entry["action"] for entry in heard if "turn" in entry] == ["RIGHT", "LEFT"]


def test_memory_counts_towards_the_token_budget() -> None:
    episode = go(remembering(*"abcdef"), 9, kind="memory", token_budget=40)
    assert (episode.stop, episode.actions, episode.tokens) == (StopReason.TOKEN_BUDGET, ["RIGHT", "LEFT"], 44)


def test_a_player_that_does_not_speak_is_not_asked() -> None:
    async def mute(messages: Sequence[Message]) -> Reply:
        return Reply(action=0)

    episode = asyncio.run(play(Corridor(), mute, 0, Harness(kind="memory")))
    assert (episode.stop, episode.memories) == (StopReason.FAILURE, 0)


def test_a_harness_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "from glyphbench.agents import Message\nfrom glyphbench.harness import Conversation\n"
        "class Loud(Conversation):\n"
        "    def messages(self, seen):\n"
        "        return [Message('system', self.system()), Message('user', seen.text + '!!!')]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    script = Script(LEFT, LEFT)
    go(script, 5, kind="loud:Loud")
    assert script.prompts[0][-1].text.endswith("!!!")
    del sys.modules["loud"]


@pytest.mark.parametrize("name", ["bassic", "nowhere:X", "glyphbench.harness:X", "glyphbench.harness:Harness"])
def test_unknown_harnesses(name: str) -> None:
    with pytest.raises(ValueError, match="harness") as caught:
        Harness(kind=name)
    assert ("PYTHONPATH" in str(caught.value)) == (name == "nowhere:X")


def test_memory_through_a_real_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def policy(request: dict[str, Any], number: int) -> Answer:
        asked = "Do not choose an action now." in request["messages"][-1]["content"]
        return Answer(f"note {number}" if asked else "<action>UP</action>")

    with ChatServer(policy) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        options = RunOptions(
            model="chat:m", tasks=("GlyphBench/Sokoban-v0",), kwargs={"max_turns": 3}, harness="memory"
        )
        with RunFolder.open(tmp_path, options) as folder:
            asyncio.run(run(options, folder))
    (record,) = read_records(tmp_path / "episodes.jsonl")
    assert (record.replies, record.memories, record.tokens_in, record.harness["harness"]) == (3, 2, 500, "memory")
    assert "[Memory]\nnote 3\n" in server.requests[4]["messages"][1]["content"]
    lines = (tmp_path / "transcripts" / "Sokoban-v0-1000000.jsonl").read_text(encoding="utf-8").splitlines()
    assert [entry["memory_after"] for entry in map(json.loads, lines) if "memory_after" in entry] == [
        "note 1",
        "note 3",
    ]


# ---- guided ------------------------------------------------------------------------------------------------------


class Cave(Corridor):
    """The corridor with a guide."""

    guide = "Beware of the pit."


def test_guided_shows_guide_landmarks_exploration_and_recent_actions() -> None:
    script = remembering("## Goal\nreach the star\n\n**Plan**: go east\n- then stop", "Lessons:\nnone yet")
    episode = asyncio.run(play(Cave(max_turns=12), script, 0, Harness(kind="guided")))
    assert "Guide:\nBeware of the pit." in script.prompts[0][0].text
    asked = [number for number, prompt in enumerate(script.prompts) if "scratchpad:" in prompt[-1].text]
    assert asked == [5, 11]  # after the fifth and the tenth turn
    assert episode.memories == 2
    first, last = script.prompts[0][-1].text, script.prompts[-1][-1].text
    assert "[Scratchpad]\n(empty)" in first and "[Recent actions]" not in first
    assert "[Landmarks]\nfloor 0 (you are here): pit 2 west; goal 3 east\n" in first
    assert "## Goal\nreach the star\n## Plan\ngo east\n- then stop\n## Lessons\nnone yet" in last
    recent = last.split("[Recent actions]\n")[1].split("\n")[0]
    assert recent.split(", ") == ["LEFT (+0)", "RIGHT (+0)"] * 3 + ["LEFT (+0)", "RIGHT (+0)"]
    assert "[Exploration]\nseen 6 cells, visited 2, " in last


@pytest.mark.parametrize("task", ["NetHack-v0", "CraftaxFull-v0"])
def test_guides_of_the_long_games_name_real_actions(task: str) -> None:
    game = make(task)
    try:
        assert 500 < len(game.guide) < 3000
        named = set(re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)*\b(?!_)", game.guide)) - {"HP"}
        assert named, "a guide that says what to do names actions"
        for name in named:
            game.actions.index("FAR_EAST" if name == "FAR" else name)  # raises for a name that nobody can play
    finally:
        game.close()


def test_guided_rewrites_after_events() -> None:
    talk = Guided(Cave(), Setting())
    game = Cave()
    game.reset(seed=0)
    seen = Seen(game.observation.text, game.observation)
    talk.messages(seen)
    for action, reward, wanted in (("LEFT", 0.0, False), ("LEFT", 0.5, True), (None, 0.0, True), ("LEFT", 0.0, False)):
        turn = Turn(0, seen, "", action, reward, seen)
        talk.add(turn)
        assert (talk.ask_memory(turn) is not None) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("just words", {"Situation": "just words"}),
        ("## Goal\nwin\n## plan\n1. go\n2. stop", {"Goal": "win", "Plan": "1. go\n2. stop"}),
        ("**Dangers:** a troll\nResources: 3 wood", {"Dangers": "a troll", "Resources": "3 wood"}),
        ("My plan is good.\n## Lessons\nnone", {"Lessons": "none"}),
        ("", {}),
    ],
)
def test_sections(text: str, wanted: dict[str, str]) -> None:
    talk = Guided(Cave(), Setting())
    talk.remember(text)
    assert talk.sections == wanted
    assert set(wanted) <= set(SECTIONS)


def window(world: list[str], x: int, y: int, size: int = 2, hud: str = "") -> Observation:
    """A square view of a world of glyphs, centred on the player."""
    rows = [
        "".join("@" if (column, row) == (x, y) else world[row][column] for column in range(x - size, x + size + 1))
        for row in range(y - size, y + size + 1)
    ]
    return Observation(tuple(rows), PALETTE.legend(rows), hud)


WORLD = ["..........", "..★....o..", "....o.....", "..........", "...o....★.", "..........", ".o......o.", ".........."]


def test_a_chart_follows_a_window_that_moves_with_the_player() -> None:
    chart = Chart()
    way = [(2, 2), (3, 2), (4, 3), (5, 3), (5, 4), (6, 4), (7, 4)]
    for place in way:
        chart.add(window(WORLD, *place))
    sheet = chart.sheets[0]
    shift = sheet.here[0] - 7, sheet.here[1] - 4  # type: ignore[index]
    assert sheet.visited == {(x + shift[0], y + shift[1]) for x, y in way}
    for (x, y), char in sheet.cells.items():
        assert WORLD[y - shift[1]][x - shift[0]] == char
    assert "goal 1 east" in chart.landmarks(0)
    assert "goal 5 west, 3 north" in chart.landmarks(0)


def test_a_chart_has_a_sheet_per_floor_and_finds_the_frontier() -> None:
    chart = Chart()
    chart.add(window(WORLD, 2, 2, hud="floor 0 meadow"))
    assert chart.exploration().startswith("seen 25 cells, visited 1, 14 open cells border on the unseen")
    chart.add(window(WORLD, 7, 4, hud="floor 1 cave"))
    assert sorted(chart.sheets) == [0, 1] and chart.floor == 1
    assert "goal 1 north" in chart.landmarks(0)
    assert "goal 1 east" in chart.landmarks(1)


def test_a_chart_begins_anew_where_nothing_fits() -> None:
    chart = Chart()
    chart.add(Observation(("@....", "....."), PALETTE.legend(["@."])))
    chart.add(Observation(("@oooo", "ooooo"), PALETTE.legend(["@o"])))
    assert set(chart.sheets[0].cells.values()) == {"o"}


class Blind(Conversation):
    """Takes a history."""

    default_history: ClassVar[int | None] = 2

    def messages(self, seen: Seen) -> list[Message]:
        return [Message("user", seen.text)]


def test_the_usual_history_is_the_kinds_own() -> None:
    assert Harness(kind=f"{__name__}:Blind").history == 2
