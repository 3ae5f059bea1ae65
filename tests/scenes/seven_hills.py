"""Example screens of Seven Hills of Rome."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.seven_hills.repair import Gone, Hills, Side
from companion.kit.search.mind import Thought
from companion.play.timeline import Snapshot
from companion.ui.asked import Asked
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.handover import Handover
from companion.ui.help import Help
from companion.ui.log import Log, Then, Why
from companion.ui.screen import Command, DeviceTurn, Left
from companion.ui.setup_pages import SetUp
from companion.ui.table import Menu, Score, Table
from companion.values import replace
from scenes import Scene, Stage

KEY = "seven-hills"
NAMES = ("Ada", "Ben")

OPENED = (
    "place 2", "place 3", "place 2", "place 6", "place 4", "place 2", "reveal 5", "reveal 3", "reveal 9",
    "place 3", "reveal 4", "reveal 8", "place 4", "reveal 6", "reveal 1", "place 1", "place 6", "place 1",
)  # fmt: skip
"""Three hills have been turned up, two cards lie face down at each end; Ben is in turn, and hill 1 is barred."""
ENDED = (
    *OPENED, "place 3 3", "place 2 7", "place 3 2", "place 7", "place 3 6", "place 4 4", "place 2 7",
    "reveal 1", "reveal 2", "reveal 5", "reveal 8", "reveal 9",
)  # fmt: skip
"""A complete game: 12 points to 11."""
CROWDED = tuple([f"place {hill} {card}" for card in (9, 1, 2, 3, 4, 5, 6, 7) for hill in (7, 2)])
"""Each player has laid eight cards at one hill."""
EQUAL = ("place 3 9", "place 4 8", "place 1 1", "place 2 1", "place 4 5", "place 1 7", "place 4 3")
"""Ada has come to 8 at hill 4, where Ben has 8."""
BANNERS = ("place 2", "place 3", "place 1", "place 2", "reveal 5", "reveal 7", "place 1", "place 2 banner")


def scenes(stage: Stage) -> Iterator[Scene]:
    """All screens, with every kind of entry."""

    context = stage.context

    def step(*texts: str, **options: bool | str) -> Snapshot:
        return stage.step(KEY, NAMES, *texts, **options)

    def scene(name: str, screen: object, moment: Snapshot, banner: str | None = None) -> Scene:
        return Scene(f"{KEY}-{name}", screen, context(moment), banner)  # type: ignore[arg-type]  # every screen is one

    yield scene("setup", SetUp(), step(barricades=True, open=True))
    for name, action, asked in (
        ("place", "place 5", step()),
        ("place-card", "place 3 7", step(open=True)),
        ("reveal", "reveal 5", step(*OPENED[:6])),
        ("nothing", None, step()),
    ):
        asks = DeviceTurn(asked.turn or 0, "3", Thought(0, action, (0.5, 0.5)))
        yield Scene(f"{KEY}-asked-{name}", Asked(), replace(context(asked), device=asks))
    secrets = {"hills": [[], [3, "banner"], [], [7], [1], [], [9, 2]]}
    left = replace(context(step(*OPENED[:6])), left=Left(1, secrets))
    yield Scene(f"{KEY}-handover-cards", Handover(looked=True), left)
    yield scene("start", Table(), step())
    table = step(*OPENED)
    yield scene("table", Table(("5",)), table)
    yield Scene(f"{KEY}-table-clock", Table(("5",)), stage.clocked(table, 302, 455))
    yield scene("table-open-hill", Table(("3",)), table)
    yield scene("card", Table(("2", "8")), table)
    before, turning = step(*OPENED[:12]), step(*OPENED[:12], "place 4")
    yield scene("turn-up", Table(), turning, stage.banner_after(before, turning))
    first = step(*OPENED[:6])
    yield scene("first-card", Table(("5",)), first)
    yield scene("new-card", Table(("8",)), step(*OPENED[:8]))
    voided = step(*BANNERS, barricades=True)
    yield scene("banner", Table(("2",)), voided)
    yield scene("banner-card", Table(("2", "banner")), step(*BANNERS[:-1], barricades=True))
    after = step(*BANNERS, "place 4", "place 2 9", barricades=True)
    yield scene("voided", Table(), after, stage.banner_after(step(*BANNERS, "place 4", barricades=True), after))
    repeats = step("place 2", "place 3", "place 1", "place 2", "reveal 5", exclusive=True)
    yield scene("repeated", Table(("5",)), repeats)
    yield scene("strongest", Table(("4", "7")), step("place 4 8", "place 1 9", "place 4 7", "place 2 8", "place 3 9",
                "place 4 6", "place 1 6", scoring="strongest", open=True))  # fmt: skip
    yield scene("crowded", Table(("7",)), step(*CROWDED, open=True))
    before, tied = step(*EQUAL[:-1], open=True), step(*EQUAL, open=True)
    yield scene("tie", Table(), tied, stage.banner_after(before, tied))
    yield scene("score", Score(), table)
    yield scene("help", Help(Table()), table)
    yield scene("help-barred", Help(Table(), at=1), table)
    log = Log(Menu(Table()), cursor=1)
    yield scene("log", log, table)
    yield scene("then", Then(log, 12), table)
    yield scene("why", Why(Then(log, 12)), table)
    audit = Audit(Menu(Table()), cursor=1)
    yield scene("audit", audit, table)
    yield scene("audit-hills", Hills(audit, "6 0"), table)
    yield scene("audit-side", Side(Hills(audit, "2 0"), "5"), table)
    yield scene("audit-removed", Gone(audit, 1, "9"), after)
    over = step(*ENDED)
    yield scene("results", Over(), over)
    yield scene("why-over", Why(Then(log, len(ENDED))), over)

    def scored(*texts: str) -> Snapshot:
        return step(*texts, entry="scores")

    named = scored("hill 1 0", "hill 2 1", "hill 3 -", "hill 4 1")
    yield scene("owners", Table(), named)
    chosen = Table().update(Command.OK, context(named))
    yield scene("owner", chosen, named)
    done = scored("hill 1 0", "hill 2 1", "hill 3 -", "hill 4 1", "hill 5 0", "hill 6 1", "hill 7 0")
    yield scene("owners-done", Table(), done)
    yield scene("scores-results", Over(), scored(*[f"hill {hill} {hill % 2}" for hill in range(1, 8)], "done"))
    yield scene("scores-audit", Audit(Menu(Table()), cursor=4), named)
