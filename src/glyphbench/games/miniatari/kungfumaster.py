"""KungFuMaster: thugs close in from both sides, knives fly high and low, and a master waits at the end.

After Irem's game of 1984.
"""

from __future__ import annotations

from glyphbench.core.glyphs import Glyph
from glyphbench.games.miniatari.cast import Cast, controls, sideways
from glyphbench.games.miniatari.grid import sign
from glyphbench.games.miniatari.kernel import ArcadeGame

GOAL, MASTER, HEALTH = 12, 3, 5
HIGH, BODY, LOW = 1, 2, 3
REACH = {"PUNCH": 1, "KICK": 2}
KNIVES = ("knife",)


class KungFuMaster(ArcadeGame):
    """Nine thugs and a master in a hall of 18x5; the five lives are the player's health."""

    width, height, goal, lives, counts = 18, 5, GOAL, HEALTH, False
    actions = controls(
        LEFT="turn left and step",
        RIGHT="turn right and step",
        PUNCH="hit ahead, reach 1 cell, strength 2",
        KICK="hit ahead, reach 2 cells, strength 1",
        JUMP="be up for this turn",
        CROUCH="be down for this turn",
    )
    cast = Cast(
        {
            "me": sideways("←", "→", "you", "bold yellow", "facing"),
            "thug": sideways("<", ">", "thug", "red"),
            "thrower": sideways("{", "}", "knife thrower", "bold red", "facing"),
            "master": Glyph("M", "master", "bold magenta"),
            "knife": sideways("«", "»", "knife", "cyan"),
        }
    )
    rules = (
        "KungFuMaster. Rows count from 0 at the top. You stand in row 2. Each turn you act first, then knives fly "
        "one cell, then thugs, throwers and the master come one cell nearer to you every second turn (HUD). LEFT "
        "and RIGHT do not pass through anybody. PUNCH and KICK hit the nearest enemy ahead of you in reach; thugs "
        f"and throwers have strength 1. Every 5 turns one enters at an end, until {GOAL - MASTER} are beaten; at "
        "most 3 at a time. One that is next to you or on your cell when it would move grabs you: you lose 1 health "
        "and it is gone (it counts nothing). Throwers stop 6 cells away and throw a knife with chance 25% whenever "
        "they would move: in row 1 (high) or row 3 (low). A knife in your column costs 1 health, unless it is high "
        f"and you CROUCH, or low and you JUMP, in that turn. After {GOAL - MASTER} beaten, the master (strength 4) "
        "comes alone from an end; next to you he hits with chance 50% whenever he would move, 1 health.\n"
        f"Score: +1/{GOAL} for each thug or thrower, +{MASTER}/{GOAL} for the master, who ends the game; each of "
        f"your {HEALTH} health lost costs 1/{HEALTH}, and losing the last ends the game."
    )

    def setup(self) -> None:
        """Alone in the hall."""
        self.set_walls((x, self.height - 1) for x in range(self.width))
        me = self.state.me
        me.x, me.y, me.dx = self.width // 2, BODY, self.pick((-1, 1))

    def play(self, name: str) -> None:
        """Act; then knives, then everybody else."""
        world, me = self.state, self.state.me
        me.y = {"JUMP": HIGH, "CROUCH": LOW}.get(name, BODY)
        if name in REACH:
            self._strike(name)
        elif name in ("LEFT", "RIGHT"):
            me.dx = 1 if name == "RIGHT" else -1
            if self.at(me.x + me.dx, BODY):
                self.message = "Somebody is in your way."
            else:
                self.steer(name)
        if self.over:
            return
        self._knives()
        self.drift("knife")
        self._knives()
        if world.tick % 2 == 0:
            self._close_in()
        if world.tick % 5 == 0:
            self._enter()

    def status(self) -> str:
        """Score, health, the foes' beat, the master's strength."""
        world = self.state
        master = "".join(f" | master's strength {one.hp}" for one in self.of("master"))
        return f"score {world.points}/{GOAL} | health {world.lives}/{HEALTH} | {self.beat('foes', 2)}{master}"

    def _strike(self, name: str) -> None:
        me = self.state.me
        ahead = [one for one in self.of("thug", "thrower", "master") if 0 <= (one.x - me.x) * me.dx <= REACH[name]]
        if not ahead:
            self.message = "You hit nobody."
            return
        target = min(ahead, key=lambda one: abs(one.x - me.x))
        target.hp -= 2 if name == "PUNCH" else 1
        self.message = f"You hit the {target.kind}."
        if target.hp <= 0:
            self.remove(target)
            self.score(MASTER if target.kind == "master" else 1, f"You beat the {target.kind}.")

    def _knives(self) -> None:
        me = self.state.me
        for knife in self.of(*KNIVES):
            dodged = (knife.y == HIGH and me.y == LOW) or (knife.y == LOW and me.y == HIGH)
            if knife.x == me.x and not dodged and not self.over:
                self.remove(knife)
                self.lose_life("A knife hits you.")

    def _close_in(self) -> None:
        me = self.state.me
        for one in self.of("thug", "thrower", "master"):
            if self.over:
                return
            gap = abs(one.x - me.x)
            if gap <= 1:
                if one.kind != "master":
                    self.remove(one)
                    self.lose_life(f"A {one.kind} grabs you.")
                elif self.chance(0.5):
                    self.lose_life("The master hits you.")
                continue
            one.dx = sign(me.x - one.x)
            if one.kind == "thrower" and gap <= 6:
                if self.chance(0.25):
                    self.add("knife", one.x, self.pick((HIGH, LOW)), dx=one.dx)
            elif not self.at(one.x + one.dx, BODY):
                one.x += one.dx

    def _enter(self) -> None:
        foes = self.of("thug", "thrower", "master")
        x, dx = self.pick(((0, 1), (self.width - 1, -1)))
        if self.state.points >= GOAL - MASTER:
            if not foes:
                self.add("master", x, BODY, dx=dx, hp=4)
                self.message = "The master comes."
        elif len(foes) < 3 and not self.at(x, BODY) and x != self.state.me.x:
            self.add(self.pick(("thug", "thug", "thrower")), x, BODY, dx=dx)
