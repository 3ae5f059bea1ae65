"""Spartacus, every screen once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.screens.audit import Audit
from companion.screens.catalogue import ROSTER, Scene
from companion.screens.ended import Over
from companion.screens.help import Help
from companion.screens.log import Log, Then, Why
from companion.screens.screen import Command
from companion.screens.setup import SetUp
from companion.screens.spartacus.draft import Place
from companion.screens.spartacus.entries import Dial, Entries, Entry
from companion.screens.spartacus.moving import Cards, Passed, Where
from companion.screens.table import Menu, Score, Table

if TYPE_CHECKING:
    from companion.screens.catalogue import Stage

FIVE = ("Ada", "Ben", "Cleopatra", "Dora", "Maximilian")


def scenes(stage: Stage) -> Iterator[Scene]:
    """The table by cards and by scores, what interrupts, the log, the audit and its corrections, the end."""
    sight, step, say = stage.sight, stage.step, stage.say
    three = ROSTER[:3]
    begun = step("spartacus", three)
    yield Scene("spartacus-setup", SetUp(), sight(begun))
    yield Scene("spartacus-lead", Table(), sight(begun))
    yield Scene("spartacus-banners-only", Table(), sight(step("spartacus", three, "play banner")))
    trick = step("spartacus", three, *_TRICK)
    yield Scene("spartacus-table", Table(), sight(trick))
    yield Scene("spartacus-banner", Table(("play banner",)), sight(trick))
    yield Scene("spartacus-pass", Table(("pass",)), sight(trick))
    taken = step("spartacus", three, *_TRICK, "pass")
    yield Scene("spartacus-taken", Table(), sight(taken), say(trick, taken))
    later = step("spartacus", FIVE, *_FIVE)
    yield Scene("spartacus-five", Table(), sight(later))
    yield Scene("spartacus-score", Score(), sight(taken))
    yield Scene("spartacus-score-five", Score(), sight(later))
    joker = step("spartacus", ROSTER[:4], "play 8", "play banner", banners="joker", joker_scoring="minus10")
    yield Scene("spartacus-joker", Table(), sight(joker))
    log = Log(Menu(Table()))
    yield Scene("spartacus-log", log, sight(taken))
    yield Scene("spartacus-then", Then(log, 4), sight(taken))
    yield Scene("spartacus-why", Why(Then(log, len(_TRICK) + 1)), sight(taken))
    yield Scene("spartacus-help", Help(Table(), 1), sight(trick))
    audit = Audit(Menu(Table()), 1)
    yield Scene("spartacus-audit", audit, sight(later))
    yield Scene("spartacus-audit-won", Audit(Menu(Table()), 8), sight(taken))
    cards = Cards(audit, "trick", 0, 1)
    yield Scene("spartacus-audit-pile", cards, sight(trick))
    yield Scene("spartacus-audit-hand", Cards(audit, "hand", 1), sight(trick))
    yield Scene("spartacus-audit-where", Where(cards, Place("trick", 0), 8), sight(trick))
    yield Scene("spartacus-audit-passed", Passed(audit), sight(later))
    last, over = step("spartacus", three, *_END[:-1]), step("spartacus", three, *_END)
    yield Scene("spartacus-last", Table(), sight(last))
    yield Scene("spartacus-end", Over(), sight(over), say(last, over))
    yield Scene("spartacus-over", Over(), sight(over))
    yield Scene("spartacus-why-over", Why(Then(log, len(_END))), sight(over))

    scores = step("spartacus", three, "trick 0 22 1", "trick 1 15 0", entry="scores")
    seen = sight(scores)
    yield Scene("spartacus-scores", Table(), seen)
    yield Scene("spartacus-scores-hand", Table(("hand 2",)), seen)
    yield Scene("spartacus-tens", Table(("trick 0", "tens 1")), seen)
    yield Scene("spartacus-sum", Table(("trick 0", "tens 1", "sum 13")), seen)
    yield Scene("spartacus-pile-banners", Table(("trick 0", "tens 1", "sum 13", "banners 2")), seen)
    yield Scene("spartacus-drop", Table(("drop", "drop 2")), seen)
    told = step("spartacus", FIVE, *_READ, entry="scores")
    yield Scene("spartacus-done", Table(), sight(told))
    yield Scene("spartacus-over-five", Over(), sight(step("spartacus", FIVE, *_READ, "done", entry="scores")))
    yield Scene("spartacus-audit-scores", Audit(Menu(Table()), 2), seen)
    yield Scene("spartacus-audit-entries", Entries(audit, 0), seen)
    entry = Entry(audit, 0, 0, 22, 1)
    yield Scene("spartacus-audit-entry", entry, seen)
    dial = entry.update(Command.OK, seen)
    assert isinstance(dial, Dial)
    yield Scene("spartacus-audit-dial", dial, seen)
    yield Scene("spartacus-help-scores", Help(Table(), 1), seen)


_TRICK = ("play 8", "play 6", "play banner", "play 3", "pass")
"""The third player may beat a 3, double the trick or pass, which ends it."""
_FIVE = (
    "play 10", "play 9", "play banner", "play 7", "play 5", "play 4", "play 3", "pass", "play 2", "pass", "pass",
    "play 1", "pass",
    "play 9", "play 8", "play banner", "pass", "play 6", "play 5",
)  # fmt: skip
"""Five players in their second trick."""
_SHORT = {"-": "pass", "b": "play banner"}
_END = tuple(
    _SHORT.get(card, f"play {card}")
    for card in "3 b b 2 - 1 - 4 3 2 1 - - 10 4 3 1 b - 8 7 2 - - 10 - 9 7 6 5 4 - 9 8 - 6".split()
)
"""A short game: the first player plays the last card, and the others have cards left."""
_READ = ("trick 0 55 1", "trick 1 55 2", "trick 2 55 0", "hand 3 55 1", "hand 4 55 1", "hand 0 0 0", "hand 1 0 0")
