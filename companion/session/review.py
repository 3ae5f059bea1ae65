"""A finished game looked at again: how likely each was to win after each entry, and what changed that, in words."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.kit.search.mind import Past
from companion.kit.search.review import (
    LookedAt,
    Moment,
    following_of,
    joined,
    look_again,
    lost,
    luck,
    moment,
    moments,
)
from companion.kit.text import Fits, Situation, always_fits, tags
from companion.play import act as acts
from companion.play.timeline import Snapshot
from companion.sealed import chance_of
from companion.session.advice import expected, what_it_brings
from companion.session.curves import Curve
from companion.session.device import are_shares_rough, mind_of
from companion.session.kept_reviews import Looks, kept_looks
from companion.values import NamedTuple
from companion.words import Words

SEED = "0"
"""A review is the same for everybody: its chance does not come from the game."""


class Reviewed(NamedTuple):
    """What is known of a review: `plies` are the last ones of the game, since the looks go back from its end.

    `places` are the places of all plies of the game in the timeline of `step`. The last `close` plies were looked at
    closely.
    """

    step: Snapshot
    plies: tuple[LookedAt, ...]
    places: tuple[int, ...]
    close: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all plies were looked at."""
        return len(self.plies) == len(self.places)

    @property
    def is_close(self) -> bool:
        """Whether all plies were looked at closely: nothing changes any more."""
        return self.close == len(self.places)

    @property
    def curve(self) -> Curve:
        """The win shares in per cent."""
        shares = [self.plies[0].before, *[ply.after for ply in self.plies]]
        seats = tuple([tuple([round(100 * share) for share in seat]) for seat in zip(*shares, strict=True)])
        first = len(self.places) - len(self.plies)
        return Curve("curve.share", seats, (self.places[first - 1] if first else 0, *self.places[first:]))

    @property
    def moment(self) -> Moment | None:
        """The moment of the game, once the review is whole."""
        return moment(self.plies) if self.is_whole else None

    @property
    def others(self) -> tuple[Moment, ...]:
        """What else changed the game, in the order of the entries."""
        found = [one for one in moments(self.plies) if one != self.moment] if self.is_whole else []
        return tuple(sorted(found, key=lambda one: one.ply))

    @property
    def puzzles(self) -> tuple[Moment, ...]:
        """The mistakes and blunders of people who saw all, where something better is known; the moment first."""
        found = [*filter(None, [self.moment]), *self.others]
        plies = [(one, self.ply(one)) for one in found if one.kind in ("mistake", "blunder")]
        return tuple([
            one for one, ply in plies
            if ply.better and ply.seat == one.seat and not ply.hidden and not self.step.setup.seats.level(one.seat)
        ])  # fmt: skip

    def is_proven_win(self, one: Moment) -> bool:
        """Whether the one who moved had a win for certain."""
        return self.ply(one).proven and round(one.before, 9) == 1.0

    def _before(self, one: Moment, words: Words, *, short: bool) -> Situation[Any]:
        """The table before a moment, for sentences."""
        names, fits = self.step.setup.names, _never_fits if short else always_fits
        at = self.step.at(self.place(one) - 1).situation(words, fits)
        return at._replace(names=tags(names)) if short else at

    def is_better_known(self, one: Moment) -> bool:
        """Whether something else is known that would have been better."""
        return self.ply(one).better is not None and one.change < 0 and one.kind != "luck"

    def luck(self, seat: int) -> int:
        """What chance gave a seat, in per cent of the win."""
        return round(100 * luck(self.plies, seat))

    def lost(self, seat: int) -> int:
        """What a seat gave away by its faults and never had again, in per cent of the win, at most 0."""
        return round(100 * lost(self.plies, seat))

    def place(self, one: Moment) -> int:
        """The place of a moment in the timeline."""
        return self.places[one.ply - 1]

    def ply(self, one: Moment) -> LookedAt:
        """The ply of a moment."""
        return self.plies[one.ply - self.plies[0].ply]

    def entry_words(self, one: Moment, words: Words, fits: Fits = always_fits) -> str:
        """What was done at a moment."""
        past, at = past_of(self.step, self.places), self.step.at(self.place(one) - 1).situation(words, fits)
        if past.actions[one.ply - 1] is None:
            return words("screen.log.set")
        return self.step.setup.text.looked_back(at, past, one.ply - 1)

    def sentence(self, one: Moment, words: Words, *, short: bool = False) -> str:
        """A moment in words: the entry, who did what, what would have been better, and how that changed the share.

        Of luck it says what happened, which a card alone does not say, and names nobody as the one who did what was no
        player's alone, as a round. `short` with tags for names, and with the short form of whatever has one.
        """
        ply, place, setup = self.ply(one), self.place(one), self.step.setup
        at = self._before(one, words, short=short)
        what, better = self.entry_words(one, words, at.fits), ""
        if ply.better is not None and self.is_better_known(one):
            better = words(
                "review.wins" if self.is_proven_win(one) else "review.better", what=setup.text.advised(at, ply.better)
            )
        before, after = percents(one)
        if ply.hidden:  # by what the player saw then; the curve shows the true table
            change = words("review.change", change=signed(_cost(one)))
        else:
            change = words("review.from-to", before=before, after=after)
        name = at.names[one.seat]
        if one.kind == "luck":
            event = self._event_words(at, place, words)
            if event or ply.seat is None:
                return words("review.happened", place=place, name=name, what=event or what, change=change)
        return words("review.did", place=place, name=name, what=what, better=better, change=change)

    def why(self, one: Moment, words: Words, *, short: bool = False) -> list[str]:
        """Why something else would have been better: what it brings, and how the game may have gone on from it.

        What the played action brought as well is no reason: then only by how much the other one is ahead. Empty where
        nothing better is known. `short` as in a sentence.
        """
        ply, text = self.ply(one), self.step.setup.text
        if not self.is_better_known(one):
            return []
        at, line = self._before(one, words, short=short), ply.line or (ply.better,)
        played = str(past_of(self.step, self.places).actions[one.ply - 1])
        advice, done = [
            {"seat": one.seat, "action": action, "line": expects}
            for action, expects in ((ply.better, line), (played, (played,)))
        ]
        brought, ahead = what_it_brings(text, at, advice), expected(text, at, advice)
        if not brought or brought == what_it_brings(text, at, done):
            more = {"what": self.entry_words(one, words), "share": max(-_cost(one), 1)}
            if ply.hidden or ply.seat is None:  # by what the player knew; nobody can say it of this very table
                brought = words("review.hoped", name=at.names[one.seat], **more)
            else:
                brought = words("advice.ahead", **more)
        return [brought, *([words("advice.expected", what=words.join_list(ahead))] if ahead else [])]

    def better_words(self, one: Moment, words: Words, fits: Fits = always_fits) -> str:
        """What would have been better at a moment; empty where nothing is known."""
        ply, at = self.ply(one), self.step.at(self.place(one) - 1).situation(words, fits)
        return self.step.setup.text.advised(at, ply.better) if ply.better and self.is_better_known(one) else ""

    def _event_words(self, at: Situation[Any], place: int, words: Words) -> str:
        """What an entry led to that people had to notice; empty if there was nothing of the kind."""
        timeline, text = self.step.plies, self.step.setup.text
        if timeline[place].act.kind == acts.SET:
            return ""
        messages = at.consequences(at.game.read(timeline[place].text))
        shown = [one for one in messages if one.key in text.banners and one.key not in text.orders]
        return words.message(shown[0], at.names) if shown else ""

    def sentences(self, words: Words) -> list[str]:
        """All in words: the moment of the game, what else changed it, then what chance and choices did for each."""
        first = self.moment
        said = list[str]()
        for one in [] if first is None else [first, *self.others]:
            sentence = words("review.also", kind=kind_words(one, words), what=self.sentence(one, words))
            said.append(sentence if said else words("review.moment", what=sentence))
            why = self.why(one, words)
            said += [words("review.why", what=self.better_words(one, words), why=each) for each in why[:1]] + why[1:]
        totals = [
            words("review.lost", name=name, luck=signed(self.luck(seat)), lost=signed(self.lost(seat)))
            for seat, name in enumerate(self.step.setup.names)
        ]
        rough = [words("review.rough")] if are_shares_rough(self.step.setup) else []
        return [*said, *totals, *rough]


def kind_words(one: Moment, words: Words) -> str:
    """What a moment is called, with what it changed."""
    return words(f"review.kind.{one.kind}", change=signed(_cost(one)))


def _never_fits(text: str, width: int) -> bool:
    return False


def _cost(one: Moment) -> int:
    """What a moment changed in whole per cent: a slip of 11.9 is not said to be one of 12."""
    return int(round(100 * one.change, 6))


def percents(one: Moment) -> tuple[int, int]:
    """The share before a moment and the one behind it in whole per cent; they differ by what the moment is said to have
    changed.
    """
    before = round(100 * one.before)
    return before, min(max(before + _cost(one), 0), 100)


def signed(number: int) -> str:
    """A change with its sign."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def places_of(step: Snapshot) -> tuple[int, ...]:
    """The places of the plies in the timeline of a game."""
    kinds = (acts.PLAY, acts.SET)
    return tuple([place for place, ply in enumerate(step.timeline or ()) if place and ply.act.kind in kinds])


def past_of(step: Snapshot, places: tuple[int, ...]) -> Past[Any]:
    """A finished game as its mind looks at it."""
    timeline, game = step.plies, step.setup.rules
    return Past(
        [timeline[0].position, *[timeline[place].position for place in places]],
        [game.read(timeline[place].text) if timeline[place].act.kind == acts.PLAY else None for place in places],
    )


def as_reviewed(step: Snapshot, looks: Looks) -> Reviewed:
    """The review of a game, of looks from its end backwards.

    A table that was set before anything was played, as where a moment is tried again, is where the game begins: that it
    was not the usual one is nobody's luck.
    """
    first, *others = joined(looks.plies[::-1])
    if first.ply == 1 and first.kind == "set":
        first = first._replace(before=first.after, luck=(0.0,) * len(first.after))
    return Reviewed(step, (first, *others), places_of(step), looks.close)


def review(step: Snapshot, folder: Path, *, only_kept: bool = False) -> Reviewed | None:
    """A review of a game that was played to its end; None for other games. It may take many seconds.

    What is kept of it in the folder of the record is not made again. `only_kept`: nothing is made; None if it is not
    kept as a whole.
    """
    mind, timeline = mind_of(step.setup), step.timeline
    if mind is None or timeline is None or timeline[-1].position.outcome is None or step.setup.game is None:
        return None
    places, looks = places_of(step), kept_looks(folder, step)
    if not places or (only_kept and len(looks.plies) < len(places)):
        return None
    past = past_of(step, places)

    def chance_at(n: int) -> Random:
        return chance_of(SEED, n, min(past.positions[n].to_act))

    rest = range(len(places) - len(looks.plies) - 1, -1, -1)
    following = following_of(looks.plies[-1]) if looks.plies else None
    more = look_again(mind, past, chance_at, mind.review_work, looked=rest, following=following)
    return as_reviewed(step, looks._replace(plies=(*looks.plies, *more)))
