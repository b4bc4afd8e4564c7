"""`python -m scripts.docs.gallery [FAMILY ...]`: record an episode of every family, draw it as `docs/gallery/*.gif`.

Everything is done by the program's own commands: `eval` records, `replay --export gif` draws.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
#: What a page may load per picture.
MOST_BYTES = 300_000


@dataclass(frozen=True)
class Piece:
    """One recorded episode.

    Attributes:
        family: names the file.
        task: its task.
        caption: who plays, for the page.
        model: who plays, for `eval`; `written` plays `actions`, `craftax` the scripted Craftax player.
        seed: the episode's.
        turns: where it is cut; None for the task's horizon.
        delay: milliseconds per picture.
        actions: names, with blanks between them.
    """

    family: str
    task: str
    caption: str
    model: str = "solver"
    seed: int = 1_000_000
    turns: int | None = None
    delay: int = 250
    actions: str = ""


WAYS = {"N": "NORTH", "E": "EAST", "S": "SOUTH", "W": "WEST"}

PIECES = (
    Piece("classics", "Sokoban", "its teacher, which knows the shortest way"),
    Piece(
        "minigrid",
        "MiniGrid-DoorKey-6x6",
        "moves found by breadth-first search",
        model="written",
        actions="TURN_LEFT PICKUP MOVE_FORWARD MOVE_FORWARD MOVE_FORWARD TURN_RIGHT MOVE_FORWARD TOGGLE MOVE_FORWARD "
        "MOVE_FORWARD TURN_RIGHT MOVE_FORWARD MOVE_FORWARD MOVE_FORWARD",
        delay=400,
    ),
    Piece(
        "minihack",
        "MiniHack-MazeWalk-Mapped-15x15",
        "moves read off the map",
        model="written",
        actions=" ".join(f"MOVE_{WAYS[letter]}" for letter in "NNEESSSSEEEENNWWNNNNNNWWWWWWNN"),
        seed=1_000_003,
    ),
    Piece("craftax", "Craftax-CraftChain", "a scripted player that sees the whole map", model="craftax"),
    Piece("procgen", "Procgen-CoinRun", "its reference policy", delay=150),
    Piece("miniatari", "MiniAtari-Freeway", "its reference policy", delay=150, turns=60),
    Piece("atari", "Atari-Breakout", "random play", model="random", turns=26, delay=200),
    Piece("craftaxfull", "CraftaxFull", "random play", model="random", turns=40),
    Piece(
        "nethack",
        "NetHack",
        "a few moves by hand",
        model="written",
        actions="MOVE_WEST MOVE_WEST FAR_EAST FAR_NORTHEAST FAR_EAST FAR_SOUTH FAR_EAST FAR_SOUTH FAR_EAST FAR_NORTH",
        turns=24,
        delay=400,
    ),
)


def record(piece: Piece, out: Path) -> None:
    """Play the episode and write its GIF.

    Raises:
        CalledProcessError: a command failed.
        ValueError: the GIF is too large for a page.
    """
    with tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        model = piece.model
        names = piece.actions.split() if model == "written" else _craftax(piece) if model == "craftax" else []
        if names:
            replies = Path(scratch) / "replies.txt"
            replies.write_text("".join(f"<action>{name}</action>\n" for name in names), encoding="utf-8")
            model = f"scripted:{replies}"
        turns = piece.turns if piece.turns is not None or not names else len(names)
        limit = [] if turns is None else ["--option", f"max_turns={turns}"]
        _glyphbench(
            "eval", "--model", model, "--tasks", piece.task, "--seed", str(piece.seed), *limit, "--out", str(run)
        )
        _glyphbench("replay", str(run), "--export", "gif", "--delay", str(piece.delay), "--out", str(out))
    if out.stat().st_size > MOST_BYTES:
        raise ValueError(f"{out} has {out.stat().st_size:,} bytes; show fewer turns")


def page() -> str:
    """The gallery's figures in Markdown, for the page."""
    figures = [
        f"<figure markdown>[![{piece.task}](gallery/{piece.family}.gif){{ loading=lazy }}](gallery/{piece.family}.gif)"
        f"<figcaption markdown>[{piece.family}](tasks/{piece.family}/index.md): "
        f"[{piece.task}](tasks/{piece.family}/{piece.task}.md), {piece.caption}</figcaption></figure>"
        for piece in PIECES
    ]
    return '<div class="gallery" markdown>\n' + "\n".join(figures) + "\n</div>"


def _craftax(piece: Piece) -> list[str]:
    from glyphbench.registration import make
    from glyphbench.solvers.craftax import play

    return play(make(piece.task), piece.seed).names  # type: ignore[arg-type]


def _glyphbench(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "glyphbench", *arguments], check=True, stdout=subprocess.DEVNULL)


def main(families: list[str]) -> None:
    """Record the pieces of these families, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for piece in PIECES:
        if not families or piece.family in families:
            out = FOLDER / f"{piece.family}.gif"
            record(piece, out)
            print(f"{out.name}: {out.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
