"""Example screens of Spartacus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.games.spartacus.repair import Cards, Entries, Entry, Passed, Place, Where
from companion.kit.search.mind import Thought
from companion.ui.asked import Asked
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.log import Log, Then, Why
from companion.ui.screen import Command, DeviceTurn
from companion.ui.setup_pages import SetUp
from companion.ui.table import Menu, Score, Table
from companion.ui.widgets import NumberScreen
from companion.values import replace
from scenes import Scene

if TYPE_CHECKING:
    from scenes import Stage

LONG = ("Maximiliane Aurelia Roth", "Maximilian Aurelius Roth", "Bartholomaeus Friedrich", "Ada", "Anna")
FIVE = ("Ada", "Ben", "Cleopatra", "Dora", "Maximilian")


def scenes(stage: Stage) -> Iterator[Scene]:
    """The table in cards and scores entry, banners, the log, the audit and its corrections, the end."""
    context, step, say = stage.context, stage.step, stage.banner_after
    three = stage.roster[:3]
    begun = step("spartacus", three)
    yield Scene("spartacus-setup", SetUp(), context(begun))
    yield Scene("spartacus-lead", Table(), context(begun))
    yield Scene("spartacus-banners-only", Table(), context(step("spartacus", three, "play banner")))
    trick = step("spartacus", three, *_TRICK)
    yield Scene("spartacus-table", Table(), context(trick))
    yield Scene("spartacus-banner", Table(("play banner",)), context(trick))
    yield Scene("spartacus-pass", Table(("pass",)), context(trick))
    taken = step("spartacus", three, *_TRICK, "pass")
    yield Scene("spartacus-taken", Table(), context(taken), say(trick, taken))
    for name, action, asked in (("card", "play 3", begun), ("banner", "play banner", begun), ("pass", "pass", trick)):
        asks = DeviceTurn(asked.turn or 0, "2", Thought(0, action, (0.3, 0.3, 0.4)))
        yield Scene(f"spartacus-asked-{name}", Asked(), replace(context(asked), device=asks))
    later = step("spartacus", FIVE, *_FIVE)
    yield Scene("spartacus-five", Table(), context(later))
    yield Scene("spartacus-five-clock", Table(), stage.clocked(later, 871, 902, 640, 799, 1000))
    yield Scene("spartacus-score-five-clock", Score(), stage.clocked(later, 871, 902, 640, 799, 1000))
    long = step("spartacus", LONG, *_LONG)
    yield Scene("spartacus-long-names", Table(), context(long))
    yield Scene("spartacus-score", Score(), context(taken))
    yield Scene("spartacus-score-trick", Score(), context(trick))
    yield Scene("spartacus-score-five", Score(), context(later))
    joker = step("spartacus", stage.roster[:4], "play 8", "play banner", banners="joker", joker_scoring="minus10")
    yield Scene("spartacus-joker", Table(), context(joker))
    log = Log(Menu(Table()))
    yield Scene("spartacus-log", log, context(taken))
    yield Scene("spartacus-then", Then(log, 4), context(taken))
    yield Scene("spartacus-why", Why(Then(log, len(_TRICK) + 1)), context(taken))
    yield Scene("spartacus-help", Help(Table(), at=1), context(trick))
    audit = Audit(Menu(Table()), cursor=1)
    yield Scene("spartacus-audit", audit, context(later))
    yield Scene("spartacus-audit-won", Audit(Menu(Table()), cursor=8), context(taken))
    cards = Cards(audit, "trick", 0, cursor=1)
    yield Scene("spartacus-audit-pile", cards, context(trick))
    yield Scene("spartacus-audit-hand", Cards(audit, "hand", 1), context(trick))
    yield Scene("spartacus-audit-where", Where(cards, Place("trick", 0), 8), context(trick))
    yield Scene("spartacus-audit-passed", Passed(audit), context(later))
    last, over = step("spartacus", three, *_END[:-1]), step("spartacus", three, *_END)
    yield Scene("spartacus-last", Table(), context(last))
    yield Scene("spartacus-end", Over(), context(over), say(last, over))
    yield Scene("spartacus-over", Over(opened=True), context(over))
    yield Scene("spartacus-results", Over(), context(over))
    yield Scene("spartacus-why-over", Why(Then(log, len(_END))), context(over))

    scores = step("spartacus", three, "trick 0 22 1", "trick 1 15 0", entry="scores")
    seen = context(scores)
    yield Scene("spartacus-scores", Table(), seen)
    yield Scene("spartacus-scores-hand", Table(("hand 2",)), seen)
    yield Scene("spartacus-tens", Table(("trick 0", "tens 1")), seen)
    yield Scene("spartacus-sum", Table(("trick 0", "tens 1", "sum 13")), seen)
    yield Scene("spartacus-pile-banners", Table(("trick 0", "tens 1", "sum 13", "banners 2")), seen)
    yield Scene("spartacus-drop", Table(("drop", "drop 2")), seen)
    entered = step("spartacus", FIVE, *_READ, entry="scores")
    yield Scene("spartacus-done", Table(), context(entered))
    yield Scene("spartacus-results-five", Over(), context(step("spartacus", FIVE, *_READ, "done", entry="scores")))
    yield Scene("spartacus-audit-scores", Audit(Menu(Table()), cursor=2), seen)
    yield Scene("spartacus-audit-entries", Entries(audit, 0), seen)
    entry = Entry(audit, 0, 0, 22, 1)
    yield Scene("spartacus-audit-entry", entry, seen)
    dial = entry.update(Command.OK, seen)
    assert isinstance(dial, NumberScreen)
    yield Scene("spartacus-audit-dial", dial, seen)
    yield Scene("spartacus-help-scores", Help(Table(), at=1), seen)


_TRICK = ("play 8", "play 6", "play banner", "play 3", "pass")
"""The third player may beat a 3, double the trick or pass, which ends it."""
_FIVE = (
    "play 10", "play 9", "play banner", "play 7", "play 5", "play 4", "play 3", "pass", "play 2", "pass", "pass",
    "play 1", "pass",
    "play 9", "play 8", "play banner", "pass", "play 6", "play 5",
)  # fmt: skip
"""Five players in their second trick."""
_LONG = (
    "play banner", "play 10", "play 9", "play banner", "play 8", "play 7", "play 6", "play banner", "pass", "pass",
    "play 5", "play 4",
)  # fmt: skip
"""Five players with several cards each in their first trick."""
_SHORT = {"-": "pass", "b": "play banner"}
_END = tuple(
    _SHORT.get(card, f"play {card}")
    for card in "3 b b 2 - 1 - 4 3 2 1 - - 10 4 3 1 b - 8 7 2 - - 10 - 9 7 6 5 4 - 9 8 - 6".split()
)
"""A short game: the first player plays the last card, and the others have cards left."""
_READ = ("trick 0 55 1", "trick 1 55 2", "trick 2 55 0", "hand 3 55 1", "hand 4 55 1", "hand 0 0 0", "hand 1 0 0")
