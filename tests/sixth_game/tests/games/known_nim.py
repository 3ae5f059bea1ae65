PREFIX, RULES = "NIM", 3
NOTATION = "take [1-9]"


def keeps(options, before, table):
    assert 0 <= table["heap"] <= before["heap"] <= {"ten": 10, "twenty": 20}[options["heap"]]
