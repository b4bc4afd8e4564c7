"""Reference policy for BeamRider."""

from __future__ import annotations

from glyphbench.games.miniatari.beamrider import BEAMS, BeamRider
from glyphbench.solvers.miniatari.common import Lookahead, act


class BeamRiderPolicy(Lookahead[BeamRider]):
    """Stands below the lowest saucer that no blocker covers and shoots when it is near; looks ahead for bolts."""

    depth, samples = 4, 4

    def lean(self, game: BeamRider) -> str:
        """Fire at what is close above, else go below the lowest saucer."""
        me = game.state.me
        above = sorted((me.y - one.y, one.kind) for one in game.of("saucer", "blocker") if one.x == me.x)
        ready = game.state.cooldown <= 1 and not game.of("shot")
        if above and above[0][1] == "saucer" and above[0][0] <= 5:
            return "FIRE" if ready else "NOOP"
        if above and above[0][1] == "blocker" and above[0][0] <= 3:
            return "RIGHT" if me.x < BEAMS[-1] else "LEFT"
        saucers = [one for one in game.of("saucer") if me.y - one.y > 2]
        if not saucers:
            return "NOOP"
        target = max(saucers, key=lambda one: one.y - abs(one.x - me.x))
        return act(target.x - me.x, 0)

    def value(self, game: BeamRider) -> float:
        """A loaded gun, torpedoes in store, a saucer near overhead."""
        world = game.state
        me = world.me
        crowd = sum(me.y - one.y <= 2 and abs(one.x - me.x) <= 2 for one in game.of("saucer", "blocker"))
        return -0.004 * world.cooldown + 0.03 * world.torpedoes - 0.08 * crowd
