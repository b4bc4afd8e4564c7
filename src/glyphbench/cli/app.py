"""The application: its commands, and what becomes of their errors."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from glyphbench import __version__
from glyphbench.cli.baseline import baseline
from glyphbench.cli.catalogue import list_tasks, show_task
from glyphbench.cli.errors import EXPECTED, Stop, one_line
from glyphbench.cli.evaluate import evaluate
from glyphbench.cli.install import install
from glyphbench.cli.leaderboard import app as leaderboard
from glyphbench.cli.play import play
from glyphbench.cli.replay import replay
from glyphbench.cli.report import report
from glyphbench.cli.submit import submit
from glyphbench.cli.verify import verify
from glyphbench.engines.noise import hush

app = typer.Typer(
    name="glyphbench",
    help="Games as grids of Unicode glyphs, for language models.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("list")(list_tasks)
app.command("show")(show_task)
app.command("install")(install)
app.command("eval")(evaluate)
app.command("report")(report)
app.command("baseline")(baseline)
app.command("verify")(verify)
app.command("replay")(replay)
app.command("play")(play)
app.command("submit")(submit)
app.add_typer(leaderboard, name="leaderboard")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"glyphbench {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit: 0 when all is well, 2 after an error, 130 after Ctrl-C.

    GLYPHBENCH_DEBUG=1 shows the traceback of every error.
    """
    arguments = sys.argv[1:] if argv is None else argv
    hush()
    _open_streams()
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = _reader_gone()
    except SystemExit as leaving:  # Rich leaves with 1 where a pipe breaks
        code = _reader_gone() if isinstance(leaving.__context__, BrokenPipeError) else leaving.code
    except (Stop, *EXPECTED) as error:
        if os.environ.get("GLYPHBENCH_DEBUG"):
            raise
        code = _fail(one_line(error))
    except Exception as error:
        # Wrong usage: typer's own exceptions, whichever click it brings along.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        text = message()
        if not text:  # `glyphbench` alone: typer has printed the help
            code = 2
        else:
            command = getattr(getattr(error, "ctx", None), "command_path", "glyphbench")
            code = _fail(f"{one_line(ValueError(text)).rstrip('.')}. See `{command} --help`")
    sys.exit(code if isinstance(code, int) else 0)


def _open_streams() -> None:
    """Stand in for streams that are closed (`>&-`): the first files opened would take their numbers.

    What the output's encoding lacks is written as an escape: a table that cannot be shown is no reason to fail.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _reader_gone() -> int:
    """The reader (`| head`) has gone: nothing is left to say, and the interpreter must not flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _fail(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return 2
