"""The leaderboard's site: pages that need nothing but themselves, from submissions."""

from glyphbench.leaderboard.site.build import REPLAYS, Built, build, site_of

__all__ = ["REPLAYS", "Built", "build", "site_of"]
