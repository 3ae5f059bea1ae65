"""The mind of Seven Hills: it lays cards for a seat of the device, gives odds, and looks at a finished game again."""

from companion.games.seven_hills.mind.odds import odds
from companion.games.seven_hills.mind.review import judge
from companion.games.seven_hills.mind.secrets import draw, hidden, keep, read, shown
from companion.games.seven_hills.mind.thinking import advisable, quick, think
from companion.kit.search.mind import Mind

MIND = Mind(
    6,
    (150, 600, 2_500, 12_000),
    think=think,
    quick=quick,
    odds=odds,
    judge=judge,
    review_work=1_200,
    advisable=advisable,
    forced=lambda position: False,  # where a card may be laid at one hill only, it still may be any card
    hidden=hidden,
    read=read,
    keep=keep,
    draw=draw,
    shown=shown,
)
