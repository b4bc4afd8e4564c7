"""Farama MiniGrid as text: the upstream engine steps, this family draws what its agent sees."""
