"""A real pretrained chat model, SmolLM2-135M-Instruct, on the CPU: evaluation in this process, and two training steps.

`scripts/smollm2.py` makes the model's folder. Processor seconds on one core, and the most memory of the process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from glyphbench.evaluation import read_records

RESULTS = Path(__file__).parent / "results" / "smollm2.md"
#: What is kept small: the model is slow on a CPU.
EVALUATE = ["--tasks", "SokobanEasy", "--option", "max_turns=4", "--max-tokens", "64", "--temperature", "0"]


def measured(command: list[str], out: Path) -> tuple[float, float]:
    """Run a command of this package; returns processor seconds and GiB at most."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    with out.open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", *command], env=environment, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(out.read_text(encoding="utf-8")[-3000:])
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 2**20


def evaluated(model: Path, folder: Path, episodes: int) -> str:
    """The sentence about playing."""
    command = ["glyphbench", "eval", "--model", f"hf/{model}", "--out", str(folder / "run"), *EVALUATE]
    seconds, memory = measured([*command, "--episodes", str(episodes), "--retries", "0"], folder / "eval.log")
    records = read_records(folder / "run" / "episodes.jsonl")
    turns = sum(record.length for record in records)
    valid = sum(action is not None for record in records for action in record.actions)
    made = sum(record.tokens_out or 0 for record in records)
    given = sum(record.tokens_in or 0 for record in records)
    won = sum(record.success for record in records)
    return (
        f"`glyphbench eval --model hf/…` on SokobanEasy: {len(records)} episodes, {turns} turns, {given:,} prompt "
        f"tokens and {made:,} generated ones in {seconds:.0f} s with the loading, {memory:.1f} GiB. {valid} of {turns} "
        f"replies named an action; {won} episodes were won.\n"
    )


def trained(model: Path, folder: Path, name: str, overrides: list[str]) -> str:
    """A row of the table."""
    out = folder / name
    command = ["glyphbench_train", "run", "smollm2", f"model.name={model}", f"output={out}", "train.report_to=[]"]
    seconds, memory = measured([*command, *overrides], folder / f"{name}.log")
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = [line for line in lines if "loss" in line]
    losses = ", ".join(f"{line['loss']:.4f}" for line in steps)
    norms = ", ".join(f"{line['grad_norm']:.3f}" for line in steps)
    valid = sum(line["game/valid_turns"] for line in steps) / len(steps)
    walls = ", ".join(f"{line['step_time']:.0f}" for line in steps)
    return f"| {name} | {losses} | {norms} | {valid:.2f} | {seconds:.0f} | {walls} | {memory:.1f} |"


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks smollm2", description=__doc__)
    parser.add_argument("model", type=Path, help="the folder that scripts/smollm2.py made")
    parser.add_argument("--episodes", type=int, default=4)
    args = parser.parse_args(argv)
    model = args.model.resolve()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        text = "\n".join(
            [
                "# SmolLM2-135M-Instruct on a CPU\n",
                "Written by `python -m benchmarks smollm2 DIR`; do not edit. Processor seconds on one core of a "
                "machine with other work, so the wall-clock seconds are an upper bound.\n",
                evaluated(model, folder, args.episodes),
                "Two steps of `glyphbench-train run smollm2` (2 groups x 2 episodes x 2 turns, at most 24 tokens a "
                "reply), start and loading included:\n",
                "| weights | losses | gradient norms | valid turns | processor s | wall s per step | memory, GiB |",
                "|--|--|--|--|--|--|--|",
                trained(model, folder, "all", []),
                trained(model, folder, "LoRA, r = 8", ["model.lora.r=8"]),
            ]
        )
    RESULTS.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
