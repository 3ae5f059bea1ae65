"""Example screens of Hannibal vs Rome."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.hannibal.battle import Pairs
from companion.games.hannibal.repair import Hands, Pieces, repair
from companion.games.hannibal.screens import Round
from companion.kit.search.mind import Thought
from companion.play.timeline import Snapshot
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.handover import Handover
from companion.ui.help import Help
from companion.ui.log import Log, Then, Why
from companion.ui.screen import DeviceTurn, Left
from companion.ui.setup_pages import SetUp
from companion.ui.table import Menu, Score, Table
from companion.values import replace
from scenes import Scene, Stage

ROME_AND_CARTHAGE = ("Ada", "Ben")


def scenes(stage: Stage) -> Iterator[Scene]:
    """All scenes; their names begin with that of the game."""
    context = stage.context

    def step(*texts: str, **options: bool | str) -> Snapshot:
        return stage.step("hannibal", ROME_AND_CARTHAGE, *texts, **options)

    begun = step(core=True)
    for page in range(3):
        yield Scene(f"hannibal-setup-{page}", SetUp(at=page), context(begun))
    yield Scene("hannibal-table", Table(), context(step()))
    carthage = context(step("legion ROM>GAL"))
    yield Scene("hannibal-legions", Table(("legion CAR",)), carthage)
    yield Scene("hannibal-hannibal", Table(("hannibal CAR",)), carthage)
    yield Scene("hannibal-goal", Table(("hannibal CAR", "ZAM")), carthage)
    middle = context(step(*_MIDDLE, core=True))
    yield Scene("hannibal-middle", Table(), middle)
    yield Scene("hannibal-fleet", Table(("fleet ROM-COR", "SIC-ZAM")), middle)
    yield Scene("hannibal-sea-attack", Table(("fleet ROM-COR", "SAR-CAR")), context(begun))
    attack = context(step(*_MIDDLE))
    yield Scene("hannibal-attack", Table(("legion NHI", "SHI")), attack)
    yield Scene(
        "hannibal-fleet-clock", Table(("fleet ROM-COR", "SIC-ZAM")), stage.clocked(step(*_MIDDLE, core=True), 754, 61)
    )
    yield Scene("hannibal-score-clock", Score(), stage.clocked(step(*_MIDDLE, core=True), 754, 61))
    yield Scene("hannibal-score", Score(), attack)
    yield Scene("hannibal-chips", Score(), middle)
    before, after = step(*_MIDDLE), step(*_MIDDLE, _BATTLE)
    yield Scene("hannibal-field", Table(), context(after), stage.banner_after(before, after))
    yield Scene("hannibal-field-menu", Table(), context(after))
    fought = step(*_MIDDLE, _BATTLE, "field hannibal")
    yield Scene("hannibal-battle", Table(), context(fought))
    yield Scene("hannibal-round", Table(("3", "3")), context(fought))
    yield Scene("hannibal-fall", Table(("4", "3")), context(fought))
    yield Scene("hannibal-pairs", Pairs("4 2"), context(fought))
    lost = step(*_MIDDLE, _BATTLE, "field hannibal", "clash 4 3")
    yield Scene("hannibal-lost", Table(), context(lost), stage.banner_after(fought, lost))
    round_ = replace(context(step("fleet ROM-COR>SAR-CAR")), device=DeviceTurn(1, "2", Thought(1, None, (0.5, 0.5), 3)))
    yield Scene("hannibal-lay", Round(), round_)
    yield Scene("hannibal-which", Round(laid=True, cursor=1), round_)
    left = replace(round_, device=None, left=Left(1, {"card": 3}))
    yield Scene("hannibal-handover", Handover(), left)
    yield Scene("hannibal-handover-card", Handover(looked=True), left)
    sea = step("fleet ROM-COR>SAR-CAR", "clash 1 2")
    yield Scene("hannibal-sea", Table(), context(step("fleet ROM-COR>SAR-CAR")))
    yield Scene("hannibal-sea-after", Table(), context(sea))
    yield Scene("hannibal-sea-log", Log(Menu(Table()), cursor=1), context(sea))
    log = Log(Menu(Table()), cursor=0)
    yield Scene("hannibal-log", log, context(lost))
    yield Scene("hannibal-then", Then(log, len(_MIDDLE) + 1), context(lost))
    yield Scene("hannibal-then-start", Then(log, 0), context(lost))
    yield Scene("hannibal-why", Why(Then(log, len(_MIDDLE) + 3)), context(lost))
    audit = Audit(Menu(Table()))
    yield Scene("hannibal-audit", audit, context(lost))
    yield Scene("hannibal-audit-battle", Audit(Menu(Table()), cursor=8), context(fought))
    yield Scene("hannibal-audit-core", Audit(Menu(Table()), cursor=11), middle)
    yield Scene("hannibal-audit-map", Pieces(audit, "legions", 0, "NHI"), attack)
    yield Scene("hannibal-audit-hannibal", Pieces(audit, "hannibal", 1, "MAU"), attack)
    yield Scene("hannibal-audit-hands", Hands(audit, "0 4"), context(lost))
    yield Scene("hannibal-audit-chips", replace(repair(audit, "chips 1", middle), value=3), middle)
    yield Scene("hannibal-help", Help(Table()), attack)
    yield Scene("hannibal-help-why", Help(Table(), at=1), attack)
    scores = context(step("turn core", "turn", "turn core", entry="scores", core=True))
    yield Scene("hannibal-turns", Table(("turn core",)), scores)
    yield Scene("hannibal-ended", Table(("end", "win 1")), scores)
    plain = context(step("turn", entry="scores"))
    yield Scene("hannibal-turns-plain", Table(), plain)
    yield Scene("hannibal-whose", Score(), plain)
    yield Scene("hannibal-results", Over(), context(step("turn", "win 1", entry="scores")))
    won = step(*_CAPITAL)
    yield Scene("hannibal-won", Over(), context(won), stage.banner_after(step(*_CAPITAL[:-1]), won))
    yield Scene("hannibal-won-then", Then(log, len(_CAPITAL)), context(won))


_MIDDLE = (
    "legion ROM>GAL", "hannibal CAR>MAU", "legion ROM>COR", "legion CAR>MAU", "legion GAL>NHI", "hannibal MAU>SHI",
    "fleet ROM-COR>COR-SAR", "legion MAU>SHI", "legion COR>SAR", "legion CAR>ZAM",
)  # fmt: skip
_BATTLE = "legion NHI>SHI"
_CAPITAL = (
    "legion ROM>COR", "legion CAR>MAU", "fleet ROM-COR>COR-SAR", "legion CAR>MAU", "legion COR>SAR", "legion MAU>SHI",
    "fleet COR-SAR>CAN-SIC", "legion SHI>NHI", "legion ROM>CAN", "legion NHI>GAL", "legion ROM>CAN", "legion GAL>ROM",
)  # fmt: skip
