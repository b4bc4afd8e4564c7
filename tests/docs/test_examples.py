"""The example harness of the documentation plays against a server, and the model is shown what its page says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.chat_server import Answer, ChatServer
from tests.docs.pages import DOCS, ROOT


def test_the_journal_harness_shows_what_was_done(tmp_path: Path) -> None:
    (tmp_path / "journal.py").write_text((DOCS / "examples" / "journal.py").read_text(encoding="utf-8"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(tmp_path)])}
    with ChatServer(
        [Answer("<action>UP</action>"), Answer("<action>LEFT</action>"), Answer("<action>UP</action>")]
    ) as server:
        arguments = [
            "--model",
            "chat:x",
            "--base-url",
            server.url,
            "--harness",
            "journal:Journal",
            "--tasks",
            "Sokoban",
        ]
        done = subprocess.run(
            [sys.executable, "-m", "glyphbench", "eval", *arguments, "--option", "max_turns=3", "--out", "run"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        shown = [request["messages"] for request in server.requests]
    assert [len(messages) for messages in shown] == [2, 2, 2]
    assert shown[0][1]["content"].startswith("[Journal]\n(you have done nothing yet)\n\n[Legend]")
    first, second = shown[2][1]["content"].split("\n\n")[0].splitlines()[1:]
    assert first.startswith("turn 1: UP, reward +0.00: ") and second.startswith("turn 2: LEFT, reward +0.00: ")
