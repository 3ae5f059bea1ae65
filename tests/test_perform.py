"""Intents that fail; and instructions that are too long for one banner continue in the next, each with its verb."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from installed import Record
from letters import letters_for
from performing import performer_of

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners
from companion.app.perform import Performer, banner_sentences
from companion.messages import Message
from companion.ports import Sound
from companion.record import RecordTrouble
from companion.session.device import Sitting
from companion.session.session import Session
from companion.ui.intents import AddPerson, Enter, Start
from companion.ui.painter import BANNER_LINES, BANNER_WIDE, Painter
from companion.ui.read_only import ReadOnly
from companion.words import LANGUAGES, Words, files, parse_toml
from hardware.simulated import SimulatedClock

PAINTERS = {language: Painter(letters_for(language)) for language in LANGUAGES}
NAMES = ("Maximilian von Wittelsba", "W" * 24, "プラエトリアニ" * 3 + "アント")
"""Names of 24 letters: with blanks, as wide as can be, and with a place to break after every letter."""
CARDS = tuple([f"{colour}{value}" for colour in "RPBGY" for value in range(1, 11)] + ["12"] * 5)
TEXTS = {key: text for file in files("en") for key, text in parse_toml(file.read_text("utf-8")).items()}
KEYS = [key for key, text in TEXTS.items() if key.startswith("put.") and "{cards}" in text]


def instruction_pages(language: str, key: str, seat: int, cards: tuple[str, ...]) -> tuple[list[str], str, str]:
    """The sentences about so many cards, and what stands before and after the cards in each of them."""
    words = Words(language)
    fields = {name for _, name, _, _ in Formatter().parse(words(key)) if name}
    params = {name: seat if name == "seat" else 1 for name in fields if name != "cards"}
    sentences = banner_sentences(Message(key, **params, cards=cards), NAMES, words, PAINTERS[language])
    before, _, after = words.message(Message(key, **params, cards="|"), NAMES).partition("|")
    return sentences, before, after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_about_many_cards_fits_a_banner_and_has_its_verb(key: str, language: str) -> None:
    game = key.split(".")[1]
    for seat, count in product(range(3), [1, 42, 43, 50, 55]):
        sentences, before, after = instruction_pages(language, key, seat, CARDS[:count])
        case = f"{count} cards of seat {seat}"
        assert all(PAINTERS[language].fits_banner(sentence) for sentence in sentences), case
        assert all(sentence.startswith(before) and sentence.endswith(after) for sentence in sentences), case
        named = [sentence.removeprefix(before).removesuffix(after) for sentence in sentences]
        cards = " ".join(named).replace("、", " ").split()
        assert cards == [Words(language).card(game, card) for card in CARDS[:count]], case


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_fits_a_banner_is_not_divided(language: str) -> None:
    sentences, _, _ = instruction_pages(language, "put.praetorians.discards", 0, CARDS[:20])
    assert len(sentences) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", range(3))
def test_every_page_of_many_instructions_shows_all_of_its_lines_and_their_verbs(seat: int, language: str) -> None:
    painter, sentences = PAINTERS[language], []
    for key in KEYS:
        sentences += instruction_pages(language, key, seat, CARDS)[0]
    pages = painter.banners("\n".join(sentences))
    assert "\n".join(pages).split("\n") == sentences  # no sentence is divided between two pages
    for page in pages:
        assert sum(len(painter.wrap(sentence, BANNER_WIDE)) for sentence in page.split("\n")) <= BANNER_LINES


def test_a_sentence_without_cards_that_is_longer_than_a_banner_goes_on_in_the_next() -> None:
    words = [f"word{number}" for number in range(100)]
    painter = PAINTERS["en"]
    pages = painter.banners(" ".join(words))
    assert " ".join(pages).split() == words
    for page in pages:
        assert sum(len(painter.wrap(line, BANNER_WIDE)) for line in page.split("\n")) <= BANNER_LINES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ["facedown", "discards"])
def test_the_longest_list_of_cards_that_stay_fits_a_banner(place: str, language: str) -> None:
    # With more than 20 of 55 cards that stay those that move are named. All cards with a 10 are among these 20.
    stay = tuple(sorted(CARDS, key=lambda card: -len(card))[:20])
    message = Message(f"put.praetorians.{place}-all-but", other=stay)
    assert PAINTERS[language].fits_banner(Words(language, breaks=True).message(message, ()))


def performing(record: Record) -> tuple[Performer, Session, Banners]:
    settings, clock = ActiveSettings(PAINTERS["en"], Words("en")), SimulatedClock(1_000_000.0)
    session, banners = Session(record, clock), Banners(clock, PAINTERS["en"].banners)
    return performer_of(session, settings, clock, banners), session, banners


def test_what_hinders_the_record_is_the_trouble_until_the_record_can_be_used_again(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        performer, session, _ = performing(record)
        assert performer.trouble is None
        session.trouble = RecordTrouble("record.read", why="no such file")
        assert performer.trouble == "the record cannot be read: no such file"
        session.trouble = None
        assert performer.trouble is None


def test_orders_to_the_hands_stay_until_a_key_and_what_has_no_room_beside_them_follows(tmp_path: Path) -> None:
    with Record(tmp_path, NAMES[:2]) as record:
        performer, _, banners = performing(record)

        def after_a_battle(rome: str, carthage: str) -> tuple[str | None, bool]:
            performer.perform(Start("hannibal", (rome, carthage), {}))
            performer.perform(Enter("fleet ROM-COR>SAR-CAR"))
            assert (banners.now, banners.stays) == ("Battle at Sardinia–Carthage! Rome 1, Carthage 3", False)
            performer.perform(Enter("clash 1 2"))
            return banners.now, banners.stays

        order, won = "Take a fleet of {} off Sardinia–Carthage", "{0} wins the battle at Sardinia–Carthage\n{0}'s turn"
        assert after_a_battle("Ada", "Ben") == (f"{order.format('Ada')}\n{won.format('Ben')}", True)
        banners.dismiss()
        assert (banners.now, banners.stays) == (None, False)
        wide, also_wide = "W" * 24, "M" * 24
        assert after_a_battle(wide, also_wide) == (order.format(wide), True)
        banners.dismiss()
        assert (banners.now, banners.stays) == (won.format(also_wide), False)


def test_people_read_that_the_device_has_drawn_hidden_cards_for_a_table_that_they_set(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        performer, session, banners = performing(record)
        session.start("seven-hills", ("Ada", "Device"), {}, sitting=Sitting({"Device": "1"}))
        table = session.enter("place 1").situation(Words("en")).position.table()
        performer.perform(Enter("set " + json.dumps(table)))
        assert "drawn" not in (banners.now or ""), "nothing of the device lies on the table"
        table["hills"][4]["cards"][1], table["turn"], table["barred"] = ["?"], 0, 5
        table["left"][1] = 8
        performer.perform(Enter("set " + json.dumps(table)))
        drawn = "The table does not fit the hidden cards of Device, so the device has drawn others"
        assert (banners.now or "").replace("\n", " ") == drawn


def test_an_intent_that_is_refused_says_why_and_leads_to_no_other_screen(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        performer, session, banners = performing(record)
        assert performer.attempt(AddPerson("A" * 25, ReadOnly())) == (None, Sound.REFUSED)
        assert banners.now is not None
        assert list(session.roster) == ["Ada"]
        assert performer.attempt(AddPerson("Ben", ReadOnly())) == (ReadOnly(), Sound.DONE)
        assert list(session.roster) == ["Ada", "Ben"]
