"""Mutated copies of a valid submission, and the words with which each must be refused."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from glyphbench.leaderboard.submit import toml

#: Changes the submission in a folder.
Mutation = Callable[[Path], Any]
#: A module that leaves a mark when it is imported.
TRAP = "trap_of_the_submitter"
NAN, INFINITY = float("nan"), float("inf")


def about(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "submission.toml").read_text(encoding="utf-8"))


def write_about(folder: Path, table: dict[str, Any]) -> None:
    (folder / "submission.toml").write_text(toml(table), encoding="utf-8")


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress((folder / "episodes.jsonl.gz").read_bytes()).splitlines()]


def store(folder: Path, data: bytes) -> None:
    """Put a file in the place of the episodes, with its right hash."""
    (folder / "episodes.jsonl.gz").write_bytes(data)
    table = about(folder)
    table["episodes"]["sha256"] = hashlib.sha256(data).hexdigest()
    write_about(folder, table)


def store_lines(folder: Path, lines: list[str | dict[str, Any]], end: str = "\n") -> None:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    store(folder, gzip.compress(("\n".join(texts) + end).encode("utf-8", "surrogatepass")))


# ---- changes of one record ----------------------------------------------------------------------------------------


def line(change: Callable[[dict[str, Any]], Any], number: int = 2) -> Mutation:
    """Change the record of one line; a change that returns a text puts that in the record's place."""

    def mutate(folder: Path) -> None:
        found: list[Any] = records(folder)
        put = change(found[number - 1])
        if isinstance(put, str):
            found[number - 1] = put
        store_lines(folder, found)

    return mutate


def put(name: str, value: Any) -> Mutation:
    return line(lambda record: record.__setitem__(name, value) or None)


def inner(name: str, key: Any, value: Any) -> Mutation:
    return line(lambda record: record[name].__setitem__(key, value) or None)


def another_action(record: dict[str, Any]) -> None:
    """Another lamp is switched: every board from there on differs."""
    assert record["task"] == "GlyphBench/LightsOut-v0"
    played = record["actions"]
    played[1] = next(name for name in played if name != played[1])


def too_many(record: dict[str, Any]) -> None:
    for name, item in (("actions", "UP"), ("rewards", 0.0)):
        record[name] = [*record[name], *[item] * 600]
    record["length"] = len(record["actions"])


def pay(record: dict[str, Any]) -> None:
    """A reward where none was due, and a return that agrees."""
    record["rewards"][0] += 0.25
    record["return"] += 0.25


def longer_trace(record: dict[str, Any]) -> None:
    record["trace"] = record["trace"][:-1] + ("0" if record["trace"][-1] != "0" else "1")


RECORD: dict[str, tuple[Mutation, str]] = {
    "version": (put("version", 2), "version"),
    "task unknown": (put("task", "GlyphBench/Chess-v0"), "is not among the 9 episodes"),
    "task with a path": (put("task", "../../../etc/passwd"), "is not among the 9 episodes"),
    "task with an escape": (put("task", "\x1b[2Jgone\nfine"), "is not among the 9 episodes"),
    "task of another line": (put("task", "GlyphBench/LightsOut-v0"), "repeats the episode"),
    "task that is no text": (put("task", 7), "task: Input should be a valid string"),
    "task arguments": (put("kwargs", {"max_turns": 9}), "task arguments are overridden"),
    "task arguments that run": (put("kwargs", {"render_mode": f"{TRAP}:x"}), "task arguments are overridden"),
    "seed of training": (put("seed", 42), "seed 42: is not among the 9 episodes"),
    "seed beyond the others": (put("seed", 1_000_003), "is not among the 9 episodes"),
    "seed exchanged": (put("seed", 1_000_000), "repeats the episode of line 1"),
    "seed negative": (put("seed", -1), "seed: Input should be greater than or equal to 0"),
    "seed as text": (put("seed", "1000001"), "seed: Input should be a valid integer"),
    "seed without end": (
        line(lambda r: json.dumps(r).replace('"seed": 1000001', '"seed": ' + "9" * 4000)),
        "too large",
    ),
    "model": (put("model", "gpt-x"), "model 'gpt-x' in the record, 'random' in submission.toml"),
    "harness history": (inner("harness", "history", 3), "harness history 3 in the record, 8 in submission.toml"),
    "harness of somebody": (inner("harness", "harness", f"{TRAP}:Harness"), f"harness harness {TRAP}:Harness in the"),
    "harness with more": (inner("harness", "hint", "up"), "harness hint up in the record"),
    "prompt": (put("prompt", "0" * 64), "prompt: its hash is not that of this version"),
    "prompt that is no hash": (put("prompt", "../x"), "prompt is not a SHA-256"),
    "action exchanged": (line(another_action, 5), "the trace differs"),
    "action unknown": (inner("actions", 2, "FLY"), "turn 3: there is no action 'FLY'"),
    "action in small letters": (inner("actions", 0, "up"), "turn 1: there is no action 'up'"),
    "action that is no text": (inner("actions", 0, 3), "actions.0: Input should be a valid string"),
    "action left out": (inner("actions", 4, None), "the trace differs"),
    "actions beyond the turns": (line(too_many), "actions, the task has"),
    "actions none": (put("actions", []), "must be 0"),
    "reward raised": (line(pay), "turn 1"),
    "reward beyond the scale": (inner("rewards", 0, 3.0), "reward of turn 1 3 must lie in -2 to 2"),
    "reward not a number": (inner("rewards", 0, NAN), "NaN is not a number"),
    "reward infinite": (inner("rewards", 0, -INFINITY), "-Infinity is not a number"),
    "reward that overflows": (
        line(lambda r: json.dumps(r).replace("0.0,", "1e999,", 1)),
        "rewards.0: Input should be a finite",
    ),
    "return": (put("return", 1.0), "return 1"),
    "return not a number": (put("return", NAN), "NaN is not a number"),
    "return above one": (put("return", 1.5), "return 1.5 must lie in"),
    "native return": (put("native_return", 0.5), "native_return 0.5 in the record"),
    "native return without end": (put("native_return", 1e300), "native_return 1e+300 must lie in"),
    "success": (line(lambda r: r.__setitem__("success", not r["success"])), "success"),
    "success as text": (put("success", "yes"), "success: Input should be a valid boolean"),
    "length": (put("length", 1), "length 1 must be"),
    "stop": (put("stop", "success"), "stop success in the record"),
    "stop unknown": (put("stop", "won"), "stop: Input should be"),
    "stop of a failed model": (put("stop", "model_error"), "such an episode was not played to its end"),
    "error with a path": (put("error", "no file /srv/keys"), "error must be empty or 'left out'"),
    "error without cause": (put("error", "left out"), "with error 'left out' in the record"),
    "replies negative": (put("replies", -1), "replies -1 must lie in"),
    "replies too many": (put("replies", 10**9), "replies 1e+09 must lie in"),
    "replies enormous": (put("replies", 10**400), "too large a number"),
    "memories": (put("memories", 10**6), "memories 1e+06 must lie in"),
    "events unknown": (put("events", {"bribed": 1}), "events.bribed"),
    "events negative": (put("events", {"cut": -5}), "events cut -5 must lie in"),
    "tokens negative": (put("tokens_in", -1), "tokens_in -1 must lie in"),
    "tokens enormous": (put("tokens_out", 10**15), "tokens_out 1e+15 must lie in"),
    "tokens in parts": (put("tokens_out", 1.5), "tokens_out: Input should be a valid integer"),
    "tokens cached": (put("tokens_cached", 5), "tokens_cached 5 must be 0"),
    "tokens of reasoning": (put("tokens_reasoning", 5), "tokens_reasoning 5 must be 0"),
    "seconds negative": (put("seconds", -1.0), "seconds -1 must lie in"),
    "seconds infinite": (put("seconds", INFINITY), "Infinity is not a number"),
    "attempt": (put("attempt", 1), "the leaderboard takes one attempt"),
    "trace": (line(longer_trace), "the trace differs"),
    "trace that is no hash": (put("trace", "x"), "trace is not a SHA-256"),
    "field more": (put("bonus", 1), "bonus: Extra inputs are not permitted"),
    "field less": (line(lambda r: r.pop("trace") and None), "trace: Field required"),
    "field twice": (line(lambda r: json.dumps(r)[:-1] + ', "success": true}'), "a field is given twice"),
    "no object": (line(lambda r: "[]"), "the line is not an episode record"),
    "no JSON": (line(lambda r: json.dumps(r)[:-9]), "the line is damaged: not JSON"),
    "empty line": (line(lambda r: ""), "the line is damaged: not JSON"),
    "deep nesting": (line(lambda r: "[" * 8000), "the line is damaged: not JSON"),
    "half a character": (put("model", "\ud800"), "line 2"),
}

# ---- changes of the file of episodes ------------------------------------------------------------------------------


def reorder(change: Callable[[list[Any]], list[Any]]) -> Mutation:
    return lambda folder: store_lines(folder, change(records(folder)))


def bytes_of(change: Callable[[bytes], bytes]) -> Mutation:
    return lambda folder: store(folder, change((folder / "episodes.jsonl.gz").read_bytes()))


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]


def bomb(folder: Path) -> None:
    """A gigabyte of empty records in a megabyte."""
    store(folder, gzip.compress((b"{}" + b" " * 9997 + b"\n") * 1000) * 100)


def endless_bomb(folder: Path) -> None:
    store(folder, gzip.compress(bytes(10_000_000)) * 100)


def long_line(folder: Path) -> None:
    """A line of a hundred megabytes."""
    first = json.dumps(records(folder)[0])
    store(folder, gzip.compress(f"{first}\n".encode()) + gzip.compress(b"[" + b"0," * 5_000_000) * 10)


def link(name: str, target: str) -> Mutation:
    def mutate(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(target)

    return mutate


def to_folder(folder: Path) -> None:
    (folder / "episodes.jsonl.gz").unlink()
    (folder / "episodes.jsonl.gz").mkdir()


FILE: dict[str, tuple[Mutation, str]] = {
    "hash": (lambda f: (f / "episodes.jsonl.gz").write_bytes(gzip.compress(b"{}\n")), "its SHA-256 is not the one"),
    "missing": (lambda f: (f / "episodes.jsonl.gz").unlink(), "episodes.jsonl.gz: is missing"),
    "empty": (bytes_of(lambda data: b""), "9 of 9 episodes are missing"),
    "not compressed": (bytes_of(gzip.decompress), "is damaged"),
    "truncated": (bytes_of(lambda data: data[:-200]), "is damaged"),
    "a byte flipped": (bytes_of(flipped), "episodes.jsonl.gz"),
    "rubbish behind": (bytes_of(lambda data: data + b"rubbish"), "is damaged"),
    "a folder": (to_folder, "episodes.jsonl.gz: is not a plain file"),
    "a link": (link("episodes.jsonl.gz", "/etc/passwd"), "episodes.jsonl.gz: is not a plain file"),
    "a device": (link("episodes.jsonl.gz", "/dev/zero"), "episodes.jsonl.gz: is not a plain file"),
    "last line cut off": (lambda f: store_lines(f, records(f), end=""), "line 9 is cut off"),
    "not UTF-8": (bytes_of(lambda data: gzip.compress(b'{"task": "\xff"}\n')), "the line is damaged"),
    "UTF-16": (bytes_of(lambda data: gzip.compress('{"task": 1}\n'.encode("utf-16"))), "line 1"),
    "an episode twice": (reorder(lambda found: [*found[:-1], found[0]]), "repeats the episode of line 1"),
    "an episode more": (reorder(lambda found: [*found, found[0]]), "has more than the 9 lines"),
    "an episode missing": (reorder(lambda found: found[1:]), "1 of 9 episodes are missing, the first GlyphBench/"),
    "a task missing": (reorder(lambda found: found[:6]), "3 of 9 episodes are missing"),
    "other seeds": (
        reorder(lambda found: [{**record, "seed": record["seed"] + 50} for record in found]),
        "is not among the 9 episodes",
    ),
    "a bomb of lines": (bomb, "more"),
    "a bomb without lines": (endless_bomb, "line 1 has more than"),
    "a line of 100 MB": (long_line, "line 2 has more than"),
}

# ---- changes of submission.toml -----------------------------------------------------------------------------------


def said(path: str, value: Any) -> Mutation:
    """Set one value of submission.toml, by its dotted name; None takes it out."""

    def mutate(folder: Path) -> None:
        table = about(folder)
        *above, name = path.split(".")
        place = table
        for part in above:
            place = place.setdefault(part, {})
        if value is None:
            place.pop(name)
        else:
            place[name] = value
        write_about(folder, table)

    return mutate


def text(change: Callable[[str], str]) -> Mutation:
    def mutate(folder: Path) -> None:
        path = folder / "submission.toml"
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return mutate


def moved(model: str, run: str) -> Mutation:
    """Put the submission where another one belongs."""

    def mutate(folder: Path) -> None:
        target = folder.parents[1] / model / run
        target.parent.mkdir(exist_ok=True)
        folder.rename(target)
        if not any(folder.parent.iterdir()):
            folder.parent.rmdir()

    return mutate


def twice(folder: Path) -> None:
    table = about(folder)
    table["episodes"]["tasks"][1] = table["episodes"]["tasks"][0]
    write_about(folder, table)


SAID: dict[str, tuple[Mutation, str]] = {
    "no TOML": (text(lambda toml: toml + "\n= 3"), "submission.toml: Invalid"),
    "missing": (lambda f: (f / "submission.toml").unlink(), "submission.toml: is missing"),
    "a link": (link("submission.toml", "/etc/hostname"), "submission.toml: is not a plain file"),
    "too large": (text(lambda toml: toml + "#" * 200_000), "submission.toml: has more than 131,072 bytes"),
    "deep nesting": (text(lambda toml: f"x = {'[' * 60_000}\n{toml}"), "submission.toml: "),
    "not UTF-8": (lambda f: (f / "submission.toml").write_bytes(b'name = "\xff"'), "submission.toml: "),
    "version": (said("version", 2), "version"),
    "a field more": (said("rank", 1), "rank: Extra inputs are not permitted"),
    "name with a path": (said("name", "../../../etc"), "belongs into the folder 'etc'"),
    "name of another": (said("name", "GPT-X"), "belongs into the folder 'gpt-x', not 'random'"),
    "name empty": (said("name", ""), "name: String should have at least 1 character"),
    "name endless": (said("name", "R" * 10_000), "name: String should have at most 120 characters"),
    "name with an escape": (said("name", "Random\x1b[31m"), "name: must be one line without control characters"),
    "name written backwards": (said("name", "Random‮"), "name: must be one line without control characters"),
    "name that is a number": (said("name", 5), "name: Input should be a valid string"),
    "notes with an escape": (said("notes", "a\x07b"), "notes: must be plain text"),
    "notes endless": (said("notes", "x" * 5_000), "notes: String should have at most 4000"),
    "nobody to ask": (said("url", None), "contact or url must be given"),
    "url that runs": (said("url", "javascript:alert(1)"), "url: must be http"),
    "url of this machine": (said("url", "http://localhost/x"), "url: must be http"),
    "url of an address": (said("url", "http://10.0.0.1/x"), "url: must be http"),
    "url with a password": (said("url", "https://a:b@example.org/"), "url: must hold neither a user"),
    "url with a tag": (said("url", "https://example.org/<script>"), "url: must be written in ASCII"),
    "contact that is none": (said("contact", "me@"), "contact: String should match"),
    "organisation missing": (said("organisation", None), "organisation: Field required"),
    "track unknown": (said("track", "easy"), "track: Input should be 'standard' or 'extended'"),
    "track other": (said("track", "extended"), "(not in the extended track)"),
    "partial not declared": (said("partial", False), "300 of the 303 tasks of the standard track are missing"),
    "date that is none": (said("date", "yesterday"), "date: Input should be a valid date"),
    "revision that is a command": (said("code_revision", "main; rm -rf /"), "code_revision: String should match"),
    "contamination missing": (said("contamination", None), "contamination: Field required"),
    "contamination by halves": (said("contamination.seeds", True), "set both"),
    "prices negative": (said("prices", {"prompt": -1.0, "generated": 1.0}), "prices.prompt: Input should be greater"),
    "prices infinite": (
        text(lambda toml: toml + "\n[prices]\nprompt = inf\ngenerated = 1.0\n"),
        "prices.prompt: Input should be a finite number",
    ),
    "temperature not a number": (
        text(lambda toml: toml.replace('harness = "basic"', 'harness = "basic"\ntemperature = nan')),
        "asking.temperature: Input should be a finite number",
    ),
    "harness of somebody": (said("asking.harness", f"{TRAP}:Harness"), "asking.harness: Input should be 'basic'"),
    "retries": (said("asking.retries", 99), "asking.retries: Input should be less than or equal to 3"),
    "history": (said("asking.history", 9), "harness history 8 in the record, 9 in submission.toml"),
    "parser": (said("asking.parser", "eval"), "asking.parser: Input should be"),
    "observation": (said("asking.observation", "native"), "harness observation glyph in the record, native in"),
    "versions with a path": (said("versions.numpy", "../2"), "versions.numpy: String should match"),
    "versions none": (said("versions", {}), "versions: Dictionary should have at least 1 item"),
    "hash that is none": (said("episodes.sha256", "ABC"), "episodes.sha256: String should match"),
    "hash of another": (said("episodes.sha256", "0" * 64), "its SHA-256 is not the one"),
    "seed of training": (said("episodes.seed", 42), "episodes.seed: Input should be greater than or equal to 1000000"),
    "seed later": (said("episodes.seed", 2_000_000), "episodes.seed: Input should be less than or equal to 1000000"),
    "episodes none": (said("episodes.per_task", 0), "episodes.per_task: Input should be greater"),
    "episodes without end": (said("episodes.per_task", 10**9), "episodes.per_task: Input should be less"),
    "episodes more": (said("episodes.per_task", 4), "3 of 12 episodes are missing"),
    "tasks none": (said("episodes.tasks", []), "episodes.tasks: Tuple should have at least 1 item"),
    "tasks unknown": (said("episodes.tasks", ["GlyphBench/Chess-v0"]), "unknown task 'GlyphBench/Chess-v0'"),
    "tasks with a path": (said("episodes.tasks", ["GlyphBench/../x-v0"]), "episodes.tasks.0: String should match"),
    "tasks twice": (twice, "episodes.tasks names a task twice"),
    "a file more": (lambda f: (f / "run.sh").write_text("#!/bin/sh\n"), "run.sh: does not belong into a submission"),
    "a folder more": (lambda f: (f / "site").mkdir(), "site: does not belong into a submission"),
    "place of another": (moved("gpt-x", "first"), "belongs into the folder 'random', not 'gpt-x'"),
    "place with odd letters": (moved("random", "fi rst\n"), "a run's folder is named by"),
}

MUTATIONS: dict[str, tuple[Mutation, str]] = {
    f"{kind}: {name}": case
    for kind, cases in (("record", RECORD), ("file", FILE), ("submission", SAID))
    for name, case in cases.items()
}


def mutated(valid: Path, name: str, where: Path) -> Path:
    """Make one mutated copy of the submissions in `valid`; returns the leaderboard that holds it."""
    root = Path(shutil.copytree(valid, where))
    MUTATIONS[name][0](root / "random" / "first")
    return root
