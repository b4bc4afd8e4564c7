"""Reference policy for Assault."""

from __future__ import annotations

from glyphbench.games.miniatari.assault import Assault
from glyphbench.solvers.miniatari.common import Lookahead, act


class AssaultPolicy(Lookahead[Assault]):
    """Shoots along the ground first, else stands below the lowest drone and shoots up; looks ahead for bombs."""

    depth = 7

    def lean(self, game: Assault) -> str:
        """Deal with runners, then with the lowest drone."""
        world, me = game.state, game.state.me
        shots = game.of("shot")
        runners = game.of("runner")
        if runners:
            runner = min(runners, key=lambda one: abs(one.x - me.x))
            side = "FIRE_LEFT" if runner.x < me.x else "FIRE_RIGHT"
            if world.heat <= 6 and not any(shot.dx for shot in shots):
                return side
        drones = game.of("drone")
        if not drones:
            return act(game.width // 2 - me.x, 0)
        drone = max(drones, key=lambda one: one.y - abs(one.x - me.x) / 2)
        if abs(drone.x - me.x) <= 1 and world.heat <= 4:
            return "FIRE"
        return act(drone.x - me.x, 0)

    def value(self, game: Assault) -> float:
        """A cool gun, and drones that are high up."""
        low = max((one.y for one in game.of("drone", "runner")), default=0)
        return -0.002 * game.state.heat - 0.004 * low
