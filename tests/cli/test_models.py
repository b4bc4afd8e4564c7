"""`glyphbench eval` with models behind servers, several at once, budgets and prices: a process and a real server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.chat_server import Answer, ChatServer, by_content, error
from tests.cli.test_eval import COMMAND, KEY, environment, fails, glyphbench, records

USAGE = {
    "prompt_tokens": 1000,
    "completion_tokens": 50,
    "prompt_tokens_details": {"cached_tokens": 800},
    "completion_tokens_details": {"reasoning_tokens": 40},
}
SHORT = ("--tasks", "SokobanEasy", "--option", "max_turns=3")
PRICES = '["m"]\ninput = 10.0\ncached_input = 1.0\noutput = 100.0\n'


def manifest(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def written(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file())


def test_a_url_with_a_password_names_server_and_model(tmp_path: Path) -> None:
    with ChatServer([Answer(usage=USAGE)]) as server:
        url = server.url.replace("http://", "http://me:pass-word@")
        done = glyphbench(*("eval", "--model", f"{url}#org/m", *SHORT, "--reasoning-effort", "minimal"), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        (folder,) = (tmp_path / "runs").iterdir()
        assert folder.name.startswith("chat-org-m-")
        assert {request["model"] for request in server.requests} == {"org/m"}
        assert {request["reasoning_effort"] for request in server.requests} == {"minimal"}
        options = manifest(folder)["options"]
        assert (options["model"], options["base_url"]) == ("chat:org/m", server.url)
        assert options["reasoning_effort"] == "minimal"
    (record,) = records(folder)
    assert record["harness"]["reasoning_effort"] == "minimal"
    assert (record["tokens_in"], record["tokens_cached"]) == (3000, 2400)
    assert (record["tokens_out"], record["tokens_reasoning"]) == (150, 120)
    assert "tokens in all: 3,000 in (2,400 cached), 150 out (120 reasoning)" in done.stdout
    assert "pass-word" not in written(folder) + done.stdout + done.stderr


def test_a_server_that_moved_is_the_same_model(tmp_path: Path) -> None:
    command = ("eval", "--model", "openai/m", *SHORT, "--episodes", "2", "--workers", "1", "--tries", "1")

    def once(request: dict[str, Any], number: int) -> Answer:
        return Answer() if number < 3 else error(503, "gone")

    with ChatServer(once) as first:
        fails(glyphbench(*command, "--base-url", first.url, cwd=tmp_path), "503", "1 of 2 episodes")
    (folder,) = (tmp_path / "runs").iterdir()
    kept = records(folder)
    with ChatServer([Answer()]) as second:
        done = glyphbench(*command, "--base-url", second.url, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert manifest(folder)["options"]["base_url"] == second.url != first.url
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [folder.name]
    assert records(folder)[:1] == kept
    assert {request["model"] for request in second.requests} == {"m"}


def test_a_refused_option_is_one_line(tmp_path: Path) -> None:
    says = "Unsupported value: 'reasoning_effort'\ndoes not support 'huge'"
    with ChatServer([error(400, says)]) as server:
        done = glyphbench(
            *("eval", "--model", f"{server.url}#m", *SHORT, "--reasoning-effort", "huge", "--out", "r"), cwd=tmp_path
        )
    fails(done, "answered 400", "'reasoning_effort' does not support 'huge'")
    assert len(server.requests) >= 1 and records_or_none(tmp_path / "r") == []


def records_or_none(folder: Path) -> list[dict[str, Any]]:
    return records(folder) if (folder / "episodes.jsonl").exists() else []


def test_a_stated_context_ends_episodes(tmp_path: Path) -> None:
    """The server counts a token for every four characters; with two turns a prompt is over the budget."""

    def counting(request: dict[str, Any], number: int) -> Answer:
        size = sum(len(message["content"]) for message in request["messages"])
        return Answer(usage={"prompt_tokens": size // 4, "completion_tokens": 5})

    more = ("--tasks", "SokobanEasy", "--max-tokens", "40")
    with ChatServer(counting) as server:
        glyphbench("eval", "--model", f"{server.url}#m", *more, "--out", "free", cwd=tmp_path)
        sizes = [sum(len(message["content"]) for message in request["messages"]) for request in server.requests]
        server.requests.clear()
        budget = sizes[1] // 4 + 40
        done = glyphbench(
            *("eval", "--model", f"{server.url}#m", *more, "--context", str(budget), "--out", "r"), cwd=tmp_path
        )
    assert done.returncode == 0, done.stderr
    (record,) = records(tmp_path / "r")
    assert len(server.requests) == len(record["actions"]) == 2
    assert record["stop"] == "context_overflow"
    assert f"the context given is {budget}" in record["error"]
    assert record["harness"]["context"] == manifest(tmp_path / "r")["options"]["context"] == budget
    assert "1 of 1 episodes ended because a prompt did not fit into the context" in done.stdout


def test_reasoning_that_eats_the_budget_is_not_asked_again(tmp_path: Path) -> None:
    eaten = Answer(None, {"reasoning": "hm"}, finish="length", usage=USAGE)
    with ChatServer([eaten, Answer(usage=USAGE), Answer("no tag", usage=USAGE), Answer(usage=USAGE)]) as server:
        done = glyphbench("eval", "--model", f"{server.url}#m", *SHORT, "--out", "r", cwd=tmp_path)
    (record,) = records(tmp_path / "r")
    assert record["events"] == {"reasoning_only": 1, "unparseable": 1}
    assert (record["replies"], record["actions"]) == (4, [None, "UP", "UP"])
    assert "1 of 4 replies had reasoning that used up the token limit" in done.stdout


def test_prices_in_table_json_and_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "prices.toml").write_text(PRICES, encoding="utf-8")
    with ChatServer([Answer(usage=USAGE)]) as server:
        done = glyphbench(
            *("eval", "--model", f"{server.url}#m", *SHORT, "--out", "m", "--prices", "prices.toml"), cwd=tmp_path
        )
        glyphbench("eval", "--model", f"{server.url}#other", *SHORT, "--out", "other", cwd=tmp_path)
    # three turns: 200 fresh tokens at 10 $, 800 cached ones at 1 $, 50 generated ones at 100 $ a million
    each = 3 * (200 * 10 + 800 * 1 + 50 * 100) / 1e6
    assert each == pytest.approx(0.0234)
    assert "cost: $0.0234 in all, $0.0234 an episode" in done.stdout
    told = glyphbench("report", "m", "other", "--json", "--prices", "prices.toml", cwd=tmp_path)
    known, unknown = json.loads(told.stdout)["runs"]
    assert known["spent"]["cost"] == known["families"][0]["cost"] == pytest.approx(each)
    assert unknown["spent"]["cost"] is unknown["families"][0]["cost"] is unknown["price"] is None
    shown = glyphbench("report", "m", "other", "--prices", "prices.toml", cwd=tmp_path)
    assert "unknown" in shown.stdout and "the table has no price for chat:other" in shown.stdout
    made = glyphbench("report", "m", "other", "--prices", "prices.toml", "--html", "page.html", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for phrase in ("$0.0234", "unknown", "<th>cached</th>", "<th>reasoning</th>", "cost/episode"):
        assert phrase in page
    assert "cost" not in glyphbench("report", "m", cwd=tmp_path).stdout


def test_several_models(tmp_path: Path) -> None:
    refusing, good = ChatServer([error(401, f"bad key {KEY}")]), ChatServer(by_content)
    with refusing, good:
        (tmp_path / "models.toml").write_text(
            f"""
            [[model]]
            model = "{refusing.url}#closed"
            name = "closed"
            key_env = "OTHER_KEY"
            [[model]]
            model = "{good.url}#m"
            name = "low"
            reasoning_effort = "low"
            workers = 2
            [[model]]
            model = "openai/gone"
            base_url = "http://127.0.0.1:9/v1"
            tries = 1
            [[model]]
            model = "random"
            """,
            encoding="utf-8",
        )
        command = ("eval", "--models-file", "models.toml", *SHORT, "--episodes", "2", "--seed", "7", "--out", "all")
        env = environment(OTHER_KEY=KEY)
        done = glyphbench(*command, cwd=tmp_path, env=env)
        assert done.returncode == 2
        errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        assert len(errors) == 2
        assert errors[0].startswith("error: closed: ") and "401" in errors[0]
        assert errors[1].startswith("error: openai-gone-") and "127.0.0.1:9" in errors[1]
        names = sorted(path.name.partition("-")[0] for path in (tmp_path / "all").iterdir())
        assert names == ["closed", "low", "openai", "random"]
        (random,) = (tmp_path / "all").glob("random-*")
        assert [record["seed"] for record in records(random)] == [7, 8]
        assert [record["seed"] for record in records(tmp_path / "all" / "low")] == [7, 8]
        assert {request["reasoning_effort"] for request in good.requests} == {"low"}
        assert refusing.keys[0] == f"Bearer {KEY}"
        assert KEY not in written(tmp_path / "all") + done.stdout + done.stderr
        assert "Mean return" in done.stdout and "random: 2 episodes" in done.stdout
        before, asked = written(tmp_path / "all" / "low"), len(good.requests)
        again = glyphbench(*command, cwd=tmp_path, env=env)
    assert again.returncode == 2 and "low: 2 of 2 episodes are there already" in again.stderr
    assert (written(tmp_path / "all" / "low"), len(good.requests)) == (before, asked)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[model]]\nmodel = "random"\ntemprature = 1', ["models.toml, model 1", "did you mean temperature"]),
        ('[[model]]\nmodel = "random"\n[[model]]\nmodel = "random"', ["two models", "give each a name"]),
        ('[[model]]\nmodel = "randm"', ["models.toml, model 1", "unknown model 'randm'"]),
        ("", ["holds no model"]),
    ],
)
def test_a_wrong_file_of_models_plays_nothing(tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "models.toml").write_text(text, encoding="utf-8")
    fails(glyphbench("eval", "--models-file", "models.toml", *SHORT, cwd=tmp_path), *words)
    assert [path.name for path in tmp_path.iterdir()] == ["models.toml"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["--model", "--models-file"]),
        (["--models-file", "nowhere.toml"], ["nowhere.toml: No such file"]),
        (["--model", "random", "--prices", "nowhere.toml"], ["nowhere.toml: No such file"]),
        (["--model", "http://me:secret@h/v1"], ["write http://h/v1#NAME"]),
        (["--model", "scripted:/dev/zero"], ["/dev/zero is no regular file"]),
        (["--model", "openai/m", "--key-env", "NO_SUCH_KEY"], ["set NO_SUCH_KEY"]),
        (["--model", "openai/m", "--key-env", "sk-secret"], ["not the key itself"]),
        (["--model", "openai/m", "--key-env", "hf_secret"], ["set the environment variable that was named"]),
        (["--model", "http://h/v1#a\x1b[31mb"], ["a model's name holds no control characters"]),
        (["--model", "random", "--harness", "a\x1b[31m:b"], ["a harness's name holds no control characters"]),
        (["--model", "random", "--episodes", "1000000000000"], ["1,000,000,000,000 episodes are too many"]),
        (["--model", "random", "--attempts", "1000000000000"], ["1,000,000,000,000 episodes are too many"]),
        (["--from", "nowhere"], ["nowhere: No such file"]),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    done = glyphbench("eval", *SHORT, *arguments, cwd=tmp_path)
    fails(done, *words)
    assert "secret" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_script_from_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("<action>UP</action>\n" * 3, encoding="utf-8")
    line = f"exec 3< <(cat script); {' '.join(COMMAND)} eval --model scripted:/dev/fd/3 {' '.join(SHORT)}"
    done = subprocess.run(
        ["bash", "-c", f"{line} --episodes 2 --workers 2 --out r"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [record["actions"] for record in records(tmp_path / "r")] == [["UP"] * 3] * 2


def test_reading_a_run_imports_no_harness_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        "from pathlib import Path\nPath('imported').touch()\n"
        "from glyphbench.harness.markov import Markov\nclass Mine(Markov): pass\n",
        encoding="utf-8",
    )
    env = environment(PYTHONPATH=str(tmp_path))
    command = ("eval", "--model", "random", *SHORT, "--out", "r", "--harness", "theirs:Mine")
    made = glyphbench(*command, cwd=tmp_path, env=env)
    assert made.returncode == 0, made.stderr
    mark = tmp_path / "imported"
    mark.unlink()
    for reading in (("report", "r"), ("report", "r", "--json"), ("verify", "r")):
        done = glyphbench(*reading, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
        assert not mark.exists(), reading
    refused = glyphbench("eval", "--from", "r", "--out", "s", cwd=tmp_path, env=env)
    fails(refused, "would run the code 'theirs:Mine': allow it with --harness theirs:Mine")
    assert not mark.exists()
    again = glyphbench("eval", "--from", "r", "--out", "s", "--harness", "theirs:Mine", cwd=tmp_path, env=env)
    assert again.returncode == 0, again.stderr
    assert mark.exists()
    assert [record["trace"] for record in records(tmp_path / "s")] == [r["trace"] for r in records(tmp_path / "r")]


def test_a_run_from_elsewhere_is_sent_no_key(tmp_path: Path) -> None:
    with ChatServer([Answer()]) as server:
        command = ("eval", "--model", f"{server.url}#m", *SHORT, "--out", "r")
        assert glyphbench(*command, cwd=tmp_path).returncode == 0
        asked = len(server.requests)
        env = environment(OPENAI_API_KEY=KEY)
        for own in ({}, {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}):  # a server of one's own is no leave for another
            refused = glyphbench("eval", "--from", "r", "--out", "s", cwd=tmp_path, env=env | own)
            fails(refused, f"would send your OPENAI_API_KEY to {server.url}: allow it with --base-url {server.url}")
            assert len(server.requests) == asked
        same = env | {"OPENAI_BASE_URL": f"{server.url}/"}
        assert glyphbench("eval", "--from", "r", "--out", "t", cwd=tmp_path, env=same).returncode == 0
        done = glyphbench("eval", "--from", "r", "--out", "s", "--base-url", server.url, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
        assert server.keys[-1] == f"Bearer {KEY}"
