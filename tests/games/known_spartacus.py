"""What the suites over all games know about this one; see `known`."""

PREFIX, RULES = "SPA", 18
N = "(?:0|[1-9][0-9]{0,3})"
NOTATION = rf"play (?:[1-9]|10|banner)|pass|trick [0-4] {N} {N}|hand [0-4] {N} {N}|drop {N}|done"


def keeps(options, before, table):
    players = len(table["hands"])
    banners = players if options["banners"] != "none" else 0
    if options["entry"] == "cards":
        cards = [card for hand in table["hands"] for card in hand] + [card for _, card in table["trick"]]
        cards += [card for piles in table["tricks"] for pile in piles for card in pile]
        assert sorted(card for card in cards if card != "banner") == sorted([*range(1, 11)] * players)
        # Only banners can leave the table, with a last trick that nobody takes.
        dropped = banners - cards.count("banner")
        assert dropped == 0 or (options["banners"] == "double" and table["turn"] is None and 0 < dropped <= banners)
    else:
        entries = [entry for piles in table["piles"] for entry in piles]
        entries += [hand for hand in table["hands"] if hand is not None]
        assert sum(total for total, _ in entries) + table["missing"]["numbers"] == 55 * players
        assert sum(count for _, count in entries) + (table["dropped"] or 0) + table["missing"]["banners"] == banners
