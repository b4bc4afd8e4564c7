"""`glyphbench-train`: run, show-batch, recipes."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyphbench_train.config import Config, read, recipes

if TYPE_CHECKING:
    from collections.abc import Sequence

app = typer.Typer(
    help="Train a language model on GlyphBench tasks: multi-turn GRPO with turn-level credit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Source = Annotated[str, typer.Argument(help="A TOML file, or the name of a recipe.")]
Overrides = Annotated[list[str] | None, typer.Argument(help="SECTION.KEY=VALUE, in TOML's notation.")]


@app.command()
def run(
    config: Source,
    overrides: Overrides = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be run, and stop.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint of the output.")] = False,
    point: Annotated[int | None, typer.Option(min=0, help="Only this point of a sweep.")] = None,
) -> None:
    """Train. A sweep runs point after point."""
    chosen = _points(config, overrides or [], point)
    if dry_run:
        from glyphbench_train.preview import preview

        if len(chosen) > 1:
            print(f"sweep of {len(chosen)} runs; the first:")
        print(preview(chosen[0]))
        return
    for number, one in enumerate(chosen):
        if len(chosen) > 1:
            print(f"run {number + 1} of {len(chosen)}: {one.output}", flush=True)
        _train(one, resume)


@app.command("show-batch")
def show_batch(
    config: Source,
    overrides: Overrides = None,
    rows: Annotated[int, typer.Option(min=1, help="Rows to show.")] = 3,
    point: Annotated[int | None, typer.Option(min=0, help="Which point of a sweep.")] = None,
) -> None:
    """Draw one batch and show which tokens are trained, with each turn's advantage."""
    from rich.console import Console

    from glyphbench_train.build import trainer
    from glyphbench_train.show import picture

    built = trainer(_points(config, overrides or [], point)[0], quiet=True)
    try:
        built.model.train()
        inputs = next(iter(built.get_train_dataloader()))
        built.generate_batch(inputs)
        Console(highlight=False).print(picture(built, rows))
    finally:
        built.close()


@app.command("recipes")
def list_recipes() -> None:
    """List the recipes that come with the package."""
    for name in recipes():
        print(name)


def _points(source: str, overrides: Sequence[str], point: int | None) -> list[Config]:
    configs = read(source, overrides)
    if point is None:
        return configs
    if point >= len(configs):
        raise ValueError(f"--point must be below {len(configs)}, the number of runs of this sweep")
    return [configs[point]]


def _train(config: Config, resume: bool) -> None:
    from glyphbench_train.build import trainer

    output = Path(config.output)
    checkpoints = sorted(output.glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    if resume and not checkpoints:
        raise ValueError(f"{output} holds no checkpoint to resume from")
    if not resume and checkpoints:
        raise ValueError(f"{output} holds checkpoints: use --resume, or another output=…")
    # A checkpoint brings its weights: the warm start is not repeated.
    built = trainer(config, warm=not resume)
    try:
        if built.ranks.index == 0:
            output.mkdir(parents=True, exist_ok=True)
            text = json.dumps(config.model_dump(mode="json"), indent=1, ensure_ascii=False)
            (output / "config.json").write_text(text + "\n", encoding="utf-8")
        built.train(resume_from_checkpoint=str(checkpoints[-1]) if resume else None)
        built.save_model(str(output / "model"))
        if built.ranks.index == 0:
            print(f"model: {output / 'model'}")
    finally:
        # Also after Ctrl-C or a failure: the output shows only some of the figures.
        if built.ranks.index == 0 and built.state.log_history:
            history = "".join(json.dumps(line) + "\n" for line in built.state.log_history)
            (output / "log.jsonl").write_text(history, encoding="utf-8")
        built.close()


def main() -> None:
    """Entry point of the console script: mistakes of the user end in one line, not in a traceback."""
    # Libraries announce names that they will rename; that is nothing a user of this program can act upon.
    warnings.filterwarnings("ignore", category=FutureWarning, module=r"(transformers|trl|peft|accelerate)\b")
    try:
        app(standalone_mode=True)
    except (ValueError, TypeError, OSError, NotImplementedError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except ImportError as error:
        print(f"error: {error}; install with: pip install 'glyphbench[train]'", file=sys.stderr)
        raise SystemExit(2) from None
