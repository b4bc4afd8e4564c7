"""The arcade kernel: the clock, the score, chance, motion, shots and collisions, and how a world is drawn.

The package's docstring says how a game is declared.
"""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from glyphbench.core.env import GlyphEnv, Outcome
from glyphbench.core.observation import Observation
from glyphbench.games.miniatari.cast import Cast
from glyphbench.games.miniatari.grid import STEPS, Cell, sign
from glyphbench.games.miniatari.world import Sprite, World

__all__ = ["ArcadeGame", "Sprite", "World", "scoring"]

Item = TypeVar("Item")


class ArcadeGame(GlyphEnv):
    """An arcade game on the kernel; see the package's docstring for what a subclass declares."""

    width: ClassVar[int]
    height: ClassVar[int]
    #: Points of a perfect episode.
    goal: ClassVar[int]
    lives: ClassVar[int] = 1
    cast: ClassVar[Cast]
    world_type: ClassVar[type[World]] = World
    #: Whether the field's left and right, and top and bottom, edges meet.
    wraps: ClassVar[bool] = False
    #: Whether the HUD counts lives and points itself.
    counts: ClassVar[bool] = True

    state: World

    # ---- what a game supplies ----------------------------------------------------------------------------------

    @abstractmethod
    def setup(self) -> None:
        """Fill the fresh world of a new episode."""

    @abstractmethod
    def play(self, name: str) -> None:
        """Play one tick with the player's action."""

    def respawn(self) -> None:
        """Put the player back after a lost life that was not the last."""

    def status(self) -> str:
        """More for the HUD; may be empty."""
        return ""

    def camera(self) -> int:
        """The world's column that is drawn at the left edge."""
        return 0

    @property
    def span(self) -> int:
        """The world's width in cells; more than `width` where a camera follows the player."""
        return self.width

    # ---- GlyphEnv's hooks --------------------------------------------------------------------------------------

    def _start(self, seed: int) -> None:
        self.state = self.world_type(lives=self.lives)
        self._reward, self._over, self._won = 0.0, False, False
        self.set_walls(())
        self.setup()
        self._reward = 0.0

    def _apply(self, action: int) -> Outcome:
        self._reward, self._over, self._won = 0.0, False, False
        self.state.tick += 1
        if self.state.cooldown:
            self.state.cooldown -= 1
        self.play(self.actions.names[action])
        return Outcome(self._reward, self._over, self._won if self._over else None)

    def _observe(self) -> Observation:
        world = self.state
        rows = tuple(["".join(row) for row in self.draw()])
        parts = [f"score {world.points}/{self.goal}"] if self.counts else []
        if self.counts and self.lives > 1:
            parts.append(f"lives {world.lives}")
        more = self.status()
        if more:
            parts.append(more)
        return Observation(rows, self.cast.palette.legend(rows), " | ".join(parts))

    def draw(self) -> list[list[str]]:
        """The picture's rows: backdrop, tiles, sprites, the player, then whatever `paint` adds."""
        world = self.state
        width, height, span, left = self.width, self.height, self.span, self.camera()
        chars, facing = self.cast.chars, self.cast.facing
        grid = [list(row) for row in world.backdrop]
        for (x, y), kind in world.tiles.items():
            column = x if span == width else (x - left) % span
            if column < width and 0 <= y < height:
                grid[y][column] = chars[kind]
        for sprite in (*world.sprites, world.me):
            x, y, kind = sprite.x, sprite.y, sprite.kind
            column = x if span == width else (x - left) % span
            if 0 <= column < width and 0 <= y < height:
                char = chars.get(kind)
                grid[y][column] = char or facing[kind][sign(sprite.dx), sign(sprite.dy)]
        self.paint(grid)
        return grid

    def paint(self, grid: list[list[str]]) -> None:
        """Draw more than sprites and tiles (a radar row, fog) on the rows of the picture."""

    # ---- score -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether this tick has ended the episode; a game stops its tick then."""
        return self._over

    def score(self, points: int = 1, message: str = "") -> None:
        """Gain points; reaching the goal wins."""
        gained = min(points, self.goal - self.state.points)
        self.state.points += gained
        self._reward += gained / self.goal
        if message:
            self.message = message
        if self.state.points >= self.goal:
            self.end(True)

    def lose(self, share: float, message: str = "") -> None:
        """Lose a share of the return (1 is a whole perfect episode)."""
        self._reward -= share
        if message:
            self.message = message

    def lose_life(self, why: str) -> None:
        """Lose a life, 1/lives of the return; the last one ends the episode."""
        if self._over:
            return
        self.state.lives -= 1
        self.lose(1 / self.lives, why)
        if self.state.lives <= 0:
            self.end(False)
        else:
            self.respawn()

    def end(self, won: bool) -> None:
        """End the episode."""
        self._over, self._won = True, won

    # ---- chance ------------------------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return bool(self.np_random.random() < probability)

    def below(self, count: int) -> int:
        """A random integer from 0 to count - 1."""
        return int(self.np_random.random() * count)

    def between(self, low: int, high: int) -> int:
        """A random integer from low to high, both included."""
        return low + int(self.np_random.random() * (high - low + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        """A random element."""
        return items[int(self.np_random.random() * len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]

    # ---- the world ---------------------------------------------------------------------------------------------

    def set_walls(self, cells: Iterable[Cell]) -> None:
        """Put up walls on exactly these cells."""
        self.state.walls = frozenset(cells)
        floor, wall = self.cast.floor, self.cast.wall
        rows = [[floor] * self.width for _ in range(self.height)]
        for x, y in self.state.walls:
            rows[y][x] = wall
        self.state.backdrop = tuple(["".join(row) for row in rows])

    def add(self, kind: str, x: int, y: int, **more: int) -> Sprite:
        """Put a new sprite into the world and return it."""
        sprite = Sprite(kind, x, y, **more)
        self.state.sprites.append(sprite)
        return sprite

    def of(self, *kinds: str) -> list[Sprite]:
        """The sprites of these kinds, oldest first."""
        return [sprite for sprite in self.state.sprites if sprite.kind in kinds]

    def at(self, x: int, y: int, *kinds: str) -> Sprite | None:
        """A sprite on this cell, of one of these kinds where some are given; the player's is not looked at."""
        for sprite in self.state.sprites:
            if sprite.x == x and sprite.y == y and (not kinds or sprite.kind in kinds):
                return sprite
        return None

    def remove(self, sprite: Sprite) -> None:
        """Take a sprite out of the world; nothing happens if it has gone already."""
        if sprite in self.state.sprites:
            self.state.sprites.remove(sprite)

    def clear(self, *kinds: str) -> None:
        """Take all sprites of these kinds out of the world."""
        self.state.sprites = [sprite for sprite in self.state.sprites if sprite.kind not in kinds]

    def inside(self, x: int, y: int) -> bool:
        """Whether a cell is in the world."""
        return 0 <= x < self.span and 0 <= y < self.height

    def free(self, cell: Cell) -> bool:
        """Whether a cell is in the world and no wall."""
        return self.inside(*cell) and cell not in self.state.walls

    def due(self, sprite: Sprite) -> bool:
        """Whether a sprite moves this tick."""
        return self.state.tick % sprite.every == 0

    def when(self, every: int) -> str:
        """When things with this pace move next: `this turn`, `next turn`, `in 2 turns`."""
        wait = every - 1 - self.state.tick % every
        return "this turn" if not wait else "next turn" if wait == 1 else f"in {wait} turns"

    def beat(self, what: str, every: int, verb: str = "move") -> str:
        """The same as a phrase for the HUD: `slow cars move this turn`."""
        return f"{what} {verb} {self.when(every)}"

    def gun(self, what: str = "gun") -> str:
        """When the gun may shoot again, for the HUD: `gun ready`, `gun ready in 2 turns`."""
        wait = self.state.cooldown - 1
        return f"{what} ready" if wait <= 0 else f"{what} ready in {wait} turn{'s' * (wait > 1)}"

    def walk(self, sprite: Sprite, dx: int, dy: int) -> bool:
        """Move a sprite by one step if walls and edges let it; return whether it moved."""
        x, y = sprite.x + dx, sprite.y + dy
        if self.wraps:
            x, y = x % self.span, y % self.height
        elif self.span != self.width:
            x %= self.span
        if not self.free((x, y)):
            return False
        sprite.x, sprite.y = x, y
        return True

    def steer(self, name: str, *, face: bool = False) -> bool:
        """Move the player by a four-way action; say so where something is in the way.

        With `face`, the player also turns that way, moved or not. Returns whether the player moved.
        """
        if name not in STEPS:
            return False
        me, (dx, dy) = self.state.me, STEPS[name]
        if face:
            me.dx, me.dy = dx, dy
        if self.walk(me, dx, dy):
            return True
        edge = not self.inside(me.x + dx, me.y + dy)
        self.message = "The edge of the field is in the way." if edge else "A wall is in the way."
        return False

    def shoot(
        self, kind: str, dx: int, dy: int, *, at_most: int = 1, cooldown: int = 0, reach: int = -1, say: bool = True
    ) -> Sprite | None:
        """Fire from the player's cell, or say why not; the shot moves when `fly` is called.

        Args:
            kind: the shot's kind.
            dx: columns per move.
            dy: rows per move.
            at_most: shots of this kind that may be in flight.
            cooldown: ticks before the next shot.
            reach: cells it flies; negative for any distance.
            say: whether to explain a refusal in the message.
        """
        me = self.state.me
        if self.state.cooldown:
            if say:
                self.message = "Your gun is not ready."
            return None
        if len(self.of(kind)) >= at_most:
            if say:
                self.message = "Your last shot is still flying."
            return None
        # The count goes down before the next tick is played.
        self.state.cooldown = cooldown + 1 if cooldown else 0
        return self.add(kind, me.x, me.y, dx=dx, dy=dy, life=reach)

    def move(self, sprite: Sprite) -> bool:
        """Move a sprite by its own (dx, dy); return False where it would leave the field or enter a wall."""
        return self.walk(sprite, sprite.dx, sprite.dy)

    def drift(self, *kinds: str) -> list[Sprite]:
        """Move the sprites of these kinds that are due; those that cannot move on are removed and returned."""
        gone = []
        for sprite in self.of(*kinds):
            if self.due(sprite) and not self.move(sprite):
                self.remove(sprite)
                gone.append(sprite)
        return gone

    def fly(self, kind: str, targets: Iterable[str], cells: int = 2) -> list[tuple[Sprite, Sprite]]:
        """Move shots cell by cell; a shot that meets a target stops there and is removed.

        Returns (shot, target) pairs; targets stay in the world. A shot is also checked where it stands before it
        moves, so that a target that has moved onto it is hit.
        """
        hits = []
        wanted = frozenset(targets)
        struck: list[Sprite] = []
        for shot in self.of(kind):
            for moved in range(cells + 1):
                if moved:
                    shot.life -= shot.life > 0
                    if not shot.life or not self.move(shot):
                        self.remove(shot)
                        break
                target = next(
                    (
                        one
                        for one in self.state.sprites
                        if one.kind in wanted and one.cell == shot.cell and one not in struck
                    ),
                    None,
                )
                if target is not None:
                    self.remove(shot)
                    struck.append(target)
                    hits.append((shot, target))
                    break
        return hits

    def meet(self, *kinds: str) -> list[Sprite]:
        """The sprites of these kinds on the player's cell."""
        x, y = self.state.me.cell
        return [one for one in self.state.sprites if one.x == x and one.y == y and one.kind in kinds]

    def touching(self, one: str, other: str) -> list[tuple[Sprite, Sprite]]:
        """Pairs of sprites of two kinds on one cell, each sprite at most once."""
        rest = self.of(other)
        pairs = []
        for sprite in self.of(one):
            match = next((mate for mate in rest if mate.cell == sprite.cell), None)
            if match is not None:
                rest.remove(match)
                pairs.append((sprite, match))
        return pairs

    def twin(self, rng: Any) -> Any:
        """A copy of this game to try things on: same state, but chance comes from `rng`."""
        other = copy.copy(self)
        other._np_random = rng
        other.state = copy.deepcopy(self.state)
        other._cached = None
        return other


def scoring(goal: int, lives: int = 1, *, point: str = "each point") -> str:
    """The score lines of `rules`: what a point and a life are worth, and what ends the episode."""
    win = f"\nScore: {point} is worth +1/{goal}; {goal} points win and end the game."
    if lives == 1:
        return f"{win} Losing your only life costs 1 and ends the game."
    return f"{win} You have {lives} lives; each one lost costs 1/{lives}, and losing the last ends the game."
