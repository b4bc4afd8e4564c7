"""A tiny chat model made on the spot: tokenizer and weights from code, nothing downloaded. For demos and tests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

PAD, END, BEGIN, UNKNOWN = "<|endoftext|>", "<|im_end|>", "<|im_start|>", "<unk>"

TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

#: Every line is one token, whether prose or a row of a board: prompts are short and a tiny model can tell boards apart.
PIECES = r"[^\n]+|\n"


def tokenizer(texts: Iterable[str]) -> Any:
    """Build a word-level chat tokenizer that knows all pieces of `texts`; anything else is one unknown token."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    special = [PAD, END, BEGIN, UNKNOWN]
    pieces = {piece for text in texts for piece in re.findall(PIECES, text)} | {
        "system",
        "user",
        "assistant",
        "-",
        "\n",
    }
    vocabulary = {word: index for index, word in enumerate([*special, *sorted(pieces - set(special))])}
    model = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    model.pre_tokenizer = pre_tokenizers.Split(Regex(PIECES), "isolated")
    model.decoder = decoders.Fuse()
    model.add_special_tokens(special)
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=model, eos_token=END, pad_token=PAD, unk_token=UNKNOWN, padding_side="left"
    )
    wrapped.chat_template = TEMPLATE
    return wrapped


def model(
    tokenizer: Any,
    *,
    hidden: int = 64,
    layers: int = 2,
    heads: int = 4,
    context: int = 2048,
    seed: int = 0,
    spread: float = 0.02,
) -> Any:
    """Build a Qwen3 model with random weights for `tokenizer`; `spread` is their standard deviation."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(seed)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=2 * hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=max(heads // 2, 1),
        head_dim=hidden // heads,
        initializer_range=spread,
        max_position_embeddings=context,
        tie_word_embeddings=False,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return Qwen3ForCausalLM(config)
