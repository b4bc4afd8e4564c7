"""`glyphbench eval`."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from glyphbench.cli.catalogue import parse_options
from glyphbench.cli.errors import Stop, one_line
from glyphbench.cli.report import print_run

if TYPE_CHECKING:
    from glyphbench.agents import ChatOptions
    from glyphbench.evaluation import RunFolder, RunOptions, Selection


def evaluate(
    model: Annotated[
        str,
        typer.Option(
            help="random, solver, constant:ACTION, scripted:FILE, hf/PATH_OR_ID, chat:NAME, any name with --base-url."
        ),
    ],
    tasks: Annotated[list[str] | None, typer.Option(help="Task id or pattern (repeatable).")] = None,
    family: Annotated[list[str] | None, typer.Option(help="All tasks of this family (repeatable).")] = None,
    split: Annotated[str | None, typer.Option(help="Only tasks of this named split.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag (repeatable).")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave out these ids or patterns (repeatable).")] = None,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes per task.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of each task's first episode; by default 1000000.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Episodes at once; by default 8 for language models, else 1. Each worker of a baseline holds its own "
            "engine: 60-95 MB of memory for classics, miniatari and nethack, 80 MB for minigrid, minihack and atari, "
            "140 MB for procgen, 870 MB for craftax.",
        ),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            help="Where episodes are played: local, or ray (actors over the cluster that RAY_ADDRESS names, "
            "else on this machine)."
        ),
    ] = "local",
    out: Annotated[Path | None, typer.Option(help="Run folder; by default runs/<model>-<digest of options>.")] = None,
    harness: Annotated[
        str, typer.Option(help="What the model is shown: basic, markov, memory, guided or MODULE:CLASS.")
    ] = "basic",
    history: Annotated[
        int | None, typer.Option(min=0, max=1000, help="Previous turns in each prompt (basic: 8).")
    ] = None,
    retries: Annotated[
        int, typer.Option(min=0, max=3, help="Further tries in a turn after a reply without a valid action.")
    ] = 1,
    parser: Annotated[str, typer.Option(help="How a reply names its action: action, fence or answer.")] = "action",
    observation: Annotated[
        str, typer.Option(help="How observations are shown: glyph, native (the engine's text) or pixels.")
    ] = "glyph",
    token_budget: Annotated[int | None, typer.Option(min=1, help="Tokens that one episode may use.")] = None,
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible server; else OPENAI_BASE_URL.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0.0, help="Sampling temperature.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Limit on generated tokens per reply.")] = None,
    thinking: Annotated[
        bool | None, typer.Option("--thinking/--no-thinking", help="Tell the chat template to think, or not to.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for one reply.")] = 600.0,
    tries: Annotated[int, typer.Option(min=1, max=100, help="How often a failing request is sent.")] = 7,
    layout: Annotated[str | None, typer.Option(help="dense, or spaced (a blank between cells).")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Task argument as NAME=VALUE (repeatable).")] = None,
    no_transcripts: Annotated[bool, typer.Option("--no-transcripts", help="Write no transcripts.")] = False,
) -> None:
    """Evaluate a model and record every episode; the same command again goes on where a run stopped.

    --tasks and --family add up; --split, --tag and --exclude narrow. Without --tasks, --family or --split it plays
    the standard track. The key of a chat model is read from OPENAI_API_KEY alone.
    """
    from glyphbench.agents import ChatOptions
    from glyphbench.evaluation import FIRST_SEED, RunFolder, RunOptions, select
    from glyphbench.evaluation.options import chat_server
    from glyphbench.evaluation.places import check_engine
    from glyphbench.harness import Format, Interface

    if parser not in list(Format):
        raise ValueError(f"--parser must be one of {', '.join(Format)}, got {parser!r}")
    if observation not in list(Interface):
        raise ValueError(f"--observation must be one of {', '.join(Interface)}, got {observation!r}")
    check_engine(engine)
    chat = ChatOptions(base_url, temperature, max_tokens, timeout, tries, thinking)
    server = chat_server(model, chat)
    chosen = select(ids=tasks or (), family=family or (), split=split, tag=tag or (), exclude=exclude or ())
    if model == "solver":
        chosen = _with_solver(chosen, named=bool(tasks))
    kwargs: dict[str, Any] = parse_options(option or [])
    if layout is not None:
        kwargs["layout"] = layout
    options = RunOptions(
        model=model,
        tasks=tuple(row.id for row in chosen.tasks),
        kwargs=kwargs,
        episodes=episodes,
        seed=FIRST_SEED if seed is None else seed,
        harness=harness,
        history=history,
        retries=retries,
        parser=Format(parser),
        token_budget=token_budget,
        observation=Interface(observation),
        base_url=server,
        temperature=temperature,
        max_tokens=max_tokens,
        thinking=thinking,
    )
    _check(options, chat)
    if chosen.skipped:
        print(f"left out: {', '.join(chosen.skipped)}", file=sys.stderr)
    path = out if out is not None else Path("runs") / options.slug
    with RunFolder.open(path, options) as folder:
        at_once = workers or (8 if server or model.startswith("hf/") else 1)
        _play(options, folder, chat=chat, workers=at_once, engine=engine, transcripts=not no_transcripts)
    print_run(path, "family")


def _with_solver(chosen: Selection, named: bool) -> Selection:
    """Only the tasks that have a teacher.

    Raises:
        ValueError: a task that the user named has none, or no task has one.
    """
    from glyphbench.evaluation import Selection

    lacking = [row.name for row in chosen.tasks if not row.solver]
    having = [row for row in chosen.tasks if row.solver]
    if lacking and (named or not having):
        some = ", ".join(lacking[:5]) + (" …" if len(lacking) > 5 else "")
        raise ValueError(f"no solver for {some}; `glyphbench list` shows the tasks that have one")
    note = [f"{len(lacking)} tasks (no solver)"] if lacking else []
    return Selection(having, chosen.skipped + note)


def _check(options: RunOptions, chat: ChatOptions) -> None:
    """Find mistakes before anything is written: the model's name, task arguments, the harness.

    Task arguments, a constant action and another view than glyphs are tried on one task of every game.

    Raises:
        ValueError, TypeError, OSError: what is wrong.
    """
    from glyphbench import catalogue
    from glyphbench.agents import model_from
    from glyphbench.harness import Interface
    from glyphbench.registration import make

    model = model_from(options.model, chat)
    games = {catalogue.task(task).entry_point: task for task in reversed(options.tasks)}
    if options.observation is Interface.PIXELS and not model.sees:
        raise ValueError(f"{options.model} cannot be shown pictures: leave out --observation pixels")
    shown = options.observation is not Interface.GLYPH
    all_matter = shown or options.kwargs.keys() - {"layout", "max_turns"} or options.model.startswith("constant:")
    for task in games.values() if all_matter else options.tasks[:1]:
        game = make(task, **options.kwargs)
        model.player(game, options.seed)
        if shown:
            game.reset(seed=options.seed)
            options.asking.see(game)
        game.close()


def _play(options: RunOptions, folder: RunFolder, **how: Any) -> None:
    """Run, show progress, and say what is safe when the run cannot go on.

    Raises:
        Stop: it cannot go on.
        KeyboardInterrupt: the user stopped it.
    """
    import asyncio

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from glyphbench.agents import ModelUnavailable
    from glyphbench.evaluation import Record, run
    from glyphbench.evaluation.worker import RunStopped

    total = len(options.tasks) * options.episodes
    console = Console(stderr=True)
    if folder.done:
        print(f"{folder.path}: {len(folder.done)} of {total} episodes are there already", file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    resume = "the same command goes on from there"
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task("episodes", total=total, completed=len(folder.done))

            def advance(record: Record) -> None:
                progress.update(bar, advance=1, description=record.task.rpartition("/")[2])

            asyncio.run(run(options, folder, report=advance, **how))
    except KeyboardInterrupt:
        print(f"interrupted: {len(folder.done)} of {total} episodes are in {folder.path}; {resume}", file=sys.stderr)
        raise
    except (ModelUnavailable, RunStopped, OSError) as error:
        what = one_line(error)
        if isinstance(error, OSError):
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            what = f"the disk is full ({error.strerror})" if full else f"cannot read or write: {what}"
        raise Stop(f"{what}; {len(folder.done)} of {total} episodes are in {folder.path}, {resume}") from error
