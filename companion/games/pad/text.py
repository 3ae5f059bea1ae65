"""What is said about the game of a pad: its own words from its file, around them ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from companion.games.pad.engine.notation import Enter, enter
from companion.games.pad.engine.pad import NOBODY, Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Scores
from companion.kit.rules import Action, Seat
from companion.kit.text import EFFECT_WIDTH, Figure, GameText, Item, Situation, tags, with_name
from companion.messages import Message

BEHIND_PLACE = 98
"""The width in pixels of what is entered, behind the number of the entry in a title."""
USED_WIDTH = 60
"""The width in pixels up to which the audit names what was used before; beyond it the number of these stands there."""
NAME_LEAST = 9
"""The least signs of a name that is shortened in a title, with its ellipsis; there is a tag in place of less."""
NOT_TOLD = "·"
_SHORT = {True: "✓", False: "-", None: NOT_TOLD}
"""Yes, no and what is not entered, in a row of values."""
_ENDS = frozenset({f"event.pad.{end}" for end in ("won", "won-side", "shared", "shared-side", "lost")})


class PadText(GameText[PadPosition]):
    """The texts of every pad; which one it is, the position knows."""

    banners = frozenset({"event.pad.out", *_ENDS})
    setbacks = frozenset({"event.pad.out", "event.pad.lost"})

    def action_name(self, at: Situation[PadPosition], action: Action) -> str:
        """Who entered what: `Ben: Took 2`; of the only one who may, without the name, as in every game of turns."""
        if not isinstance(action, Enter):
            return at.words("pad.finish")
        label, value = action.field.label.of(at.words.language), value_name(at, action.field, action.value)
        if action.seat is None:
            return at.words("pad.entered-table", label=label, value=value)
        if action.field.each == "seat" and action.seat == at.position.turn:
            return at.words("pad.entered-alone", label=label, value=value)
        return with_name(
            lambda name: at.words("pad.entered", seat=name, label=label, value=value),
            speaker_name(at, action.field, action.seat),
            at.fits,
            BEHIND_PLACE,
            tag=tags(at.names)[action.seat],
        )

    def setup_messages(self, at: Situation[PadPosition]) -> tuple[Message, ...]:
        """What the pad says of itself."""
        about = at.position.setting.pad.about
        return () if about is None else (Message("setup.pad.about", text=about),)

    def turn_text(self, at: Situation[PadPosition]) -> str:
        """Who enters what now; the name of the pad when the game is over."""
        position, language = at.position, at.words.language
        if position.outcome is not None:
            return position.setting.pad.name.of(language)
        label = position.asked[0].label.of(language)
        who = speaker_name(at, position.asked[0], position.speaker)
        return f"{who}: {label}" if who else label

    def turn_sentence(self, at: Situation[PadPosition]) -> str:
        """Who enters what now: people enter together what a round has brought, and nobody is in turn."""
        return self.turn_text(at)

    def asked(self, at: Situation[PadPosition], fits: Callable[[str], bool], label: str = "") -> str:
        """Who enters what; the name is shortened until that fits, what is asked, or the `label` in its place, never."""
        speaker = at.position.speaker
        label = label or at.position.asked[0].label.of(at.words.language)
        if speaker is None:
            return label
        who = speaker_name(at, at.position.asked[0], speaker)
        if fits(f"{who}: {label}"):
            return f"{who}: {label}"
        title = with_name(lambda name: f"{name}: {label}", who, lambda text, width: fits(text))
        left = len(title) - len(f": {label}")
        if who not in at.names or not fits(title) or left < NAME_LEAST:  # partners, or little of a name
            title = f"{who if who not in at.names else tags(at.names)[speaker]}: {label}"
        return title if at.fits(title, 0) else label

    def figures(self, at: Situation[PadPosition]) -> tuple[Figure, ...]:
        """The scores by side, with the names of all its people and the first tally that is shown."""
        position = at.position
        winners = at.outcome.winners if at.outcome is not None else ()
        now = position.speaker if position.outcome is None else None
        shown = self.shown_tallies(at)
        return tuple(
            [
                Figure(
                    "+".join([at.names[seat] for seat in seats]),
                    position.scores_so_far[side],
                    now in seats or seats[0] in winners,
                    out=position.out[seats[0]],
                    won=seats[0] in winners,
                    second=(shown[0][1][side], shown[0][0]) if shown else None,
                )
                for side, seats in enumerate(position.setting.sides)
            ]
        )

    def shown_tallies(self, at: Situation[PadPosition]) -> tuple[tuple[str, Scores], ...]:
        """The tallies with a label, each with its numbers by side."""
        setting, language = at.position.setting, at.words.language
        return tuple(
            [
                (tally.label.of(language), row)
                for tally, row in zip(setting.pad.tallies, at.position.tallies, strict=True)
                if tally.label is not None
            ]
        )

    def lines(self, at: Situation[PadPosition]) -> tuple[str, ...]:
        """What is missing for the total of the field that is asked."""
        position = at.position
        sums = position.choice.sums if position.outcome is None else None
        if sums is None:
            return ()
        least, most = sums
        if least == most:
            return (at.words("pad.left", count=least),)
        return (at.words("pad.left-range", least=max(least, 0), most=most),)

    def effect(self, at: Situation[PadPosition], action: Action, width: int = EFFECT_WIDTH) -> str:
        """The points by side (`+30 -10 0`) of a value that ends a round, and who wins; in turns with the new score."""
        position = at.position
        counted = position.counted(action)
        if counted is None or position.turn is not None:
            return super().effect(at, action, width)
        points = " ".join([f"{number:+}" if number else "0" for number in counted.points])
        text = at.words.join_list(filter(None, [points, self.ending(at, action)]))
        return text if at.fits(text, width) else points

    def ending(self, at: Situation[PadPosition], action: Action) -> str:
        """Who wins with a value that ends the game; empty if it does not."""
        ends = [Message(message.key.replace("event.", "effect.", 1), **message.params)
                for message in at.consequences(action) if message.key in _ENDS]  # fmt: skip
        return at.words.join_list([at.words.message(message, at.names) for message in ends])

    def entered(self, at: Situation[PadPosition]) -> str:
        """What was entered in this round: first for the table, then seat by seat or side by side; empty before that.

        `·` is not entered yet; what one seat has entered of several fields is joined: `1/1 2/· 0`.
        """
        position = at.position
        setting = position.setting
        rows = [(field, row) for field, row in zip(setting.pad.fields, position.entered, strict=True)
                if any(value is not None for value in row)]  # fmt: skip
        parts = [value_name(at, field, row[0]) for field, row in rows if field.each == "table"]
        for each in ("side", "seat"):
            columns = [(field, row) for field, row in rows if field.each == each]
            units = [] if not columns else [*range(len(columns[0][1]))] if position.turn is None else [position.turn]
            parts += ["/".join([_short(at, field, row[unit]) for field, row in columns]) for unit in units]
        return " ".join(parts)

    def entered_by_side(self, at: Situation[PadPosition], side: int, action: Action | None = None) -> str:
        """What a side has entered in this round: `1/·`, of partners each (`3/4 0/·`); empty if nobody has anything.

        With an action as if that were entered.
        """
        position = at.position
        setting = position.setting
        rows = _columns(position, action)
        of_side = ["/".join([_short(at, field, row[side]) for field, row in rows if field.each == "side"])]
        seats = [seat for seat in setting.sides[side] if position.turn in (None, seat)]
        of_side += ["/".join([_short(at, field, row[seat]) for field, row in rows if field.each == "seat"])
                    for seat in seats]  # fmt: skip
        return " ".join(filter(None, of_side))

    def heads(self, at: Situation[PadPosition]) -> str:
        """What the parts of `entered_by_side` are, `Bid/Took`; empty where they are no more than what is asked."""
        labels = [(field.each, field.label.of(at.words.language)) for field, _ in _columns(at.position)]
        if len(labels) < 2:
            return ""
        return " ".join(filter(None, ["/".join([label for each, label in labels if each == which])
                                      for which in ("side", "seat")]))  # fmt: skip

    def rules(self, position: PadPosition) -> tuple[str, ...]:
        """First the names of what is asked, then all others."""
        pad = position.setting.pad
        numbers: list[int | None] = []
        if position.outcome is None:
            field = position.asked[0]
            total = field.total.rule if field.total is not None else None
            numbers = [field.rule, total, *[condition.rule for condition in field.allow], pad.points.rule]
        ordered = dict.fromkeys([*[number for number in numbers if number is not None], *range(1, len(pad.rules) + 1)])
        return tuple([f"{pad.prefix}-{number}" for number in ordered])

    def unavailable_actions(self, position: PadPosition) -> tuple[Action, ...]:
        """The first value for each rule, among the values of what is asked that may not be entered now."""
        if position.outcome is not None:
            return ()
        (field, _), speaker, choice = position.asked, position.speaker, position.choice
        allowed = set(choice.allowed)
        actions: dict[int | None, Action] = {}
        for value in choice.values:
            if value not in allowed:
                actions.setdefault(choice.rule_against(value), enter(field, speaker, value))
        return tuple(actions.values())

    def audit(self, at: Situation[PadPosition], table: Mapping[str, object]) -> list[tuple[str, Item]]:
        """The round, the scores, the tallies that are shown, what is entered in this round, what was used before."""
        position, language, view = at.position, at.words.language, cast(Mapping[str, Any], table)
        setting = position.setting
        short = side_tags(at.names, setting.sides)
        speakers = [at.names[seats[0]] if len(seats) == 1 else tag
                    for seats, tag in zip(setting.sides, short, strict=True)]  # fmt: skip
        lines = [("round", Item(at.words("pad.round"), str(view["round"])))]
        for side, (name, score) in enumerate(zip(speakers, view["scores"], strict=True)):
            lines.append((f"scores {side}", Item(at.words("pad.score"), str(score), name)))
        for tally in setting.pad.tallies:
            if tally.label is not None:
                for side, (name, number) in enumerate(zip(speakers, view["tallies"][tally.name], strict=True)):
                    lines.append((f"tallies.{tally.name} {side}", Item(tally.label.of(language), str(number), name)))
        for field in setting.pad.fields:
            entered = view["told"][field.name]
            for unit, value in enumerate(entered if isinstance(entered, list) else [entered]):
                if value is not None:
                    seat = setting.speaker(field, unit)
                    who = speaker_name(at, field, seat)
                    item = Item(field.label.of(language), value_name(at, field, value), who)
                    lines.append((f"told.{field.name} {unit}", item))
        for field in setting.pad.fields:
            if field.once:
                label = at.words("pad.used-before", label=field.label.of(language))
                rows = view["used"][field.name]
                for unit, used in enumerate([rows] if field.each == "table" else rows):
                    who = speaker_name(at, field, setting.speaker(field, unit))
                    names = at.words.join_list([value_name(at, field, value) for value in used]) or NOT_TOLD
                    shown = names if at.fits(names, USED_WIDTH) else str(len(used))
                    lines.append((f"used.{field.name} {unit}", Item(label, shown, who, keep=True)))
        return lines

    def explain(
        self, action: Action, after: Situation[PadPosition], messages: tuple[Message, ...]
    ) -> tuple[Message, ...]:
        """The points with their arithmetic."""
        why = ("event.pad.points", "event.pad.points-side")
        return tuple(
            [
                Message(message.key.replace("event.", "why."), message.rule, **message.params)
                if message.key in why
                else message
                for message in messages
            ]
        )


def _columns(position: PadPosition, action: Action | None = None) -> list[tuple[Field, Sequence[object]]]:
    """The fields of which seats or sides have entered a value in this round, and then the one that is asked."""
    fields = position.setting.pad.fields
    values = position.entered if action is None else position.entered_with(action)
    rows = [(field, row) for field, row in zip(fields, values, strict=True) if field.each != "table"]
    entered = {field.name for field, row in rows if any(value is not None for value in row)}
    if entered and position.outcome is None:
        entered.add(position.asked[0].name)
    return [(field, row) for field, row in rows if field.name in entered]


def side_tags(names: Sequence[str], sides: Sequence[Sequence[Seat]]) -> tuple[str, ...]:
    """The tags of the people of each side, by side: `Ad+Cl`."""
    short = tags(names)
    return tuple(["+".join([short[seat] for seat in seats]) for seats in sides])


def speaker_name(at: Situation[PadPosition], field: Field, seat: Seat | None) -> str:
    """Who enters a field: a person, partners by their tags (`Ad+Cl`), empty for the table."""
    if seat is None:
        return ""
    sides = at.position.setting.sides
    side = at.position.setting.side_of[seat]
    return side_tags(at.names, sides)[side] if field.each == "side" and len(sides[side]) > 1 else at.names[seat]


def value_name(at: Situation[PadPosition], field: Field, value: object) -> str:
    """A value as people say it."""
    if isinstance(value, bool):
        return at.words("pad.yes" if value else "pad.no")
    if field.kind == "pick":
        return next(pick.label for pick in field.picks if pick.key == value).of(at.words.language)
    if field.kind == "seat":
        return at.words("pad.nobody") if value == NOBODY else at.names[cast(int, value)]
    return str(value)


def _short(at: Situation[PadPosition], field: Field, value: object) -> str:
    """A value in a row of values."""
    return _SHORT[value] if value is None or isinstance(value, bool) else value_name(at, field, value)


TEXT = PadText()
