"""Advice for the full game of Craftax: an order of work that pays. Shown by the `guided` harness alone."""

GUIDE = """\
Order of work on the overworld: 5 or more wood; a table; wood pickaxe and sword; stone (20 and more: it bridges \
water, walls you in and makes tools); stone pickaxe and sword; coal and iron, both at the foot of mountains and in \
caves; a furnace beside the table; iron pickaxe, sword and armour; torches; arrows. Keep 5 wood and 10 stone for a \
second table and furnace on the way down. Collect a sapling from grass and plant it early, walled in with stone: it \
is eaten when ripe.
Needs: drink whenever water is near, eat cows before leaving the overworld, sleep when energy is low. Sleep only \
when walled in: put stone on all four sides, or dig into rock and close the hole behind you. On lower floors eat \
bats and snails, drink at water or fountains, and carry what you can.
Fighting: face the enemy and DO until it falls; step out of the row and column of archers and mages, or put a stone \
between. Below half health wall yourself in and REST. Armour and a better sword first, then the next floor.
Ladders: below the overworld the ladder down opens after 8 kills on that floor, so look for the ladder while you \
fight. Note where both ladders are. Every floor pays for being entered: deeper is worth more than one more craft.
Dungeon, floor 1: open every chest; the bow lies in the first. Gnomish mines, floor 2: dark, so carry torches; \
diamonds, rubies and sapphires. Sewers 3 and vaults 4: the first chest holds a spell book, read it; enchant sword \
and armour at their tables. Ice hurts what lives on floor 6, fire what lives on floor 7: prepare both before you go \
down.
Experience that each new floor gives goes into strength for melee, dexterity for needs that last longer, or \
intelligence for spells: choose one and keep to it.
Graveyard, floor 8: stay near the necromancer, kill each wave, then hit him while he is vulnerable; eight times."""
