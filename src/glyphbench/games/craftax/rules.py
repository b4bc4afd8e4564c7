"""The rules a player is told: what every task shares, and the mechanics that a task touches."""

from __future__ import annotations

from glyphbench.games.craftax.kinds import ACHIEVEMENTS
from glyphbench.games.craftax.tasks.base import Task

_BASE = (
    "You are the arrow, in the middle of the view. A move turns you that way, and steps if the cell ahead is free. DO "
    "acts on the cell ahead: hits a creature, harvests, drinks, eats, opens."
)
#: Topic -> what the player has to know about it; the order is the order in the text.
_TOPICS = {
    "trees": "Trees give 1 wood and vanish.",
    "mining": "DO mines: stone and coal with any pickaxe, iron with stone, diamond with iron.",
    "sapling": "DO on grass gives a sapling one time in ten.",
    "craft": "Making needs a crafting table among the 8 cells around you; iron also a furnace.",
    "plants": "Plants are eaten when ripe; DO before that does nothing.",
    "shelter": "Monsters cannot pass stone or come through a closed wall.",
    "needs": "Food, drink and energy fall; at 0 you lose health, else you slowly heal. DO on water to drink; kill a "
    "cow, bat or snail to eat; SLEEP, helpless until rested or hit, for energy.",
    "monsters": "Monsters appear out of view, mostly in the dark, and hit you from an adjacent cell.",
    "ranged": "Archers and mages shoot along rows and columns.",
    "bow": "Arrows fly straight ahead until they hit.",
    "spells": "Spells fly straight ahead until they hit.",
    "dark": "You see only lit cells; PLACE_TORCH lights about 4 cells around the cell ahead.",
    "bridge": "Nobody walks on water or lava; a stone placed there and mined again leaves a path.",
    "chest": "DO on a chest takes what is in it.",
    "ladder": "Stand on an open ladder down and DESCEND. Ladders usually lie far away, walled by stone.",
    "boss": "The necromancer stands in the graveyard; a wave of monsters rises from the graves near you; when all are "
    "dead it is vulnerable: DO on it.",
}


def rules(task: Task) -> str:
    """The rules of a focused task: goal, shared and touched mechanics, scoring."""
    unknown = set(task.topics) - _TOPICS.keys()
    if unknown:
        raise ValueError(f"{task.name}: unknown topic {', '.join(sorted(unknown))}")
    mechanics = " ".join([_BASE, *(text for topic, text in _TOPICS.items() if topic in task.topics)])
    score = task.score if task.survive else f"{task.score}; dying costs 1"
    return f"Craftax. {task.goal}\n{mechanics}\nScore: {score}."


_THREE = {25, 26, 27, 28, 29, 36, 37, 38, 39, 50, 51, 52, 53, 54, 59, 60, 61, 62}
_FIVE = {30, 31, 32, 40, 41, 42, 43, 55, 56, 57, 58, 63, 64, 65, 66}
#: Upstream's reward of each achievement, by its number.
POINTS = tuple(
    1 if number < 25 else 3 if number in _THREE else 5 if number in _FIVE else 8 for number in range(len(ACHIEVEMENTS))
)


def _achievements(points: int) -> str:
    names = [name for name, worth in zip(ACHIEVEMENTS, POINTS, strict=True) if worth == points]
    return f"{points} point{'s' * (points > 1)}: {', '.join(names)}."


FULL = f"""Craftax, the full game: gather, craft, fight and descend nine floors to the necromancer.
{_BASE} {" ".join(text for topic, text in _TOPICS.items() if topic != "boss")}
Rubies and sapphires need a diamond pickaxe. Fists strike 1, swords 2, 3, 5 or 8. Each floor's ladder down opens \
after 8 kills there; the overworld's is open. Potions work by colour, differently in every game; unripe plants take \
600 turns. Floors: 0 overworld, 1 dungeon (a bow in its first chest), 2 gnomish mines, 3 sewers and 4 vaults (a \
spell book in their first chest, enchantment tables), 5 troll mines, 6 fire realm (ice hurts), 7 ice realm (fire \
hurts), 8 graveyard. Entering a floor for the first time gives 1 \
xp. {_TOPICS["boss"]} Eight hits win.
Score: 67 achievements pay once each, 226 points in all; and 0.1 for each point of health gained, -0.1 for each lost. \
Death ends the game.
{chr(10).join(_achievements(points) for points in sorted(set(POINTS)))}"""
