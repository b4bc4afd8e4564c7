"""The warm start and the tiny tokenizer."""

from __future__ import annotations

from glyphbench.harness import Format
from glyphbench.registration import make
from glyphbench.solvers import solver_for
from glyphbench_train import tiny
from glyphbench_train.chat import Chat
from glyphbench_train.config import WarmStart
from glyphbench_train.warmup import demonstrations, reply, warm_start
from tests.train.setups import corpus, starts


def test_a_skilful_player_shows_the_teachers_move_in_every_state():
    shown = demonstrations(starts(3), 1.0, Format.ANSWER, 0)
    game = make("MazeEasy", size=5, max_turns=4)
    teacher = solver_for(game)
    known = {}
    for start in starts(3):
        text, _ = game.reset(seed=start.seed)
        known[text] = reply(game.actions.names[teacher.best_action(game)], Format.ANSWER)
    firsts = [(seen, said) for _, seen, said in shown if "turn 0/" in seen]
    assert len(firsts) == 3 and all(known[seen] == said for seen, said in firsts)
    assert shown == demonstrations(starts(3), 1.0, Format.ANSWER, 0)


def test_warm_start_lowers_the_loss_as_far_as_was_asked_for():
    words = tiny.tokenizer(corpus())
    model = tiny.model(words, hidden=32)
    shown = demonstrations(starts(2), 1.0, Format.ACTION, 0)
    chat = Chat(words)
    first = warm_start(model, chat, shown, WarmStart(steps=1), 0)
    wanted = 0.9 * first
    reached = warm_start(model, chat, shown, WarmStart(steps=30, until_loss=wanted), 0)
    assert reached <= wanted
    assert warm_start(model, chat, shown, WarmStart(steps=30), 0) < 0.5 * first < reached
