"""2048 on a small board: expectimax over the completely solved game."""

from __future__ import annotations

from math import inf

from glyphbench.games.classics.game_2048 import Board, Game2048, slide
from glyphbench.solvers.base import Solver
from glyphbench.solvers.game_2048_table import Table, table


class Game2048Solver(Solver[Game2048]):
    """Expected number of moves to the target under the best play, where a lost game counts as 1,000 moves.

    The minimum over policies of that expectation is exact. With 1,000 moves for a loss it is close to the highest
    chance of winning first and the shortest game second; the cost of a won board is 0, of a lost one `inf`.

    The game is solved once per process (3x3 to tile 64: about 610,000 positions, two to three seconds), then every
    query is a look-up. Boards of size 4, targets above 64 and positions that no
    play can reach give None.

    Args:
        budget: most positions to hold; a larger game gives None.
    """

    def __init__(self, budget: int = 1_000_000) -> None:
        self.budget = budget
        self._costs: dict[tuple[int, int, Board], float | None] = {}

    def cost_to_go(self, env: Game2048) -> float | None:
        """Expected moves to the target (a lost game counts 1,000)."""
        board = env.state.board
        solved = self._table(env)
        if max(board) >= env.goal:
            return 0
        if solved is None:
            return None
        if env.turn == 0:
            self._costs.clear()
        key = (env.size, env.goal, board)
        if key not in self._costs:
            lost = all(slide(board, action, env.size) == board for action in range(4))
            self._costs[key] = inf if lost else solved.cost(board)
        return self._costs[key]

    def best_action(self, env: Game2048) -> int | None:
        """The first move, in action order, of lowest expected cost."""
        board = env.state.board
        solved = self._table(env)
        if solved is None or self.cost_to_go(env) in (None, 0, inf):
            return None
        moves = [(action, slide(board, action, env.size)) for action in range(4)]
        moves = [(action, after) for action, after in moves if after != board]
        won = [action for action, after in moves if max(after) >= env.goal]
        if won:
            return won[0]
        costs = solved.after_moves([after for _, after in moves])
        # Symmetric moves tie up to rounding; the first of them is taken.
        return next(action for (action, _), cost in zip(moves, costs, strict=True) if cost <= min(costs) + 1e-9)

    def _table(self, env: Game2048) -> Table | None:
        return table(env.size, env.goal, self.budget)
