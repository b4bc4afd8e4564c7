"""Prompts, history, reply parsing and the episode loop: how an agent's text becomes a named action."""
