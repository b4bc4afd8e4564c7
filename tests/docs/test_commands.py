"""Every `glyphbench …` line that the documentation shows is one that the program takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from glyphbench.cli.app import app
from glyphbench_train.cli import app as train
from scripts.docs import commands
from tests.docs.pages import PAGES, ROOT, blocks

PROGRAMS = {"glyphbench": typer.main.get_command(app), "glyphbench-train": typer.main.get_command(train)}


def lines(path: Path) -> list[list[str]]:
    found = []
    for block in blocks(path):
        if block.language == "sh":
            text = re.sub(r"\\\n\s*", "", block.text)
            found += [shlex.split(line, comments=True) for line in text.splitlines()]
    return [[word for word in line if "=" not in word or not word[0].isupper()] for line in found]


@pytest.mark.parametrize("path", [*PAGES, ROOT / "README.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_shown_commands_parse(path: Path) -> None:
    for line in lines(path):
        if line[:1] and line[0] in PROGRAMS:
            parse(PROGRAMS[line[0]], line[1:])


def parse(command: Any, arguments: list[str]) -> None:
    """Let typer parse without running; it raises on what it does not know."""
    while hasattr(command, "commands"):
        name, *arguments = arguments
        command = command.commands[name]
    command.make_context("shown", arguments)


def test_a_wrong_option_would_be_found() -> None:
    with pytest.raises(Exception, match="nonsense"):
        parse(PROGRAMS["glyphbench"], ["eval", "--model", "random", "--nonsense", "1"])


def test_the_reference_lists_every_option_of_eval() -> None:
    text = commands.reference(app, "glyphbench")
    section = text[text.index("## glyphbench eval") :]
    section = section[: section.index("\n## ")]
    group: Any = PROGRAMS["glyphbench"]
    flags = [flag for item in group.commands["eval"].params for flag in item.opts if flag != "--help"]
    assert len(flags) > 20
    assert all(f"`{flag}`" in section for flag in flags)
    assert "## glyphbench leaderboard verify" in text
