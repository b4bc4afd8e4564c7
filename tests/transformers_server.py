"""`transformers serve` on the loopback: a real OpenAI-compatible server that generates with a real model."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

#: Seconds for the server to import torch and load the model.
PATIENCE = 180.0


class TransformersServer:
    """`with TransformersServer(model_folder, log) as server`: `server.url` is the base URL.

    Every request is answered with the model of that folder, one after the other.
    """

    def __init__(self, model: Path, log: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._root = f"http://127.0.0.1:{port}"
        self.url = f"{self._root}/v1"
        self._log = log
        self._command = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(model)]
        self._command += ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]

    def __enter__(self) -> TransformersServer:
        environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
        with self._log.open("w") as out:
            self._process = subprocess.Popen(self._command, env=environment, stdout=out, stderr=subprocess.STDOUT)
        end = time.monotonic() + PATIENCE
        while not self._healthy():
            if self._process.poll() is not None or time.monotonic() > end:
                self.__exit__(None, None, None)
                raise RuntimeError(f"transformers serve did not start: {self._log.read_text()[-2000:]}")
            time.sleep(0.2)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._root}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
