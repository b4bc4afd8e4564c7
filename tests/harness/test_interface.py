"""The engine's own text and picture in place of glyphs: what is shown, and that the record stays the same."""

from __future__ import annotations

import asyncio
import base64
import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glyphbench.evaluation import RunFolder, RunOptions, read_records, run
from glyphbench.evaluation.compare import differences
from glyphbench.harness import Harness, Interface, play
from glyphbench.registration import make
from tests.chat_server import Answer, ChatServer
from tests.harness.test_episode import Corridor, Script

EMPTY = "GlyphBench/MiniGrid-Empty-5x5-v0"
FORWARD, RIGHT = "<action>MOVE_FORWARD</action>", "<action>TURN_RIGHT</action>"


def test_minigrid_in_sentences_by_hand() -> None:
    """A room of 3x3 cells; the agent starts in its north-west corner, facing east, the goal in the opposite one."""
    game = make(EMPTY)
    game.reset(seed=0)
    assert game.native_text() == (
        "Your mission: get to the green goal square.\nYou see a goal 2 steps ahead and 2 steps to your right.\n"
        "You see a wall 3 steps ahead.\nYou see a wall 1 step to your left.\nYou see a wall 3 steps to your right.\n"
        "You carry nothing."
    )
    for name in ("MOVE_FORWARD", "MOVE_FORWARD", "TURN_RIGHT"):
        game.step(game.actions.index(name))
    assert "You see a goal 2 steps ahead.\nYou see a wall 3 steps ahead.\nYou see a wall 1 step to your left." in (
        game.native_text() or ""
    )


@pytest.mark.parametrize("task", ["MiniGrid-DoorKey-8x8", "MiniGrid-Fetch-8x8-N3", "MiniGrid-LavaCrossingS9N3"])
def test_the_sentences_tell_what_upstream_encodes(task: str) -> None:
    from minigrid.core.constants import IDX_TO_COLOR, IDX_TO_OBJECT
    from minigrid.minigrid_env import MiniGridEnv

    game: Any = make(f"GlyphBench/{task}-v0")
    rng = np.random.default_rng(0)
    game.reset(seed=1)
    for _ in range(30):
        image = MiniGridEnv.gen_obs(game.engine)["image"]
        wanted = []
        for column in range(7):
            for row in range(7):
                kind = IDX_TO_OBJECT[int(image[column, row, 0])]
                if kind in ("unseen", "empty", "wall", "floor") or (column, row) == (3, 6):
                    continue
                wanted.append((kind, IDX_TO_COLOR[int(image[column, row, 1])], 6 - row, column - 3))
        told = []
        for line in game.native_text().splitlines():
            found = re.fullmatch(
                r"You see (.*?)(?: (\d+) steps? ahead)?(?: and)?(?: (\d+) steps? to your (\w+))?\.", line
            )
            if found and found[1] != "a wall":
                known = {"lava": "red lava", "a goal": "green goal"}.get(found[1], found[1])
                *_, colour, kind = known.split()
                side = int(found[3] or 0) * (-1 if found[4] == "left" else 1)
                told.append((kind, colour, int(found[2] or 0), side))
        assert sorted(told) == sorted(wanted)
        if game.step(int(rng.integers(len(game.actions))))[2]:
            break


def test_native_is_shown_and_the_record_is_of_the_glyphs() -> None:
    script = Script(FORWARD, RIGHT, "hm", "hm", FORWARD)
    episode = asyncio.run(play(make(EMPTY, max_turns=4), script, 0, Harness(observation=Interface.NATIVE)))
    first, after = script.prompts[0], script.prompts[-1]
    assert "You see the game as its own text." in first[0].text and "glyph" not in first[0].text
    assert first[1].text.startswith("[HUD]\nturn 0/4\n\n[Screen]\nYour mission: get to the green goal square.\n")
    assert after[-1].text.endswith("[Message]\nYour reply named no valid action, so this turn passed without one.\n")
    glyphs = asyncio.run(play(make(EMPTY, max_turns=4), Script(FORWARD, RIGHT, "hm", "hm", FORWARD), 0, Harness()))
    assert (episode.trace, episode.actions, episode.rewards) == (glyphs.trace, glyphs.actions, glyphs.rewards)
    assert episode.prompt != glyphs.prompt


def test_nethacks_terminal() -> None:
    pytest.importorskip("nle")
    game: Any = make("GlyphBench/MiniHack-Room-5x5-v0")
    game.reset(seed=0)
    lines = (game.native_text() or "").splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80
    assert "Dlvl:1" in lines[-1] and re.search(r"HP:\d+\(\d+\)", lines[-1])
    assert sum("@" in line for line in lines[1:22]) == 1
    game.close()


def test_a_picture_reaches_the_server_and_pairs_with_glyphs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image

    with ChatServer([Answer(FORWARD)]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        found = {}
        for shown in ("pixels", "glyph"):
            options = RunOptions(
                model="chat:m", tasks=(EMPTY,), kwargs={"max_turns": 2}, observation=shown, base_url=server.url
            )
            with RunFolder.open(tmp_path / shown, options) as folder:
                asyncio.run(run(options, folder))
            found[shown] = read_records(tmp_path / shown / "episodes.jsonl")
    text, picture = server.requests[1]["messages"][-1]["content"]
    assert text["text"].startswith("[HUD]\nturn 1/2 | mission: get to the green goal square\n\n[Screen]\n(picture)")
    data = picture["image_url"]["url"].removeprefix("data:image/png;base64,")
    game = make(EMPTY)
    game.reset(seed=1_000_000)
    game.step(game.actions.index("MOVE_FORWARD"))
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(base64.b64decode(data)))), game.engine_frame())
    assert isinstance(server.requests[1]["messages"][1]["content"], list), "history keeps its pictures"
    (row,) = differences(found["pixels"], found["glyph"])
    assert (row.episodes, row.ties) == (1, 1)
    assert found["pixels"][0].trace == found["glyph"][0].trace


def test_a_task_without_such_a_view_says_so() -> None:
    for shown, words in (("native", "no native text"), ("pixels", "no picture of its own")):
        with pytest.raises(ValueError, match=f"Corridor has {words}"):
            asyncio.run(play(Corridor(), Script(), 0, Harness(observation=Interface(shown))))
    with pytest.raises(ValueError, match="observation must be one of"):
        Harness(observation="smell")  # type: ignore[arg-type]
