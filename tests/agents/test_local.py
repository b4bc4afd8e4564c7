"""A transformers model in this process: a tiny one with weights, tokenizer and template made here."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from glyphbench.agents import ChatOptions, ContextOverflow, Message, ModelUnavailable, Reply, model_from
from glyphbench.evaluation import RunFolder, RunOptions, read_records, run
from glyphbench.registration import make

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

UP = "<action>UP</action>"
TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m.role }}\n{{ m.content }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% if enable_thinking %}<think>\n{% endif %}{% endif %}"
)
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}" + TEMPLATE
CONTEXT = 1500


def tokenizer(template: str = TEMPLATE) -> Any:
    """A byte-pair tokenizer trained on a game's texts."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

    game = make("GlyphBench/Sokoban-v0")
    texts = [game.rules, game.actions.describe(), game.reset(seed=1)[0], "system user assistant"] * 3
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    special = ["<|pad|>", "<|start|>", "<|end|>", "<think>", "</think>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=600, special_tokens=special, initial_alphabet=alphabet)
    )
    made.add_tokens([AddedToken(UP, special=False, normalized=False)])
    wrapped = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made,
        eos_token="<|end|>",
        pad_token="<|pad|>",
        additional_special_tokens=["<|start|>", "<think>", "</think>"],
    )
    wrapped.chat_template = template
    return wrapped


def save(folder: Path, words: Any, *, taught: bool) -> str:
    """A model of one layer; `taught`: it answers UP to everything."""
    torch.manual_seed(3)
    config = transformers.LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=CONTEXT,
        eos_token_id=words.eos_token_id,
        pad_token_id=words.pad_token_id,
        bos_token_id=None,
    )
    model = transformers.LlamaForCausalLM(config)
    if taught:
        prompt = words(words.apply_chat_template([{"role": "user", "content": "x"}], tokenize=False))["input_ids"]
        asked = words("<|start|>assistant\n")["input_ids"]
        ids = torch.tensor([[*prompt, *asked, words.convert_tokens_to_ids(UP), words.eos_token_id]])
        labels = ids.clone()
        labels[:, :-2] = -100
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        for _ in range(40):
            loss = model(input_ids=ids, labels=labels).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        assert loss.item() < 0.1
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def wild(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save(tmp_path_factory.mktemp("wild"), tokenizer(), taught=False)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save(tmp_path_factory.mktemp("taught"), tokenizer(), taught=True)


def ask(path: str, *conversations: list[Message], **options: Any) -> list[Reply | BaseException]:
    async def talk() -> list[Reply | BaseException]:
        model = model_from(f"hf/{path}", ChatOptions(**{"temperature": 0.0, "max_tokens": 12, **options}))
        player = model.player(make("GlyphBench/Sokoban-v0"), 0)
        try:
            return list(await asyncio.gather(*map(player, conversations), return_exceptions=True))
        finally:
            await model.close()

    return asyncio.run(talk())


TALKS = [
    [Message("system", "Push the box."), Message("user", "wall")],
    [Message("user", "A much longer observation: " + "#.@$★ " * 20)],
    [Message("user", "a"), Message("assistant", "b"), Message("user", "c")],
]


def test_a_batch_says_what_transformers_says_to_each_alone(wild: str) -> None:
    replies = ask(wild, *TALKS)
    words = transformers.AutoTokenizer.from_pretrained(wild)
    model = transformers.AutoModelForCausalLM.from_pretrained(wild)
    for talk, reply in zip(TALKS, replies, strict=True):
        said = [{"role": message.role, "content": message.text} for message in talk]
        given = words.apply_chat_template(said, add_generation_prompt=True, return_tensors="pt", return_dict=True)
        length = given["input_ids"].shape[1]
        made = model.generate(**given, max_new_tokens=12, do_sample=False)[0][length:]
        assert isinstance(reply, Reply)
        assert reply.text == words.decode(made, skip_special_tokens=True)
        assert (reply.tokens_in, reply.tokens_out, reply.finish) == (length, 12, "length")


def test_sampling_repeats_and_varies(wild: str) -> None:
    first, second = (ask(wild, TALKS[0], temperature=1.0) for _ in range(2))
    assert first == second
    assert first != ask(wild, TALKS[0])


def test_the_end_of_a_reply_is_found(taught: str) -> None:
    (reply,) = ask(taught, [Message("user", "x")])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.tokens_out, reply.finish) == (UP, 2, "stop")


def test_a_think_block_that_the_template_opens_is_part_of_the_reply(wild: str) -> None:
    plain, thinking = (ask(wild, TALKS[0], thinking=how)[0] for how in (False, True))
    assert isinstance(plain, Reply) and isinstance(thinking, Reply)
    assert not plain.text.startswith("<think>") and thinking.text.startswith("<think>")
    assert (plain.tokens_in or 0) < (thinking.tokens_in or 0)


def test_a_prompt_that_does_not_fit_ends_one_episode_only(wild: str) -> None:
    long = [Message("user", "#" * 20_000)]
    fits, overflow = ask(wild, TALKS[0], long)
    assert isinstance(fits, Reply)
    assert isinstance(overflow, ContextOverflow) and "context of 1500 tokens" in str(overflow)


def test_a_stated_context_is_checked_by_the_tokenizer(wild: str) -> None:
    (overflow,) = ask(wild, TALKS[0], context=13)
    assert isinstance(overflow, ContextOverflow) and "context of 13 tokens" in str(overflow)
    (fits,) = ask(wild, TALKS[0], context=1400)
    assert isinstance(fits, Reply)


def test_a_template_without_a_system_role(tmp_path: Path) -> None:
    path = save(tmp_path, tokenizer(NO_SYSTEM), taught=False)
    merged = [Message("user", "Push the box.\n\nwall")]
    one, other = ask(path, TALKS[0]), ask(path, merged)
    assert isinstance(one[0], Reply) and one == other


def test_what_cannot_be_loaded(tmp_path: Path, wild: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (error,) = ask(str(tmp_path / "none"), TALKS[0])
    assert isinstance(error, ModelUnavailable) and "cannot be loaded" in str(error)
    words = transformers.AutoTokenizer.from_pretrained(wild)
    words.chat_template = None
    path = save(tmp_path / "base", words, taught=False)
    (error,) = ask(path, TALKS[0])
    assert isinstance(error, ModelUnavailable) and "no chat template" in str(error)


def test_episodes_side_by_side(taught: str, tmp_path: Path) -> None:
    options = RunOptions(
        model=f"hf/{taught}",
        tasks=("GlyphBench/SokobanEasy-v0",),
        kwargs={"max_turns": 3},
        episodes=3,
        harness="markov",
        max_tokens=8,
        temperature=0.0,
    )
    chat = ChatOptions(temperature=0.0, max_tokens=8)
    with RunFolder.open(tmp_path, options) as folder:
        asyncio.run(run(options, folder, chat=chat, workers=3))
    records = read_records(tmp_path / "episodes.jsonl")
    assert [record.seed for record in records] == [1_000_000, 1_000_001, 1_000_002]
    assert {(tuple(record.actions), record.tokens_out, record.stop.value) for record in records} == {
        (("UP",) * 3, 6, "horizon")
    }
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert set(about["model_versions"]) == {"torch", "transformers"}


def test_attempts_are_sampled_apart_even_as_the_first_prompt_of_a_process(wild: str) -> None:
    def first(attempt: int) -> str:
        async def talk() -> Reply:
            model = model_from(f"hf/{wild}", ChatOptions(temperature=1.0, max_tokens=12))
            try:
                return await model.player(make("GlyphBench/Sokoban-v0"), 0, attempt)(TALKS[0])
            finally:
                await model.close()

        return asyncio.run(talk()).text

    assert first(0) == first(0) and first(1) == first(1)
    assert len({first(attempt) for attempt in range(3)}) == 3
