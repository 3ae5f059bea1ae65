"""Reads the fields of a pad: what is entered in a round."""

from __future__ import annotations

from companion.games.pad.engine import entries as read
from companion.games.pad.engine.entries import Faults
from companion.games.pad.engine.formula import TABLE, Formula
from companion.games.pad.engine.formulas import Formulas
from companion.games.pad.engine.pad import BOUND, KINDS, LEVELS, VALUES_MOST, Field, Pick, Total
from companion.messages import Phrase
from companion.reader import Reader, as_short_json

FIELDS_MOST = {1: 12, 2: 16}
"""By the format of the file."""
PICKS_MOST = 40
ALLOW_WEIGHT_MOST = 100_000
_KNOWN = ("name", "kind", "each", "label", "when", "allow", "total", "guess", "rule", "join")
_OF_KIND = {"number": ("least", "most", "step"), "yesno": (), "pick": ("values",), "seat": ("nobody",)}


_LATER = ("once",)
"""What a field may have from format 2 on."""


def read_fields(top: Reader, faults: Faults, formulas: Formulas, turns: bool, version: int) -> tuple[Field, ...]:
    """All fields that can be read; their faults are noted. The formulas get the names of all."""
    sources: list[Reader] = []
    with faults.noted():
        source = read.needed(top, "fields")
        if isinstance(source.value, dict):
            source.raise_wrong("pad.wrong.slip-fields", found="[fields]", right="[[fields]]")
        sources = read.entries(source, 1, FIELDS_MOST[version])
    heads = [_Head(source, faults, turns, version) for source in sources]
    named_heads = [head for head in heads if head.name]
    formulas.declare([(head.place, head.name, head.each, head.keys) for head in named_heads])
    fields = []
    for number, head in enumerate(heads):
        above = heads[number - 1] if number else None
        field = _field(head, above, faults, formulas) if head.name else None
        if field is not None:
            fields.append(field)
    return tuple(fields)


class _Head:
    """What formulas must know of a field: its name, who enters it, its kind and the picks."""

    def __init__(self, source: Reader, faults: Faults, turns: bool, version: int) -> None:
        self.source = source
        self.place = source
        self.name, self.kind, self.each = "", "", "seat"
        self.picks: tuple[Pick, ...] = ()
        self.keys: tuple[str, ...] | None = None
        with faults.noted():
            members = read.table(source)
            if "name" in members:
                self.place = members["name"]
            given = read.needed(source, "name")
            self.name = given.value if isinstance(given.value, str) else ""
            self.name = read.check_name(given, given.value, version)
        with faults.noted():
            self.kind = read.one_of(read.needed(source, "kind"), KINDS)
        members = source.members() if isinstance(source.value, dict) else {}
        self.each = faults.optional(members, "each", "seat", _each, turns)
        if self.kind == "pick":
            self.keys = ()
            with faults.noted():
                self.picks = _picks(read.needed(source, "values"), faults)
                self.keys = tuple([pick.key for pick in self.picks])
        of_kind = [name for kind in KINDS if self.kind in (kind, "") for name in _OF_KIND[kind]]
        known = (*_KNOWN, *(_LATER if version > 1 else ()), *of_kind)
        faults.only(source, *known, later=_LATER if version == 1 else ())


def _each(source: Reader, turns: bool) -> str:
    each = read.one_of(source, tuple(LEVELS))
    if turns and each != "seat":
        source.raise_wrong("pad.wrong.turns-seat")
    return each


def _picks(source: Reader, faults: Faults) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for place, entry in enumerate(read.entries(source, 2, PICKS_MOST)):
        with faults.noted():
            pick = _pick(entry, place)
            if pick.key in [other.key for other in picks]:
                entry.raise_wrong("pad.wrong.twice", value=as_short_json(pick.key))
            picks.append(pick)
    return tuple(picks)


def _pick(source: Reader, place: int) -> Pick:
    if isinstance(source.value, str):
        key = read.matching(source, read.KEY, "pad.wrong.pick-key")
        return Pick(key, place, Phrase(key))
    if not isinstance(source.value, dict):
        source.raise_wrong("pad.wrong.pick-key")
    members = source.members()
    for entry in members.values():
        read.refuse_unknown(entry, ("key", "is", "label"))
    key = read.matching(read.needed(source, "key"), read.KEY, "pad.wrong.pick-key")
    number = read.whole(members["is"], -BOUND, BOUND) if "is" in members else place
    return Pick(key, number, read.phrase(members["label"], 20) if "label" in members else Phrase(key))


def _field(head: _Head, above: _Head | None, faults: Faults, formulas: Formulas) -> Field | None:
    """The field; None where its name was taken or its kind is at fault."""
    members, name = head.source.members(), head.name
    scope = formulas.of_field(name)
    total = faults.optional(members, "total", None, _total, head, formulas)
    of_when = formulas.of_field(name, level=TABLE) if total is not None else scope
    when = faults.optional(members, "when", None, lambda of: _not_first(of, above, formulas.read(of, of_when)))
    allow = faults.optional(members, "allow", (), _allow, name, formulas)
    guess = faults.optional(members, "guess", None, formulas.read, scope)
    label = faults.optional(members, "label", Phrase(name), read.phrase, 12)
    rule = faults.optional(members, "rule", None, formulas.rule)
    join = faults.optional(members, "join", False, _join, head, above)
    nobody = head.kind == "seat" and faults.optional(members, "nobody", False, read.switch)
    once = faults.optional(members, "once", False, _once, head)
    least: int | Formula | None = 0
    most: int | Formula | None = 0
    step = 1
    if head.kind == "number":
        least = faults.or_else(None, lambda: _bound(read.needed(head.source, "least"), head, formulas))
        most = faults.or_else(None, lambda: _bound(read.needed(head.source, "most"), head, formulas))
        step = faults.optional(members, "step", 1, read.whole, 1, 1_000)
        faults.or_else(None, _check_bounds, head.source, least, most, step)
    if not head.kind or least is None or most is None:
        return None
    field = Field(
        name, head.kind, head.each, label, rule, join, when, allow, total, guess, least, most, step, head.picks, nobody,
        once,
    )  # fmt: skip
    if allow:
        faults.or_else(None, _check_weight, members["allow"], field)
    return field


def _allow(source: Reader, name: str, formulas: Formulas) -> tuple[Formula, ...]:
    scope = formulas.of_allow(name)
    return formulas.several(source, scope) if isinstance(source.value, list) else (formulas.read(source, scope),)


def _not_first(source: Reader, above: _Head | None, when: Formula) -> Formula:
    if above is None:
        source.raise_wrong("pad.wrong.first-when")
    return when


def _join(source: Reader, head: _Head, above: _Head | None) -> bool:
    join = read.switch(source)
    if join and above is None:
        source.raise_wrong("pad.wrong.first-join")
    if join and (head.each == "table" or (above is not None and above.each != head.each)):
        source.raise_wrong("pad.wrong.join")
    return join


def _once(source: Reader, head: _Head) -> bool:
    once = read.switch(source)
    if once and head.kind not in ("number", "pick"):
        source.raise_wrong("pad.wrong.once")
    return once


def _total(source: Reader, head: _Head, formulas: Formulas) -> Total:
    if head.kind not in ("number", "yesno") or head.each == "table":
        source.raise_wrong("pad.wrong.total")
    scope = formulas.of_field(head.name, level=TABLE)
    inner, rule = formulas.with_rule(source)
    if not isinstance(inner.value, list):
        both = formulas.read(source, scope)
        return Total(both, both, rule)
    least, most = (formulas.read(entry, scope) for entry in read.entries(inner, 2, 2))
    return Total(least, most, rule)


def _bound(source: Reader, head: _Head, formulas: Formulas) -> int | Formula:
    if type(source.value) is int:
        return read.whole(source, -BOUND, BOUND)
    return formulas.read(source, formulas.of_field(head.name))


def _check_bounds(source: Reader, least: int | Formula | None, most: int | Formula | None, step: int) -> None:
    """Raise Wrong where two fixed bounds do not go together."""
    if isinstance(least, int) and isinstance(most, int):
        if least >= most:
            source.member("least").raise_wrong("pad.wrong.bounds", most=most)
        if (most - least) // step + 1 > VALUES_MOST:
            count = (most - least) // step + 1
            source.member("most").raise_wrong("pad.wrong.values", count=count, most=VALUES_MOST)


def _check_weight(source: Reader, field: Field) -> None:
    """Raise Wrong where it would take too long to look which values are allowed."""
    values = PICKS_MOST
    if field.kind == "number":
        fixed = isinstance(field.least, int) and isinstance(field.most, int)
        values = (field.most - field.least) // field.step + 1 if fixed else VALUES_MOST  # type: ignore[operator]
    cost = values * sum([condition.tree.weight for condition in field.allow])
    if cost > ALLOW_WEIGHT_MOST:
        source.raise_wrong("pad.wrong.allow-weight", cost=cost, most=ALLOW_WEIGHT_MOST)
