"""Setting Seven Hills of Rome from a table view: what is accepted, and one fault at a time what is refused."""

from copy import deepcopy

import pytest
from seven_hills_positions import GAME, LAST_CARD, laid_out, played, table

from companion.kit.rules import Inconsistent
from companion.words import Words

NONE: dict[str, bool] = {}
EXCLUSIVE = {"exclusive": True}
BARRICADES = {"barricades": True}
BOTH = {"exclusive": True, "barricades": True}
OPEN = {"open": True}
OPEN_BOTH = {"exclusive": True, "barricades": True, "open": True}
SCORES = {"entry": "scores"}

# Each has laid two cards; hill 4 was turned up last, by Ben.
MIDDLE = table(0, (7, 7), {1: (["?"], []), 2: ([], ["?"]), 4: ([5], [7])}, barred=4)
# Ben has come to hill 4; Ada's first card there is named, her second is next.
TURNING = table(
    1, (6, 6), {2: ([], ["?"]), 3: ([], ["?"]), 4: ([5, "?"], ["?"]), 5: (["?"], [])}, barred=5, reveal=(4, 0, 1)
)  # fmt: skip
# All cards are laid; hill 1 is being turned up, hill 2 comes next.
FINAL = table(
    None, (0, 0),
    {1: ([9, "?", "?", "?"], []), 2: ([], ["?"] * 5), 3: ([1, 2, 3, 4, 5], [1, 2, 3, 4])}, reveal=(1, 0, 1),
)  # fmt: skip
# Hill 4 was turned up and emptied: Ada's banner voided Ben's 7.
EMPTIED = table(0, (8, 8), {1: (["?"], []), 2: ([], ["?"]), 4: ([], [], "open")}, barred=4, gone=(["banner"], [7]))
# In the open game; Ben's banner lies live at hill 4.
BANNER = table(0, (8, 8), {3: ([1], [2]), 4: ([5], ["banner"])}, barred=4, open_game=True)
NAMED = {"hills": [0, 1, None, "-", None, None, 1], "points": [1, 9]}


def changed(view, *changes):
    """The table with other values at these places: `("hills.3.open", True)`; DROPPED takes a field away."""
    view = deepcopy(view)
    for place, value in changes:
        *way, last = [int(step) if step.isdigit() else step for step in place.split(".")]
        branch = view
        for step in way:
            branch = branch[step]
        if value is DROPPED:
            del branch[last]
        else:
            branch[last] = value
    return view


DROPPED = object()

ACCEPTED = {
    "hil_1_: the first position": (NONE, table(0, (9, 9), {})),
    "hil_1_: one card laid": (NONE, table(1, (8, 9), {4: (["?"], [])}, barred=4)),
    "hil_2_: the middle of a game": (NONE, MIDDLE),
    "hil_2_: barred where the opponent's cards lie face down": (NONE, changed(MIDDLE, ("barred", 2))),
    "hil_2_: barred where the opponent's card was voided": (BARRICADES, EMPTIED),
    "hil_2_: barred where the opponent's banner was voided by a banner": (
        BARRICADES,
        table(0, (9, 9), {4: ([], [], "open")}, barred=4, gone=(["banner"], ["banner"])),
    ),
    "hil_2_: barred where the opponent's card repeated a number": (
        EXCLUSIVE,
        table(0, (7, 7), {1: (["?"], []), 2: ([], ["?"]), 4: ([5], [])}, barred=4, gone=([], [5])),
    ),
    "hil_4_: the second card is next": (NONE, TURNING),
    "hil_4_: the new card is next": (
        NONE,
        changed(TURNING, ("hills.3.cards.0", [5, 6]), ("seen.0", [5, 6]),
                ("reveal", {"hill": 4, "seat": 1, "index": 0})),
    ),
    "hil_4_: seat 0 causes the turning up": (
        NONE,
        table(0, (6, 7), {1: (["?"] * 2, []), 3: ([], ["?"]), 4: (["?"], ["?"])}, barred=3, reveal=(4, 1, 0)),
    ),
    "hil_4_: the last card causes the turning up": (
        NONE,
        table(
            1, (0, 0), {1: (["?"] * 4, ["?"]), 2: ([], ["?"] * 4), 3: ([1, 2, 3, 4, 5], [1, 2, 3, 4])},
            barred=3, reveal=(1, 0, 0),
        ),
    ),
    "hil_5_: the last turning up": (NONE, FINAL),
    "hil_5_: lower hills are done or empty": (
        NONE,
        changed(FINAL, ("hills.0", {"open": True, "cards": [[9, 8, 7, 6], []]}), ("seen.0", list(range(1, 10))),
                ("reveal", {"hill": 2, "seat": 1, "index": 0})),
    ),
    "hil_5_: one card before the end": (NONE, LAST_CARD),
    "hil_11_: a repeat was removed": (
        EXCLUSIVE,
        table(0, (6, 6), {1: (["?", "?"], []), 2: ([], ["?"]), 4: ([5], [7])}, barred=4, gone=([], [5])),
    ),
    "hil_13_: a live banner of the opponent": (OPEN | BARRICADES, BANNER),
    "hil_13_: two banners voided each other": (
        OPEN | BARRICADES,
        table(0, (8, 8), {4: ([5], [7])}, barred=4, open_game=True, gone=(["banner"], ["banner"])),
    ),
    "hil_13_: each banner voided a number": (
        OPEN | BARRICADES,
        table(0, (7, 7), {4: ([5], [7])}, barred=4, open_game=True, gone=(["banner", 1], ["banner", 2])),
    ),
    "hil_13_: with exclusive values any numbers may be gone": (
        BOTH,
        changed(MIDDLE, ("seen", [[2, 3, 5, "banner"], [3, 7]]), ("left", [5, 5]), ("hills.1.cards.1", ["?"] * 3)),
    ),
    "hil_14_: a banner on its way at a hill being turned up": (
        BARRICADES, changed(TURNING, ("hills.3.cards.0", ["banner", "?"]), ("seen.0", ["banner"]), ("left", [7, 7])),
    ),
    "hil_16_: two hills emptied": (
        BARRICADES,
        table(0, (8, 8), {4: ([], [], "open"), 5: ([], [], "open")}, barred=4, gone=(["banner", 1], ["banner", 2])),
    ),
    "hil_4_: an empty open hill once any card is gone": (
        EXCLUSIVE,
        table(0, (7, 7), {1: (["?"], []), 2: ([], ["?"]), 4: ([5], []), 7: ([], [], "open")}, barred=4,
              gone=([], [5])),
    ),
    "hil_4_: two empty open hills after one banner": (BARRICADES, changed(EMPTIED, ("hills.6.open", True))),
    "hil_13_: with exclusive values any numbers may be gone in the open game too": (
        OPEN_BOTH, table(0, (8, 8), {4: ([5, 6], [7])}, barred=4, open_game=True, gone=([], [5])),
    ),
    "hil_18_: the open game": (OPEN, table(0, (7, 7), {1: ([1], []), 4: ([5], [5, 7])}, barred=4, open_game=True)),
    "scores_: some are named": (SCORES, NAMED),
    "scores_: none is named": (SCORES, {"hills": [None] * 7, "points": [0, 0]}),
    "scores_: all are named": (SCORES, {"hills": [0, 0, 0, 0, 1, 1, 1], "points": [10, 18]}),
}  # fmt: skip


@pytest.mark.parametrize("case", ACCEPTED.values(), ids=ACCEPTED)
def test_set_accepts(case):
    options, view = case
    position = laid_out(view, **options)
    assert position.table() == view
    assert position.legal()
    assert position.outcome is None


REFUSED = {
    # fields, their types and ranges
    "set a missing field": (NONE, MIDDLE, [("barred", DROPPED)], "barred is missing"),
    "set an unknown field": (NONE, MIDDLE, [("ply", 3)],
                             "ply is not known here; known are turn, hills, left, seen, barred, reveal"),
    "set turn true": (NONE, MIDDLE, [("turn", True)], "turn is true, not a whole number"),
    "set turn 2": (NONE, MIDDLE, [("turn", 2)], "turn is 2; seats go from 0 to 1"),
    "set hills no list": (NONE, MIDDLE, [("hills", {})], "hills is not a list"),
    "set six hills": (NONE, MIDDLE, [("hills.6", DROPPED)], "hills has 6 entries; 7 are needed"),
    "set a hill no object": (NONE, MIDDLE, [("hills.6", [])], "hills[6] is not an object"),
    "set a hill without open": (NONE, MIDDLE, [("hills.6.open", DROPPED)], "hills[6].open is missing"),
    "set a hill with more": (NONE, MIDDLE, [("hills.6.sum", 3)],
                             "hills[6].sum is not known here; known are open, cards"),
    "set open 1": (NONE, MIDDLE, [("hills.3.open", 1)], "hills[3].open is 1; it must be true or false"),
    "set cards no list": (NONE, MIDDLE, [("hills.3.cards", "5")], "hills[3].cards is not a list"),
    "set cards of three": (NONE, MIDDLE, [("hills.3.cards", [[5], [7], []])],
                           "hills[3].cards has 3 entries; 2 are needed"),
    "set a row no list": (NONE, MIDDLE, [("hills.3.cards.0", 5)], "hills[3].cards[0] is not a list"),
    "set a card 0": (NONE, MIDDLE, [("hills.3.cards.0", [0])], "0 in hills[3].cards[0][0] is not a card"),
    "set a card 10": (NONE, MIDDLE, [("hills.3.cards.1", [10])], "10 in hills[3].cards[1][0] is not a card"),
    "set a card true": (NONE, MIDDLE, [("hills.3.cards.0", [True])], "true in hills[3].cards[0][0] is not a card"),
    "set a card 5.0": (NONE, MIDDLE, [("hills.3.cards.0", [5.0])], "5.0 in hills[3].cards[0][0] is not a card"),
    "set a card as text": (NONE, MIDDLE, [("hills.3.cards.0", ["5"])], '"5" in hills[3].cards[0][0] is not a card'),
    "set a card as list": (NONE, MIDDLE, [("hills.3.cards.0", [[5]])], "[5] in hills[3].cards[0][0] is not a card"),
    "hil_12_: a banner without barricades": (NONE, MIDDLE, [("hills.3.cards.0", [5, "banner"])],
                                             '"banner" in hills[3].cards[0][1] is not a card'),
    "hil_12_: a banner shown without barricades": (NONE, MIDDLE, [("seen.0", [5, "banner"])],
                                                   '"banner" in seen[0][1] is not a card'),
    "set left no list": (NONE, MIDDLE, [("left", 7)], "left is 7; [7, 7] would fit the rest of the table"),
    "set left of one": (NONE, MIDDLE, [("left", [7])], "left is [7]; [7, 7] would fit the rest of the table"),
    "set left true": (NONE, MIDDLE, [("left.1", True)], "left[1] is true; 7 would fit the rest of the table"),
    "set left too many": (NONE, MIDDLE, [("left.0", 10)], "left[0] is 10; 7 would fit the rest of the table"),
    "set left below 0": (NONE, MIDDLE, [("left.0", -1)], "left[0] is -1; 7 would fit the rest of the table"),
    "set seen of one": (NONE, MIDDLE, [("seen", [[5]])], "seen has 1 entry; 2 are needed"),
    "set seen face down": (NONE, MIDDLE, [("seen.0", ["?", 5])], '"?" in seen[0] is not a card'),
    "set seen unsorted": (NONE, MIDDLE, [("seen.0", [5, 4])],
                          "Ada's 4 was shown and lies nowhere; nothing removes cards in this game"),
    "set seen with the banner first": (BARRICADES, EMPTIED, [("seen.0", ["banner", 5])],
                                       "1 banner cannot have removed 2 numbers"),
    "set barred 0": (NONE, MIDDLE, [("barred", 0)], "barred is 0; it goes from 1 to 7"),
    "set barred 8": (NONE, MIDDLE, [("barred", 8)], "barred is 8; it goes from 1 to 7"),
    "set barred true": (NONE, MIDDLE, [("barred", True)], "barred is true, not a whole number"),
    "set reveal no object": (NONE, TURNING, [("reveal", 4)],
                             'reveal is 4; {"hill": 4, "seat": 0, "index": 1} would fit the rest of the table'),
    "set reveal without seat": (NONE, TURNING, [("reveal.seat", DROPPED)], "reveal.seat is missing"),
    "set reveal of hill 8": (NONE, TURNING, [("reveal.hill", 8)],
                             "reveal.hill is 8; 4 would fit the rest of the table"),
    "set reveal of seat 2": (NONE, TURNING, [("reveal.seat", 2)],
                             "reveal.seat is 2; 0 would fit the rest of the table"),
    "set reveal index below 0": (NONE, TURNING, [("reveal.index", -1)],
                                 "reveal.index is -1; 1 would fit the rest of the table"),
    # cards
    "hil_19_: seen twice": (NONE, MIDDLE, [("seen.0", [5, 5])], "Ada has shown the 5 twice; each card exists once"),
    "hil_19_: nothing seen of what lies face up": (NONE, MIDDLE, [("seen.0", [])],
                                                   "seen[0] is []; [5] would fit the rest of the table"),
    "hil_19_: lying twice": (NONE, MIDDLE, [("hills.3.cards.0", [5, 5])], "Ada's 5 lies on the table twice"),
    "hil_19_: lying at two hills": (OPEN | BARRICADES, BANNER, [("hills.6.cards.1", [2])],
                                    "Ben's 2 lies on the table twice"),
    "hil_19_: lying but not seen": (NONE, MIDDLE, [("seen.0", [6])],
                                    "Ada's 6 was shown and lies nowhere; nothing removes cards in this game"),
    "set count too few in hand": (NONE, MIDDLE, [("left", [6, 6])],
                                  "left[0] is 6; 7 would fit the rest of the table"),
    "hil_1_: one card too many of seat 1": (NONE, MIDDLE, [("hills.1.cards.1", ["?", "?"])],
                            "7 6 cards are left, so it cannot be Ada's turn"),
    "hil_12_: ten cards with barricades": (BARRICADES, MIDDLE, [],
                                           "left[0] is 7; 8 would fit the rest of the table"),
    # whose turn it is
    "hil_1_: seat 1 with equal hands": (NONE, MIDDLE, [("turn", 1), ("barred", 1)],
                                        "barred is 1; 2 would fit the rest of the table"),
    "hil_1_: seat 0 with one less": (NONE, MIDDLE, [("left.0", 6), ("hills.0.cards.0", ["?", "?"])],
                                     "turn is 0; 1 would fit the rest of the table"),
    "hil_1_: seat 0 turning up with equal hands": (NONE, TURNING, [("turn", 0), ("barred", 2)],
                                                   "barred is 2; 5 would fit the rest of the table"),
    "hil_5_: nobody in turn": (NONE, MIDDLE, [("turn", None), ("barred", None)],
                               "barred is null; 2 would fit the rest of the table"),
    "hil_5_: in turn without cards": (NONE, FINAL, [("turn", 0), ("reveal", None), ("hills.0.cards.0", ["?"] * 4),
                                                    ("seen.0", [1, 2, 3, 4, 5]), ("barred", 2)],
                                      "barred is 2; null would fit the rest of the table"),
    "hil_5_: a game that is over": (OPEN, table(None, (0, 0), {4: (range(1, 10), range(1, 10))}, open_game=True), [],
                                    "all cards are laid and known; the game would be over"),
    # the hill that is being turned up
    "hil_4_: turning up an open hill": (NONE, TURNING, [("hills.3.open", True)],
                                        "hills[3].open is true; false would fit the rest of the table"),
    "hil_4_: an index beyond the cards": (NONE, TURNING, [("reveal.index", 2)],
                                          "reveal.index is 2; 1 would fit the rest of the table"),
    "hil_4_: turning up with one tribe": (NONE, TURNING, [("reveal", {"hill": 2, "seat": 1, "index": 0})],
                                          "reveal.hill is 2; 4 would fit the rest of the table"),
    "hil_4_: two new cards": (NONE, TURNING, [("hills.3.cards.1", ["?", "?"]), ("hills.1.cards.1", [])],
                              "hill 4: Ben's one new card must face cards of the other tribe"),
    "hil_4_: the card before unknown": (NONE, TURNING, [("hills.3.cards.0", ["?", "?"]), ("seen.0", []),
                                                        ("hills.4.cards.0", ["?"]), ("left.0", 6),
                                                        ("hills.5.cards.0", [])],
                                        "reveal.index is 1; 0 would fit the rest of the table"),
    "hil_4_: the next card known": (NONE, TURNING, [("hills.3.cards.0", [5, 6]), ("seen.0", [5, 6])],
                                    "reveal.seat is 0; 1 would fit the rest of the table"),
    "hil_4_: the new card known too early": (NONE, TURNING, [("hills.3.cards.1", [6]), ("seen.1", [6])],
                                             "hill 4: the next card, or one after it, is known already"),
    "hil_20_: the new card before its time": (NONE, TURNING, [("reveal", {"hill": 4, "seat": 1, "index": 0})],
                                             "reveal.seat is 1; 0 would fit the rest of the table"),
    "hil_5_: lower hills come first": (NONE, FINAL, [("hills.0.cards.0", ["?"] * 4), ("seen.0", [1, 2, 3, 4, 5]),
                                                     ("reveal", {"hill": 2, "seat": 1, "index": 0})],
                                       "reveal.hill is 2; 1 would fit the rest of the table"),
    "hil_5_: both tribes at a hill at the end": (NONE, FINAL, [("hills.0.cards.1", ["?"]),
                                                               ("hills.1.cards.1", ["?"] * 4)],
                                                 "barred is null; 3 would fit the rest of the table"),
    "hil_18_: turning up in the open game": (OPEN | BARRICADES, BANNER,
                                             [("reveal", {"hill": 4, "seat": 0, "index": 0})],
                                             "reveal is {…}; null would fit the rest of the table"),
    # the hills
    "hil_3_: a known card at a hill that is not open": (NONE, MIDDLE, [("hills.3", {"open": False,
                                                                                    "cards": [[5], []]}),
                                                                       ("hills.4", {"open": True,
                                                                                    "cards": [[], [7]]})],
                                                        "hills[3].open is false; true would fit the rest of the table"),
    "hil_4_: both tribes at a hill that is not open": (NONE, MIDDLE, [("hills.0.cards.1", ["?"]),
                                                                      ("hills.1.cards.1", [])],
        'reveal is null; {"hill": 1, "seat": 0, "index": 0} would fit the rest of the table'),
    "hil_4_: a face-down card at an open hill": (NONE, MIDDLE, [("hills.3.cards.0", [5, "?"]),
                                                                ("hills.0.cards.0", [])],
                                                 "hill 4: the next card, or one after it, is known already"),
    "hil_4_: both tribes at two hills": (NONE, TURNING, [("hills.1.cards.1", []), ("hills.4.cards.1", ["?"])],
                                         "hill 5 has cards of both tribes, so it must be turned up"),
    "hil_3_: a known card among cards that are face down": (
        NONE, MIDDLE, [("hills.0.cards.0", ["?", 6]), ("seen.0", [5, 6]), ("hills.1.cards.1", ["?", "?"]),
                       ("left", [6, 6])], "hill 1 is not turned up, but a card there is known"),
    "hil_18_: a face-down card in the open game": (
        OPEN | BARRICADES, BANNER, [("hills.2.cards.0", [1, "?"]), ("left.0", 7), ("turn", 1)],
        "hill 3 is open, but has a face-down card"),
    "hil_4_: an empty open hill": (NONE, MIDDLE, [("hills.6.open", True)],
                                   "hills[6].open is true; false would fit the rest of the table"),
    "hil_4_: an empty open hill though banners are played": (
        BARRICADES, MIDDLE, [("hills.6.open", True), ("left", [8, 8])],
        "hills[6].open is true; false would fit the rest of the table"),
    "hil_18_: a hill not open in the open game": (OPEN | BARRICADES, BANNER, [("hills.6.open", False)],
                                                  "hills[6].open is false; true would fit the rest of the table"),
    "hil_13_: two banners at a hill": (OPEN | BARRICADES, BANNER, [("hills.3.cards.0", [5, "banner"]),
                                                                   ("seen.0", [1, 5, "banner"]), ("left.0", 7),
                                                                   ("hills.2.cards.1", [2, 3]), ("left.1", 7),
                                                                   ("seen.1", [2, 3, "banner"])],
                                       "hill 4 has two banners; the second would have been voided"),
    "hil_13_: a banner under a card": (OPEN | BARRICADES, BANNER, [("hills.3.cards.1", ["banner", 3]),
                                                                   ("seen.1", [2, 3, "banner"]), ("left.1", 7),
                                                                   ("hills.2.cards.0", [1, 2]), ("left.0", 7),
                                                                   ("seen.0", [1, 2, 5])],
                                       'hills[3].cards[1] must be in this order: [3, "banner"]'),
    "hil_10_: a number on both sides": (EXCLUSIVE, MIDDLE, [("hills.3.cards.1", [5]), ("seen.1", [5])],
                                        "hill 4 has the 5 on both sides; that number is exclusive"),
    # what is out of the game
    "hil_13_: a card gone though nothing removes cards": (
        NONE, MIDDLE, [("seen.1", [6, 7]), ("hills.1.cards.1", [])],
        "Ben's 6 was shown and lies nowhere; nothing removes cards in this game"),
    "hil_18_: a repeat gone in the open game": (
        OPEN | EXCLUSIVE, table(0, (7, 7), {4: ([5, 6], [7])}, barred=4, open_game=True, gone=([], [5])), [],
        "Ben's 5 was shown and lies nowhere; nothing removes cards in this game"),
    "hil_13_: a banner gone alone": (BOTH, MIDDLE, [("seen.0", [5, "banner"]), ("left.1", 8),
                                                    ("left.0", 8), ("hills.0.cards.0", [])],
                                     "a banner is out of the game without a card that it voided"),
    "hil_13_: a banner gone alone, barricades only": (
        BARRICADES, EMPTIED,
        [("seen.1", []), ("hills.1.cards.1", ["?"] * 2), ("hills.3.open", False), ("barred", 2)],
        "a banner is out of the game without a card that it voided"),
    "hil_13_: a number gone without a banner": (BARRICADES, EMPTIED, [("seen.0", []), ("hills.0.cards.0", ["?"] * 2)],
                                                "0 banners cannot have removed 1 number"),
    "hil_13_: two numbers gone with one banner": (BARRICADES, EMPTIED, [("seen.1", [6, 7]), ("hills.1.cards.1", [])],
                                                  "1 banner cannot have removed 2 numbers"),
    "hil_13_: one number gone with two banners": (BARRICADES, EMPTIED, [("seen.1", [7, "banner"]),
                                                                        ("hills.1.cards.1", [])],
                                                  "2 banners cannot have removed 1 number"),
    "hil_18_: a number gone in the open game, and no banner": (
        OPEN | BARRICADES, table(0, (8, 8), {4: ([5, 6], [7])}, barred=4, open_game=True, gone=([], [5])), [],
        "0 banners cannot have removed 1 number"),
    "hil_18_: a banner gone alone in the open game": (
        OPEN_BOTH, table(0, (8, 8), {4: ([5, 6], [7])}, barred=4, open_game=True, gone=([], ["banner"])), [],
        "a banner is out of the game without a card that it voided"),
    # the barred hill
    "hil_2_: nothing barred after cards were laid": (NONE, MIDDLE, [("barred", None)],
                                                     "barred is null; 2 would fit the rest of the table"),
    "hil_2_: barred before the first card": (NONE, table(0, (9, 9), {}), [("barred", 4)],
                                             "barred is 4; null would fit the rest of the table"),
    "hil_2_: barred where only oneself is": (NONE, MIDDLE, [("barred", 1)],
                                             "barred is 1; 2 would fit the rest of the table"),
    "hil_2_: barred where nobody is": (NONE, MIDDLE, [("barred", 7)],
                                       "barred is 7; 2 would fit the rest of the table"),
    "hil_2_: barred at a hill not open though a card is gone": (
        BARRICADES, EMPTIED, [("barred", 7)], "barred is 7; 2 would fit the rest of the table"),
    "hil_2_: barred where only the opponent's banner can have gone": (
        BARRICADES, changed(EMPTIED, ("seen", [[7], ["banner"]])), [],
        "barred is 4; 2 would fit the rest of the table"),
    "hil_2_: barred at the hill being turned up": (NONE, TURNING, [("barred", 4)],
                                                   "barred is 4; 5 would fit the rest of the table"),
    "hil_2_: nothing barred while a hill is turned up": (NONE, TURNING, [("barred", None)],
                                                         "barred is null; 5 would fit the rest of the table"),
    "hil_5_: barred in the last turning up": (NONE, FINAL, [("barred", 2)],
                                              "barred is 2; null would fit the rest of the table"),
    "hil_13_: barred where the player in turn has a live banner": (
        OPEN | BARRICADES, table(0, (8, 8), {3: ([1], [2]), 4: (["banner"], [5])}, barred=4, open_game=True), [],
        "barred is 4; 3 would fit the rest of the table"),
    # scores entry
    "scores_: a missing field": (SCORES, NAMED, [("points", DROPPED)], "points is missing"),
    "scores_: six hills": (SCORES, NAMED, [("hills.6", DROPPED)], "hills has 6 entries; 7 are needed"),
    "scores_: an owner true": (SCORES, NAMED, [("hills.0", True)], "hills[0] is true; it must be 0, 1, - or null"),
    "scores_: an owner 2": (SCORES, NAMED, [("hills.0", 2)], "hills[0] is 2; it must be 0, 1, - or null"),
    "scores_: an owner as text": (SCORES, NAMED, [("hills.0", "0")], 'hills[0] is "0"; it must be 0, 1, - or null'),
    "scores_: points 1.0": (SCORES, NAMED, [("points.0", 1.0)], "points[0] is 1.0; 1 would fit the rest of the table"),
    "scores_: points 29": (SCORES, NAMED, [("points.0", 29)], "points[0] is 29; 1 would fit the rest of the table"),
    "hil_8_: points that do not agree": (SCORES, NAMED, [("points.1", 8)],
                                         "points[1] is 8; 9 would fit the rest of the table"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_set_refuses(case):
    options, view, changes, words = case
    with pytest.raises(Inconsistent) as refused:
        laid_out(changed(view, *changes), **options)
    assert Words("en").message(refused.value.message, ("Ada", "Ben")) == words


def test_set_from_the_table_goes_on_like_the_game_that_reached_it():
    position = played("place 4, place 3, place 5, place 4, reveal banner", barricades=True)
    restored = laid_out(position.table(), barricades=True)
    for text in ("reveal 7", "place 1", "place 4 banner", "place 2"):
        position, restored = played(text, position), played(text, restored)
        assert restored.table() == position.table()
        assert restored.legal() == position.legal()


def test_set_needs_no_prepared_values():
    """A table view may come from anywhere; what is set does not hang on it afterwards."""
    view = deepcopy(MIDDLE)
    position = GAME.restore(2, GAME.complete({}), view)
    view["hills"][3]["cards"][0].append(9)
    assert position.table() == MIDDLE
