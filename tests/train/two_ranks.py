"""Run by torchrun on two processes (see test_two_ranks): checks the batch against a single process, then trains."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path


def main(out: Path) -> None:
    import torch

    torch.set_num_threads(1)
    from glyphbench_train.cast import Cast
    from glyphbench_train.credit import Outcome, assign
    from tests.train.setups import WORDS, first_batch, trainer

    # 2 ranks x 6 games = 3 groups of 4: the second group straddles the ranks.
    it = trainer(out / "run", per_device_train_batch_size=6, play={"keep_cut": True}, starts=12)
    rank = it.ranks.index
    tokenizer, rng, engine = it._tokenizer, random.Random(rank), it.generate
    calls = []

    def generate(prompts):
        calls.append(len(prompts))
        words = [rng.choice([*WORDS, "no idea"]) for _ in prompts]
        return [[*tokenizer.encode(word, add_special_tokens=False), tokenizer.eos_token_id] for word in words], None

    it.generate = generate
    batch = it.generate_batch(first_batch(it))
    episodes, credit = it.played.episodes, it.played.credit
    parts = it.ranks.gather((episodes, [values.tolist() for values in credit.turns], calls, len(batch["prompt_ids"])))
    whole = assign([one for part in parts for one in part[0]], Cast(0.1), Outcome(format_penalty=0.1))
    got = [value for part in parts for values in part[1] for value in values]
    want = [value for values in whole.turns for value in values.tolist()]
    straddles = parts[0][0][-1].start == parts[1][0][0].start
    trained = it.ranks.gather(int(batch["tool_mask"].sum()))
    it.generate = engine
    it.train()
    total = torch.cat([p.detach().double().flatten() for p in it.model.parameters()])
    sums = it.ranks.gather((float(total.sum()), float((total**2).sum())))
    if rank == 0:
        found = {
            "ranks": it.ranks.count,
            "straddles": straddles,
            "error": max(abs(a - b) for a, b in zip(got, want, strict=True)),
            "figures": abs(credit.figures["cast/rms"] - whole.figures["cast/rms"]),
            "calls": [part[2] for part in parts],
            "rows": [part[3] for part in parts],
            "items": int(batch["num_items_in_batch"]),
            "trained": sum(trained),
            "weights_equal": sums[0] == sums[1],
            "steps": it.state.global_step,
        }
        (out / "found.json").write_text(json.dumps(found))
    it.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
