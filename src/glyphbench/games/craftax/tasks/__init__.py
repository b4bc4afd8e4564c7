"""The 60 focused tasks, by name."""

from glyphbench.games.craftax.tasks import fight, floors, gather, magic, survive
from glyphbench.games.craftax.tasks.base import Episode, Task

TASKS: dict[str, Task] = {
    task.name: task for task in (*gather.TASKS, *survive.TASKS, *fight.TASKS, *floors.TASKS, *magic.TASKS)
}

__all__ = ["TASKS", "Episode", "Task"]
