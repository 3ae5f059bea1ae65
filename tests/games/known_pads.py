"""What the suites over all games know about the pads that ship; see `known`.

Of the first twelve by hand, from the page of the rules; of the others what their files say, which their examples prove.
"""

from types import SimpleNamespace

from companion.games.pad.collection import SHIPPED, shipped

NUMBER = "(?:0|-?[1-9][0-9]{0,5})"
SEAT = "(?:[0-9]|1[01])"
GAMES_OF_SKAT = "diamonds|hearts|spades|clubs|grand|null|null-hand|null-open|null-open-hand"


def keeps(options, before, table):
    """What every pad's table keeps: one number a side, nothing entered behind what is asked, rounds that only grow."""
    # People who end the game between two rounds have not entered anything of the present one.
    assert table["round"] >= before["round"] - (table["ask"] is None) >= 0
    assert set(table) == set(before)
    assert all(abs(score) <= 99_999 for score in table["scores"])
    assert all(len(row) == len(table["scores"]) for row in table["tallies"].values())
    names = list(table["told"])
    if table["ask"] is None:
        assert table["turn"] is table["dealer"] is table["seat"] is None
    told = [table["told"][name] for name in names[names.index(table["ask"]) + 1 :]] if table["ask"] else []
    assert all(row is None or not isinstance(row, list) or None in row for row in told)


def known(prefix, rules, *fields, finish=False):
    notation = "|".join([*fields, *(["finish"] if finish else [])])
    return SimpleNamespace(PREFIX=prefix, RULES=rules, NOTATION=notation, keeps=keeps)


def of_seat(name):
    return f"{name} {SEAT} {NUMBER}"


def of_file(key):
    """What the file of a pad says of its notation."""
    pad = shipped(key).pad
    forms = []
    for field in pad.fields:
        values = {"number": NUMBER, "yesno": "(?:yes|no)", "seat": f"(?:{SEAT}{'|nobody' if field.nobody else ''})"}
        value = values.get(field.kind) or f"(?:{'|'.join(pick.key for pick in field.picks)})"
        forms.append(f"{field.name} {value}" if field.each == "table" else f"{field.name} {SEAT} {value}")
    return known(pad.prefix, len(pad.rules), *forms, finish=pad.finish)


BY_HAND = {
    "wizard": known("WIZ", 6, of_seat("bid"), of_seat("took")),
    "skull-king": known("SKU", 6, of_seat("bid"), of_seat("took"), of_seat("bonus")),
    "oh-hell": known("OHH", 6, of_seat("bid"), of_seat("took")),
    "hearts": known("HEA", 6, of_seat("taken"), f"jack {SEAT} (?:yes|no)"),
    "spades": known("SPD", 9, of_seat("bid"), of_seat("took")),
    "rummy": known("RUM", 4, of_seat("net")),
    "canasta": known("CAN", 4, of_seat("hand")),
    "doppelkopf": known("DOK", 4, f"won {SEAT} (?:yes|no)", f"worth {NUMBER}", finish=True),
    "skat": known(
        "SKT",
        8,
        rf"soloist (?:{SEAT}|nobody)",
        f"game (?:{GAMES_OF_SKAT})",
        "result (?:won|lost|overbid)",
        f"(?:bid|tops|steps) {NUMBER}",
        finish=True,
    ),
    "farkle": known("FAR", 6, of_seat("kept")),
    "molkky": known("MOL", 5, of_seat("pins")),
    "points": known("PTS", 3, of_seat("made"), finish=True),
}
PADS = {**BY_HAND, **{key: of_file(key) for key in SHIPPED if key not in BY_HAND}}
OF_EVERY_PAD = [f"PAD-{number}" for number in range(1, 9)]
