"""The tricks of Spartacus in order: who played which card, who took the trick, and its points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.games.spartacus.engine.counting import Counting, count_cards
from companion.games.spartacus.engine.notation import Card, Play
from companion.games.spartacus.lines import pile_words
from companion.kit.rules import Seat
from companion.play.act import SET
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import Drawing, badge, flag
from companion.report.markup import Inside, Markup, element, isolate
from companion.words import Words


class Trick(NamedTuple):
    """The cards of a trick in the order played; `taker` is None while it is running, and if nobody takes it."""

    laid: tuple[tuple[Seat, Card], ...]
    taker: Seat | None
    ended: bool = True


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The tricks as they were played; only the piles if the order of the cards is not known."""
    counting = Counting(setup.rules.complete(setup.options))
    table = timeline[-1].position.table()
    title = words("report.tricks")
    if "tricks" not in table:
        piles = [[(pile_words(*pile), counting.trick(*pile)) for pile in piles] for piles in table["piles"]]
        return (Drawing(title, _piles(setup, piles, words), "wide"),) if any(piles) else ()
    played_out = tricks(setup, timeline)
    won: list[list[list[Card]]] = [[] for _ in setup.names]
    for trick in played_out:
        if trick.taker is not None:
            won[trick.taker].append([card for _, card in trick.laid])
    if won == table["tricks"]:
        return (Drawing(title, _tricks(setup, played_out, counting, words), "wide"),) if played_out else ()
    # The table was corrected by hand: the won cards are known, but not how they were played.
    readings = [
        [(_read(pile, words), counting.trick(*count_cards(pile))) for pile in piles] for piles in table["tricks"]
    ]
    return (Drawing(title, _piles(setup, readings, words), "wide"),)


def tricks(setup: GameSetup, timeline: Timeline) -> list[Trick]:
    """The tricks that were entered as actions, with the running one."""
    tricks_so_far = []
    for before, now in pairwise(timeline):
        if before.ended is not None or now.ended is not None or now.act.kind == SET:
            continue
        then = before.position.table()
        after = now.position.table()
        action = setup.rules.read(now.text)
        laid = [*then["trick"], *([[then["turn"], action.card]] if isinstance(action, Play) else [])]
        if after["trick"] != laid:
            counts = [len(piles) for piles in then["tricks"]]
            taker = next((seat for seat, piles in enumerate(after["tricks"]) if len(piles) > counts[seat]), None)
            tricks_so_far.append(Trick(tuple([(seat, card) for seat, card in laid]), taker))
    running = timeline[-1].position.table()["trick"]
    if running:
        tricks_so_far.append(Trick(tuple([(seat, card) for seat, card in running]), None, ended=False))
    return tricks_so_far


def _tricks(setup: GameSetup, played: Sequence[Trick], counting: Counting, words: Words) -> Markup:
    """A row for each trick."""
    rows = []
    for number, trick in enumerate(played, 1):
        cards = [_card(seat, card, setup, words) for seat, card in trick.laid]
        who: Inside = words("report.nobody") if trick.ended else "…"
        if trick.taker is not None:
            who = (badge(trick.taker), element("bdi", setup.names[trick.taker]))
        worth = counting.trick(*count_cards([card for _, card in trick.laid]))
        rows.append(
            element(
                "tr",
                element("th", str(number), scope="row", class_="count"),
                element("td", element("span", cards, class_="laid")),
                element("td", who, class_="who"),
                element("td", str(worth) if trick.taker is not None else "–", class_="count"),
            )
        )
    return _table((words("report.trick"), words("report.cards"), words("report.taken"), words("curve.points")), rows)


def _card(seat: Seat, card: Card, setup: GameSetup, words: Words) -> Markup:
    """A card with the mark of its player."""
    face: Markup | str = str(card)
    if card == "banner":
        name = words.card("spartacus", card)
        face = element("svg", element("title", name), flag(8, 8, 6), viewBox="0 0 16 16", class_="badge", role="img")
    named = element("span", isolate(setup.names[seat]), class_="heard")
    return element("span", badge(seat), named, " ", element("b", face), class_="laid-card")


def _read(pile: Sequence[Card], words: Words) -> str:
    """A pile card by card."""
    return " ".join([words.card("spartacus", card) for card in pile])


def _piles(setup: GameSetup, piles: Sequence[Sequence[tuple[str, int]]], words: Words) -> Markup:
    """A row for each pile, seat by seat."""
    rows = []
    for seat, won in enumerate(piles):
        for pile, worth in won:
            who = element("td", badge(seat), element("bdi", setup.names[seat]), class_="who")
            rows.append(element("tr", who, element("td", pile), element("td", str(worth), class_="count")))
    return _table((words("report.taken"), words("report.cards"), words("curve.points")), rows)


def _table(heads: Sequence[str], rows: Sequence[Markup]) -> Markup:
    head = element("thead", element("tr", [element("th", name, scope="col") for name in heads]))
    return element("table", head, element("tbody", rows), class_="tricks")
