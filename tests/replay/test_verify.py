"""Verification: honest runs pass, and no field of a record can be changed unnoticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import glyphbench as _registered  # noqa: F401
from glyphbench.evaluation import Record, read_records
from glyphbench.registration import make
from glyphbench.replay import CannotReplay, Verification, frames, verify_run
from tests.replay.command import glyphbench

Change = Callable[[dict[str, Any]], Any]


def lines(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]


def write(run: Path, records: list[dict[str, Any]]) -> None:
    (run / "episodes.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def edit_manifest(run: Path, change: Change) -> None:
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    change(about)
    (run / "run.json").write_text(json.dumps(about), encoding="utf-8")


def forged(run: Path, change: Change, line: int = 2) -> Verification:
    """Verify the run after one of its records was changed; everything else must still be found right."""
    records = lines(run)
    change(records[line - 1])
    write(run, records)
    found = verify_run(run)
    assert {finding.line for finding in found.findings} <= {line, 0}
    return found


def says(found: Verification, *phrases: str) -> None:
    text = "\n".join(map(str, found.findings))
    for phrase in phrases:
        assert phrase in text


def put(field: str, value: Any) -> Change:
    return lambda record: record.__setitem__(field, value)


def add(field: str, value: float) -> Change:
    return lambda record: record.__setitem__(field, (record[field] or 0) + value)


def swap_action(turn: int, name: str | None) -> Change:
    return lambda record: record["actions"].__setitem__(turn, name)


def another_action(record: dict[str, Any]) -> None:
    record["actions"][1] = "DOWN" if record["actions"][1] == "UP" else "UP"


def pay(turn: int, reward: float) -> Change:
    return lambda record: record["rewards"].__setitem__(turn, reward)


# ---- honest runs --------------------------------------------------------------------------------------------------


def test_honest_runs_pass_whatever_the_workers(made: Path) -> None:
    outputs = set()
    for workers in (1, 2):
        done = glyphbench("verify", "said", "taught", "--workers", workers, cwd=made)
        assert (done.returncode, done.stderr) == (0, "")
        outputs.add(done.stdout)
    assert outputs == {
        "said: 4 of 4 episodes re-played, all as recorded\ntaught: 4 of 4 episodes re-played, all as recorded\n"
    }


def test_frames_are_what_gymnasium_shows(made: Path) -> None:
    """The re-player against the plain Gymnasium interface, driven by hand."""
    record = read_records(made / "said" / "episodes.jsonl")[0]
    assert None in record.actions
    env = gym.make(record.task, **record.kwargs)
    text, _ = env.reset(seed=record.seed)
    expected = [(text, 0.0, False)]
    for name in record.actions:
        if name is None:
            step = env.unwrapped.skip_turn("Your reply named no valid action, so this turn passed without one.")
        else:
            step = env.step(env.unwrapped.actions.index(name))
        expected.append((step[0], step[1], step[2] or step[3]))
    game = make(record.task, **record.kwargs)
    seen = list(frames(game, record.seed, record.actions))
    assert [(frame.text, frame.reward, frame.ended) for frame in seen] == expected
    assert [frame.turn for frame in seen] == [*range(len(record.actions) + 1)]
    assert [frame.action for frame in seen] == [None, *record.actions]
    assert [frame.observation.text for frame in seen] == [frame.text for frame in seen]
    assert "passed without one" in next(frame for frame in seen if frame.skipped).text


def test_actions_that_cannot_be_played_name_their_turn() -> None:
    game = make("SokobanEasy", max_turns=3)
    for actions, turn in ((["UP", "FLY"], 1), (["UP", "UP", "UP", "UP"], 3), (["up"], 0)):
        with pytest.raises(CannotReplay) as caught:
            list(frames(game, 1, actions))
        assert caught.value.turn == turn


# ---- every field, with transcripts and without --------------------------------------------------------------------

FIELDS: dict[str, tuple[Change, str]] = {
    "version": (put("version", 2), "is not an episode record: version"),
    "task": (put("task", "GlyphBench/Match3-v0"), "GlyphBench/Match3-v0 seed 1000001 is not in the run's plan"),
    "kwargs": (lambda record: record["kwargs"].__setitem__("layout", "spaced"), "kwargs"),
    "seed": (put("seed", 5), "seed 5 is not in the run's plan"),
    "model": (put("model", "gpt-x"), "model 'gpt-x' in the record"),
    "harness": (lambda record: record["harness"].__setitem__("history", 9), "harness history 9 in the record"),
    "actions": (another_action, "the trace differs"),
    "rewards": (pay(2, 0.25), "turn 3 (LEFT): reward 0.25 in the record, 0 re-played"),
    "return": (add("return", 0.5), "return"),
    "native_return": (add("native_return", 1), "native_return"),
    "success": (lambda record: record.__setitem__("success", not record["success"]), "success"),
    "length": (add("length", 1), "length"),
    "stop": (put("stop", "token_budget"), "stop token_budget in the record"),
    "error": (put("error", "no"), "error 'no' in the record"),
    "seconds": (put("seconds", -1.0), "seconds -1.0 in the record"),
    "trace": (put("trace", "0" * 64), "the trace differs"),
    "attempt": (put("attempt", 1), "attempt 1 is not in the run's plan"),
}
#: Only a transcript tells what these were.
TOLD: dict[str, tuple[Change, str]] = {
    "prompt": (put("prompt", "0" * 64), "prompt " + "0" * 64 + " in the record"),
    "replies": (add("replies", 1), "replies 10 in the record, 9 in the transcript"),
    "memories": (add("memories", 1), "memories 1 in the record, 0 in the transcript"),
    "events": (put("events", {}), "events {} in the record, {'unparseable': 3} in the transcript"),
    "tokens_in": (put("tokens_in", 5), "tokens_in 5 in the record, None in the transcript"),
    "tokens_out": (put("tokens_out", 5), "tokens_out 5 in the record, None in the transcript"),
    "tokens_cached": (put("tokens_cached", 5), "tokens_cached 5 in the record, None in the transcript"),
    "tokens_reasoning": (put("tokens_reasoning", 5), "tokens_reasoning 5 in the record, None in the transcript"),
}


def test_the_cases_are_all_fields() -> None:
    assert FIELDS.keys() | TOLD.keys() == {info.serialization_alias or n for n, info in Record.model_fields.items()}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("run", ["said", "taught"])
def test_a_changed_field_is_found(runs: Path, run: str, field: str) -> None:
    change, phrase = FIELDS[field]
    if field == "rewards" and run == "taught":
        phrase = "turn 3 ("
    found = forged(runs / run, change)
    says(found, "line 2", phrase)
    assert found.readable == (field != "version")


@pytest.mark.parametrize("field", TOLD)
def test_a_changed_field_that_the_transcript_tells(runs: Path, field: str) -> None:
    change, phrase = TOLD[field]
    says(forged(runs / "said", change), "line 2, GlyphBench/SokobanEasy-v0 seed 1000001", phrase)


# ---- the turn -----------------------------------------------------------------------------------------------------


def test_with_a_transcript_the_turn_of_a_forged_action_is_named(runs: Path) -> None:
    found = forged(runs / "said", swap_action(1, "UP"))
    says(found, "turn 2: action UP in the record, DOWN in the transcript")
    says(found, "the trace differs: the observation after turn 2 is not the one in the transcript")


def test_without_a_transcript_the_turn_is_not_known(runs: Path) -> None:
    says(forged(runs / "taught", another_action), "without a transcript of the grids the turn is not known")


def test_a_forged_trace_is_told_from_a_forged_episode(runs: Path) -> None:
    says(forged(runs / "said", put("trace", "f" * 64)), "the trace was altered")


def test_actions_after_the_end(runs: Path) -> None:
    turns = len(lines(runs / "taught")[0]["actions"])

    def lengthen(record: dict[str, Any]) -> None:
        record["actions"].append("UP")
        record["rewards"].append(0.0)
        record["length"] += 1

    says(forged(runs / "taught", lengthen, 1), f"turn {turns + 1}: the game is over after {turns} turns")


def test_a_game_that_is_cut_short(runs: Path) -> None:
    def shorten(record: dict[str, Any]) -> None:
        for field in ("actions", "rewards"):
            record[field].pop()
        record["length"] -= 1

    says(forged(runs / "said", shorten), "stop horizon in the record, but the game goes on after turn 6")


@pytest.mark.parametrize(
    ("field", "value"),
    [("kwargs", {"max_turns": -1}), ("kwargs", {"nonsense": [1]}), ("task", "GlyphBench/No-v0")],
)
def test_a_record_that_asks_for_the_impossible(runs: Path, field: str, value: Any) -> None:
    says(forged(runs / "said", put(field, value)), "cannot be played")


def test_a_seed_that_is_none(runs: Path) -> None:
    says(forged(runs / "said", put("seed", -4)), "not an episode record: seed")


def test_an_unknown_action(runs: Path) -> None:
    says(forged(runs / "taught", swap_action(0, "FLY")), "turn 1: there is no action 'FLY'")


@pytest.mark.parametrize(
    ("old", "new", "phrase"),
    [
        ('"action": "LEFT"', '"action": "UP"', "turn 3: action LEFT in the record, UP in the transcript"),
        ('"reward": 0.0', '"reward": 1.0', "turn 1: reward 0 in the record, 1 in the transcript"),
        ('{"turn": 2', '{"turn": 77', "turn 3: missing in the transcript"),
        ('"stop": "horizon"', '"stop": "success"', "stop horizon in the record, success in the transcript"),
        ('"seed": 1000001', '"seed": 1000000', "seed 1000001 in the record, 1000000 in the transcript"),
        ('{"turn"', "{turn", "the transcript cannot be read"),
    ],
)
def test_a_forged_transcript(runs: Path, old: str, new: str, phrase: str) -> None:
    path = runs / "said" / "transcripts" / "SokobanEasy-v0-1000001.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    says(verify_run(runs / "said"), "line 2", phrase)


# ---- the run as a whole -------------------------------------------------------------------------------------------


def test_differences_exit_1_and_name_the_episode(runs: Path) -> None:
    records = lines(runs / "said")
    records[0]["return"] = 1.0
    write(runs / "said", records)
    done = glyphbench("verify", "said", "taught", cwd=runs)
    assert done.returncode == 1
    first, *rest = done.stdout.splitlines()
    assert first == "said: line 1, GlyphBench/SokobanEasy-v0 seed 1000000: return 1.0 in the record, 0.0 re-played"
    assert rest[0] == "said: 4 of 4 episodes re-played, 1 differ"
    assert rest[1].endswith("all as recorded")


def test_an_unreadable_line_is_named_and_the_others_are_checked(runs: Path) -> None:
    path = runs / "said" / "episodes.jsonl"
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(whole[0] + whole[1][:40] + b"\n" + b"".join(whole[2:]))
    done = glyphbench("verify", "said", "--workers", 2, cwd=runs)
    assert done.returncode == 2
    assert "said: line 2: the line is damaged: not JSON" in done.stdout
    assert "said: 3 of 4 episodes re-played" in done.stdout


def test_a_torn_last_line_of_a_run_that_goes_on_is_no_error(runs: Path) -> None:
    path = runs / "said" / "episodes.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    edit_manifest(runs / "said", lambda about: about.__setitem__("ended", None))
    done = glyphbench("verify", "said", cwd=runs)
    assert done.returncode == 0
    assert "warning: said: the last line is unfinished" in done.stderr
    assert "1 of 4 episodes are missing, the first GlyphBench/Sokoban-v0 seed 1000001" in done.stderr


def test_an_episode_taken_out_of_a_finished_run_is_missed(runs: Path) -> None:
    write(runs / "said", lines(runs / "said")[1:])
    says(verify_run(runs / "said"), "the run has ended, but 1 of 4 episodes are missing")


def test_a_repeated_episode(runs: Path) -> None:
    records = lines(runs / "said")
    write(runs / "said", [*records, records[0]])
    says(verify_run(runs / "said"), "line 5, GlyphBench/SokobanEasy-v0 seed 1000000: repeats the episode of line 1")


def test_options_that_came_later_are_not_missed(runs: Path) -> None:
    """A run of an older version: neither its records nor its description know a newer option."""
    edit_manifest(runs / "said", lambda about: about["options"].pop("thinking"))
    records = lines(runs / "said")
    for record in records:
        del record["harness"]["thinking"]
    write(runs / "said", records)
    assert verify_run(runs / "said").sound


def test_other_versions_are_a_warning(runs: Path) -> None:
    edit_manifest(runs / "said", lambda about: about["versions"].__setitem__("numpy", "0.9"))
    done = glyphbench("verify", "said", cwd=runs)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith("warning: said: made with another version of numpy (0.9 there, ")


@pytest.mark.parametrize("text", [None, "{", '{"version": 1, "options": {"model": 3}}'])
def test_what_is_no_run(runs: Path, text: str | None) -> None:
    manifest = runs / "said" / "run.json"
    if text is None:
        manifest.unlink()
    else:
        manifest.write_text(text, encoding="utf-8")
    done = glyphbench("verify", "said", cwd=runs)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
