"""RingGame: a world wider than the screen whose ends meet, flown over by a craft that stays in the middle."""

from __future__ import annotations

from typing import ClassVar

from glyphbench.games.miniatari.kernel import ArcadeGame

#: Columns of the world, and how far your shots fly.
RING, REACH = 32, 10


class RingGame(ArcadeGame):
    """A game over `RING` columns, of which the player sees `width`; the bottom row is ground."""

    _half: ClassVar[int] = RING // 2

    @property
    def span(self) -> int:
        """The world's width."""
        return RING

    def camera(self) -> int:
        """You stay in the middle."""
        return (self.state.me.x - self.width // 2) % RING

    def gap(self, x: int, origin: int | None = None) -> int:
        """Columns from you (or from `origin`) to a place, the shorter way; negative is left."""
        start = self.state.me.x if origin is None else origin
        return (x - start + self._half) % RING - self._half

    def out_of_sight(self, *kinds: str) -> str:
        """HUD phrase for the sprites beyond the screen: ` | out of sight: 12 left, 14 right`, or nothing."""
        edge = self.width // 2
        far = [self.gap(one.x) for one in self.of(*kinds) if not -edge <= self.gap(one.x) < edge]
        seen = ", ".join(f"{abs(gap)} {'left' if gap < 0 else 'right'}" for gap in far)
        return f" | out of sight: {seen}" if far else ""

    def fly_or_fire(self, name: str) -> None:
        """The player's act: turn and move, or shoot the way they face; the ground stops them."""
        me = self.state.me
        if name in ("LEFT", "RIGHT"):
            me.dx = -1 if name == "LEFT" else 1
        if name == "FIRE":
            self.shoot("shot", me.dx, 0, reach=REACH)
        elif name == "DOWN" and me.y == self.height - 2:
            self.message = "The ground is in the way."
        else:
            self.steer(name)

    def spend_bullets(self) -> None:
        """Bullets that have flown their distance vanish."""
        for bullet in self.of("bullet"):
            bullet.life -= 1
            if bullet.life < 0:
                self.remove(bullet)
