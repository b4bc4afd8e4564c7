"""Kangaroo: climb four floors to your joey, past coconuts that come high or low.

After Sun Electronics' game of 1982.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.kernel import ArcadeGame, World, scoring

GOAL, JOEY = 8, 2
#: The rows in which one stands, from the bottom.
FLOORS = (11, 8, 5, 2)
NUTS = ("high nut", "low nut")


class Kangaroo(ArcadeGame):
    """Four floors joined by ladders on a field of 13x13, three lives."""

    width, height, goal, lives = 13, 13, GOAL, 3
    actions = controls(
        "LEFT", "RIGHT", UP="climb a ladder", DUCK="duck for this turn", PUNCH="punch your cell and the one you face"
    )
    cast = Cast(
        {
            "me": sideways("←", "→", "you", "bold yellow", "facing"),
            "high nut": sideways("«", "»", "high coconut", "bold red"),
            "low nut": sideways("<", ">", "low coconut", "magenta"),
            "joey": Glyph("★", "your joey", "bold green"),
            "fruit": Glyph("%", "fruit", "green"),
            "ladder": Glyph("H", "ladder", "white"),
            "floor": Glyph("=", "floor", "white"),
        }
    )
    world_type = World
    rules = (
        "Kangaroo. Climb to your joey on the top floor. LEFT and RIGHT walk along a floor and turn you; on a ladder "
        "UP climbs one cell, and you can only go on up until you stand on the next floor. Each turn you act first; "
        "then coconuts fly one cell on; then, every 5 turns, a new one may be thrown from an end of your floor at "
        "least 4 cells from you. A coconut that is on your cell after your act or after its flight hits you and costs "
        "a life, unless it is high and you DUCK this turn. PUNCH breaks coconuts on your cell and on the cell you "
        "face, before they fly. On a ladder between floors none reaches you. After a lost life you start again at the "
        "left of the floor you had reached."
        f"{scoring(GOAL, 3, point='a fruit is 1 point, each new floor 1, the joey 2; each point')}"
    )

    def setup(self) -> None:
        """Floors, ladders on changing sides, a fruit on each of three floors."""
        world = self.state
        for number, y in enumerate(FLOORS):
            for x in range(self.width):
                world.tiles[x, y + 1] = "floor"
            right = number % 2 == 0
            ladder = self.between(8, 12) if right else self.between(0, 4)
            if number == 3:
                world.tiles[ladder, y] = "joey"
                continue
            fruit = self.between(2, 6) if right else self.between(6, 10)
            world.tiles[fruit, y] = "fruit"
        for number, y in enumerate(FLOORS[:3]):
            ladder = self.between(8, 12) if number % 2 == 0 else self.between(0, 4)
            for rung in range(3):
                world.tiles[ladder, y - rung] = "ladder"
        world.me.y = FLOORS[0]
        self.respawn()

    def respawn(self) -> None:
        """The left of the floor that is reached."""
        me = self.state.me
        me.x, me.dx = 0, 1
        me.y = FLOORS[self.reached]
        self.clear(*NUTS)

    @property
    def reached(self) -> int:
        """The number of the floor at or below the player, from 0."""
        return sum(self.state.me.y <= y for y in FLOORS) - 1

    def play(self, name: str) -> None:
        """Act; then coconuts fly; then one may be thrown."""
        world, me = self.state, self.state.me
        self._act(name)
        tile = world.tiles.get(me.cell)
        if tile in ("fruit", "joey"):
            del world.tiles[me.cell]
            self.score(JOEY if tile == "joey" else 1, f"You reach {'your joey' if tile == 'joey' else 'a fruit'}.")
        if self.over or self._hit(name):
            return
        self.drift(*NUTS)
        if self._hit(name) or world.tick % 5 or me.y not in FLOORS or not self.chance(0.8):
            return
        sides = [(0, 1), (self.width - 1, -1)]
        x, dx = self.pick([side for side in sides if abs(side[0] - me.x) >= 4])
        self.add(self.pick(NUTS), x, me.y, dx=dx)

    def _act(self, name: str) -> None:
        world, me = self.state, self.state.me
        if name in ("LEFT", "RIGHT"):
            me.dx = 1 if name == "RIGHT" else -1
            if me.y in FLOORS:
                self.steer(name)
            else:
                self.message = "You are on a ladder: only UP leads on."
        elif name == "UP":
            if world.tiles.get(me.cell) != "ladder":
                self.message = "There is no ladder here."
                return
            me.y -= 1
            if me.y in FLOORS:
                self.score(1, "You reach a new floor.")
        elif name == "PUNCH":
            nuts = [one for one in self.of(*NUTS) if one.y == me.y and one.x - me.x in (0, me.dx)]
            for nut in nuts:
                self.remove(nut)
            self.message = "You break a coconut." if nuts else "You punch the air."

    def _hit(self, name: str) -> bool:
        nuts = [one for one in self.meet(*NUTS) if one.kind == "low nut" or name != "DUCK"]
        if nuts:
            self.lose_life("A coconut hits you.")
        return bool(nuts)
