"""`glyphbench eval`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from glyphbench.cli.again import again
from glyphbench.cli.catalogue import parse_options
from glyphbench.cli.errors import EXPECTED, Stop, one_line
from glyphbench.cli.playing import check, play_run, with_solver
from glyphbench.cli.report import print_comparison, print_run

if TYPE_CHECKING:
    from glyphbench.evaluation import RunOptions
    from glyphbench.evaluation.contenders import Contender


def evaluate(
    command: typer.Context,
    model: Annotated[
        str | None,
        typer.Option(
            help="random, solver, constant:ACTION, scripted:FILE, hf/PATH_OR_ID, openai/NAME, "
            "http://HOST:PORT/v1#NAME, chat:NAME, or any name with --base-url."
        ),
    ] = None,
    models_file: Annotated[
        Path | None,
        typer.Option(help="TOML file with a table for each of several models; see docs/evaluate.md."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Play again what this run.json or submission.toml states, with its options."),
    ] = None,
    tasks: Annotated[list[str] | None, typer.Option(help="Task id or pattern (repeatable).")] = None,
    family: Annotated[list[str] | None, typer.Option(help="All tasks of this family (repeatable).")] = None,
    split: Annotated[
        str | None, typer.Option(help="Only tasks of this named split, or its fixed instances if it has some.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag (repeatable).")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Leave out these ids or patterns (repeatable).")] = None,
    episodes: Annotated[
        int | None, typer.Option(min=1, help="Episodes per task, by default 1; of fixed instances, by default all.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of each task's first episode; by default 1000000.")
    ] = None,
    attempts: Annotated[
        int, typer.Option(min=1, help="How often each seed is played: the same game, the model drawing anew.")
    ] = 1,
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
    out: Annotated[
        Path | None,
        typer.Option(
            help="Run folder, by default runs/<model>-<digest of options>; of several models, the folder above theirs."
        ),
    ] = None,
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
    reasoning_effort: Annotated[
        str | None, typer.Option(help="Passed to the server as it stands: none, minimal, low, medium, high, …")
    ] = None,
    context: Annotated[
        int | None, typer.Option(min=1, help="Tokens that a prompt and its reply may take together.")
    ] = None,
    key_env: Annotated[
        str, typer.Option(help="The environment variable that holds the key of a chat model.")
    ] = "OPENAI_API_KEY",
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for one reply.")] = 600.0,
    tries: Annotated[int, typer.Option(min=1, max=100, help="How often a failing request is sent.")] = 7,
    layout: Annotated[str | None, typer.Option(help="dense, or spaced (a blank between cells).")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Task argument as NAME=VALUE (repeatable).")] = None,
    no_transcripts: Annotated[bool, typer.Option("--no-transcripts", help="Write no transcripts.")] = False,
    prices: Annotated[
        Path | None, typer.Option(help="TOML table of prices per million tokens (docs/evaluate.md): tells the cost.")
    ] = None,
) -> None:
    """Evaluate a model and record every episode; the same command again goes on where a run stopped.

    --tasks and --family add up; --split, --tag and --exclude narrow. Without --tasks, --family or --split it plays
    the standard track. The key of a chat model is read from the environment alone. Of several models one that fails
    does not stop the others.
    """
    from glyphbench.agents import ChatOptions
    from glyphbench.evaluation import RunFolder, RunOptions, select
    from glyphbench.evaluation.contenders import contender, read_models
    from glyphbench.evaluation.places import check_engine
    from glyphbench.evaluation.plan import instances_of
    from glyphbench.evaluation.prices import read_prices
    from glyphbench.evaluation.report import Finished, read_run
    from glyphbench.harness import Format, Interface

    if source is None and (model is None) == (models_file is None):
        raise ValueError("name a model with --model, or several with --models-file (not both)")
    if parser not in list(Format):
        raise ValueError(f"--parser must be one of {', '.join(Format)}, got {parser!r}")
    if observation not in list(Interface):
        raise ValueError(f"--observation must be one of {', '.join(Interface)}, got {observation!r}")
    check_engine(engine)
    table = read_prices(prices) if prices is not None else None
    usual = ChatOptions(
        base_url, temperature, max_tokens, timeout, tries, thinking, reasoning_effort, context, key_env=key_env
    )

    def evaluate_one(one: Contender, options: RunOptions, path: Path) -> Finished:
        check(options, one.chat)
        with RunFolder.open(path, options) as folder:
            how = {"chat": one.chat, "workers": one.at_once, "engine": engine, "transcripts": not no_transcripts}
            play_run(options, folder, **how)
        run = read_run(path, table)
        print_run(run, path, "family")
        return run

    if source is not None:
        one, options = again(command, source, model, usual, workers)
        evaluate_one(one, options, out if out is not None else Path("runs") / options.slug)
        return
    contenders = read_models(models_file, usual, workers) if models_file else [contender(model or "", usual, workers)]
    chosen = select(ids=tasks or (), family=family or (), split=split, tag=tag or (), exclude=exclude or ())
    if chosen.skipped:
        print(f"left out: {', '.join(chosen.skipped)}", file=sys.stderr)
    kwargs: dict[str, Any] = parse_options(option or [])
    if layout is not None:
        kwargs["layout"] = layout
    instances = instances_of(split, kwargs, episodes, seed)

    def options_of(one: Contender) -> RunOptions:
        playable = with_solver(chosen, named=bool(tasks)) if one.model == "solver" else chosen
        return RunOptions(
            model=one.model,
            tasks=tuple(row.id for row in playable.tasks),
            **instances,
            attempts=attempts,
            harness=harness,
            history=history,
            retries=retries,
            parser=Format(parser),
            token_budget=token_budget,
            observation=Interface(observation),
            base_url=one.server,
            temperature=one.chat.temperature,
            max_tokens=one.chat.max_tokens,
            thinking=one.chat.thinking,
            reasoning_effort=one.chat.reasoning_effort,
            context=one.chat.context,
        ).ready()

    if models_file is None:
        options = options_of(contenders[0])
        evaluate_one(contenders[0], options, out if out is not None else Path("runs") / options.slug)
        return
    above = out if out is not None else Path("runs")
    plans = [(one, options_of(one)) for one in contenders]
    paths = [above / (one.folder or options.slug) for one, options in plans]
    for path in paths:
        if paths.count(path) > 1:
            raise ValueError(f"two models of {models_file} go to the folder {path}: give each a name of its own")
    finished: list[Finished] = []
    failures: list[str] = []
    for number, ((one, options), path) in enumerate(zip(plans, paths, strict=True), 1):
        print(f"model {number} of {len(plans)}: {one.model} in {path}", file=sys.stderr)
        try:
            finished.append(evaluate_one(one, options, path))
        except (Stop, *EXPECTED) as error:
            failures.append(f"{path.name}: {one_line(error)}")
    if finished:
        print_comparison(finished)
    for line in failures:
        print(f"error: {line}", file=sys.stderr)
    if failures:
        raise typer.Exit(2)
