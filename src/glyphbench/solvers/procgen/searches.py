"""What to search for in the games that are solved by look-ahead."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from glyphbench.games.procgen.state import Entity, State
from glyphbench.solvers.procgen.grids import Cell, cell_of, distances
from glyphbench.solvers.procgen.lookahead import Estimate, Search

_FLIGHT = ("THRUST", "THRUST_LEFT", "THRUST_RIGHT", "TURN_LEFT", "TURN_RIGHT", "BRAKE", "NOOP")
_JUMPS = ("RIGHT", "JUMP_RIGHT", "JUMP", "LEFT", "JUMP_LEFT", "NOOP")


def _spot(state: State) -> Hashable:
    """Position and velocity, coarsely; a platform player on the ground differs from one in flight."""
    you = state.player
    return round(2 * you.x), round(2 * you.y), round(4 * you.vx), round(3 * you.vy), state.extra.get("has_support")


def _charged(state: State) -> Hashable:
    """The same, with the charge of ninja's jump."""
    return _spot(state), state.extra["jump_charge"]


def _rightwards(state: State) -> Estimate:
    """Distance to the goal on the right; higher is a little better, because falls end in pits."""

    def estimate(there: State) -> float:
        return -there.player.x - 0.1 * there.player.y

    return estimate


def _way_to(state: State, goals: list[Entity], blocked: Callable[[Cell], bool]) -> Estimate:
    """Length of the way through free cells to the nearest of some things."""
    field = distances(state, [cell_of(goal) for goal in goals], lambda at: not blocked(at))

    def estimate(there: State) -> float:
        you = there.player
        column, row = cell_of(you)
        near = math.inf
        # Between cells the estimate must still fall: the best of this cell and its neighbours.
        for across, up in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            at = (column + across, row + up)
            if at in field:
                near = min(near, field[at] + abs(you.x - at[0] - 0.5) + abs(you.y - at[1] - 0.5))
        return near

    return estimate


def _walls(state: State, *codes: int) -> Callable[[Cell], bool]:
    return lambda at: state.grid[at[1], at[0]] in codes


def _to_the_carrot(state: State) -> Estimate:
    return _way_to(state, state.of_type(1), _walls(state, 6, 7, 51))


def _along_ledges(state: State) -> Estimate:
    return _way_to(state, state.of_type(1), _walls(state, 6, 14, 20, 51))


def _fly_home(state: State) -> Estimate:
    way = _way_to(state, state.of_type(1), _walls(state, 8, 51))
    return lambda there: way(there) + abs(there.player.vx) + abs(there.player.vy)


def _to_the_gem(state: State) -> Estimate:
    """The gem where no locked door is in the way, else the nearest key; a key picked up outweighs any way."""
    held = state.extra["has_keys"]
    shut = {cell_of(door) for door in state.of_type(1) if not held[door.image_theme]}
    walls = _walls(state, 51)

    def blocked(at: Cell) -> bool:
        return walls(at) or at in shut

    reach = distances(state, [cell_of(state.player)], lambda at: not blocked(at))
    gems = [gem for gem in state.of_type(9) if cell_of(gem) in reach]
    way = _way_to(state, gems or state.of_type(2), blocked)
    return lambda there: way(there) - 1000 * int(there.extra["has_keys"].sum())


def _to_a_coin(state: State) -> Estimate:
    """Height first, then sideways: the lowest coin left."""
    coins = state.of_type(1)

    def estimate(there: State) -> float:
        you = there.player
        return min((1.5 * abs(coin.y - you.y) + 0.5 * abs(coin.x - you.x) for coin in coins), default=0.0)

    return estimate


def _upwards(state: State) -> Estimate:
    def estimate(there: State) -> float:
        return -there.player.y + 0.05 * abs(there.player.x - there.grid.shape[1] / 2)

    return estimate


def _moment(state: State) -> Hashable:
    """Position and time: for games in which everything else moves."""
    you = state.player
    return round(2 * you.x), round(2 * you.y), state.fields["cur_time"]


def _pose(state: State) -> Hashable:
    """Position, velocity and heading of a ship."""
    you = state.player
    return round(2 * you.x), round(2 * you.y), round(4 * you.vx), round(4 * you.vy), round(3 * you.rotation)


def _onwards(state: State) -> Estimate:
    return lambda there: -there.player.y


def _on_the_road(state: State) -> Hashable:
    """Place on the road and what is left on it."""
    you = state.player
    return round(2 * you.x), round(2 * you.vx), state.fields["cur_time"], len(state.of_type(4, 7))


def _carried(state: State) -> Hashable:
    """Position, velocity and keys."""
    you = state.player
    return round(4 * you.x), round(4 * you.y), round(4 * you.vx), round(4 * you.vy), state.extra["has_keys"].tobytes()


SEARCHES: dict[str, Search] = {
    "coinrun": Search(_JUMPS, _rightwards, _spot),
    "ninja": Search(_JUMPS, _along_ledges, _charged, hold=1),
    "climber": Search(_JUMPS, _to_a_coin, _spot),
    "fruitbot": Search(("NOOP", "LEFT", "RIGHT"), _onwards, _on_the_road, hold=1, greedy=False, stride=20),
    "heist": Search(("LEFT", "RIGHT", "UP", "DOWN", "NOOP"), _to_the_gem, _carried, hold=1),
    "jumper": Search(_JUMPS, _to_the_carrot, _spot),
    "leaper": Search(("UP", "NOOP", "LEFT", "RIGHT"), _upwards, _moment, hold=1, stride=6),
    "caveflyer": Search(_FLIGHT, _fly_home, _pose),
}
