"""The reference of the public names, from their signatures and docstrings."""

from __future__ import annotations

import ast
import dataclasses
import enum
import importlib
import inspect
import textwrap
from typing import Any

#: Heading -> `module:name`; what a reader of the documentation may rely on.
PUBLIC = {
    "Catalogue": [
        "glyphbench.catalogue:tasks",
        "glyphbench.catalogue:task",
        "glyphbench.catalogue:families",
        "glyphbench.catalogue:splits",
        "glyphbench.catalogue:Task",
        "glyphbench.catalogue:UnknownTask",
    ],
    "Environments": [
        "glyphbench.registration:make",
        "glyphbench.registration:make_vector",
        "glyphbench.core.env:GlyphEnv",
        "glyphbench.core.env:Outcome",
        "glyphbench.core.env:check_int",
        "glyphbench.core.env:check_choice",
        "glyphbench.core.observation:Observation",
        "glyphbench.core.glyphs:Glyph",
        "glyphbench.core.glyphs:Palette",
        "glyphbench.core.actions:ActionSet",
        "glyphbench.core.actions:Action",
        "glyphbench.testing:check_task",
    ],
    "Teachers": ["glyphbench.solvers:solver_for", "glyphbench.solvers:Solver"],
    "Harness": [
        "glyphbench.harness:Conversation",
        "glyphbench.harness:Setting",
        "glyphbench.harness:Seen",
        "glyphbench.harness:Turn",
        "glyphbench.harness:Harness",
        "glyphbench.harness:play",
        "glyphbench.harness:Episode",
        "glyphbench.harness:StopReason",
        "glyphbench.harness:Event",
        "glyphbench.harness:Format",
        "glyphbench.harness:Interface",
        "glyphbench.harness:parse",
        "glyphbench.harness:system_prompt",
    ],
    "Models": [
        "glyphbench.agents:Model",
        "glyphbench.agents:Message",
        "glyphbench.agents:Reply",
        "glyphbench.agents:ChatOptions",
        "glyphbench.agents:model_from",
    ],
    "Evaluation": [
        "glyphbench.evaluation:select",
        "glyphbench.evaluation:RunOptions",
        "glyphbench.evaluation:RunFolder",
        "glyphbench.evaluation:run",
        "glyphbench.evaluation:read_records",
        "glyphbench.evaluation:Record",
        "glyphbench.evaluation:summarise",
        "glyphbench.evaluation:Summary",
    ],
}
_SECTIONS = ("Args", "Attributes", "Raises", "Returns", "Yields")


def reference() -> str:
    """The whole reference in Markdown."""
    parts = []
    for heading, names in PUBLIC.items():
        parts.append(f"## {heading}")
        parts += [entry(name) for name in names]
    return "\n\n".join(parts)


def entry(name: str) -> str:
    """One public name: heading, signature, documentation and members."""
    module, _, attribute = name.partition(":")
    thing = getattr(importlib.import_module(module), attribute)
    code = f"from {module} import {attribute}"
    parts = [
        f"### {attribute}",
        f"```python\n{code}\n{_shape(thing, attribute)}\n```",
        prose(inspect.getdoc(thing) or ""),
    ]
    if isinstance(thing, type):
        members = _values(thing) if issubclass(thing, enum.Enum) else _members(thing)
        if members:
            parts += ["**Values**" if issubclass(thing, enum.Enum) else "**Members**", "\n".join(members)]
    return "\n\n".join(part for part in parts if part)


def _shape(thing: Any, name: str) -> str:
    """A signature as it would be called, one argument a line where it is long."""
    if isinstance(thing, type) and (issubclass(thing, (enum.Enum, Exception)) or inspect.isabstract(thing)):
        return f"class {name}"
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return f"class {name}"
    arguments = [_argument(item) for item in signature.parameters.values()]
    kinds = [item.kind for item in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        arguments.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    back = signature.return_annotation
    arrow = "" if isinstance(thing, type) or back is inspect.Signature.empty else f" -> {_named(back)}"
    line = f"{name}({', '.join(arguments)}){arrow}"
    return line if len(line) <= 80 else f"{name}(\n" + "".join(f"    {item},\n" for item in arguments) + f"){arrow}"


def _argument(item: inspect.Parameter) -> str:
    """An argument as it stands in the source."""
    star = "**" if item.kind is item.VAR_KEYWORD else "*" if item.kind is item.VAR_POSITIONAL else ""
    text = star + item.name
    if item.annotation is not item.empty:
        text += f": {_named(item.annotation)}"
    if item.default is item.empty:
        return text
    if isinstance(item.default, enum.Enum):
        return f"{text} = {item.default.__class__.__name__}.{item.default.name}"
    default = "..." if "object at" in repr(item.default) or "<factory>" in repr(item.default) else repr(item.default)
    return f"{text} = {default}"


def _named(annotation: Any) -> str:
    """An annotation as it stands in the source."""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _members(kind: type) -> list[str]:
    """Documented methods and properties of the class itself."""
    fields = {item.name for item in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    lines = []
    for name, value in vars(kind).items():
        inner = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        text = inspect.getdoc(inner) if inspect.isfunction(inner) or isinstance(inner, property) else None
        hook = name in ("_start", "_apply", "_observe", "_action_mask")
        if not text or name in fields or (name.startswith("_") and not hook):
            continue
        call = "" if isinstance(inner, property) else "()"
        first = " ".join(text.split("\n\n")[0].split())
        lines.append(f"- `{name}{call}`: {_inline(first)}")
    return lines


def _values(kind: type[enum.Enum]) -> list[str]:
    """An enumeration's values with the docstrings that follow them in the source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    lines = []
    for line, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            text = ""
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                text = f": {_inline(' '.join(str(following.value.value).split()))}"
            lines.append(f"- `{kind[line.targets[0].id].value}`{text}")
    return lines


def prose(text: str) -> str:
    """A docstring in Markdown: its sections as lists."""
    out: list[str] = []
    section = False
    for line in text.splitlines():
        name = line.rstrip().removesuffix(":")
        if name in _SECTIONS and line.rstrip().endswith(":"):
            out += ["", f"**{name}**", ""]
            section = True
        elif section and line.startswith("    ") and not line.startswith("     "):
            head, colon, rest = line.strip().partition(": ")
            out.append(f"- `{head}`: {_inline(rest)}" if colon and "`" not in head else f"- {_inline(line.strip())}")
        elif section and line.startswith("     "):
            out[-1] += " " + _inline(line.strip())
        else:
            section = section and not line
            out.append(_inline(line))
    return "\n".join(out)


def _inline(text: str) -> str:
    """`<` and `*` outside code are no mark-up."""
    parts = text.split("`")
    parts[::2] = [part.replace("<", "&lt;").replace("*", "&#42;") for part in parts[::2]]
    return "`".join(parts)
