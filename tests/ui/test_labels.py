"""A card on the reader is the entry: whole random games by labels, choices among several actions, refusals, sheets."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from presses import Shadow, random_game
from variants import up_to_three

from companion.games import registry
from companion.kit.labels import GameLabels, is_label
from companion.kit.rules import Action
from companion.report.label_sheet import label_sheet
from companion.ui.audit import Correction
from companion.ui.intents import Enter, Say
from companion.ui.labels import Which
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.words import LANGUAGES, Words

PEOPLE = ("Ada", "Ben", "Cleo")
NAMED = {"praetorians": 1.0, "spartacus": 1.0, "hannibal": 0.02, "seven-hills": 0.9, "army-ants": 0.1}
"""The least share of all actions of a random game that labels enter without a press; what is said has a card, too. Of a
game that is added, only what its own labels mean is asked for."""
every_game = pytest.mark.parametrize("game", [key for key in registry.GAMES if registry.game(key).labels is not None])


def labels_of(game: str) -> GameLabels:
    labels = registry.game(game).labels
    assert labels is not None
    return labels


def read(screen: Screen | Intent, label: str, context: Context) -> Screen | Intent:
    assert isinstance(screen, Screen)
    return ROUTES.sources.read(screen, label, context)


def texts_of(labels: GameLabels, action: Action, context: Context) -> Iterator[str]:
    """The labels that mean an action, one for each of its cards."""
    assert context.step is not None
    for card in labels.cards:
        if labels.means(card.label, action):
            yield f"TC1 {labels.game} {card.label}" + "-1" * (card.copies > 1)


@every_game
def test_labels_alone_enter_every_action_that_names_a_card(game: str) -> None:
    labels, dice, entered, named, count = labels_of(game), random.Random(5), 0, 0, 0
    for _ in range(2):
        for context, action in random_game(Shadow(game, up_to_three(game, PEOPLE)), dice, 150):
            count += 1
            texts = list(texts_of(labels, action, context))
            named += bool(texts)
            screen: Screen | Intent = Table()
            for text in texts:
                screen = read(screen, text, context) if isinstance(screen, Screen) else screen
            if screen == Enter(str(action)):
                entered += 1
            elif isinstance(screen, Which):  # a 12: people say who gets it; or a hill without a label
                named -= 1
                screen = Which(screen.back, screen.actions, cursor=screen.actions.index(action))
                assert screen.update(Command.OK, context) == Enter(str(action))
    assert entered == named > 0
    assert entered / count >= NAMED.get(game, 0), f"{entered} of {count}"


def test_a_twelve_asks_for_its_receiver() -> None:
    context = Shadow("praetorians", PEOPLE, twelves=True).context
    which = read(Table(), "TC1 pra 12#3", context)
    assert isinstance(which, Which)
    assert [str(item) for item in which.view(context).menu] == ["12 to Ben", "12 to Cleo"]


def test_the_two_cards_of_a_round_come_in_either_order() -> None:
    table = Shadow("hannibal", PEOPLE[:2])
    dice = random.Random(1)
    for context, _ in random_game(table, dice, 400):
        assert context.step is not None
        position = context.step.position
        assert position is not None
        rounds = [one for one in position.legal() if one.startswith("clash")]
        if rounds:
            _, rome, carthage = rounds[-1].split()
            one, other = f"TC1 han R {rome}", f"TC1 han C {carthage}"
            for first, second in ((one, other), (other, one)):
                half = read(Table(), first, context)
                assert isinstance(half, Which)
                assert read(half, second, context) == Enter(str(rounds[-1]))
            return
    raise AssertionError("no battle")


def test_a_refusal_has_the_rule_and_not_the_card() -> None:
    table = Shadow("spartacus", PEOPLE)
    table.enter(table.read("play 3"))
    context = table.context
    answer = read(Table(), "TC1 spa 7#2", context)
    assert isinstance(answer, Say)
    said = context.words(answer.key, **answer.params)
    assert said == "this card cannot be played now (SPA-4)"


@pytest.mark.parametrize("label", ["TC1 spa 7", "TC1 pra R11", "TC1 pra", "R7", "TC2 pra R7", "4006381333931"])
def test_what_is_no_label_of_this_game_changes_nothing(label: str) -> None:
    context = Shadow("praetorians", PEOPLE).context
    answer = read(Table(), label, context)
    assert isinstance(answer, Say)
    assert answer.then == Table()


@pytest.mark.parametrize("text", ["TC1 pra R1 ", "  TC1 pra R1", " TC1 pra R1\r"])
def test_blanks_before_and_behind_a_label_mean_nothing(text: str) -> None:
    assert read(Table(), text, Shadow("praetorians", PEOPLE).context) == Enter("flip R1")


def test_a_label_where_nobody_plays_is_one_message() -> None:
    context = Shadow("praetorians", PEOPLE).context
    assert read(Menu(Table()), "TC1 pra R7", context) == Say("refused.label-here", {}, Menu(Table()))


@every_game
def test_the_texts_of_a_sheet_are_labels_with_names_in_all_languages(game: str) -> None:
    texts = labels_of(game).texts()
    assert len({text for text, _ in texts}) == len(texts)
    for text, card in texts:
        assert is_label(text)
        assert labels_of(game).label_of(text) == card.label
        assert all(card.name(Words(language)) for language in LANGUAGES)


@every_game
def test_every_label_is_short_enough_for_what_the_kernel_keeps_of_a_reader(game: str) -> None:
    """Down and up of a key are two events each. Shift goes down and up, too; of these signs capitals need it."""
    for text, _ in labels_of(game).texts():
        assert re.fullmatch("[A-Za-z0-9 -]+", text)
        assert 4 * len(text) + 4 * sum(map(str.isupper, text)) + 4 <= 63, text


@pytest.mark.parametrize(
    ("game", "text", "label"),
    [
        ("spartacus", "TC1 spa b-5", "banner"),
        ("spartacus", "TC1 spa banner#5", "banner"),
        ("seven-hills", "TC1 hil banner#2", "banner"),
        ("praetorians", "TC1 pra 12#3", "12"),
        ("praetorians", "TC1 pra b", None),
        ("spartacus", "TC1 spa 1-", None),
        ("spartacus", "TC1 pra 7", None),
    ],
)
def test_sheets_of_before_are_read_as_those_of_today(game: str, text: str, label: str | None) -> None:
    assert labels_of(game).label_of(text) == label


@every_game
@pytest.mark.parametrize("cut", [False, True])
def test_a_sheet_has_a_code_for_each_label_that_a_reader_reads(game: str, cut: bool) -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    labels = labels_of(game)
    page = label_sheet(labels, "sheet", cut=cut)
    drawn = re.findall(r'viewBox="-4 -4 (\d+) \d+"[^>]*><path d="([^"]+)"', page)
    found = []
    for side, path in drawn:
        picture = Image.new("1", (int(side), int(side)), 1)
        for column, row in re.findall(r"M(\d+) (\d+)h", path):
            picture.putpixel((int(column) + 4, int(row) + 4), 0)
        found += [code.text for code in zxingcpp.read_barcodes(picture.resize((8 * int(side),) * 2).convert("L"))]
    assert found == [text for text, _ in labels.texts()]


@pytest.mark.parametrize(
    ("game", "before", "label", "screen"),
    [
        ("praetorians", "flip R7", "TC1 pra R7", "audit-cards"),
        ("spartacus", "play 3", "TC1 spa 3#2", "audit-pile"),
        ("hannibal", "legion ROM>GAL", "TC1 han C 4", "audit-hands"),
    ],
)
def test_in_the_audit_a_label_selects_its_card_and_changes_nothing(
    game: str, before: str, label: str, screen: str
) -> None:
    table = Shadow(game, up_to_three(game, PEOPLE))
    table.enter(table.read(before))
    context = table.context
    audit = ROUTES.audit(Menu(Table()))
    selected = read(audit, label, context)
    assert isinstance(selected, Correction)
    assert selected.back == audit
    assert selected.view(context).screen == screen
    assert read(selected, label, context) == selected
    assert read(selected, "TC1 hil 3", context) == Say("refused.label-game", {}, selected)
