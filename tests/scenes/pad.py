"""Example screens of score pads."""

from __future__ import annotations

from collections.abc import Iterator

from fixed_library import FixedLibrary
from installed import GameSetup

from companion.games.installed import INSTALLED
from companion.games.pad.collection import SHIPPED, offered_shipped, shipped
from companion.games.pad.grid import Rounds
from companion.games.pad.repair import repair
from companion.games.pad.sheet import CellChange, Sheet
from companion.play.timeline import Snapshot
from companion.record.pads import hash_of
from companion.ui.audit import Audit
from companion.ui.curves import Curves
from companion.ui.game_over import Over
from companion.ui.home import Home
from companion.ui.more_games import MoreGames
from companion.ui.new_game import New
from companion.ui.screen import Command, Screen
from companion.ui.table import Menu, Score, Table
from companion.values import replace
from scenes import Scene, Stage

BIDS = ("bid 0 1", "bid 1 1", "bid 2 0", "bid 3 1")
LATER = ("bid 1 1", "bid 2 0", "bid 3 2", "bid 0 0")
TOOK = ("took 0 1", "took 1 0", "took 2 0", "took 3 0")


TO_FIFTY = (
    (0, 12),
    (1, 9),
    (2, 3),
    (0, 12),
    (1, 0),
    (2, 11),
    (0, 12),
    (1, 5),
    (2, 12),
    (0, 12),
    (1, 7),
    (2, 8),
    (0, 2),
)


def _step(stage: Stage, key: str, names: tuple[str, ...], *texts: str) -> Snapshot:
    """The table of a game of a pad that ships, after these entries."""
    read = shipped(key)
    options = read.game.complete({})
    return stage.played(GameSetup(1, key, stage.renamed(names), options, read.game, hash_of(read.content)), *texts)


def scenes(stage: Stage) -> Iterator[Scene]:
    """Who enters what, in each form: a wheel, figures, a list; the round before it counts; the score board."""
    four = stage.roster[:4]
    context = stage.context
    pads, offers = tuple([shipped(key).game for key in SHIPPED]), tuple(map(offered_shipped, SHIPPED))
    known = context(game_library=FixedLibrary(pads=pads, games=INSTALLED, offers=offers))
    more = MoreGames.from_context(Home(), known)
    assert isinstance(more, MoreGames)
    yield Scene("games", replace(more, cursor=8), known)
    letters = more.update(Command.OK, known)
    assert isinstance(letters, Screen)
    yield Scene("letters", letters, known)
    yield Scene("pad-new", New.from_context("farkle", known, Home()), known)
    begun = _step(stage, "wizard", four, *BIDS, *TOOK)
    yield Scene("pad-bid", Table(), context(begun))
    entered = _step(stage, "wizard", four, *BIDS, *TOOK, *LATER, "took 1 1")
    yield Scene("pad-took", Table(), context(entered))
    last = _step(stage, "wizard", four, *BIDS, *TOOK, *LATER, "took 1 1", "took 2 0", "took 3 1")
    yield Scene("pad-last", Table(), context(last))
    yield Scene("pad-score", Score(), context(last))
    rounds = Rounds.from_snapshot(last, Menu(Table()))
    yield Scene("pad-rounds", replace(rounds, cursor=0), context(last))
    sheet = replace(Sheet.of_round(rounds, rounds.rounds[0], context(last)), cursor=4)
    yield Scene("pad-sheet", sheet, context(last))
    cell = sheet.update(Command.OK, context(last))
    assert isinstance(cell, CellChange)
    less = cell.update(Command.DOWN, context(last))
    assert isinstance(less, CellChange)
    yield Scene("pad-sheet-cell", less, context(last))
    wrong = sheet.put_value(context(last), ("took", 0), 0)
    yield Scene("pad-sheet-wrong", wrong, context(last))
    yield Scene("pad-sheet-right", wrong.put_value(context(last), ("took", 1), 1), context(last))
    spades = _step(
        stage, "spades", four, "bid 0 3", "bid 1 0", "bid 2 4", "bid 3 4", "took 0 4", "took 1 0", "took 2 3"
    )
    yield Scene("pad-sides", Table(), context(spades))
    yield Scene("pad-sides-score", Score(), context(spades))
    skat = _step(stage, "skat", four[:3], "soloist 1", "game grand")
    yield Scene("pad-list", Table(), context(_step(stage, "skat", four[:3], "soloist 1")))
    yield Scene("pad-table-field", Table(), context(skat))
    farkle = _step(stage, "farkle", four, "kept 0 600", "kept 1 1000", "kept 2 0", "kept 3 550")
    yield Scene("pad-thousands", Table(), context(farkle))
    yield Scene("pad-figures", Table(("0", "350")), context(farkle))
    molkky = _step(stage, "molkky", four[:3], "pins 0 12", "pins 1 0", "pins 2 7")
    yield Scene("pad-turn", Table(), context(molkky))
    audit = Audit(Menu(Table()), cursor=4)
    yield Scene("pad-audit", audit, context(spades))
    for name, line in (("figures", "scores 1"), ("values", "told.took 0")):
        screen = repair(audit, line, context(spades))
        assert isinstance(screen, Screen)
        yield Scene(f"pad-audit-{name}", screen, context(spades))
    made = [f"made {seat} {value}" for seat, value in enumerate((120, -35, 5, 260, 70, 15, 300, 45))]
    people = (*stage.roster, "Emil", "Fritz")
    yield Scene("pad-turn-clock", Table(), stage.clocked(molkky, 291, 300, 187))
    yield Scene("pad-score-clock", Score(), stage.clocked(farkle, 291, 302, 187, 60))
    yield Scene("pad-eight", Table(), context(_step(stage, "points", people, *made, *made[:5])))
    yield Scene("pad-eight-score", Score(), context(_step(stage, "points", people, *made, *made[:5])))
    deals = [f"made {seat} {(seat * 37 + deal * 53) % 120 - 20}" for deal in range(9) for seat in range(8)]
    eight = _step(stage, "points", people, *deals, *made[:5])
    rounds = Rounds.from_snapshot(eight, Menu(Table()))
    yield Scene("pad-rounds-eight", rounds, context(eight))
    yield Scene("pad-rounds-right", replace(rounds, cursor=4, part=1), context(eight))
    won = _step(stage, "molkky", four[:3], *[f"pins {seat} {value}" for seat, value in TO_FIFTY])
    yield Scene("pad-results", Over(), context(won))
    yield Scene("pad-rounds-turns", Rounds.from_snapshot(won, Over()), context(won))
    chart = Curves.from_snapshot(won, Over())
    assert chart is not None
    yield Scene("pad-chart", chart, context(won))
    yield Scene("pad-hundreds", Table(("2",)), context(_step(stage, "points", four, *made[:4])))
