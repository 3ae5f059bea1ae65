"""Before a new game: who plays, who begins, which options."""

from __future__ import annotations

from functools import partial

from companion.kit.game import Game
from companion.kit.rules import BadPlayers, Options, Seat
from companion.kit.text import has_text, own_text, tags
from companion.play.act import device_names
from companion.play.clock import NUMBERS, OFF, ClockRule, usual_clock
from companion.session.device import NO_DEVICE, Sitting, sitting_again
from companion.session.text import game_name, game_text_key, level_name
from companion.ui.device_seats import Levels, plays, switches
from companion.ui.home import Home
from companion.ui.intents import Say, Start
from companion.ui.page import Item, Page
from companion.ui.router import home_screen
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.values import replace
from companion.words import Words

DRAW = ""
"""In place of a name: draw lots for who begins."""


class New(ListScreen):
    """A game that people are about to begin. The cursor starts on Start, with the people who played last.

    `begins` is the name of the player who begins, or `DRAW`. None, or the name of somebody who does not play, stands
    for the first name. BACK leads to `back`; `kept_at` is the home screen, where the people and options wait.
    """

    rules: Game
    names: tuple[str, ...]
    options: Options
    begins: str | None = None
    back: Screen | None = None  # type: ignore[assignment]  # without one BACK leads home
    kept_at: Screen | None = None
    clock: ClockRule = OFF
    sitting: Sitting = NO_DEVICE
    """The devices among the names with their levels, and what people switched on."""

    @classmethod
    def from_context(cls, game: str, context: Context, back: Screen | None = None) -> New:
        """What people left; else with the people of the last game and, if it was the same game, its options."""
        home = back if isinstance(back, Home) else home_screen(context)
        for begun in home.begun if isinstance(home, Home) else ():
            if isinstance(begun, New) and begun.game == game:
                names = tuple([name for name in begun.names if name in (*context.roster, *begun.sitting.devices)])
                begun = begun.with_rules(context.game_library.present.game(game))
                return replace(begun, names=names, back=back, kept_at=home)
        record, step = context.game_library.present.game(game), context.step
        assert record is not None
        options = record.complete({})
        if step is None:
            return cls(record, context.roster[: record.players[0]], options, back=back, kept_at=home)
        # Somebody may have been renamed or taken off the roster.
        sitting = sitting_again(step, step.setup.names) if step.setup.key == game else NO_DEVICE
        seated = [name for name in step.setup.names if name in (*context.roster, *sitting.devices)]
        names = tuple(seated)[: record.players[1]]
        if step.setup.key != game:
            return cls(record, names, options, back=back, kept_at=home)
        options, clock = _known(record, step.setup.options), step.setup.clock
        return cls(record, names, options, back=back, kept_at=home, clock=clock, sitting=sitting)

    @property
    def game(self) -> str:
        return self.rules.key

    @property
    def game_in_message(self) -> object:
        """The game as a parameter of a message: a pad has its name in its own texts."""
        return self.rules.texts.get(f"game.{self.game}", self.game)

    def with_rules(self, rules: Game | None) -> New:
        """The same under the present rules, of a score pad the rules of its present text, with the options in there."""
        if rules is None or rules is self.rules:
            return self
        return replace(self, rules=rules, options=_known(rules, self.options))

    @property
    def first(self) -> Seat | None:
        """The index of the name that begins; None to draw lots."""
        if self.begins == DRAW:
            return None
        return self.names.index(self.begins) if self.begins in self.names else 0

    def lines(self, context: Context) -> list[Line]:
        words, first = context.words, self.first
        begins = words("screen.new.draw") if first is None else self.names[first] if self.names else ""
        short = (" ".join(tags(self.names)),)
        players = Item(words("screen.new.players"), words.join_list(self.names), short=short)
        who_begins = Item(words(game_text_key(words, "screen.new.begins", self.game)), begins, keep=True)
        lines = [
            Line(Item(words("screen.new.start")), partial(self._start, context)),
            Line(players, partial(context.routes.players, self)),
            Line(who_begins, self._next_begins),
        ]
        for key in self._offered:
            value = self.options[key]
            prefix = f"option.{self.game}.{key}"
            item = Item(own_text(self.rules, f"{prefix}.label", words), self._value_name(prefix, value, words))
            lines.append(Line(item, partial(self._next_value, key)))
        if self._clock_kinds:
            clock = self._possible_clock
            lines.append(Line(Item(words("screen.new.clock"), words(f"clock.{clock.kind}")), self._next_clock))
            for name in NUMBERS[clock.kind]:
                item = Item(words(f"screen.new.{name}"), str(getattr(clock, name)))
                lines.append(Line(item, partial(self._clock_number, name, item.label)))
        return [*lines, *self._device_lines(context)]

    @property
    def _clock_kinds(self) -> list[str]:
        """The kinds of clocks that are offered (CLK-2): none where everybody may enter, for there no clock ever runs;
        none of seconds a turn for who plays alone, who never ends a turn.
        """
        least, most = self.rules.players
        players = min(max(len(self.names), least), most)
        if len(self.rules.start(players, self.rules.complete(self.options)).to_act) != 1:
            return []
        return [kind for kind, numbers in NUMBERS.items() if players > 1 or "seconds" not in numbers]

    @property
    def _possible_clock(self) -> ClockRule:
        """The chosen clock, where it is offered to these people."""
        return self.clock if self.clock.kind in self._clock_kinds else OFF

    @property
    def may_sit(self) -> bool:
        """Whether the device can sit here."""
        return plays(self.rules, self.options)

    def _device_lines(self, context: Context) -> list[Line]:
        """The device: who wants to play at once against it finds it here too; and what people switch on together."""
        words = context.words
        levels = [level_name(level, self.game, words) for level in self.sitting.devices.values()]
        lines = []
        for name in switches(self.rules, self.options):
            state = words(f"screen.settings.{'on' if getattr(self.sitting, name) else 'off'}")
            lines.append(Line(Item(words(f"screen.new.{name}"), state), partial(self._switch, name)))
        device = Item(words("screen.new.device"), words.join_list(levels) or "–")
        return [*lines, Line(device, partial(self._device, context))] if self.may_sit else lines

    def _switch(self, name: str) -> Screen:
        odds, advice = self.sitting.odds, self.sitting.advice
        switched = {"odds": (not odds, advice), "advice": (odds, not advice)}[name]
        return replace(self, sitting=Sitting(self.sitting.devices, *switched))

    def _device(self, context: Context) -> Screen:
        """The levels. If the device sits already, who plays."""
        if self.sitting.devices:
            return context.routes.players(self)
        return Levels(self, self.game, lambda level: replace(self.with_device(context, level), cursor=0))

    def with_device(self, context: Context, level: str) -> New:
        """One more device, on the next free seat; where none is free, in place of the last person."""
        names, devices = self.names, self.sitting.devices
        if len(names) == self.rules.players[1]:
            last = [name for name in names if name not in devices][-1]
            names = tuple([name for name in names if name != last])
        name = next(device_names((*names, *context.roster), context.words("device.name")))
        sitting = self.sitting._replace(devices={**devices, name: level})
        return replace(self, names=(*names, name), sitting=sitting)

    def with_names(self, names: tuple[str, ...]) -> New:
        """The same with these people and devices on the seats."""
        devices = {name: level for name, level in self.sitting.devices.items() if name in names}
        return replace(self, names=names, sitting=self.sitting._replace(devices=devices))

    def _next_clock(self) -> Screen:
        kinds = self._clock_kinds
        return replace(self, clock=usual_clock(kinds[(kinds.index(self._possible_clock.kind) + 1) % len(kinds)]))

    def _clock_number(self, name: str, label: str) -> Screen:
        """The screen that changes the minutes or the seconds of the clock."""
        bounds = NUMBERS[self.clock.kind][name]

        def take(context: Context, number: int) -> Screen:
            chosen = {"minutes": self.clock.minutes, "seconds": self.clock.seconds, name: number}
            return replace(self, clock=ClockRule(self.clock.kind, **chosen))

        return NumberScreen(self, label, take, getattr(self.clock, name), bounds.most, bounds.least)

    def _value_name(self, prefix: str, value: bool | str, words: Words) -> str:
        """What a value of an option is called; a pad need not have words for it."""
        key = f"{prefix}.{_value(value)}"
        if has_text(self.rules, key, words):
            return own_text(self.rules, key, words)
        return value if isinstance(value, str) else words("pad.yes" if value else "pad.no")

    @property
    def home(self) -> Screen | None:
        if not isinstance(self.kept_at, Home):
            return None
        others = [begun for begun in self.kept_at.begun if isinstance(begun, New) and begun.game != self.game]
        return replace(self.kept_at, begun=(*others, replace(self, back=None, kept_at=None)))

    def left(self, context: Context) -> Screen:
        at_home = self.back is None or isinstance(self.back, Home)
        return (self.home if at_home else self.back) or home_screen(context)

    def _next_begins(self) -> Screen:
        """The next player begins; after the last one people draw lots."""
        ring = (*self.names, DRAW)
        return replace(self, begins=ring[((len(ring) - 1 if self.first is None else self.first) + 1) % len(ring)])

    @property
    def _offered(self) -> list[str]:
        """The options that people can change."""
        return self.rules.open_options(self.options)

    def _next_value(self, key: str) -> Screen:
        """The next value of an option. Those after it that do not go together with it take their default."""
        game = self.rules
        values = game.options[key]
        options = {**self.options, key: values[(values.index(self.options[key]) + 1) % len(values)]}
        for other, known in game.options.items():
            if other != key and not game.allows(options):
                options[other] = known[0]
        return replace(self, options=options)

    def _start(self, context: Context) -> Screen | Intent:
        """Begin the game; with too few or too many players, say so and show who plays.

        If fewer people are known than the game needs, the cursor there is on the line that adds one.
        """
        record = self.rules
        try:
            record.seat(self.names)
        except BadPlayers as refused:
            cursor = 1 + len(context.roster) if len(context.roster) < record.players[0] else 1
            players = context.routes.players(self, cursor)
            return Say(refused.message.key, {**refused.message.params, "game": self.game_in_message}, players)
        sitting = self.sitting if self.may_sit else self.sitting._replace(devices={})
        if self.names and set(self.names) <= set(self.sitting.devices):
            return Say("refused.seat-last", {}, context.routes.players(self))
        if not sitting.devices and self.sitting.devices:
            return Say("refused.seat-game", {"game": self.game_in_message}, self)
        return Start(self.game, self.names, self.options, self.first, self._possible_clock, sitting)

    @property
    def option(self) -> str | None:
        """The option under the cursor."""
        return dict(enumerate(self._offered, 3)).get(self.cursor)

    def about(self, words: Words) -> str:
        """What the line under the cursor is about; empty for one that needs no words."""
        if self.cursor >= 3 + len(self._offered):
            return words("clock.about") if self._clock_kinds else ""
        about = f"option.{self.game}.{self.option}.about"
        return own_text(self.rules, about, words) if has_text(self.rules, about, words) else ""

    def page(self, context: Context) -> Page:
        return Page(screen="new", title=game_name(self.game, context.words, self.rules))


def _known(game: Game, options: Options) -> Options:
    """All options of a game: these values where the game has them, else the defaults."""
    return game.complete({key: value for key, value in options.items() if value in game.options.get(key, ())})


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else str(value).lower()
