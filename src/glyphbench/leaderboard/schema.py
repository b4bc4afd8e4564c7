"""What a submission says about itself: `submission.toml` as a model, bounded in every field."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints, model_validator

from glyphbench import catalogue
from glyphbench.evaluation.options import RunOptions
from glyphbench.evaluation.records import Record
from glyphbench.harness import Format, Interface

VERSION: Literal[1] = 1

#: Episodes per task beyond which a submission is not read.
MOST_EPISODES = 100

Track = Literal["standard", "extended"]
#: The harnesses that are part of glyphbench: code of others is never imported to check a submission.
HarnessName = Literal["basic", "guided", "markov", "memory"]


def _printable(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise ValueError("must be one line without control characters or spaces around it")
    return text


def _lines(text: str) -> str:
    if not all(line.isprintable() for line in text.split("\n")):
        raise ValueError("must be plain text without control characters other than line ends")
    return text


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ValueError(f"is no URL: {error}") from None
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host):
        raise ValueError("must be http:// or https:// with the name of a public host")
    if parts.username is not None or parts.password is not None or port is not None:
        raise ValueError("must hold neither a user, a password nor a port")
    if not re.fullmatch(r"[!#-;=?-\[\]_a-z~]+", text):
        raise ValueError("must be written in ASCII without spaces, quotes and brackets")
    return text


_HOST = re.compile(r"(?!\d+\.\d+\.\d+\.\d+$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,62}")

Line = Annotated[str, StringConstraints(min_length=1, max_length=120), AfterValidator(_printable)]
Text = Annotated[str, StringConstraints(max_length=4000), AfterValidator(_lines)]
Url = Annotated[str, StringConstraints(min_length=1, max_length=300), AfterValidator(_url)]
Mail = Annotated[
    str, StringConstraints(max_length=200, pattern=r"^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$")
]
TaskId = Annotated[str, StringConstraints(max_length=100, pattern=r"^GlyphBench/[A-Za-z0-9-]+-v[0-9]{1,3}$")]
Package = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Release = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9._+!-]*$")]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Revision = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{7,64}(-dirty)?$")]
Dollars = Annotated[FiniteFloat, Field(ge=0, le=1e6)]


class Section(BaseModel):
    """A table of `submission.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Contamination(Section):
    """What the model had met before.

    Attributes:
        tasks: whether it was trained on these tasks, on whatever seeds.
        seeds: whether it was trained on the evaluation seeds, or on records of them.
    """

    tasks: bool
    seeds: bool

    @model_validator(mode="after")
    def _agree(self) -> Contamination:
        if self.seeds and not self.tasks:
            raise ValueError("training on the evaluation seeds is training on the tasks: set both")
        return self


class Prices(Section):
    """US dollars per million tokens, as they were on the date of the submission.

    Attributes:
        prompt, generated: of the tokens that the records count as `tokens_in` and `tokens_out`.
        cached: of those prompt tokens that the provider had in its cache; None where they cost the same.
    """

    prompt: Dollars
    generated: Dollars
    cached: Dollars | None = None


class Episodes(Section):
    """The file of records beside `submission.toml`.

    Attributes:
        sha256: of the file as it is, compressed.
        seed: of each task's first episode; the others follow by one.
        per_task: episodes of each task.
        tasks: full ids, in the file's order.
    """

    sha256: Digest
    seed: int = Field(ge=catalogue.EVALUATION_SEED, le=catalogue.EVALUATION_SEED)
    per_task: int = Field(ge=1, le=MOST_EPISODES)
    tasks: tuple[TaskId, ...] = Field(min_length=1, max_length=2000)

    @property
    def count(self) -> int:
        """Episodes in the file."""
        return len(self.tasks) * self.per_task


class Asking(Section):
    """How the model was asked: the options of `glyphbench eval`, resolved."""

    harness: HarnessName
    history: int | None = Field(None, ge=0, le=1000)
    retries: int = Field(ge=0, le=3)
    parser: Format
    token_budget: int | None = Field(None, ge=1, le=10**12)
    observation: Interface
    temperature: FiniteFloat | None = Field(None, ge=0, le=100)
    max_tokens: int | None = Field(None, ge=1, le=10**9)
    thinking: bool | None = None
    reasoning_effort: Line | None = None
    context: int | None = Field(None, ge=1, le=10**9)


class Submission(Section):
    """`submission.toml`.

    Attributes:
        version: of this schema.
        name: what the table calls the entry.
        model: the model as `glyphbench eval` names it, or `name` where that was a path.
        organisation: who submits.
        contact, url: where to ask; at least one of the two.
        track: whose tasks were played.
        partial: whether tasks or seeds of the track are missing; such an entry is listed without a rank.
        date: of the submission.
        code_revision: of the glyphbench checkout, where it was one.
        notes: anything else a reader should know.
        contamination, prices, asking, versions, model_versions, episodes: see there.
    """

    version: Literal[1] = VERSION
    name: Line
    model: Line
    organisation: Line
    contact: Mail | None = None
    url: Url | None = None
    track: Track
    partial: bool
    date: date
    code_revision: Revision | None = None
    notes: Text = ""
    contamination: Contamination
    prices: Prices | None = None
    asking: Asking
    versions: dict[Package, Release] = Field(min_length=1, max_length=60)
    model_versions: dict[Package, Release] = Field(default_factory=dict, max_length=60)
    episodes: Episodes

    @model_validator(mode="after")
    def _reachable(self) -> Submission:
        if self.contact is None and self.url is None:
            raise ValueError("contact or url must be given")
        return self

    def options(self, base_url: str | None = None) -> RunOptions:
        """The options of the run that this was; `base_url` is not part of a submission."""
        return RunOptions(
            model=self.model,
            tasks=self.episodes.tasks,
            episodes=self.episodes.per_task,
            seed=self.episodes.seed,
            base_url=base_url,
            **self.asking.model_dump(),
        )


def slug_of(name: str) -> str:
    """The folder of all entries of this name; empty where the name has no ASCII letter or digit."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")[:60].rstrip("-.")


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of `submission.toml` (read as JSON) and of a line of `episodes.jsonl.gz`, by file name."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {
        "submission.json": {**dialect, **Submission.model_json_schema()},
        "episode.json": {**dialect, **Record.model_json_schema()},
    }
