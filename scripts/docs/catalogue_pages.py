"""The pages that come from the catalogue: one per task, and the table of a family."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from glyphbench import catalogue
from glyphbench.engines.status import ENGINES, versions
from glyphbench.evaluation.baselines import shipped

ROOT = Path(__file__).parents[2]
#: Rendered families are kept here, named by a hash over everything they depend on.
CACHE = ROOT / "build" / "docs"
#: Families rendered at the same time; each is a process.
WORKERS = 2

Shown = dict[str, dict[str, Any]]


def render_all() -> dict[str, Shown]:
    """What the pages show of every family's games, from the cache where nothing has changed."""
    names = catalogue.families()
    with ThreadPoolExecutor(WORKERS) as pool:
        return dict(zip(names, pool.map(render, names), strict=True))


def render(family: str) -> Shown:
    """What the pages show of one family's games.

    Raises:
        RuntimeError: the family's process failed.
    """
    kept = CACHE / f"{family}-{_digest()[:16]}.json"
    if kept.is_file():
        return dict(json.loads(kept.read_text(encoding="utf-8")))
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-m", "scripts.docs.frames", family],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"rendering {family}: {done.stderr.strip()[-2000:]}")
    shown: Shown = json.loads(done.stdout.splitlines()[-1])
    if not any("missing" in task for task in shown.values()):
        CACHE.mkdir(parents=True, exist_ok=True)
        for stale in CACHE.glob(f"{family}-*.json"):
            stale.unlink()
        kept.write_text(json.dumps(shown, ensure_ascii=False), encoding="utf-8")
    return shown


@cache
def _digest() -> str:
    """A hash over the games, the catalogue, the renderer and the engines' versions."""
    chain = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    sources = [
        *(path for part in ("core", "games", "engines") for path in (ROOT / "src" / "glyphbench" / part).rglob("*")),
        ROOT / "src" / "glyphbench" / "registration.py",
        *(ROOT / "tasks").rglob("*.toml"),
        Path(__file__).parent / "frames.py",
    ]
    for path in sorted(path for path in sources if path.suffix in (".py", ".toml", ".json", ".gz", ".npz")):
        chain.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return chain.hexdigest()


def title(row: catalogue.Task) -> str:
    """A task's name without its version: the name of its page."""
    return row.name.removesuffix("-v0")


def address(row: catalogue.Task) -> str:
    """Where a task's page lies among the sources."""
    return f"tasks/{row.family}/{title(row)}.md"


def table(family: str) -> str:
    """The Markdown table of a family's tasks; teachers have a column where not all tasks are alike."""
    rows = catalogue.tasks(family=family)
    some = 0 < sum(bool(row.solver) for row in rows) < len(rows)
    lines = ["| task | turns | what to do |", "|---|--:|---|"]
    if some:
        lines = ["| task | turns | teacher | what to do |", "|---|--:|:-:|---|"]
    for row in rows:
        teacher = ["yes" if row.solver else ""] * some
        cells = [f"[{title(row)}]({title(row)}.md)", str(row.max_turns), *teacher, escaped(row.description)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(row: catalogue.Task, shown: dict[str, Any]) -> str:
    """A task's page in Markdown."""
    facts = [
        ("id", f"`{row.id}`"),
        ("family", f"[{row.family}](index.md)"),
        ("track", row.track),
        ("turns", str(row.max_turns)),
        ("upstream", f"`{row.upstream}`" if row.upstream else ""),
        ("reward", escaped(row.reward)),
        ("asks for", escaped(", ".join(row.tags))),
        ("teacher", f"`{row.solver}`" if row.solver else ""),
        ("scores", scores(row)),
        ("splits", ", ".join(f"`{name}`" for name in _splits().get(row.id, ()))),
    ]
    parts = [f"# {title(row)}", escaped(row.description) + ".", "| | |\n|---|---|"]
    parts[-1] += "".join(f"\n| {name} | {value} |" for name, value in facts if value)
    if "missing" in shown:
        parts.append(
            "!!! note\n    This copy of the documentation was built without the engine, so rules, actions and the "
            f"first observation are missing: {escaped(shown['missing'])}"
        )
        return "\n\n".join(parts) + "\n"
    parts += ["## First observation", f"Seed {_seed()}.", f'<pre class="screen">{shown["observation"]}</pre>']
    parts += ["## Rules", _plain(shown["rules"])]
    parts += [f"## Actions ({shown['count']})", _plain(shown["actions"])]
    if shown["guide"]:
        parts += ["## Guide", "Shown by the `guided` harness alone.", _plain(shown["guide"])]
    if shown["arguments"]:
        lines = ["| argument | in this task |", "|---|---|"]
        lines += [f"| `{name}` | {f'`{value}`' if value else ''} |" for name, value in shown["arguments"]]
        parts += ["## Arguments", "For `gym.make` and `--option NAME=VALUE`.", "\n".join(lines)]
    parts += ["## About the game", _plain(shown["about"])]
    name = title(row)
    model = "solver" if row.solver else "random"
    commands = [f"glyphbench show {name}", f"glyphbench play {name}", f"glyphbench eval --model {model} --tasks {name}"]
    parts += ["## Try it", "```sh\n" + "\n".join(commands) + "\n```"]
    return "\n\n".join(parts) + "\n"


def scores(row: catalogue.Task) -> str:
    """Mean returns of the measured baselines; empty where nothing was measured."""
    found = shipped().tasks.get(row.id)
    if found is None:
        return ""
    parts = [f"random {found.random.mean:+.2f}"]
    if found.constant:
        parts.append(f"always `{found.constant.action}` {found.constant.mean:+.2f}")
    if found.solver:
        parts.append(f"teacher {found.solver.mean:+.2f}")
    return ", ".join(parts)


def engines() -> str:
    """The Markdown table of the engines and the commands that install them."""
    lines = ["| engine | families | install |", "|---|---|---|"]
    lines += [f"| {engine.name} | {', '.join(engine.families)} | `{engine.remedy}` |" for engine in ENGINES]
    return "\n".join(lines)


@cache
def _splits() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in catalogue.splits():
        for row in catalogue.tasks(split=name):
            found.setdefault(row.id, []).append(name)
    return found


def _seed() -> int:
    from scripts.docs.frames import SEED

    return SEED


def _plain(text: str) -> str:
    """Text as it stands, its lines wrapped where the screen ends."""
    return f'<pre class="plain">{html.escape(text, quote=False)}</pre>'.replace("\n", "&#10;")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, in a table's cell too."""
    return re.sub(r"[\\`*_{}\[\]<>|#~&]", lambda mark: f"&#{ord(mark[0])};", text)
