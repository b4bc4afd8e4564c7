"""The compiled game: one reset/step pair that every task shares.

Upstream's `env.step` also builds a symbolic observation that drops mobs, compiles anew for every environment object,
and resets by itself. Here upstream's world generation and game step are compiled once, each returning the next state
and its packed view. A step's random key is the state's own (`state_rng`, which upstream renews every step), so seed,
start edit and actions fix the whole episode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from glyphbench.games.craftax import store
from glyphbench.games.craftax.kinds import Item

#: A state is upstream's `EnvState` as a flat tuple of arrays; `Engine.names` says which is which.
Leaves = tuple[Any, ...]

# Less code generation for the same speed and bit-identical games, measured over 9,000 steps.
OPTIONS = {"xla_cpu_use_fusion_emitters": False, "xla_backend_optimization_level": 1}
_MAX_DRAWS = 100


class Engine:
    """Upstream's game behind three compiled functions; states are immutable."""

    def __init__(self, names: tuple[str, ...], functions: dict[str, Any], how: str) -> None:
        self.names = names
        self.index = {name: number for number, name in enumerate(names)}
        #: `loaded` from the user's cache or `compiled` in this process.
        self.how = how
        self._reset, self._step, self._view = functions["reset"], functions["step"], functions["view"]

    def generate(self, seed: int, draw: int = 0) -> tuple[Leaves, np.ndarray]:
        """Make upstream's world for the key `[draw, seed]`; draw 0 is upstream's `env.reset(PRNGKey(seed))`."""
        leaves, packed = self._reset(np.array([draw, seed], dtype=np.uint32))
        return leaves, np.asarray(packed)

    def step(self, leaves: Leaves, action: int) -> tuple[Leaves, np.ndarray]:
        """Apply an upstream action; returns the next state and its packed view."""
        leaves, packed = self._step(leaves, np.int32(action))
        return leaves, np.asarray(packed)

    def view(self, leaves: Leaves) -> np.ndarray:
        """Pack a state, after an edit for instance."""
        return np.asarray(self._view(leaves))

    def leaf(self, leaves: Leaves, name: str) -> np.ndarray:
        """One array of a state, by its dotted upstream name (`inventory.wood`); read-only."""
        return np.asarray(leaves[self.index[name]])

    def worlds(self, seed: int) -> Iterator[tuple[int, Leaves]]:
        """Worlds of a seed that can be finished: (draw, state), draw counting up.

        Upstream sometimes puts a floor's up ladder on its down ladder, which erases it; such worlds (about 0.9%) are
        passed over.
        """
        for draw in range(_MAX_DRAWS):
            leaves, _ = self.generate(seed, draw)
            if not self.lost_ladder(leaves):
                yield draw, leaves

    def lost_ladder(self, leaves: Leaves) -> bool:
        """Whether some floor above the last lacks its ladder down."""
        items, ladders = self.leaf(leaves, "item_map"), self.leaf(leaves, "down_ladders")
        return any(
            items[floor, row, column] != Item.LADDER_DOWN for floor, (row, column) in enumerate(ladders.tolist()[:-1])
        )


@cache
def engine() -> Engine:
    """The process-wide engine: loaded from the user's cache, or compiled and stored there.

    Raises:
        ImportError: craftax or jax is not installed.
    """
    return Engine(*build("single", _single))


def build(what: str, lower: Callable[[], tuple[tuple[str, ...], dict[str, Any]]]) -> tuple[tuple[str, ...], dict, str]:
    """Load the executables called `what`, or make them from `lower()`: leaf names and lowered functions.

    Returns leaf names, compiled functions, and `loaded` or `compiled`.
    """
    name = store.fingerprint(what, OPTIONS)
    with _pinned():
        found = store.load(name)
        if found is not None:
            return *found, "loaded"
        with _status():
            names, lowered = lower()
            # XLA compiles outside the interpreter's lock, so several cores share the work.
            with ThreadPoolExecutor() as pool:
                functions = dict(zip(lowered, pool.map(_compile, lowered.values()), strict=True))
        store.save(name, names, functions)
    return names, functions, "compiled"


def _compile(lowered: Any) -> Any:
    try:
        return lowered.compile(compiler_options=OPTIONS)
    except Exception:  # an option that this jaxlib does not know; the defaults give the same game
        return lowered.compile()


@contextmanager
def _pinned() -> Iterator[None]:
    """JAX settings that change worlds or placement, fixed while we trace; the host program's stay as they are."""
    import jax
    from jax import experimental

    # Older jax keeps the switch in `experimental`.
    switch: Any = jax if hasattr(jax, "enable_x64") else experimental
    with (
        jax.threefry_partitionable(True),
        switch.enable_x64(False),
        jax.default_device(jax.local_devices(backend="cpu")[0]),
    ):
        yield


@contextmanager
def _status() -> Iterator[None]:
    """Say on a terminal's stderr what the wait is for."""
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("Compiling Craftax (20 to 40 s, once on this machine) ..."):
            yield
    else:
        yield


class Upstream:
    """Upstream's functions over flat states; importing it takes seconds, so only compiling and checks do."""

    def __init__(self) -> None:
        import jax
        from craftax.craftax.craftax_state import EnvParams, StaticEnvParams
        from craftax.craftax.game_logic import craftax_step, is_game_over
        from craftax.craftax.world_gen.world_gen import generate_world

        from glyphbench.games.craftax.pack import pack

        static, params = StaticEnvParams(), EnvParams()
        self.key = jax.ShapeDtypeStruct((2,), np.uint32)
        self.action = jax.ShapeDtypeStruct((), np.int32)

        def world(key: Any) -> Any:
            # The split of upstream's reset_env: the same key gives upstream's world.
            return generate_world(jax.random.split(key)[1], params, static)

        paths, self.tree = jax.tree_util.tree_flatten_with_path(jax.eval_shape(world, self.key))
        self.names = tuple(jax.tree_util.keystr(path).lstrip(".") for path, _ in paths)
        self.leaves = tuple(jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) for _, leaf in paths)

        def flat(state: Any) -> Leaves:
            return tuple(jax.tree_util.tree_leaves(state))

        def reset(key: Any) -> Any:
            state = world(key)
            return flat(state), pack(state, 0.0, False)

        def step(leaves: Leaves, action: Any) -> Any:
            state = self.state(leaves)
            state, reward = craftax_step(state.state_rng, state, action, params, static)
            return flat(state), pack(state, reward, is_game_over(state, params, static))

        def view(leaves: Leaves) -> Any:
            state = self.state(leaves)
            return pack(state, 0.0, is_game_over(state, params, static))

        self.reset, self.step, self.view = reset, step, view

    def state(self, leaves: Leaves) -> Any:
        """The upstream `EnvState` of a flat state."""
        import jax

        return jax.tree_util.tree_unflatten(self.tree, leaves)


@cache
def upstream() -> Upstream:
    """Upstream's functions, imported once."""
    with _pinned():
        return Upstream()


def _single() -> tuple[tuple[str, ...], dict[str, Any]]:
    import jax

    up = upstream()
    arguments = {"reset": (up.key,), "step": (up.leaves, up.action), "view": (up.leaves,)}
    return up.names, {name: jax.jit(getattr(up, name)).lower(*shapes) for name, shapes in arguments.items()}
