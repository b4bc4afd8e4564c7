"""Agents: whatever chooses actions. Each model makes one player per episode; a player answers with a `Reply`."""

from glyphbench.agents.base import (
    ContextOverflow,
    Message,
    Model,
    ModelError,
    ModelUnavailable,
    Player,
    PlayerLeft,
    Reply,
)
from glyphbench.agents.spec import ChatOptions, model_from

__all__ = [
    "ChatOptions",
    "ContextOverflow",
    "Message",
    "Model",
    "ModelError",
    "ModelUnavailable",
    "Player",
    "PlayerLeft",
    "Reply",
    "model_from",
]
