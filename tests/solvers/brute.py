"""Plain breadth-first search over snapshots: the reference that exact teachers are checked against."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from glyphbench.core.env import GlyphEnv


def distances(env: GlyphEnv, key: Callable[[Any], Hashable], limit: int = 20_000) -> dict[Hashable, float]:
    """Fewest actions to success from every state that can be reached from here; the environment is left as it was.

    `key` maps `env.state` to something hashable. Only for games without chance.
    """
    origin = env.snapshot()
    start = key(env.state)
    snapshots = {start: origin}
    before: dict[Hashable, list[Hashable]] = {start: []}
    won: list[Hashable] = []
    queue = [start]
    for node in queue:
        assert len(snapshots) < limit, "the instance is too large for brute force"
        for action in range(len(env.actions)):
            env.restore(snapshots[node])
            _, terminated, _, info = env.advance(action)
            after = key(env.state)
            if after not in snapshots:
                snapshots[after] = env.snapshot()
                before[after] = []
                if terminated and info["success"]:
                    won.append(after)
                elif not terminated:
                    queue.append(after)
            before[after].append(node)
    far: dict[Hashable, float] = dict.fromkeys(snapshots, inf)
    far.update(dict.fromkeys(won, 0))
    queue = list(won)
    for node in queue:
        for origin_node in before[node]:
            if far[origin_node] == inf:
                far[origin_node] = far[node] + 1
                queue.append(origin_node)
    env.restore(origin)
    return far
