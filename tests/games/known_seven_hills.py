"""What the suites over all games know about this one; see `known`."""

PREFIX, RULES = "HIL", 20
NOTATION = r"place [1-7]|place [1-7] (?:[1-9]|banner)|reveal (?:[1-9]|banner)|hill [1-7] [01-]|done"


def keeps(options, before, table):
    if options["entry"] == "scores":
        owners = table["hills"]
        assert table["points"] == [sum(h for h, owner in enumerate(owners, 1) if owner == seat) for seat in (0, 1)]
        return
    for seat in (0, 1):
        rows = [hill["cards"][seat] for hill in table["hills"]]
        down = sum(row.count("?") for row in rows)
        up = [card for row in rows for card in row if card != "?"]
        assert len(table["seen"][seat]) + down + table["left"][seat] == (10 if options["barricades"] else 9)
        assert len(set(up)) == len(up)
        assert set(up) <= set(table["seen"][seat])
        assert set(before["seen"][seat]) <= set(table["seen"][seat])
        if not (options["exclusive"] or options["barricades"]):
            assert len(up) == len(table["seen"][seat])
