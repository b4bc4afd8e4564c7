"""Replies as models really write them -> actions; and properties over any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyphbench.agents import Reply
from glyphbench.core.actions import Action, ActionSet
from glyphbench.harness import Event, Format, parse, visible

ACTIONS = ActionSet([Action("UP", aliases=("NORTH", "k")), Action("PICK_UP"), Action("DOWN"), Action("NOOP")])
UP, PICK_UP, DOWN, NOOP = range(4)


def found(text: str, form: Format = Format.ACTION, **reply: str) -> int | None:
    return parse(Reply(text, **reply), ACTIONS, form).action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("<action>UP</action>", UP),
        ("I go.\n<action>\n  Pick up \n</action>\n", PICK_UP),
        ("<action>pick-up</action>", PICK_UP),
        ("<ACTION>North</Action>", UP),
        ("<action>k</action>", UP),
        ("<action>**DOWN**</action>", DOWN),
        ("<action>`down`.</action>", DOWN),
        ('<action>"NOOP"</action>', NOOP),
        ("either <action>UP</action> or <action>DOWN</action>", DOWN),
        ("<action>DOWN</action> and then <action>UP", DOWN),
        ("<action>UP <action>DOWN</action>", DOWN),
        ("<think>not <action>UP</action></think>so <action>DOWN</action>", DOWN),
        ("<action>DOWN</action><think>or <action>UP</action>?</think>", DOWN),
        ("not <action>UP</action> hm</think> <action>DOWN</action>", DOWN),
        ("<think>a <think> b</think> <action>DOWN</action>", DOWN),
        ("<thinking><action>UP</action></thinking><action>DOWN</action>", DOWN),
    ],
)
def test_the_last_complete_tag_outside_reasoning_counts(text: str, action: int) -> None:
    assert found(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "UP",
        "I take the action UP.",
        "<action>UP",
        "UP</action>",
        "<action></action>",
        "<action>FLY</action>",
        "<action>UP or DOWN</action>",
        "<action>UP</action> no: <action>FLY</action>",
        "<think>maybe <action>UP</action> or <action>DOWN</action> hmm",
        "maybe <action>UP</action></think> I cannot decide",
        "<answer>UP</answer>",
    ],
)
def test_anything_else_is_unparseable(text: str) -> None:
    parsed = parse(Reply(text), ACTIONS)
    assert parsed.action is None
    assert parsed.event is Event.UNPARSEABLE
    assert parsed.reason


def test_provider_reasoning_is_never_parsed() -> None:
    assert found("", reasoning="<action>UP</action>") is None


@pytest.mark.parametrize(
    ("reply", "event"),
    [
        (Reply("I would like to", finish="length"), Event.CUT),
        (Reply("I go <action>UP", finish="length"), Event.CUT),
        (Reply("not <action>UP</action> but <action>DO", finish="length"), Event.CUT),
        (Reply("", finish="length"), Event.REASONING_ONLY),
        (Reply(" \n", reasoning="hm " * 50, finish="length"), Event.REASONING_ONLY),
        (Reply("<think>hm <action>UP</action> hm", finish="length"), Event.REASONING_ONLY),
        (Reply("<think>hm</think>so I", finish="length"), Event.CUT),
        (Reply("", reasoning="hm"), Event.UNPARSEABLE),
        (Reply("<action>FLY</action>", finish="length"), Event.UNPARSEABLE),
        (Reply("<action>UP</action> because it is", finish="length"), None),
    ],
)
def test_three_different_events(reply: Reply, event: Event | None) -> None:
    parsed = parse(reply, ACTIONS)
    assert parsed.event is event
    assert (parsed.action is None) == (event is not None)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("```\nUP\n```", UP),
        ("```text\nUP\n```", UP),
        ("```UP```", UP),
        ("first ```\nUP\n``` then\n```\nDOWN\n```", DOWN),
        ("```\nDOWN\n```\nand ```\nUP", DOWN),
        ("UP", None),
        ("```\nUP", None),
        ("<action>UP</action>", None),
    ],
)
def test_the_last_fenced_block(text: str, action: int | None) -> None:
    assert found(text, Format.FENCE) == action


def test_answer_tags() -> None:
    assert found("<think>x</think><answer>Pick Up</answer>", Format.ANSWER) == PICK_UP
    assert found("<action>UP</action>", Format.ANSWER) is None


def test_an_unknown_name_is_answered_with_the_nearest_ones() -> None:
    reason = parse(Reply("<action>PICKUP</action>"), ACTIONS).reason
    assert "PICK_UP" in reason
    assert "does not exist" in reason


PIECES = st.sampled_from(
    ["<action>", "</action>", "<think>", "</think>", "UP", "DOWN", " ", "\n", "```", "<answer>", "</answer>", "é", "<"]
)
ANYTHING = st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join))


@given(ANYTHING, st.sampled_from(list(Format)), st.booleans())
def test_every_text_gives_an_action_or_an_event(text: str, form: Format, cut: bool) -> None:
    parsed = parse(Reply(text, finish="length" if cut else "stop"), ACTIONS, form)
    assert (parsed.action is None) == (parsed.event is not None) == bool(parsed.reason)


@given(ANYTHING, st.sampled_from(ACTIONS.names))
def test_a_tag_at_the_end_of_visible_text_counts(text: str, name: str) -> None:
    assert found(f"<think>{text}</think>So: <action>{name}</action>") == ACTIONS.index(name)


@given(ANYTHING.filter(lambda text: "</think" not in text.lower()))
def test_an_open_reasoning_block_hides_all_that_follows(text: str) -> None:
    assert visible(f"<think>{text}") == ""
    assert found(f"<think>{text}<action>UP</action>") is None


@given(st.lists(st.sampled_from(["UP", "DOWN", "FLY"]), min_size=1, max_size=5), st.text(alphabet="abc <>/\n"))
def test_the_last_of_many(names: list[str], between: str) -> None:
    text = between.join(f"<action>{name}</action>" for name in names)
    assert found(text) == {"UP": UP, "DOWN": DOWN, "FLY": None}[names[-1]]


@given(st.from_regex(r"[a-z]{12,20}", fullmatch=True))
def test_feedback_never_repeats_the_models_words(word: str) -> None:
    for text in (word, f"<action>{word}</action>", f"<think>{word}"):
        for finish in ("stop", "length"):
            assert word not in parse(Reply(text, finish=finish), ACTIONS).reason


def test_a_rambling_tag_costs_no_time() -> None:
    assert found("<action>" + "!" * 300_000 + "a</action>") is None
    assert found("```" + "! " * 300_000 + "```", Format.FENCE) is None
    assert found("<think>" * 50_000 + "<action>" * 50_000) is None
