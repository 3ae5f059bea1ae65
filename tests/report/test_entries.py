"""The entries in words: each entry with its consequences, and acts of the people on the timeline."""

from __future__ import annotations

from installed import GameSetup
from report.accounts import account, whole

from companion.play.act import Result
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot
from companion.report.entries import Account, Entry, Said, ending_notes, entries
from companion.report.page import page
from companion.words import Words

WORDS = Words("en")
TWO = ("Ada", "Ben")


def entries_of(of: Account) -> list[Entry]:
    return entries(of, WORDS)


def scores(*texts: str) -> Account:
    return account("praetorians", TWO, *texts, entry="scores")


def test_an_entry_says_who_did_what_and_what_came_of_it_with_its_rule() -> None:
    first, second, third = entries_of(account("praetorians", TWO, "flip R7", "flip Y2", "flip B3"))
    assert first == Entry(1, 0, "▲R7", (Said("kept: 7 so far", "PRA-4"),))
    assert second == Entry(2, 0, "◆Y2", (Said("kept: 9 so far", "PRA-4"),))
    caught = "Ada is caught: B3 is of the other camp. The turn brings nothing but its matches"
    assert third == Entry(3, 0, "●B3", (Said(caught, "PRA-5", heavy=True),))


def test_the_report_has_the_arithmetic_and_the_winner() -> None:
    last = entries_of(scores(*["match 10"] * 9, "bank 9"))[-1]
    assert last.what == "Stops with 9"
    assert [said.text for said in last.came] == ["90 + 9 → 99", "Ada reaches 99 and wins!"]
    assert [said.heavy for said in last.came] == [False, True]


def test_who_is_next_is_left_to_the_next_entry() -> None:
    first, second = entries_of(account("hannibal", TWO, "legion ROM>GAL", "legion CAR>MAU"))
    assert (first.seat, first.what, first.came) == (0, "Rome→Gaul", ())
    assert (second.seat, second.what, second.came) == (1, "Carthage→Mauretania", ())


def test_what_both_show_at_once_belongs_to_the_turn_it_is_in() -> None:
    fleet, clash = entries_of(account("hannibal", TWO, "fleet ROM-COR>SAR-CAR", "clash 2 4"))
    assert (fleet.seat, clash.seat, clash.what) == (0, 0, "2 : 4")
    assert clash.came[1] == Said("Take a fleet of Ada off Sardinia–Carthage", "HAN-7", heavy=True)


def test_acts_of_the_people_are_shown_as_such() -> None:
    assert entries_of(scores("concede 1")) == [Entry(1, None, "Ben concedes", act=True)]
    assert entries_of(scores("agree draw")) == [Entry(1, None, "Agreed draw", act=True)]
    assert entries_of(scores("abandon")) == [Entry(1, None, "Abandoned", act=True)]


def test_a_corrected_table_says_what_was_changed() -> None:
    right = 'set {"turn": 1, "pawns": [20, 5], "matched": 0}'
    assert entries_of(scores("bank 21", right))[1] == Entry(
        2, None, "Set from table", (Said("Ada's pawn: 21 → 20"), Said("Ben's pawn: 3 → 5")), act=True
    )


def test_the_report_has_the_current_entries_and_notes_where_people_went_back() -> None:
    back = scores("bank 21", "bust", "bank 5", "back 1", "bank 7")
    assert [(entry.what, entry.notes) for entry in entries_of(back)] == [
        ("Stops with 21", ()),
        ("Stops with 7", ("From here on entered again; entries taken back: 2",)),
    ]
    assert ending_notes(back, WORDS) == ()
    assert page(back, WORDS, "en").count("entries taken back: 2") == 1


def test_where_nothing_follows_yet_it_is_said_at_the_end() -> None:
    back = scores("bank 21", "bust", "back 1")
    assert [(entry.what, entry.notes) for entry in entries_of(back)] == [("Stops with 21", ())]
    assert ending_notes(back, WORDS) == ("From here on entered again; entries taken back: 1",)
    assert "entries taken back: 1" in page(back, WORDS, "en")


def test_a_changed_entry_says_what_it_was_before() -> None:
    changed = scores("bank 21", "bust", "change 1 bank 22")
    assert [(entry.what, entry.notes) for entry in entries_of(changed)] == [
        ("Stops with 22", ("Changed. Before, this was: Stops with 21",)),
        ("Caught", ()),
    ]


def test_what_a_change_made_impossible_is_counted() -> None:
    changed = account("praetorians", TWO, "flip R7", "flip R8", "stop", "flip G2", "change 1 flip G2")
    assert [(entry.what, entry.notes) for entry in entries_of(changed)] == [
        ("●G2", ("Changed. Before, this was: ▲R7",)),
        ("▲R8", ()),
    ]
    assert ending_notes(changed, WORDS) == ("From here on entered again; entries taken back: 2",)


def test_what_was_said_about_entries_that_are_gone_is_gone_with_them() -> None:
    twice = scores("bank 21", "bust", "change 2 bank 4", "back 1", "bank 9")
    assert [(entry.what, entry.notes) for entry in entries_of(twice)] == [
        ("Stops with 21", ()),
        ("Stops with 9", ("From here on entered again; entries taken back: 1",)),
    ]


def test_a_game_of_other_rules_is_shown_in_its_notation() -> None:
    known = whole("praetorians-cards-two", until=3)
    *before, last = known.steps
    lost = Snapshot(last.id, last.parent, last.text, last.setup, None)
    other = known._replace(steps=(*before, lost, Snapshot(9, 8, "flip X9", last.setup, None)))
    said = entries_of(other)
    assert [entry.what for entry in said] == [*[step.text for step in known.steps[1:]], "flip X9"]
    assert all(entry.came == () for entry in said)
    html = page(other, WORDS, "en")
    assert "recorded under other rules" in html
    assert "<figure" not in html
    assert "flip X9" in html


def test_a_name_written_from_right_to_left_does_not_turn_its_line_around() -> None:
    said = entries_of(account("praetorians", ("שלום", "Ben"), "bust", entry="scores"))[0].came[0].text
    assert said == "\u2068שלום\u2069 is caught between the camps!"


def test_an_unknown_game_is_shown_in_its_notation() -> None:
    strange = GameSetup(7, "chess", TWO, {"clock": True})
    steps = (Snapshot(1, 0, "new chess", strange, None), Snapshot(2, 1, "e2e4", strange, None))
    kept = GameInfo(7, "chess", (), TWO, {"clock": True}, 7, 0.0, 0.0, Result((1,), (0, 1)))
    html = page(Account(kept, steps, (kept,)), WORDS, "en")
    assert "<title>chess: Ben wins</title>" in html
    assert '<p class="did">e2e4</p>' in html


def test_half_a_letter_in_a_record_from_elsewhere_is_written_as_a_question_mark() -> None:
    broken = account("praetorians", TWO, entry="scores")
    kept = broken.kept._replace(names=("A\ud800", "Ben"))
    assert "A?" in page(broken._replace(kept=kept, series=(kept,)), WORDS, "en")


def test_an_option_that_another_one_decides_is_not_in_the_report() -> None:
    three = (*TWO, "Cleo")
    label = WORDS("option.spartacus.joker_scoring.label")
    shown = {
        banners: page(account("spartacus", three, "play 7", banners=banners), WORDS, "en")
        for banners in ("double", "joker")
    }
    assert [f"<dt>{label}</dt>" in text for text in shown.values()] == [False, True]


def test_a_japanese_page_has_the_colons_of_its_language_and_no_letters_for_colours() -> None:
    caught = page(account("praetorians", TWO, "flip G3", "flip R4"), Words("ja"), "ja")
    assert "赤4はもう一方の陣営" in caught
    assert "R4" not in caught.partition("</style>")[2]
    for game, names in (("hannibal", TWO), ("spartacus", (*TWO, "Cleo")), ("seven-hills", TWO)):
        html = page(account(game, names), Words("ja"), "ja")
        assert ": " not in html.partition("<title>")[2].partition("</title>")[0] + html.partition("</style>")[2], game
