"""What the suites over all games know about this one; see `known`."""

PREFIX, RULES = "HAN", 18
REGION = "(?:ROM|GAL|NHI|SHI|MAU|CAR|COR|SAR|CAN|SIC|ZAM)"
ROUTE = "(?:ROM-COR|COR-SAR|SAR-CAR|CAN-SIC|SIC-ZAM)"
NOTATION = (
    rf"(?:legion|hannibal) {REGION}>{REGION}|fleet {ROUTE}>{ROUTE}|field (?:hannibal|legion)"
    r"|clash [1-5] [1-5]|turn|turn core|win [01]|draw"
)


def keeps(options, before, table):
    assert min(table["chips"]) == 0
    assert max(table["chips"]) <= (8 if options["core"] else 0)
    if options["entry"] == "cards":
        for seat, legions in enumerate((7, 5)):
            held, had = sum(table["legions"][seat].values()), sum(before["legions"][seat].values())
            assert had - 1 <= held <= had <= legions
            held, had = sum(table["fleets"][seat].values()), sum(before["fleets"][seat].values())
            assert had - 1 <= held <= had <= 3
        assert before["hannibal"] is not None or table["hannibal"] is None
        rome, carthage = table["hands"]
        assert 1 <= len(rome) == len(carthage) <= 5
