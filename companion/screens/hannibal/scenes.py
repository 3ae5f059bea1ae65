"""Every screen of Hannibal vs Rome once, in moments that show what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.table.moments import Step

if TYPE_CHECKING:
    from companion.screens.catalogue import Scene, Stage

ROME_AND_CARTHAGE = ("Ada", "Ben")


def scenes(stage: Stage) -> Iterator[Scene]:
    """All of them; the names begin with the game's."""
    # Imported when needed: the catalogue imports this module.
    from companion.screens.audit import Audit
    from companion.screens.catalogue import Scene
    from companion.screens.ended import Over
    from companion.screens.hannibal.audit import Chips, Hands, Pieces
    from companion.screens.hannibal.battle import Pairs
    from companion.screens.help import Help
    from companion.screens.log import Log, Then, Why
    from companion.screens.setup import SetUp
    from companion.screens.table import Menu, Score, Table

    sight = stage.sight

    def step(*texts: str, **options: bool | str) -> Step:
        return stage.step("hannibal", ROME_AND_CARTHAGE, *texts, **options)

    begun = step(core=True)
    for page in range(3):
        yield Scene(f"hannibal-setup-{page}", SetUp(page), sight(begun))
    yield Scene("hannibal-table", Table(), sight(step()))
    carthage = sight(step("legion ROM>GAL"))
    yield Scene("hannibal-legions", Table(("legion CAR",)), carthage)
    yield Scene("hannibal-hannibal", Table(("hannibal CAR",)), carthage)
    yield Scene("hannibal-goal", Table(("hannibal CAR", "ZAM")), carthage)
    middle = sight(step(*_MIDDLE, core=True))
    yield Scene("hannibal-middle", Table(), middle)
    yield Scene("hannibal-fleet", Table(("fleet ROM-COR", "SIC-ZAM")), middle)
    attack = sight(step(*_MIDDLE))
    yield Scene("hannibal-attack", Table(("legion NHI", "SHI")), attack)
    yield Scene("hannibal-score", Score(), attack)
    yield Scene("hannibal-chips", Score(), middle)
    before, after = step(*_MIDDLE), step(*_MIDDLE, _BATTLE)
    yield Scene("hannibal-field", Table(), sight(after), stage.say(before, after))
    yield Scene("hannibal-field-menu", Table(), sight(after))
    fought = step(*_MIDDLE, _BATTLE, "field hannibal")
    yield Scene("hannibal-battle", Table(), sight(fought))
    yield Scene("hannibal-round", Table(("3", "3")), sight(fought))
    yield Scene("hannibal-fall", Table(("4", "3")), sight(fought))
    yield Scene("hannibal-pairs", Pairs("4", "2"), sight(fought))
    lost = step(*_MIDDLE, _BATTLE, "field hannibal", "clash 4 3")
    yield Scene("hannibal-lost", Table(), sight(lost), stage.say(fought, lost))
    sea = step("fleet ROM-COR>SAR-CAR", "clash 1 2")
    yield Scene("hannibal-sea", Table(), sight(step("fleet ROM-COR>SAR-CAR")))
    yield Scene("hannibal-sea-after", Table(), sight(sea))
    log = Log(Menu(Table()), 0)
    yield Scene("hannibal-log", log, sight(lost))
    yield Scene("hannibal-then", Then(log, len(_MIDDLE) + 1), sight(lost))
    yield Scene("hannibal-then-start", Then(log, 0), sight(lost))
    yield Scene("hannibal-why", Why(Then(log, len(_MIDDLE) + 3)), sight(lost))
    audit = Audit(Menu(Table()))
    yield Scene("hannibal-audit", audit, sight(lost))
    yield Scene("hannibal-audit-battle", Audit(Menu(Table()), 8), sight(fought))
    yield Scene("hannibal-audit-core", Audit(Menu(Table()), 11), middle)
    yield Scene("hannibal-audit-map", Pieces(audit, "legions", 0, "NHI"), attack)
    yield Scene("hannibal-audit-hannibal", Pieces(audit, "hannibal", 1, "MAU"), attack)
    yield Scene("hannibal-audit-hands", Hands(audit, 0, 4), sight(lost))
    yield Scene("hannibal-audit-chips", Chips(audit, 1, 3), middle)
    yield Scene("hannibal-help", Help(Table()), attack)
    yield Scene("hannibal-help-why", Help(Table(), 1), attack)
    scores = sight(step("turn core", "turn", "turn core", entry="scores", core=True))
    yield Scene("hannibal-turns", Table(("turn core",)), scores)
    yield Scene("hannibal-ended", Table(("end", "win 1")), scores)
    plain = sight(step("turn", entry="scores"))
    yield Scene("hannibal-turns-plain", Table(), plain)
    yield Scene("hannibal-whose", Score(), plain)
    yield Scene("hannibal-over", Over(), sight(step("turn", "win 1", entry="scores")))
    won = step(*_CAPITAL)
    yield Scene("hannibal-won", Over(), sight(won), stage.say(step(*_CAPITAL[:-1]), won))
    yield Scene("hannibal-won-then", Then(log, len(_CAPITAL)), sight(won))


_MIDDLE = (
    "legion ROM>GAL", "hannibal CAR>MAU", "legion ROM>COR", "legion CAR>MAU", "legion GAL>NHI", "hannibal MAU>SHI",
    "fleet ROM-COR>COR-SAR", "legion MAU>SHI", "legion COR>SAR", "legion CAR>ZAM",
)  # fmt: skip
_BATTLE = "legion NHI>SHI"
_CAPITAL = (
    "legion ROM>COR", "legion CAR>MAU", "fleet ROM-COR>COR-SAR", "legion CAR>MAU", "legion COR>SAR", "legion MAU>SHI",
    "fleet COR-SAR>CAN-SIC", "legion SHI>NHI", "legion ROM>CAN", "legion NHI>GAL", "legion ROM>CAN", "legion GAL>ROM",
)  # fmt: skip
