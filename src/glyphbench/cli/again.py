"""`glyphbench eval --from`: what was played once, played again with exactly the same options."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from glyphbench.cli.errors import one_line

if TYPE_CHECKING:
    from glyphbench.agents import ChatOptions
    from glyphbench.evaluation import RunOptions
    from glyphbench.evaluation.contenders import Contender

#: Options of `eval` that do not decide what is played; --model names a model that the file cannot name.
_FREE = frozenset(
    {
        "source",
        "model",
        "base_url",
        "key_env",
        "timeout",
        "tries",
        "workers",
        "engine",
        "out",
        "no_transcripts",
        "prices",
    }
)


def again(
    command: typer.Context, source: Path, model: str | None, usual: ChatOptions, workers: int | None
) -> tuple[Contender, RunOptions]:
    """The contender and the options that a `run.json` or a `submission.toml` states.

    A submission names no server, and a model that lay on a disk by a name only: those come from --base-url and
    --model.

    Raises:
        ValueError: the file states no options, or the command gives options of its own beside it, or lacks what
            allows the code or the server that the file names.
        OSError: it cannot be read.
    """
    from glyphbench.agents.spec import OPENAI, public_url
    from glyphbench.evaluation.contenders import contender
    from glyphbench.evaluation.folder import changed_versions
    from glyphbench.harness.kinds import is_ours

    options, versions = _stated(source)
    # A file from elsewhere must not decide alone whose code runs here and who is sent the key.
    allowed = {"harness"} if _same_code(command, options) else set()
    given = [
        parameter.opts[0]
        for parameter in command.command.params
        if parameter.name not in _FREE | allowed
        and getattr(command.get_parameter_source(parameter.name or ""), "name", "") == "COMMANDLINE"
    ]
    if given:
        raise ValueError(f"--from states what is played: leave out {', '.join(given)}")
    if not (allowed or is_ours(options.harness)):
        raise ValueError(f"{source} would run the code {options.harness!r}: allow it with --harness {options.harness}")
    # OPENAI_BASE_URL says whose the key is, and not that another server may have it.
    own = options.base_url in (None, public_url(usual.server or OPENAI))
    if not own and not usual.base_url and os.environ.get(usual.key_env):
        raise ValueError(
            f"{source} would send your {usual.key_env} to {options.base_url}: allow it with --base-url "
            f"{options.base_url}, or unset the key"
        )
    chat = replace(
        usual,
        base_url=usual.base_url or options.base_url,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        thinking=options.thinking,
        reasoning_effort=options.reasoning_effort,
        context=options.context,
    )
    try:
        one = contender(model or options.model, chat, workers)
    except ValueError as error:
        raise ValueError(f"{source} names the model {options.model!r}: {error}; name it with --model") from None
    for change in changed_versions({"versions": versions}, options.tasks):
        print(f"warning: {source} was made with another version of {change}", file=sys.stderr)
    return one, options.model_copy(update={"model": one.model, "base_url": one.server}).ready()


def _same_code(command: typer.Context, options: RunOptions) -> bool:
    """Whether the command line names the harness of somebody else that the file names."""
    from glyphbench.harness.kinds import is_ours

    return not is_ours(options.harness) and command.params.get("harness") == options.harness


def _stated(source: Path) -> tuple[RunOptions, Any]:
    """The options and versions that a file, or the folder that holds it, states."""
    from pydantic import ValidationError

    from glyphbench.evaluation import RunOptions
    from glyphbench.evaluation.folder import read_manifest
    from glyphbench.leaderboard.reading import ABOUT, read_about

    if not source.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(source))
    if source.is_dir():
        source = source / (ABOUT if (source / ABOUT).exists() else "run.json")
    about = read_manifest(source.parent) if source.name == "run.json" else {}
    try:
        if about:
            return RunOptions.model_validate(about["options"]), about.get("versions")
        if source.suffix == ".toml":
            submission = read_about(source)
            return submission.options(), submission.versions
    except ValidationError as error:
        raise ValueError(f"{source} is not what this glyphbench understands: {one_line(error)}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{source}: {error}") from None
    raise ValueError(f"--from takes a run.json or a submission.toml, got {source}")
