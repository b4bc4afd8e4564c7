"""Craftax: focused tasks and the full game on the JAX engine of Matthews et al. (2024)."""
