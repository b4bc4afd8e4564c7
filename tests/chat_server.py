"""A small OpenAI-compatible server on the loopback: a real HTTP server that answers by a policy."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass
class Answer:
    """What the server does with one request: wait, then send `raw` or a chat completion, or cut the connection.

    `drip` is the seconds between the bytes of the body.
    """

    text: str | None = "<action>UP</action>"
    message: dict[str, Any] = field(default_factory=dict)
    finish: str = "stop"
    usage: dict[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: str | None = None
    delay: float = 0.0
    cut: bool = False
    drip: float = 0.0

    def body(self) -> str:
        if self.raw is not None:
            return self.raw
        message = {"role": "assistant", "content": self.text, **self.message}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return json.dumps({"id": "x", "object": "chat.completion", "choices": [choice], "usage": self.usage})


Policy = Callable[[dict[str, Any], int], Answer]


def error(status: int, message: str, **headers: str) -> Answer:
    """An error in OpenAI's shape."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, raw=json.dumps({"error": {"message": message}}), headers=named)


def by_content(request: dict[str, Any], number: int) -> Answer:
    """A policy whose answer depends on the conversation alone; one in eight is without a tag."""
    digest = hashlib.sha256(json.dumps(request["messages"]).encode()).digest()
    name = ("UP", "DOWN", "LEFT", "RIGHT")[digest[0] % 4]
    return Answer("I am not sure." if digest[1] % 8 == 0 else f"Let me see. <action>{name}</action>")


class ChatServer:
    """`with ChatServer(policy) as server`: `server.url` is the base URL, `server.requests` what was asked."""

    def __init__(self, policy: Policy | list[Answer]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.times: list[float] = []
        answers = list(policy) if isinstance(policy, list) else []
        lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    server.times.append(time.monotonic())
                    server.keys.append(self.headers.get("Authorization", ""))
                    server.requests.append({"path": self.path, **request})
                    number = len(server.requests) - 1
                answer = policy(request, number) if callable(policy) else answers[min(number, len(answers) - 1)]
                time.sleep(answer.delay)
                body = answer.body().encode()
                self.send_response(answer.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if answer.cut:
                    self.wfile.write(body[: len(body) // 2])
                    self.close_connection = True
                    return
                for part in [body[place : place + 1] for place in range(len(body))] if answer.drip else [body]:
                    self.wfile.write(part)
                    time.sleep(answer.drip)

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def handle(self) -> None:
                with contextlib.suppress(ConnectionError):  # a client that gave up or was killed
                    super().handle()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ChatServer:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
