"""Example screens of Army Ants."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.games.army_ants.deployment_screens import Arrangement, Dealt, LayOut, screen_after
from companion.games.army_ants.repair import Ant, Field
from companion.kit.search.mind import Thought
from companion.play.timeline import Snapshot
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.log import Log, Then, Why
from companion.ui.screen import DeviceTurn
from companion.ui.setup_pages import SetUp
from companion.ui.table import Menu, Score, Table
from companion.values import replace
from scenes import Scene, Stage

GAME = "army-ants"
PEOPLE = ("Ada", "Ben")
RED = "5 2 9 Q 1 8 8 3 6 1 7 4 4 2 9 3 5 6 7"
BLACK = "6 1 3 9 5 2 2 7 4 8 1 3 9 Q 8 4 5 6 7"
DEALT = tuple(f"deploy {card}" for card in f"{RED} {BLACK}".split())
"""Two armies in the order of entry."""
RALLY = (
    "march a1-b1 r1", "swap d7 d8", "march a2 d1", "swap c5 d5", "favor", "swap a5 a6", "swap b5 b6", "swap d5 d6",
)  # fmt: skip
"""Red's queen takes her favor in red's third turn; black finishes alone."""
FIGHT = ("attack a4>a5", "attack b5>b4", "moveout a3>a4", "swap d7 e7")
"""A 5 takes a 2, two 2s take each other, an ant moves out, two change places."""
LATE = {
    "phase": "battle", "turn": 0, "rally": [0, 0],
    "board": {
        "a2": "R7", "b2": "R7", "c2": "R4", "c4": "R8", "d3": "RQ", "c7": "BQ", "d6": "B3", "e6": "B8", "a8": "B1",
    },
}  # fmt: skip
"""A field with few ants."""


def scenes(stage: Stage) -> Iterator[Scene]:
    """All scenes, in the order of play."""

    def step(*texts: str, **options: bool | str) -> Snapshot:
        return stage.step(GAME, PEOPLE, *texts, **options)

    def scene(name: str, screen: object, now: Snapshot, banner: str | None = None) -> Scene:
        return Scene(f"ants-{name}", screen, stage.context(now), banner)  # type: ignore[arg-type]

    start = step()
    yield scene("setup", SetUp(), start)
    yield scene("setup-rows", SetUp(), step(deployment="rows"))
    yield scene("setup-free", SetUp(at=1), step(deployment="free"))
    free = step(deployment="free")
    asks = DeviceTurn(0, "2", Thought(0, "deploy 5", (0.5, 0.5), extra={"arrangement": RED.split()}))
    for at in (-1, 0):
        yield Scene(f"ants-arrangement-{at + 1}", Arrangement(at), replace(stage.context(free), device=asks))
    yield scene("deploy-start", Table(), start)
    some = step(*DEALT[:12])
    yield scene("deploy", Table(("7",)), some)
    yield scene("deploy-offer", Table(("deal",)), some)
    yield scene("deploy-black", Table(), step(*DEALT[:30]))
    yield scene("offer", screen_after(stage.context(some), ("deal",)), some)
    rally = step(*DEALT)
    yield scene("lay", LayOut(0, (4, 3, 2, 1, 5, 6, 7, 8)), rally)
    yield scene("lay-back-rank", LayOut(0, (4, 3, 2, 1, 5, 6, 7, 8), 3), rally)
    yield scene("dealt", Dealt(LayOut(0, (4, 3), 1)), rally)
    yield scene("rally", Table(), rally, stage.banner_after(step(*DEALT[:-1]), rally))
    yield scene("rally-rank", Table(), rally)
    yield scene("rally-ant", Table(("2", "c2")), rally)
    yield scene("rally-where", Table(("2", "c2", "c1")), rally)
    yield scene("rally-favor", Table(("4", "d4", "c1")), rally)
    yield scene("score-rally", Score(), rally)
    begun = step(*DEALT, *RALLY)
    yield scene("battle", Table(), begun, stage.banner_after(step(*DEALT, *RALLY[:-1]), begun))
    yield Scene("ants-battle-clock", Table(), stage.clocked(begun, 871, 633))
    yield Scene("ants-score-clock", Score(), stage.clocked(begun, 871, 633))
    yield scene("battle-attack", Table(("4", "a4", "a5")), begun)
    beaten = step(*DEALT, *RALLY, *FIGHT[:1])
    yield scene("battle-beaten", Table(), beaten, stage.banner_after(begun, beaten))
    battle = step(*DEALT, *RALLY, *FIGHT)
    yield scene("battle-ant", Table(("4", "b4")), battle)
    late = step("set " + json.dumps(LATE))
    yield scene("late-rank", Table(("2", "b2", "6")), late)
    yield scene("late-where", Table(("2", "b2", "5", "b5")), late)
    yield scene("late-line", Table(("2", "a2", "2", "c2", "a3")), late)
    yield scene("late-swap", Table(("2", "a2", "2", "b2", "a2")), late)
    yield scene("late-queen", Table(("4", "c4", "7", "c7")), late)
    won = step("set " + json.dumps(LATE), "attack c4>c7")
    yield scene("over", Over(), won, stage.banner_after(late, won))
    yield scene("results", Over(), won)
    yield scene("menu", Menu(Table()), battle)
    yield scene("audit", Audit(Menu(Table())), battle)
    yield scene("help", Help(Table()), battle)
    yield scene("audit-field", Field(Audit(Menu(Table())), 4), battle)
    yield scene("audit-square", Field(Audit(Menu(Table())), 4, 2), battle)
    yield scene("audit-ant", Ant(Field(Audit(Menu(Table())), 4, 2), "R7"), battle)
    log = Log(Menu(Table()))
    yield scene("log", log, battle)
    yield scene("then", Then(log, 49), battle)
    yield scene("why", Why(Then(log, 48)), battle)
    yield scene("score", Score(), battle)
    scores = step(entry="scores")
    yield scene("scores", Table(), scores)
    yield scene("scores-results", Over(), step("win 1", entry="scores"))
    yield scene("scores-results-drawn", Over(), step("draw", entry="scores"))
