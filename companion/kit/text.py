"""The texts of a game: about an action, a table, a rule. No pixels and no screens: reports, the web window, the command
line and the display use the same texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import TYPE_CHECKING, Any, Generic
from unicodedata import category, normalize

from companion.kit.rules import Action, Options, Outcome, P, P_co, Rules, Seat
from companion.messages import Message
from companion.values import NamedTuple
from companion.words import Words

if TYPE_CHECKING:  # a start without a device at the table must not pay for it
    from companion.kit.search.mind import Past, Thought

EFFECT_WIDTH = 94
"""The width in pixels that the display has for the effect of an action, behind the name of a card."""
LINE_WIDTH = 114
"""The width in pixels of a title or of a line of a list."""
BESIDE_NUMBER = LINE_WIDTH - 16
"""The width of a label of a list beside a number of up to two digits."""


class Figure(NamedTuple):
    """An important number with the name of its player; `marked` for the player in turn, or with `won` a winner.

    Also a card that is shown large: digits, `Q`, or `-` for none.
    `out`: the player takes no part now; the name is in brackets.
    The rest is for the score board. `counts` is what the number counts, in a word, where it is not the points; `second`
    is another number of the same player with such a word. `leads`: the player would take the trick now. `clock` is what
    the player's clock shows; `share` is the win share in per cent, shown as a bar. A number that is an
    empty text is not shown.
    """

    name: str
    number: int | str
    marked: bool = False
    out: bool = False
    won: bool = False
    counts: str = ""
    second: tuple[int, str] | None = None
    leads: bool = False
    clock: str = ""
    share: int | None = None

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """The numbers that the score board shows, each with the word for what it counts."""
        first = (str(self.number), self.counts)
        if self.number == "":
            return ()
        return (first,) if self.second is None else (first, (str(self.second[0]), self.second[1]))

    def __str__(self) -> str:
        parts = [f"({self.name})" if self.out else self.name]
        parts += [part for pair in self.numbers for part in pair if part]
        parts += [f"{self.share}%"] if self.share is not None else []
        return " ".join([*parts, *(["*"] if self.leads else []), *([self.clock] if self.clock else [])])


class Item(NamedTuple):
    """A line of a list: a label, and a value at its right end; `who` is in front and is shortened first.

    Where there is no room for both, the label is shortened, or with `keep` the value. Under the cursor a line without
    `keep` goes on in a second row instead. `short` are values that say less, the longest first, for where even small
    letters have no room for the value.
    """

    label: str
    value: str = ""
    who: str = ""
    keep: bool = False
    short: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ": ".join([part for part in (self.who, self.label, self.value) if part])


Fits = Callable[[str, int], bool]
"""Whether a text fits in a number of pixels (0: a whole line of the display)."""


def always_fits(text: str, width: int) -> bool:
    """On paper, on a web page and in a terminal every text fits."""
    return True


def with_name(text: Callable[[str], str], name: str, fits: Fits, width: int = LINE_WIDTH, *, tag: str = "") -> str:
    """A text with a name, which is shortened if the text is wider than `width`: what is behind the name stays whole.

    Where less than three letters of the name and the ellipsis would be left, its `tag` says more.
    """
    return text(_fitting_name(text, name, fits, width, tag))


def with_names(text: Callable[[str], str], names: Sequence[str], fits: Fits, width: int = LINE_WIDTH) -> list[str]:
    """The text with each of the names at a table, for lines below each other: see `with_name_of`."""
    return [with_name_of(text, names, seat, fits, width) for seat in range(len(names))]


def with_name_of(
    text: Callable[[str], str], names: Sequence[str], seat: Seat, fits: Fits, width: int = LINE_WIDTH
) -> str:
    """The text with the name of a seat, for a line among those of the others at the table: see `with_name`.

    Where what is left of the name begins another one as well, its tag says more.
    """
    name = names[seat]
    if fits(text(name), width):  # as most names do: nobody asks for their tags
        return text(name)
    tag = tags(names)[seat]
    shown = _fitting_name(text, name, fits, width, tag)
    left = shown.removesuffix("…")
    alike = shown != name and any(other.startswith(left) for other in names if other != name)
    return text(tag if alike else shown)


def _fitting_name(text: Callable[[str], str], name: str, fits: Fits, width: int, tag: str) -> str:
    """As much of a name as has room in a text."""
    shown = name
    for length in range(len(name) - 1, 0, -1):
        if fits(text(shown), width):
            break
        if tag and length < 3:
            return tag
        shown = name[:length].rstrip() + "…"
    return shown


class Situation(NamedTuple, Generic[P_co]):
    """A position of a game, with what its texts need.

    `outcome` is how the game ended, also where people ended it themselves. `fits` says whether a text has room where
    it will be shown; some texts have a shorter form. Without `memory` texts do not show what people know only from
    discards and won tricks.
    """

    game: Rules
    position: P_co
    names: tuple[str, ...]
    options: Options
    words: Words
    outcome: Outcome | None = None
    fits: Fits = always_fits
    memory: bool = True

    @property
    def turn(self) -> Seat | None:
        """The only seat that may act; None when several or none may."""
        to_act = self.position.to_act if self.outcome is None else ()
        return to_act[0] if len(to_act) == 1 else None

    @property
    def in_full(self) -> Situation[P_co]:
        """The same for sentences, which take as many lines as they need: nothing has a shorter form."""
        return self._replace(fits=always_fits)

    def figures(self, numbers: Sequence[int | str], turn: Seat | None = None, counts: str = "") -> tuple[Figure, ...]:
        """A figure for each player; the winners are marked, before the end the player in turn, or `turn`."""
        won = self.outcome is not None
        marked = self.outcome.winners if self.outcome is not None else (self.turn if turn is None else turn,)
        return tuple([
            Figure(name, number, seat in marked, won=won and seat in marked, counts=counts)
            for seat, (name, number) in enumerate(zip(self.names, numbers, strict=True))
        ])  # fmt: skip

    def consequences(self, action: Action) -> tuple[Message, ...]:
        """The messages about a legal action."""
        return self.game.consequences(self.position, action, self.position.after(action))


def keys(prefix: str, names: str) -> frozenset[str]:
    """The keys of messages that begin alike: `event.nim` and `left won`."""
    return frozenset([f"{prefix}.{name}" for name in names.split()])


class GameText(ABC, Generic[P]):
    """The texts of one game. The sets hold keys of its messages.

    `banners` interrupt. Of these, `setbacks` are bad for a player, and `orders` say what people must do with their
    hands; redo uses `put_back` instead, and advice the text `ahead.…` of the same name, which a game with a mind has.
    By `no_gains` nobody has gained yet: they are no reason for an action, and need no such text.
    `plain` are the least important effects: without room for all, they go first. `series_rules` are the numbers of the
    rules of a series, which help shows when a game is over. In a game with `points_from_memory` the points follow from
    what only people who remember it know; then its chart shows them too.
    """

    banners: frozenset[str] = frozenset()
    setbacks: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    no_gains: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    series_rules: tuple[str, ...] = ()
    points_from_memory: bool = False

    @abstractmethod
    def action_name(self, at: Situation[P], action: Action) -> str:
        """The name of an action, before it is done."""

    @abstractmethod
    def setup_messages(self, at: Situation[P]) -> tuple[Message, ...]:
        """What to take and lay out before the first card."""

    @abstractmethod
    def rules(self, position: P) -> tuple[str, ...]:
        """The numbers of the rules that matter now, the most important first."""

    @abstractmethod
    def unavailable_actions(self, position: P) -> tuple[Action, ...]:
        """Actions that people may look for, but that are not legal now."""

    @abstractmethod
    def audit(self, at: Situation[P], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """What must be on the table: a field's name, for the screen that corrects it, and the line that shows it."""

    def figures(self, at: Situation[P]) -> tuple[Figure, ...]:
        """The important numbers; none where the board shows them."""
        return ()

    def score_board(self, at: Situation[P]) -> tuple[Figure, ...]:
        """The figures for the far side of the table: one for each player, without a number where there is none."""
        return self.figures(at) or at.figures([""] * len(at.names))

    def lines(self, at: Situation[P]) -> tuple[str, ...]:
        """Lines about what else is on the table."""
        return ()

    def turn_text(self, at: Situation[P]) -> str:
        """Whose turn it is; the name of the game where everybody may enter something."""
        return at.names[at.turn] if at.turn is not None else own_text(at.game, f"game.{at.game.key}", at.words)

    def turn_sentence(self, at: Situation[P]) -> str:
        """Whose turn it is, for people who watch; empty where everybody may enter something."""
        turn = self.turn_text(at)
        return "" if turn == own_text(at.game, f"game.{at.game.key}", at.words) else at.words("web.turn", who=turn)

    def effect(self, at: Situation[P], action: Action, width: int = EFFECT_WIDTH) -> str:
        """What an action would do, in a few words: its consequences that have a short text.

        In one that is too long the longest names are shortened, so that what is behind a name stays whole.
        """
        messages = [
            Message(key, **message.params)
            for message in at.consequences(action)
            if (key := message.key.replace("event.", "effect.", 1)) in at.words
        ]

        def text(longest: int) -> str:
            names = [name if len(name) <= longest else f"{name[:longest].rstrip()}…" for name in at.names]
            return at.words.join_list(at.words.message(message, names) for message in messages)

        whole = max(map(len, at.names))
        while len(messages) > 1 and not at.fits(text(whole), width):
            messages.remove(next((message for message in messages if message.key in self.plain), messages[0]))
        return next((text(longest) for longest in range(whole, 1, -1) if at.fits(text(longest), width)), text(1))

    def result_text(self, at: Situation[P], action: Action) -> str:
        """The result of an action, for a line of the log, without what the action itself says."""
        return self.effect(at, action)

    def ends_long_turn(self, before: P, after: P) -> bool:
        """Whether an action has ended a turn that may be long: then people must notice whose turn it is now."""
        return False

    def ask(self, at: Situation[P], thought: Thought) -> str:
        """What the device asks people to do for it: a whole sentence."""
        assert thought.action is not None
        return at.words("device.ask", what=self.action_name(at.in_full, at.game.read(thought.action)))

    def device_order(self, seat: Seat, before: P, action: Action, after: P) -> Message | None:
        """What people must notice and do for the device on a seat after an action."""
        return None

    def advised(self, at: Situation[P], action: str) -> str:
        """An action that the device considers, in words."""
        return self.action_name(at, at.game.read(action))

    def looked_back(self, at: Situation[P], past: Past[P], ply: int) -> str:
        """What was done at a ply of a finished game, in words; also what the table did not show then."""
        return self.advised(at, str(past.actions[ply]))

    def advice_reason(self, at: Situation[P], advice: Mapping[str, Any]) -> str:
        """Why an advice is good, where the game knows more than its expected line; `advice` is as in the protocol."""
        return ""

    def is_good_for(self, seat: Seat, message: Message, turn: Seat | None) -> bool:
        """Whether what a message says is good for a seat; `turn` had the turn. A setback is good for the others.

        What names no seat counts for the one who had the turn, but a setback for nobody.
        """
        if message.key in self.setbacks:
            return bool(message.params.get("seat", seat) != seat)
        return bool(message.params.get("seat", turn) == seat)

    def odds_lines(self, at: Situation[P], odds: Mapping[str, Any]) -> Sequence[str]:
        """What is known besides the shares of the players; `odds` are as in the protocol."""
        return ()

    def hidden_lines(self, at: Situation[P], shown: Any) -> Sequence[str]:
        """What the device had hidden on a seat, as its mind shows it, in words."""
        return ()

    def explain(self, action: Action, after: Situation[P], messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The consequences of an action, with the arithmetic where they do not show it."""
        return messages


def tags(names: Sequence[str]) -> tuple[str, ...]:
    """Two letters for each name that no other name has, also if they differ only in case: Ad, An and Ar for Ada, Anna
    and Andreas, P1 and P2 for Player 1 and Player 2.

    The tag of a name of one letter is that letter. Names with the same letters end in a digit.
    """
    letters = [_letters(name) for name in names]
    common = [
        max([_common(mine, other) for place, other in enumerate(letters) if place != seat], default=0)
        for seat, mine in enumerate(letters)
    ]
    found: dict[int, str] = {}
    # Names that differ in their first two letters have these as their tag, and names of two letters themselves.
    for seat in sorted(range(len(names)), key=lambda seat: (common[seat] > 1, len(letters[seat]) > 2)):
        taken = {tag.casefold() for tag in found.values()}
        found[seat] = next(tag for tag in _tags(letters[seat], common[seat]) if tag.casefold() not in taken)
    return tuple([found[seat] for seat in range(len(names))])


def _tags(letters: Sequence[str], common: int) -> Iterator[str]:
    """The tags for a name, best first; its first `common` letters are also another name's."""
    if len(letters) == 1:
        yield letters[0]
    begin = max(common, 1)
    for second in (*letters[begin:], *letters[1:begin]):
        yield letters[0] + second
    for number in count(1):
        yield f"{letters[0]}{number}"


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many letters are the same at the beginning of both."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


def _letters(name: str) -> list[str]:
    """The letters and digits of a name, each with its marks; every character if it has none."""
    letters: list[str] = []
    for character in normalize("NFC", name):
        if category(character)[0] in "LN":
            letters.append(character)
        elif category(character)[0] == "M" and letters:
            letters[-1] += character
    return letters or list(name)


def has_text(game: Rules, key: str, words: Words) -> bool:
    """Whether a game has a text with this key, of its own or in the words."""
    return key in game.texts or key in words


def own_text(game: Rules, key: str, words: Words) -> str:
    """The text of a key (`game.wizard`, `rule.WIZ-5`): the game's own, else the text in the words."""
    return game.texts[key].of(words.language) if key in game.texts else words(key)
