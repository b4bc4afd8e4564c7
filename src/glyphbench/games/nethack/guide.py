"""Advice for a long game of NetHack: what an experienced player would tell a beginner. Shown by `guided` alone."""

GUIDE = """\
Score: each new deepest level pays 50, gold pays its worth, kills pay their experience. Survival earns more than \
haste: most games end on levels 1 to 4.
Exploring: FAR_* runs to the next thing of interest. TRAVEL, GO_DOWN, WAIT walks to stairs down that are on the map; \
on them, GO_DOWN. No way down in sight: look for unseen doorways and corridor ends, then search at dead ends and \
along blank walls (KEY_1, KEY_5, SEARCH searches 15 times). A locked door opens to KICK or FORCE; a boulder that \
will not move has something behind it.
Fighting: stand in a corridor or doorway so that one enemy reaches you at a time; let a pet fight beside you. Throw \
daggers or shoot when a strong enemy is still away. Go upstairs when a fight turns bad: only what stands next to you \
follows.
Do not attack: peaceful monsters (you are asked first: answer NO), floating eyes (never hit one by hand), acid \
blobs, molds and jellies, cockatrices with bare hands, shopkeepers, watchmen, your pet.
Health: below a third, stop fighting: leave by stairs, quaff unknown potions, write `Elbereth` in the dust and stand \
on it (ENGRAVE, KEY_MINUS, ITEM_CAPITAL_E, ITEM_L and so on, MORE: one game turn in all), or PRAY. Prayer heals when \
HP is below a seventh (or under 6) or you are Weak from hunger, if you have not prayed for about 1,000 turns; the \
first is safe after turn 300.
Food: eat when Hungry, fresh corpses only at once after the kill; never cockatrices, green slime, bats, dogs, cats, \
or your own race; lichen corpses never spoil.
Items: pick up and wear armor that you find, best from fallen dwarves (iron shoes, hard hats, a pick-axe to dig down \
with APPLY, then GO_DOWN). Do not wear or read unknown things when in danger; try scrolls at full health. A load \
that makes you Burdened is too heavy: drop some.
Pace: reach level 3 or 4 with experience level 5 or so, then on to the Mines' end or down the main dungeon; digging \
down is the quickest way to depth once you only play for score."""
