PREFIX, RULES = "THR", 4
NOTATION = "lay (?:[1-9]|1[0-2])"


def keeps(options, before, table):
    laid = [card for row in table["rows"] for card in row]
    assert sorted(set(laid)) == sorted(laid)
    assert [len(row) + left for row, left in zip(table["rows"], table["hands"], strict=True)] == [3] * len(
        table["rows"]
    )
    assert sum(table["tricks"]) == min(map(len, table["rows"]))
    assert all(row[: len(old)] == old for row, old in zip(table["rows"], before["rows"], strict=True))
