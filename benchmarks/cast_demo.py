"""`cpu_demo` with CAST and with the outcome alone: held-out success over the steps, and the steps to 0.8.

Writes a table and a plot. Each run is real training through the trainer, in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
GOAL = 0.8
CHILD = """
import json, resource, sys
from glyphbench_train.build import trainer
from glyphbench_train.config import read
built = trainer(read("cpu_demo", sys.argv[1:])[0], quiet=True)
built.train()
built.close()
steps = built.args.steps_per_generation
log = [line for line in built.state.log_history if "heldout/success" in line]
curve = [(-(-line["step"] // steps) if n else 0, line["heldout/success"]) for n, line in enumerate(log)]
usage = resource.getrusage(resource.RUSAGE_SELF)
print("RESULT " + json.dumps({"curve": curve, "cpu": usage.ru_utime + usage.ru_stime}))
"""


def play(overrides: list[str]) -> dict[str, object]:
    """Train once; returns the curve [(step, held-out success)], processor and wall-clock seconds."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", CHILD, f"output={folder}/run", "train.report_to=[]", *overrides]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            return {**json.loads(line.removeprefix("RESULT ")), "wall": time.perf_counter() - started}
    raise RuntimeError(done.stderr[-3000:])


def reached(curve: list[tuple[int, float]], steps: int) -> int:
    """The first evaluated step with the goal reached; `steps` if none."""
    return next((step for step, success in curve if success >= GOAL), steps)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks cast_demo", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--alphas", type=float, nargs="+", default=[0.0, 0.2])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--workers", type=int, default=1, help="runs at once")
    args = parser.parse_args(argv)
    lines = [
        "# cpu_demo with and without CAST\n",
        f"Written by `python -m benchmarks cast_demo`; do not edit. {args.seeds} seeds, {args.steps} steps, held-out "
        f"success on 64 boards; alpha 0 is the outcome alone. A run that did not reach {GOAL} counts as {args.steps} "
        "steps.\n",
        f"| alpha | seed | success at the start | at the end | steps to {GOAL} | processor s | wall s |",
        "|--|--|--|--|--|--|--|",
    ]
    curves: dict[float, list[list[tuple[int, float]]]] = {}
    means = []
    points = [(alpha, seed) for alpha in args.alphas for seed in range(args.seeds)]
    with ThreadPoolExecutor(args.workers) as pool:
        jobs = [[f"credit.alpha={alpha}", f"train.seed={seed}", f"train.steps={args.steps}"] for alpha, seed in points]
        results = dict(zip(points, pool.map(play, jobs), strict=True))
    for alpha in args.alphas:
        needed = []
        for seed in range(args.seeds):
            found = results[alpha, seed]
            curve = [(int(step), float(success)) for step, success in found["curve"]]  # type: ignore[attr-defined]
            curves.setdefault(alpha, []).append(curve)
            needed.append(reached(curve, args.steps))
            lines.append(
                f"| {alpha:g} | {seed} | {curve[0][1]:.2f} | {curve[-1][1]:.2f} | {needed[-1]} | {found['cpu']:.0f} | "
                f"{found['wall']:.0f} |"
            )
            print(lines[-1], flush=True)
        means.append(f"alpha {alpha:g}: {statistics.mean(needed):.1f} steps on the mean of {args.seeds} seeds")
    text = "\n".join([*lines, "", *(f"- {mean}" for mean in means)]) + "\n"
    (RESULTS / "cast_demo.md").write_text(text, encoding="utf-8")
    print(text)
    draw(curves)


def draw(curves: dict[float, list[list[tuple[int, float]]]]) -> None:
    """The plot, where matplotlib is installed."""
    try:
        import matplotlib
    except ImportError:
        print("no plot: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    for index, (alpha, runs) in enumerate(curves.items()):
        for curve in runs:
            axes.plot(*zip(*curve, strict=True), color=f"C{index}", alpha=0.3)
        steps = [step for step, _ in runs[0]]
        middle = [statistics.mean(curve[place][1] for curve in runs) for place in range(len(steps))]
        axes.plot(steps, middle, color=f"C{index}", linewidth=2, label=f"alpha {alpha:g}")
    axes.axhline(GOAL, color="grey", linestyle=":")
    axes.set_xlabel("step")
    axes.set_ylabel("held-out success")
    axes.set_ylim(0, 1)
    axes.legend()
    figure.tight_layout()
    figure.savefig(RESULTS / "cast_demo.png", dpi=120)


if __name__ == "__main__":
    main(sys.argv[1:])
