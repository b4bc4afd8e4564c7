"""A harness that ends the process which plays one certain episode, as the kernel does when memory is short."""

from __future__ import annotations

import os
import signal

from glyphbench.agents import Message
from glyphbench.harness.markov import Markov
from glyphbench.harness.protocol import Seen


class Deadly(Markov):
    def messages(self, seen: Seen) -> list[Message]:
        if "Hard" in str(self.game.task):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().messages(seen)
