"""Configurations, recipes, data and the command line."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks import tiers
from glyphbench import catalogue
from glyphbench.evaluation.report import read_run
from glyphbench.replay import verify_run
from glyphbench_train import build, cli
from glyphbench_train.config import Config, read, recipes
from glyphbench_train.data import row_of, start_of, starts
from glyphbench_train.episodes import frozen

MINIMAL = """
output = "out"
[model]
tiny = {}
[tasks]
ids = ["MazeEasy"]
[train]
steps = 3
groups = 2
group_size = 4
"""


@pytest.fixture
def minimal(tmp_path):
    path = tmp_path / "minimal.toml"
    path.write_text(MINIMAL)
    return str(path)


def test_overrides_are_toml_or_else_strings(minimal):
    given = ["train.learning_rate=1e-4", "tasks.ids=['Nim','Maze']", "output=there", "credit.turn=gigpo"]
    (config,) = read(minimal, given)
    assert (config.train.learning_rate, config.output, config.credit.turn) == (1e-4, "there", "gigpo")
    assert config.tasks.resolve() == ["GlyphBench/Nim-v0", "GlyphBench/Maze-v0"]


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("train.lerning_rate=1", "train.lerning_rate: unknown key"),
        ("train.group_size=1", "train.group_size: .*greater than or equal to 2"),
        ("rollout.history=some", "rollout: history must be"),
        ("train.rollouts=8", "exactly one of steps and rollouts"),
        ("model.name=x", "exactly one of name and tiny"),
        ("credit.final_alpha=0", "needs credit.turn"),
        ("credit.turn=magic", "credit.turn"),
        ("evaluation.seed=5", "evaluation.seed"),
        ("nonsense", "not KEY=VALUE"),
    ],
)
def test_mistakes_name_the_key(minimal, override, message):
    with pytest.raises(ValueError, match=message):
        read(minimal, [override])


def test_files_and_recipes_that_do_not_exist(tmp_path):
    with pytest.raises(ValueError, match="cpu_demo"):
        read("no_such_recipe")
    with pytest.raises(OSError):
        read(str(tmp_path / "missing.toml"))
    (tmp_path / "broken.toml").write_text("= 3")
    with pytest.raises(ValueError, match="not TOML"):
        read(str(tmp_path / "broken.toml"))


@pytest.mark.parametrize("name", recipes())
def test_every_recipe_is_a_configuration_with_tasks(name):
    for config in read(name):
        assert config.tasks.resolve()
        assert config.train.length >= 1


def test_the_recipes_hold_the_published_numbers():
    sweep = read("snake_sweep")
    assert len(sweep) == 45 and len({config.output for config in sweep}) == 45
    assert {config.train.length * config.train.batch for config in sweep} == {6144}
    many = read("multitask100")[0]
    assert many.tasks.resolve() == [row.id for row in catalogue.tasks(split="multitask100", built=True)]
    assert (many.train.groups, many.train.group_size, many.train.learning_rate) == (32, 32, 5e-6)
    for game, steps in (("sokoban", 200), ("minesweeper", 400), ("rushhour", 300)):
        cast, twin = read(f"cast_{game}")[0], read(f"outcome_{game}")[0]
        assert (cast.train.length, cast.train.groups, cast.train.group_size) == (steps, 16, 8)
        assert (cast.credit.alpha, cast.rollout.episode_tokens, cast.train.learning_rate) == (0.1, 16384, 1e-6)
        same = {"credit", "output"}
        assert cast.model_dump(exclude=same) == twin.model_dump(exclude=same)
        assert (cast.credit.turn, twin.credit.turn) == ("cast", "none")
        assert set(build.teachers(cast).values()) == {"approximate" if game == "minesweeper" else "exact"}


def test_starts_follow_the_configuration_alone():
    tasks = ["MazeEasy", "Nim", "Snake"]
    drawn = starts(tasks, 30, seed=3)
    assert drawn == starts(tasks, 30, seed=3) and drawn != starts(tasks, 30, seed=4)
    assert drawn[:12] == starts(tasks, 12, seed=3)
    for round_ in range(10):
        assert len({start.task for start in drawn[3 * round_ : 3 * round_ + 3]}) == 3
    assert len(set(drawn)) == 30 and all(42 <= start.seed < 1_000_000 for start in drawn)
    staged = [start.task for start in starts(tasks, 9, order="staged")]
    assert staged == sorted(staged, key=lambda name: ["M", "N", "S"].index(name[11])) and len(set(staged)) == 3
    few = starts(["Nim"], 6, seeds=(50, 53))
    assert sorted(start.seed for start in few[:3]) == [50, 51, 52]


def test_starts_survive_the_dataset():
    (start,) = starts(["Nim"], 1, kwargs={"piles": [3, 4], "misere": False})
    assert start_of(row_of(start)) == start
    assert hash(start)


def test_cast_refuses_tasks_without_a_teacher(minimal):
    config = read(minimal, ["tasks.ids=['MiniGrid-Playground']", "credit.turn=cast"])[0]
    with pytest.raises(ValueError, match="no teacher"):
        build.teachers(config)
    declared = read(minimal, ["tasks.ids=['MiniGrid-Playground']", "credit.turn=cast", "credit.missing=outcome"])[0]
    assert build.teachers(declared) == {"GlyphBench/MiniGrid-Playground-v0": "none"}


def run(monkeypatch, capsys, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["glyphbench-train", *arguments])
    code = 0
    try:
        cli.main()
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_dry_run_shows_the_budget_and_the_first_prompt(minimal, monkeypatch, capsys):
    code, out, _ = run(monkeypatch, capsys, "run", minimal, "--dry-run", "rollout.reply_tokens=5")
    assert code == 0
    assert "8 episodes, 24 in all" in out and "1 exact" in out
    assert "at most 300 an episode, 2,400 a step" in out  # 60 turns of 5 tokens
    assert "GiB" in out and "[Grid]" in out and "<action>NAME</action>" in out


def test_mistakes_end_in_one_line(minimal, monkeypatch, capsys):
    code, _, err = run(monkeypatch, capsys, "run", minimal, "tasks.ids=['Maz']")
    assert code == 2 and err.startswith("error:") and "MazeEasy" in err and err.count("\n") == 1


def test_run_resume_and_show_batch(tmp_path, minimal, monkeypatch, capsys):
    out = tmp_path / "run"
    common = [
        f"output={out}",
        "rollout.reply_tokens=2",
        "rollout.workers=0",
        "rollout.history=none",
        "rollout.keep_cut=true",
        "tasks.kwargs={size=5,max_turns=3}",
        "train.report_to=[]",
        "train.gradient_checkpointing=false",
        "credit.turn=cast",
        "evaluation.episodes=3",
        "evaluation.every=2",
        "train.save_every=2",
        "warm_start={steps=2,episodes=4}",
    ]
    code, shown, err = run(monkeypatch, capsys, "run", minimal, *common)
    assert code == 0, err
    for step in (0, 2, 3):
        assert f"step {step}: held-out success" in shown
    lines = re.findall(r"^step (\d) of 3: return [+-]\d\.\d{3}, success .*% valid, .*% progress, .* loss,", shown, re.M)
    assert lines == ["1", "2", "3"] and "{" not in shown
    code, _, err = run(monkeypatch, capsys, "run", minimal, *common)
    assert code == 2 and "--resume" in err
    code, _, err = run(monkeypatch, capsys, "run", minimal, "--resume", *common)
    assert code == 0, err
    log = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in log if "loss" in line] == [1, 2, 3]
    assert (out / "model" / "model.safetensors").exists()

    # The evaluation is a run folder like any other: its report opens and its records replay.
    from glyphbench.harness import SKIPPED_TURN, chain
    from glyphbench.registration import make

    finished = read_run(out / "evaluation" / "step-000002")
    assert (len(finished.records), finished.planned, finished.model) == (3, 3, "train:run@2")
    for record in finished.records:
        game = make(record.task, **record.kwargs)
        text, _ = game.reset(seed=record.seed)
        trace = chain("", text)
        for name in record.actions:
            step = game.skip_turn(SKIPPED_TURN) if name is None else game.step(game.actions.index(name))
            trace = chain(trace, step[0])
        assert trace == record.trace and record.seed >= 1_000_000

    code, shown, err = run(monkeypatch, capsys, "show-batch", minimal, *common)
    assert code == 0, err
    assert "turn 0" in shown and "advantage" in shown and "cost-to-go" in shown


@pytest.mark.parametrize("game", ["sokoban", "minesweeper", "rushhour"])
def test_training_on_a_tier_never_meets_its_instances(game):
    seen = None
    for kind in ("cast", "outcome"):
        config = read(f"{kind}_{game}")[0]
        split = catalogue.named_split(f"cast-{game}-id")
        rows = [start_of(row_of(start)) for start in build.run_starts(config)]
        assert len(rows) == config.train.length * 16 == len({row.seed for row in rows})
        assert {row.kwargs for row in rows} == {frozen(split.kwargs)}
        held = [(one.split, one.kwargs, one.seeds, one.attempts) for one in build.run_options(config)]
        unseen = catalogue.named_split(f"cast-{game}-unseen")
        assert held == [(tier.name, tier.kwargs, tier.seeds, 4) for tier in (split, unseen)]
        assert not {row.seed for row in rows} & {seed for one in held for seed in one[2]}
        # The split's boards are checked against exactly these seeds.
        assert all(42 <= row.seed < 8_042 for row in rows)
        seen = seen or rows
        assert seen == rows
    (tier,) = [tier for tier in tiers.TIERS if tier.name == f"cast-{game}-id"]
    few = 40 if game == "rushhour" else 400
    held_out = set(tiers.boards(tier, split.seeds[:few]))
    assert not held_out & set(tiers.boards(tier, [row.seed for row in seen[:few]]))


def test_a_tier_decides_its_arguments_and_is_evaluated_by_its_instances(minimal):
    def tier(*more: str) -> Config:
        return read(minimal, ["tasks.ids=[]", "tasks.split=cast-sokoban-id", *more])[0]

    with pytest.raises(ValueError, match=r"kwargs\.size"):
        tier("tasks.kwargs={size=5}")
    for wrong, part in (
        ("evaluation.splits=['cast']", "fixes no instances"),
        ("evaluation.episodes=201", "200 instances"),
        ("evaluation.seed=1000005", "seeds of its own"),
    ):
        with pytest.raises(ValueError, match=part):
            build.run_options(tier("evaluation.every=1", wrong))
    (held,) = build.run_options(tier("evaluation.episodes=3", "evaluation.attempts=2", "tasks.kwargs.layout=spaced"))
    assert (held.split, held.attempts, held.kwargs["layout"]) == ("cast-sokoban-id", 2, "spaced")
    assert held.seeds == catalogue.named_split("cast-sokoban-id").seeds[:3]


def test_evaluation_on_tiers_writes_runs_that_verify(tmp_path, minimal, monkeypatch, capsys):
    out = tmp_path / "run"
    common = [
        f"output={out}",
        "rollout.reply_tokens=2",
        "rollout.workers=0",
        "rollout.history=none",
        "rollout.keep_cut=true",
        "tasks.ids=[]",
        "tasks.split=cast-sokoban-id",
        "train.report_to=[]",
        "train.gradient_checkpointing=false",
        "train.steps=1",
        "evaluation.splits=['cast-sokoban-id','cast-sokoban-unseen']",
        "evaluation.episodes=2",
        "evaluation.attempts=2",
    ]
    code, shown, err = run(monkeypatch, capsys, "run", minimal, *common)
    assert code == 0, err
    assert re.search(r"step 0: held-out success .* on cast-sokoban-unseen \(Avg@2\)", shown)
    for name in ("cast-sokoban-id", "cast-sokoban-unseen"):
        found = verify_run(out / "evaluation" / "step-000001" / name)
        assert (found.sound, found.checked, found.planned) == (True, 4, 4)
        assert [one.key[1:] for one in read_run(out / "evaluation" / "step-000001" / name).records] == [
            (seed, attempt) for seed in catalogue.named_split(name).seeds[:2] for attempt in range(2)
        ]
