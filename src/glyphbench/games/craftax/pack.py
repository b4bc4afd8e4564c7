"""One small int32 vector per state: all that the host needs of a step, in a single transfer.

`pack` runs inside the compiled step (a few dozen gathers, too small to measure beside the game); `View` reads the
vector on the host. Floats travel as their bits, so nothing is rounded on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glyphbench.games.craftax.kinds import CENTRE, HEIGHT, KILLS_TO_OPEN, SLOTS, WIDTH, Block, Item

_PAD = 8
#: A cell is hidden where the floor's light is at most this (upstream's symbolic and text renderers).
_DARK = 0.05

#: Single numbers, by name.
SCALARS = (
    "health",
    "food",
    "drink",
    "energy",
    "mana",
    "sleeping",
    "resting",
    "xp",
    "dexterity",
    "strength",
    "intelligence",
    "floor",
    "row",
    "column",
    "direction",
    "wood",
    "stone",
    "coal",
    "iron",
    "diamond",
    "sapphire",
    "ruby",
    "sapling",
    "pickaxe",
    "sword",
    "bow",
    "arrows",
    "torches",
    "books",
    "sword_enchantment",
    "bow_enchantment",
    "fireball",
    "iceball",
    "boss_progress",
    "boss_vulnerable",
    "kills",
    "light",
    "timestep",
    "reward",
    "over",
    "chests",
    "shots",
)
#: Those of them that are float32 bits.
FLOATS = frozenset({"health", "light", "reward"})
_MOB_FIELDS = 4  # row and column relative to the player, type, alive
_SHOT_FIELDS = 6  # and the direction of flight
#: Arrays, by name: shape.
ARRAYS: dict[str, tuple[int, ...]] = {
    "cells": (HEIGHT, WIDTH),
    "melee": (SLOTS["melee"], _MOB_FIELDS),
    "passive": (SLOTS["passive"], _MOB_FIELDS),
    "ranged": (SLOTS["ranged"], _MOB_FIELDS),
    "enemy_shots": (3, _SHOT_FIELDS),
    "own_shots": (3, _SHOT_FIELDS),
    "armour": (4,),
    "armour_enchantments": (4,),
    "potions": (6,),
    "kills_by_floor": (9,),
    "achievements": (67,),
}
_SLICES: dict[str, slice] = {}
_offset = len(SCALARS)
for _name, _shape in ARRAYS.items():
    _SLICES[_name] = slice(_offset, _offset + int(np.prod(_shape)))
    _offset = _SLICES[_name].stop
#: Length of the vector.
LENGTH = _offset


def pack(state: Any, reward: Any, over: Any) -> Any:
    """Pack an upstream `EnvState` (traced): int32 of shape (LENGTH,).

    Everything concerns the player's floor; a cell of the window is block + 64 item + 1024 lit. The ladder that too
    few kills keep shut and the vulnerable necromancer are upstream's render-time substitutions.
    """
    import jax
    import jax.numpy as jnp

    floor, position = state.player_level, state.player_position
    corner = position - jnp.array(CENTRE) + _PAD

    def window(layer: Any, fill: Any) -> Any:
        return jax.lax.dynamic_slice(jnp.pad(layer, _PAD, constant_values=fill), corner, (HEIGHT, WIDTH))

    def bits(value: Any) -> Any:
        return jax.lax.bitcast_convert_type(jnp.asarray(value, jnp.float32), jnp.int32)

    def mobs(group: Any, directions: Any = None) -> Any:
        columns = [group.position[floor] - position, group.type_id[floor][:, None], group.mask[floor][:, None]]
        if directions is not None:
            columns.append(directions[floor])
        return jnp.concatenate([column.astype(jnp.int32) for column in columns], 1)

    alive = state.melee_mobs.mask[floor].sum() + state.ranged_mobs.mask[floor].sum()
    vulnerable = (alive == 0) & (state.boss_timesteps_to_spawn_this_round <= 0)
    opened = state.monsters_killed[floor] >= KILLS_TO_OPEN
    block, item = window(state.map[floor], Block.OUT_OF_BOUNDS), window(state.item_map[floor], Item.NONE)
    lit = window(state.light_map[floor], 0.0) > _DARK
    block = jnp.where((block == Block.NECROMANCER) & vulnerable, Block.NECROMANCER_VULNERABLE, block)
    item = jnp.where((item == Item.LADDER_DOWN) & ~opened, Item.LADDER_DOWN_BLOCKED, item)
    bag = state.inventory
    numbers = {
        "health": bits(state.player_health),
        "food": state.player_food,
        "drink": state.player_drink,
        "energy": state.player_energy,
        "mana": state.player_mana,
        "sleeping": state.is_sleeping,
        "resting": state.is_resting,
        "xp": state.player_xp,
        "dexterity": state.player_dexterity,
        "strength": state.player_strength,
        "intelligence": state.player_intelligence,
        "floor": floor,
        "row": position[0],
        "column": position[1],
        "direction": state.player_direction,
        "sword_enchantment": state.sword_enchantment,
        "bow_enchantment": state.bow_enchantment,
        "fireball": state.learned_spells[0],
        "iceball": state.learned_spells[1],
        "boss_progress": state.boss_progress,
        "boss_vulnerable": vulnerable,
        "kills": state.monsters_killed[floor],
        "light": bits(state.light_level),
        "timestep": state.timestep,
        "reward": bits(reward),
        "over": over,
        "chests": (state.map[floor] == Block.CHEST).sum(),
        "shots": state.player_projectiles.mask[floor].sum(),
    }
    scalars = [numbers[name] if name in numbers else getattr(bag, name) for name in SCALARS]
    arrays = {
        "cells": block + 64 * item + 1024 * lit,
        "melee": mobs(state.melee_mobs),
        "passive": mobs(state.passive_mobs),
        "ranged": mobs(state.ranged_mobs),
        "enemy_shots": mobs(state.mob_projectiles, state.mob_projectile_directions),
        "own_shots": mobs(state.player_projectiles, state.player_projectile_directions),
        "armour": bag.armour,
        "armour_enchantments": state.armour_enchantments,
        "potions": bag.potions,
        "kills_by_floor": state.monsters_killed,
        "achievements": state.achievements,
    }
    parts = [jnp.stack([jnp.asarray(value).astype(jnp.int32) for value in scalars])]
    parts += [arrays[name].astype(jnp.int32).ravel() for name in ARRAYS]
    return jnp.concatenate(parts)


class View:
    """One packed vector, read on the host.

    `view["wood"]` is a number of `SCALARS` (float for those in `FLOATS`), `view.array("armour")` an array of
    `ARRAYS`; `blocks`, `items` and `lit` are the window's layers, each of shape (HEIGHT, WIDTH).
    """

    __slots__ = ("_scalars", "raw")

    def __init__(self, raw: np.ndarray) -> None:
        self.raw = np.asarray(raw)
        self._scalars: dict[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        if self._scalars is None:
            head = self.raw[: len(SCALARS)]
            values = head.tolist()
            floats = np.ascontiguousarray(head).view(np.float32).tolist()
            self._scalars = {
                key: floats[index] if key in FLOATS else values[index] for index, key in enumerate(SCALARS)
            }
        return self._scalars[name]

    def array(self, name: str) -> np.ndarray:
        """Return one of `ARRAYS` in its shape."""
        return self.raw[_SLICES[name]].reshape(ARRAYS[name])

    @property
    def blocks(self) -> np.ndarray:
        """Block numbers of the window, the dark cells' included."""
        return self.array("cells") & 63

    @property
    def items(self) -> np.ndarray:
        """Item numbers of the window."""
        return (self.array("cells") >> 6) & 15

    @property
    def lit(self) -> np.ndarray:
        """Whether the player sees each cell of the window."""
        return self.array("cells") >= 1024

    @property
    def dead(self) -> bool:
        """Whether the player has no health left."""
        return bool(self["health"] <= 0)

    def achieved(self, number: int) -> bool:
        """Whether upstream's achievement `number` has been earned (or credited at the start)."""
        return bool(self.raw[_SLICES["achievements"].start + number])

    def facing(self) -> tuple[int, int]:
        """The window cell in front of the player."""
        from glyphbench.games.craftax.kinds import STEPS

        row, column = STEPS[self["direction"]]
        return CENTRE[0] + row, CENTRE[1] + column
