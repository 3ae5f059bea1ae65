"""What the suites over all games know about this one; see `known`."""

from collections import Counter

PREFIX, RULES = "ANT", 14
SQUARE = "[a-e][1-8]"
NOTATION = (
    rf"deploy [1-9Q]|march {SQUARE}(?:-{SQUARE})? [udlr][1-9]|swap {SQUARE} {SQUARE}|favor"
    rf"|(?:moveout|attack) {SQUARE}>{SQUARE}|pass|win [01]|draw"
)


def keeps(options, before, table):
    if options["entry"] == "scores":
        return
    army = sorted([*"123456789"] * 2 + ["Q"])
    now, then = [Counter(view["board"].values()) for view in (table, before)]
    for side in "RB":
        entered = sorted(card[1] for card, count in now.items() for _ in range(count) if card[0] == side)
        assert not Counter(entered) - Counter(army)
        assert table["phase"] != "rally" or entered == army
    if table["phase"] == "deploy":
        assert now.total() == then.total() + (table is not before)
    else:
        fallen = then - now
        # One card is beaten, or one on each side of the same value.
        assert [card[1] for card in fallen.elements()][:1] * fallen.total() == [card[1] for card in fallen.elements()]
        assert fallen.total() == len({card[0] for card in fallen})
        assert not (now - then) or before["phase"] == "deploy"
