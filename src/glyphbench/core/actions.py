"""ActionSet: named actions, their descriptions, and the parsing of a name."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_NAME = re.compile(r"[A-Z0-9]+(_[A-Z0-9]+)*\Z")


def normalise(name: str) -> str:
    """Fold case, and turn blanks and hyphens into underscores: `move-left` and `Move Left` are MOVE_LEFT."""
    return re.sub(r"[\s_\-]+", "_", name.strip()).strip("_").upper()


@dataclass(frozen=True, slots=True)
class Action:
    """One action.

    Attributes:
        name: UPPER_SNAKE.
        description: a short phrase for the prompt; may be empty where the name says it all.
        aliases: other names that the parser accepts.
        group: the pattern that a parametrised family shares (`REVEAL_{row}_{col}`); empty for a single action.
        ranges: what the pattern's parameters run over, as the prompt should say it (`row 0-7, col 0-7`).
    """

    name: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    group: str = ""
    ranges: str = ""


class ActionSet(Sequence[Action]):
    """An ordered set of actions; an action's index is its position.

    Raises:
        ValueError: a name is not UPPER_SNAKE, or two names or aliases collide.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = tuple(actions)
        self.names: tuple[str, ...] = tuple(action.name for action in self._actions)
        self._index: dict[str, int] = {}
        for index, action in enumerate(self._actions):
            if not _NAME.match(action.name):
                raise ValueError(f"action name {action.name!r} is not UPPER_SNAKE")
            for name in (action.name, *map(normalise, action.aliases)):
                if self._index.setdefault(name, index) != index:
                    raise ValueError(f"action name {name!r} is used twice")

    @classmethod
    def of(cls, **descriptions: str) -> ActionSet:
        """Build a set from keyword arguments: `ActionSet.of(LEFT="turn left", RIGHT="turn right")`."""
        return cls([Action(name, text) for name, text in descriptions.items()])

    @classmethod
    def grid(cls, pattern: str, description: str, **parameters: Sequence[int | str]) -> ActionSet:
        """Spell out a parametrised action: `ActionSet.grid("OPEN_{row}_{col}", "open it", row=range(8), col=range(8))`.

        The first parameter varies slowest. The prompt shows the pattern, its ranges and one example.
        """
        ranges = ", ".join(f"{key} {_span(values)}" for key, values in parameters.items())
        return cls(
            [
                Action(
                    pattern.format(**dict(zip(parameters, values, strict=True))),
                    description,
                    (),
                    pattern,
                    ranges,
                )
                for values in itertools.product(*parameters.values())
            ]
        )

    def __add__(self, other: ActionSet) -> ActionSet:
        return ActionSet([*self, *other])

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._actions[index]

    def index(self, name: str, start: int = 0, stop: int | None = None) -> int:  # type: ignore[override]
        """Return the index of an action's exact name or alias.

        Raises:
            KeyError: no action has that name.
        """
        return self._index[name]

    def parse(self, text: str) -> int | None:
        """Return the index of the action that `text` names (any case, blanks or hyphens for underscores), or None."""
        return self._index.get(normalise(text))

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Return up to `count` action names that look like `text`."""
        return difflib.get_close_matches(normalise(text), self.names, n=count, cutoff=0.5)

    def describe(self) -> str:
        """The action list for a prompt: one line per action, one per parametrised family."""
        lines = []
        for group, members in itertools.groupby(self._actions, key=lambda action: action.group or action.name):
            first, *rest = members
            if first.group and rest:
                shown = re.sub(r"\{(\w+)\}", lambda match: f"<{match[1]}>", group)
                example = rest[len(rest) // 2].name
                lines.append(f"{shown}: {first.description} ({first.ranges}; for example {example})")
            else:
                lines.append(f"{first.name}: {first.description}" if first.description else first.name)
        return "\n".join(lines)

    def mapping(self) -> Mapping[str, str]:
        """Action names and descriptions."""
        return {action.name: action.description for action in self._actions}


def _span(values: Sequence[int | str]) -> str:
    """`0-7` for a run of integers, else the values themselves."""
    items = list(values)
    if len(items) > 2 and all(isinstance(item, int) for item in items):
        numbers = [int(item) for item in items]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, items))
