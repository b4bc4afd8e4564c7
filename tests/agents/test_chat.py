"""The chat model against a real HTTP server with every kind of bad day."""

from __future__ import annotations

import asyncio
import email.utils
import json
import socket
import time
from typing import Any

import pytest

from glyphbench.agents import ChatOptions, ContextOverflow, Message, ModelError, ModelUnavailable, Reply
from glyphbench.agents.chat import ChatModel, retry_after
from glyphbench.agents.spec import public_url
from tests.chat_server import Answer, ChatServer, error

ASKED = [Message("system", "rules"), Message("user", "grid"), Message("assistant", "hm"), Message("user", "again")]
KEY = "sk-secret-0123456789"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


def ask(server: ChatServer, times: int = 1, **options: Any) -> list[Reply]:
    async def talk() -> list[Reply]:
        model = ChatModel("some-model", ChatOptions(server.url, **{"timeout": 5.0, **options}), first_pause=0.01)
        try:
            return [await model.ask(ASKED) for _ in range(times)]
        finally:
            await model.close()

    return asyncio.run(talk())


def test_conversation_and_reply() -> None:
    with ChatServer([Answer("<action>UP</action>")]) as server:
        (reply,) = ask(server, temperature=0.5, max_tokens=77)
    assert reply == Reply("<action>UP</action>", "", 100, 10, "stop")
    (request,) = server.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "some-model"
    assert request["messages"] == [{"role": message.role, "content": message.text} for message in ASKED]
    assert (request["temperature"], request["max_tokens"]) == (0.5, 77)


@pytest.mark.parametrize("thinking", [True, False])
def test_thinking_is_passed_to_the_template(thinking: bool) -> None:
    with ChatServer([Answer()]) as server:
        ask(server, thinking=thinking)
    assert server.requests[0]["chat_template_kwargs"] == {"enable_thinking": thinking}


def test_options_that_are_not_set_are_not_sent() -> None:
    with ChatServer([Answer()]) as server:
        ask(server)
    assert set(server.requests[0]) == {"path", "model", "messages"}


@pytest.mark.parametrize("effort", ["none", "minimal", "high", "as you like"])
def test_reasoning_effort_is_passed_on_whatever_the_word(effort: str) -> None:
    with ChatServer([Answer()]) as server:
        ask(server, reasoning_effort=effort)
    assert server.requests[0]["reasoning_effort"] == effort


@pytest.mark.parametrize(
    ("details", "counts"),
    [
        (
            {
                "prompt_tokens_details": {"cached_tokens": 64, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 7},
            },
            (64, 7),
        ),
        ({"prompt_tokens_details": {"cached_tokens": 0}, "completion_tokens_details": {}}, (0, None)),
        ({"prompt_tokens_details": None, "completion_tokens_details": [7]}, (None, None)),
        (
            {"prompt_tokens_details": {"cached_tokens": -1}, "completion_tokens_details": {"reasoning_tokens": True}},
            (None, None),
        ),
    ],
)
def test_what_the_provider_counts(details: dict[str, Any], counts: tuple[int | None, int | None]) -> None:
    with ChatServer([Answer(usage={"prompt_tokens": 100, "completion_tokens": 10, **details})]) as server:
        (reply,) = ask(server)
    assert (reply.tokens_in, reply.tokens_out) == (100, 10)
    assert (reply.tokens_cached, reply.tokens_reasoning) == counts


def test_a_model_that_the_server_lacks_is_named() -> None:
    with ChatServer([error(404, "no such model")]) as server, pytest.raises(ModelUnavailable) as caught:
        ask(server)
    assert "asked for the model 'some-model'" in str(caught.value)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_fields(field: str) -> None:
    with ChatServer([Answer("go", {field: "because"})]) as server:
        (reply,) = ask(server)
    assert (reply.text, reply.reasoning) == ("go", "because")


def test_empty_content_and_length() -> None:
    with ChatServer([Answer(None, {"reasoning": "hm"}, "length")]) as server:
        (reply,) = ask(server)
    assert (reply.text, reply.reasoning, reply.cut) == ("", "hm", True)


def test_content_in_parts_and_no_usage() -> None:
    parts = [{"type": "text", "text": "<action>"}, {"type": "other"}, {"type": "text", "text": "UP</action>"}]
    with ChatServer([Answer(None, {"content": parts}, usage=None)]) as server:
        (reply,) = ask(server)
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("<action>UP</action>", None, None)


@pytest.mark.parametrize(
    "trouble",
    [
        error(429, "slow down"),
        error(500, "oops"),
        error(503, "loading"),
        error(529, "overloaded"),
        Answer(status=502, raw="<html>bad gateway</html>"),
        Answer(raw='{"choices": [{"mess'),
        Answer(raw="null"),
        Answer(raw='{"choices": []}'),
        Answer(raw='{"error": {"message": "provider failed"}}'),
        Answer(raw='{"choices": [{"message": null}]}'),
        Answer(cut=True),
    ],
    ids=lambda answer: f"{answer.status}-{answer.raw or 'cut'}"[:30],
)
def test_trouble_that_passes_is_waited_for(trouble: Answer) -> None:
    with ChatServer([trouble, trouble, Answer("after all")]) as server:
        (reply,) = ask(server)
    assert reply.text == "after all"
    assert len(server.requests) == 3
    assert server.requests[0] == server.requests[2]


def test_retry_after_is_honoured() -> None:
    with ChatServer([error(429, "slow down", Retry_After="0.4"), Answer()]) as server:
        ask(server)
    assert server.times[1] - server.times[0] >= 0.4


def test_a_slow_answer_is_given_up_and_asked_again() -> None:
    with ChatServer([Answer(delay=1.0), Answer("quick")]) as server:
        (reply,) = ask(server, timeout=0.3)
    assert reply.text == "quick"


def test_a_server_that_never_recovers_ends_the_run() -> None:
    with ChatServer([error(500, "out of order")]) as server, pytest.raises(ModelUnavailable) as caught:
        ask(server, tries=3)
    assert len(server.requests) == 3
    assert "3 tries" in str(caught.value) and "out of order" in str(caught.value) and server.url in str(caught.value)


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = ChatModel("m", ChatOptions(f"http://127.0.0.1:{port}/v1", tries=2), first_pause=0.01)
    with pytest.raises(ModelUnavailable, match="2 tries"):
        asyncio.run(model.ask(ASKED))


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_is_not_repeated(status: int) -> None:
    with ChatServer([error(status, "no")]) as server, pytest.raises(ModelUnavailable, match=str(status)):
        ask(server)
    assert len(server.requests) == 1


def test_exhausted_credit_is_not_waited_for() -> None:
    raw = json.dumps({"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}})
    with ChatServer([Answer(status=429, raw=raw)]) as server, pytest.raises(ModelUnavailable):
        ask(server)
    assert len(server.requests) == 1


def test_a_refused_conversation_ends_one_episode_but_a_refused_form_ends_the_run() -> None:
    with ChatServer([Answer(), error(400, "bad words")]) as server, pytest.raises(ModelError, match="bad words"):
        ask(server, times=2)
    with ChatServer([error(400, "no such option")]) as server, pytest.raises(ModelUnavailable, match="no such option"):
        ask(server)


@pytest.mark.parametrize(
    "says",
    [
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
        "the request exceeds the available context size",
        "prompt is too long: 210000 tokens > 200000 maximum",
    ],
)
def test_overflow(says: str) -> None:
    with ChatServer([error(400, says)]) as server, pytest.raises(ContextOverflow):
        ask(server)


def test_the_key_is_sent_and_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
    refusal = error(401, f"Incorrect API key provided: {KEY}")
    with ChatServer([refusal]) as server, pytest.raises(ModelUnavailable) as caught:
        ask(server)
    assert server.keys == [f"Bearer {KEY}"]
    assert KEY not in str(caught.value)
    assert KEY not in repr(caught.value.__context__)


def test_openai_itself_needs_a_key() -> None:
    with pytest.raises(ValueError, match="OPENAI_API_KEY"):
        ChatModel("gpt", ChatOptions())


def test_public_url_has_no_credentials() -> None:
    assert public_url("https://me:pass@host:8000/v1/?key=abc#x") == "https://host:8000/v1"


def test_retry_after_forms() -> None:
    assert retry_after({"retry-after": "2.5"}) == 2.5
    assert retry_after({"retry-after": "-3"}) == 0.0
    date = email.utils.formatdate(time.time() + 100, usegmt=True)
    assert 90 < (retry_after({"retry-after": date}) or 0) < 101
    for odd in ("soon", "nan", "inf", ""):
        assert retry_after({"retry-after": odd}) is None
    assert retry_after({}) is None


def test_what_json_can_carry_and_a_file_cannot() -> None:
    raw = '{"choices": [{"message": {"content": "a\\ud800b", "reasoning": "\\udfff"}, "finish_reason": "max_tokens"}]}'
    with ChatServer([Answer(raw="[" * 100_000), Answer(raw=raw)]) as server:
        (reply,) = ask(server)
    assert (reply.text, reply.reasoning, reply.cut) == ("a?b", "?", True)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host/v1", "http://", "//host/v1", "http://u:pw@"])
def test_bad_urls(url: str) -> None:
    with pytest.raises(ValueError, match="base URL") as caught:
        ChatModel("m", ChatOptions(url))
    assert "pw" not in str(caught.value)


def test_a_key_that_no_header_can_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-“quoted”")
    with pytest.raises(ValueError, match="OPENAI_API_KEY") as caught:
        ChatModel("m", ChatOptions("http://127.0.0.1:1/v1"))
    assert "quoted" not in str(caught.value)


def test_an_answer_that_drips_in_is_given_up_in_time() -> None:
    # A timeout that begins anew with every byte would wait for ten minutes.
    with ChatServer([Answer("x" * 6000, drip=0.1)]) as server, pytest.raises(ModelUnavailable) as caught:
        ask(server, tries=1, timeout=0.5)
    assert "no complete answer within 0.5 s" in str(caught.value)


def test_a_reply_that_holds_the_key_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ChatServer([Answer(f"you sent {KEY}", message={"reasoning": KEY}, finish=KEY)]) as server:
        (reply,) = ask(server)
    assert (reply.text, reply.reasoning, reply.finish) == ("you sent [key]", "[key]", "[key]")


def test_a_short_key_is_a_word_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "EMPTY")
    with ChatServer([Answer("the cell is EMPTY")]) as server:
        (reply,) = ask(server)
    assert reply.text == "the cell is EMPTY"


def test_a_password_that_comes_back_encoded_is_cut() -> None:
    # Base64 of me:pass-word-12, as HTTP sends it.
    with ChatServer([error(401, "no to Basic bWU6cGFzcy13b3JkLTEy")]) as server:
        server.url = server.url.replace("http://", "http://me:pass-word-12@")
        with pytest.raises(ModelUnavailable) as caught:
            ask(server)
    assert "no to Basic [key]" in str(caught.value)


def test_halves_of_characters_in_the_reason_to_finish() -> None:
    with ChatServer([Answer(finish="\ud800")]) as server:
        assert ask(server)[0].finish == "?"
