"""Minds of a few lines, for tests of what all minds share."""

from __future__ import annotations

from companion.kit.search.mind import BadSecrets, Choice, Judged, Mind, Sight, Thought, even
from companion.kit.search.numbers import pick
from companion.kit.search.stages import sketching


def mind(*, think=None, hidden=None, read=None, keep=None, **others):
    """A mind that counts its work, picks any action, and holds everybody for equally likely to win."""

    def count(sight, level, chance, enough):
        action = pick(chance, sight.position.legal())

        def now(done):
            return Thought(sight.seat, action, shares(sight.position), choices=(Choice(action, 0.5),), work=done)

        done, asks = 0, sketching(enough, now)
        while not asks(done):
            done += 1
        return now(done)

    def odds(position, chance, enough):
        done = 0
        while not enough(done):
            done += 1
        return {"win": list(shares(position)), "exact": False, "work": done}

    def judge(past, ply, chance, work, stopped, known):
        found = shares(past.positions[ply])
        return Judged("forced", past.positions[ply].to_act[0], found, found, found)

    return Mind(
        7,
        (10, 20, 30, 40),
        think=think or count,
        quick=lambda sight: Thought(sight.seat, sight.position.legal()[0], shares(sight.position)),
        odds=odds,
        judge=others.pop("judge", judge),
        review_work=others.pop("review_work", 20),
        hidden=hidden or (lambda position, seat: ()),
        read=read,
        keep=keep or (lambda sight, action, thought, after: ()),
        **others,
    )


def shares(position):
    table = position.table()
    return even(len(table.get("pawns") or table["left"]))


# A mind of closed Seven Hills that lays the lowest card that it has. Its secrets are its face-down cards.


def _down(position, seat):
    return sum([hill["cards"][seat].count("?") for hill in position.table()["hills"]])


def _lay_the_lowest(sight, level, chance, enough):
    action = next(iter(sight.position.legal()))
    card = min(set(range(1, 10)) - set(sight.secrets))
    return Thought(sight.seat, str(action), even(2), card=card, work=1)


def _read(position, seat, reader):
    cards = tuple([card.integer(1, 9) for card in reader.member("cards").entries()])
    if len(cards) != _down(position, seat):
        raise BadSecrets("refused.request.no-secrets", name="cards")
    return cards


def _keep(sight, action, thought, after):
    if _down(after, sight.seat) == _down(sight.position, sight.seat):
        return sight.secrets
    if thought is None or thought.action != action:
        return None
    return (*sight.secrets, thought.card)


def _hidden(position, seat):
    return () if _down(position, seat) == 0 else None


LAYS_THE_LOWEST = mind(
    think=_lay_the_lowest,
    hidden=_hidden,
    read=_read,
    keep=_keep,
    advisable=lambda position: False,
)


def sight_of(position, seat=0, secrets=()):
    return Sight(position, seat, secrets)
