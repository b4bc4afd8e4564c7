"""Procgen: sixteen games on OpenAI's C++ engine; the engine steps, we read its state and render."""
