"""What the suites over all games know about this one; see `known`."""

PREFIX, RULES = "PRA", 10
N = "(?:0|[1-9][0-9]{0,3})"
NOTATION = rf"flip [RPBGY](?:[1-9]|10)|flip 12>[0-3]|stop|match {N}|twelve [0-3]|bank {N}|bust"


def keeps(options, before, table):
    if options["entry"] == "cards":
        cards = table["facedown"] + table["discards"] + table["kept"]
        assert len(cards) == (55 if options["twelves"] else 50)
        assert cards.count("12") == (5 if options["twelves"] else 0)
        assert len(set(cards) - {"12"}) == 50
    assert all(0 <= pawn <= 99 for pawn in table["pawns"])
