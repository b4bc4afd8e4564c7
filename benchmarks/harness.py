"""What a turn costs beside the model: CPU time of each harness, and of a whole run against an instant server.

The server is a process of its own; only this process's CPU time is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from glyphbench.agents import ChatOptions, Message, Reply, model_from
from glyphbench.agents.chat import ChatModel
from glyphbench.evaluation import RunFolder, RunOptions, plan, read_records, run
from glyphbench.harness import Harness, play
from glyphbench.registration import make

TASKS = ("GlyphBench/Sokoban-v0", "GlyphBench/MiniGrid-FourRooms-v0", "GlyphBench/MiniHack-Room-15x15-v0")
KINDS = ("markov", "basic", "memory", "guided")
RESULTS = Path(__file__).parent / "results" / "harness.md"
_SEED = 5


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks harness", description=__doc__)
    parser.add_argument("--turns", type=int, default=400)
    arguments = parser.parse_args(argv)
    lines = [
        "# Harness: CPU time per turn, in ms",
        "",
        f"Made by `python -m benchmarks harness --turns {arguments.turns}`.",
        "",
        "*game*: `step` and the observation's text. A harness: what it adds to that (prompts, parsing, memory, trace, "
        "transcript entry), replies given at once.",
        "",
        f"| task | game | {' | '.join(KINDS)} |",
        f"|---|--:|{'--:|' * len(KINDS)}",
    ]
    for task in TASKS:
        bare = _game(task, arguments.turns)
        cells = [f"{_harness(task, kind, arguments.turns) - bare:.2f}" for kind in KINDS]
        lines.append(f"| {task.rpartition('/')[2]} | {bare:.2f} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    whole, client, game, turns = _served(arguments.turns)
    lines += [
        "",
        f"A run of Sokoban with `basic` against a server that answers at once, 8 episodes side by side, {turns} "
        f"turns, transcripts and records included: {whole:.2f} ms a turn. Of these the OpenAI client spends "
        f"{client:.2f} ms (a request alone, one short message), the game {game:.2f} ms (making levels included), and "
        f"the harness with its files the remaining {whole - client - game:.2f} ms.",
    ]
    print(lines[-1])
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _game(task: str, turns: int) -> float:
    """Milliseconds per turn of the game and its text."""
    game = make(task, max_turns=turns)
    game.reset(seed=_SEED)
    actions = _actions(len(game.actions))
    played, started = 0, time.process_time()
    for played in range(1, turns + 1):
        _, _, terminated, truncated, _ = game.step(actions[played % len(actions)])
        if terminated or truncated:
            break
    spent = time.process_time() - started
    game.close()
    return 1e3 * spent / played


def _harness(task: str, kind: str, turns: int) -> float:
    """Milliseconds per turn of the game and the harness, with a player that answers the same actions at once."""
    game = make(task, max_turns=turns)
    actions = _actions(len(game.actions))
    asked = 0

    async def player(messages: Sequence[Message]) -> Reply:
        nonlocal asked
        if "Do not choose an action now." in messages[-1].text:
            return Reply("Go on as before. " * 20)
        asked += 1
        name = game.actions.names[actions[asked % len(actions)]]
        return Reply(f"I think this is best. <action>{name}</action>", tokens_in=1, tokens_out=1)

    started = time.process_time()
    episode = asyncio.run(play(game, player, _SEED, Harness(kind=kind), lambda entry: None))
    spent = time.process_time() - started
    game.close()
    return 1e3 * spent / len(episode.actions)


def _actions(count: int) -> list[int]:
    """A fixed sequence that hardly ever ends a game: to and fro among the first actions."""
    return [number % min(count, 4) for number in (0, 0, 1, 1, 2, 3, 3, 2)]


def _served(turns: int) -> tuple[float, float, float, int]:
    """Milliseconds per turn of a run against a real server on the loopback, of the client's requests, of the game."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=_serve, args=(there,), daemon=True)
    server.start()
    url = here.recv()
    os.environ["NO_PROXY"] = "127.0.0.1"
    options = RunOptions(
        model="chat:m", tasks=TASKS[:1], kwargs={"max_turns": max(turns // 8, 1)}, episodes=16, base_url=url
    )
    client = asyncio.run(_client(url, turns))  # also loads the client, which takes a second
    with tempfile.TemporaryDirectory() as name, RunFolder.open(Path(name), options) as folder:
        started = time.process_time()
        asyncio.run(run(options, folder, chat=ChatOptions(url), workers=8))
        spent = time.process_time() - started
        played = sum(record.length for record in read_records(folder.episodes))
    here.send(None)
    server.join(10)
    return 1e3 * spent / played, client, _levels(options), played


def _levels(options: RunOptions) -> float:
    """Milliseconds per turn of the run's game alone: its levels, its turns and their text."""
    game = make(options.tasks[0], **options.kwargs)
    moves = [game.actions.index(name) for name in ("LEFT", "UP")]
    played, started = 0, time.process_time()
    for job in plan(options):
        game.reset(seed=job.seed)
        over = False
        while not over:
            _, _, terminated, truncated, _ = game.step(moves[played % 2])
            over, played = terminated or truncated, played + 1
    return 1e3 * (time.process_time() - started) / played


async def _client(url: str, requests: int) -> float:
    """Milliseconds per request of the chat client alone, one short message each, eight at a time."""
    model = model_from("chat:m", ChatOptions(url))
    assert isinstance(model, ChatModel)
    short = [Message("user", "x")]
    await model.ask(short)
    started = time.process_time()
    for _ in range(requests // 8):
        await asyncio.gather(*(model.ask(short) for _ in range(8)))
    spent = time.process_time() - started
    await model.close()
    return 1e3 * spent / (requests // 8 * 8)


def _serve(pipe: Connection) -> None:
    from tests.chat_server import Answer, ChatServer

    with ChatServer(
        lambda request, number: Answer("<action>UP</action>" if number % 2 else "<action>LEFT</action>")
    ) as server:
        pipe.send(server.url)
        pipe.recv()


if __name__ == "__main__":
    main()
