"""MiniAtari: 43 compact arcade games on one small kernel.

How a game is declared (one module each, see `freeway` for a short one):

- subclass `kernel.ArcadeGame` and set `width`, `height`, `goal` (points of a perfect episode), `lives`, `actions`
  (`cast.controls`), `cast` (a `cast.Cast`: what each kind of thing looks like) and `rules`, whose score lines come from
  `kernel.scoring(goal, lives)`;
- extra state goes into a dataclass derived from `kernel.World`, named in `world_type` (and annotated `state: MyWorld`);
- `setup()` puts sprites (`add`), tiles (`state.tiles`) and walls (`set_walls`) into the fresh world;
- `play(name)` is one tick: the player acts first (`steer`, `add` a shot), then shots fly (`fly`), then everything else
  moves (`drift`, `walk`), and `meet` finds who touches whom after each phase, so that nothing passes through anything;
- `score(points)`, `lose(points)` and `lose_life(why)` keep the return in [-1, 1]: a point is 1/goal, a life 1/lives,
  reaching the goal wins, and losing the last life ends the episode; `respawn()` is called after any other life;
- `status()` adds to the HUD what the grid cannot show (headings, charges, timers); `beat` and `gun` have the words for
  paces and cooldowns.

`grid` has directions and shortest paths, `mazes` mazes and the foes in them, `world` the state's dataclasses. Reference
policies are in `glyphbench.solvers.miniatari`, one module per game as well.

Coordinates are (x, y), x to the right and y downwards. All chance comes from `chance`, `below` and `pick`.
"""
