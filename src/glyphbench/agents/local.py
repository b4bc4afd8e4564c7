"""A transformers model in this process: `hf/PATH_OR_ID`. Prompts that wait at the same time are generated together."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from typing import Any, ClassVar

from gymnasium.error import DependencyNotInstalled

from glyphbench.agents.base import ContextOverflow, Message, Model, ModelUnavailable, Player, Reply
from glyphbench.agents.spec import ChatOptions
from glyphbench.core.env import GlyphEnv

#: Limit on generated tokens per reply where the user sets none.
MAX_TOKENS = 1024
#: Seconds for which the first waiting prompt lets others join it: a game's turn takes about a millisecond.
_GATHER = 0.005
_THINK = re.compile(r"think", re.IGNORECASE)

Waiting = tuple[list[Message], int, "asyncio.Future[Reply]"]


class LocalModel(Model):
    """A causal language model with a chat template, on the GPU where there is one.

    The weights are loaded with the first prompt. Without a temperature it samples as the model's own generation
    config says; with temperature 0 it takes the likeliest token. The numbers of a batch depend a little on what else
    is in it, so replies repeat exactly only with `--workers 1`.

    Raises:
        DependencyNotInstalled: torch or transformers is missing.
    """

    cpu_bound: ClassVar[bool] = False
    sees: ClassVar[bool] = False

    def __init__(self, path: str, options: ChatOptions) -> None:
        if find_spec("torch") is None or find_spec("transformers") is None:
            raise DependencyNotInstalled("hf/ models need torch; install it with: pip install 'glyphbench[local]'")
        self.path, self.options = path, options
        self._waiting: list[Waiting] = []
        self._server: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "generate")
        self._model: Any = None
        self._tokenizer: Any = None
        self._batches = 0

    def player(self, game: GlyphEnv, seed: int, attempt: int = 0) -> Player:
        """Return a player that hands the conversation to the model and sees nothing else."""
        return partial(self.ask, attempt=attempt)

    async def ask(self, messages: Sequence[Message], attempt: int = 0) -> Reply:
        """Answer one conversation, together with those that wait at the same time.

        Sampling depends on how many batches there were and on the attempts that are in this one.

        Raises:
            ContextOverflow: prompt and reply do not fit into the model's context.
            ModelUnavailable: the model cannot be loaded or generation failed.
        """
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.append((list(messages), attempt, answer))
        if self._server is None or self._server.done():
            self._server = asyncio.create_task(self._serve())
        return await answer

    async def close(self) -> None:
        """Stop after the batch in progress and let go of the weights."""
        if self._server is not None:
            self._server.cancel()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._model = self._tokenizer = None

    async def _serve(self) -> None:
        """Generate batches until nobody waits."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(_GATHER)
            batch, self._waiting = self._waiting, []
            try:
                replies = await loop.run_in_executor(
                    self._thread, self._answer, [item[0] for item in batch], [item[1] for item in batch]
                )
            except Exception as error:
                what = error if isinstance(error, ModelUnavailable) else ModelUnavailable(f"hf/{self.path}: {error}")
                replies = [what] * len(batch)
            for (*_, answer), reply in zip(batch, replies, strict=True):
                if answer.done():  # its episode was given up
                    continue
                if isinstance(reply, Exception):
                    answer.set_exception(reply)
                else:
                    answer.set_result(reply)

    # ---- in the thread -------------------------------------------------------------------------------------------

    def _answer(self, conversations: list[list[Message]], attempts: list[int]) -> list[Reply | Exception]:
        """One reply, or what went wrong, per conversation."""
        if self._model is None:
            self._load()
        prompts = [self._prompt(messages) for messages in conversations]
        tokens = [self._tokenizer(prompt, add_special_tokens=False)["input_ids"] for prompt in prompts]
        found: dict[int, Reply | Exception] = {}
        limits = [size for size in (_context(self._model.config), self.options.context) if size is not None]
        limit, most = min(limits, default=None), self.options.max_tokens or MAX_TOKENS
        for number, ids in enumerate(tokens):
            if limit is not None and len(ids) + most > limit:
                found[number] = ContextOverflow(
                    f"hf/{self.path} has a context of {limit} tokens: prompt {len(ids)}, reply up to {most}"
                )
        going = [number for number in range(len(tokens)) if number not in found]
        if going:
            replies = self._generate([tokens[number] for number in going], most, [attempts[number] for number in going])
            for number, ids in zip(going, replies, strict=True):
                found[number] = self._reply(prompts[number], len(tokens[number]), ids)
        return [found[number] for number in range(len(conversations))]

    def _load(self) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        try:
            tokenizer = AutoTokenizer.from_pretrained(self.path)
            model = AutoModelForCausalLM.from_pretrained(self.path, dtype="auto")
        except (OSError, ValueError) as error:
            first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise ModelUnavailable(f"hf/{self.path} cannot be loaded: {first}") from None
        if not tokenizer.chat_template:
            raise ModelUnavailable(f"hf/{self.path} has no chat template: it is not a chat model")
        if tokenizer.pad_token_id is None:
            tokenizer.pad_token = tokenizer.eos_token
        self._tokenizer = tokenizer
        device: Any = "cuda" if torch.cuda.is_available() else "cpu"
        self._model = model.to(device).eval()

    def _prompt(self, messages: list[Message]) -> str:
        """The conversation in the model's own format; a template that knows no system role gets it as the user's."""
        from jinja2.exceptions import TemplateError

        talk = [{"role": message.role, "content": message.text} for message in messages]
        how: dict[str, Any] = {"tokenize": False, "add_generation_prompt": True}
        if self.options.thinking is not None:
            how["enable_thinking"] = self.options.thinking
        if self.options.reasoning_effort is not None:
            how["reasoning_effort"] = self.options.reasoning_effort
        try:
            return str(self._tokenizer.apply_chat_template(talk, **how))
        except TemplateError:
            if len(talk) < 2 or talk[0]["role"] != "system":
                raise
            first = {"role": "user", "content": f"{talk[0]['content']}\n\n{talk[1]['content']}"}
            return str(self._tokenizer.apply_chat_template([first, *talk[2:]], **how))

    def _generate(self, prompts: list[list[int]], most: int, attempts: list[int]) -> list[list[int]]:
        """The generated tokens of each prompt, padding and all."""
        import torch

        longest = max(map(len, prompts))
        pad = self._tokenizer.pad_token_id
        ids = torch.tensor([[pad] * (longest - len(prompt)) + prompt for prompt in prompts])
        mask = torch.tensor([[0] * (longest - len(prompt)) + [1] * len(prompt) for prompt in prompts])
        sampling: dict[str, Any] = {}
        if self.options.temperature is not None:
            warm = self.options.temperature > 0
            sampling = {"do_sample": warm, "temperature": self.options.temperature if warm else None}
            if not warm:
                sampling |= {"top_p": None, "top_k": None}
        self._batches += 1
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(_sampling_seed(self._batches, attempts))
            made = self._model.generate(
                input_ids=ids.to(self._model.device),
                attention_mask=mask.to(self._model.device),
                max_new_tokens=most,
                pad_token_id=pad,
                **sampling,
            )
        return [row[longest:] for row in made.tolist()]

    def _reply(self, prompt: str, length: int, ids: list[int]) -> Reply:
        """Cut the tokens at the end of the reply and read them."""
        ends = _ends(self._model, self._tokenizer)
        stop = next((place for place, token in enumerate(ids) if token in ends), None)
        said = ids if stop is None else ids[:stop]
        text = self._tokenizer.decode(said, skip_special_tokens=False)
        for token in self._tokenizer.all_special_tokens:
            # Marks of reasoning must stay: what is between them is not the answer.
            if not _THINK.search(token):
                text = text.replace(token, "")
        if prompt.rstrip().endswith("<think>"):
            text = f"<think>{text}"
        used = len(ids) if stop is None else stop + 1
        return Reply(text=text, tokens_in=length, tokens_out=used, finish="length" if stop is None else "stop")


def _sampling_seed(batch: int, attempts: Sequence[int]) -> int:
    """A seed that differs between attempts even where a resumed run counts its batches anew."""
    # 32 bits: of a longer seed, torch's generator on a CPU uses only the lower half.
    return zlib.crc32(repr((batch, list(attempts))).encode()) if any(attempts) else batch


def _ends(model: Any, tokenizer: Any) -> set[int]:
    """The tokens that end a reply."""
    listed = model.generation_config.eos_token_id
    ends = set(listed if isinstance(listed, list) else [listed])
    return (ends | {tokenizer.eos_token_id}) - {None}


def _context(config: Any) -> int | None:
    """The model's context in tokens, as far as its config says."""
    text = config.get_text_config()
    found = getattr(text, "max_position_embeddings", None)
    return int(found) if found else None
