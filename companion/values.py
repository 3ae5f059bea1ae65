"""Bases for small values that never change, of which a start makes many classes: made by position or by name.

`Frozen` does for screens, pages and intents what `@dataclass(frozen=True, slots=True)` does, without generating code
for each class: that took a tenth of the time of a start, for a hundred classes. `NamedTuple` makes the same classes as
`typing`, without compiling code for each class or the annotation of a field: that took another tenth.
"""

from __future__ import annotations

from collections import namedtuple
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
    from typing import Protocol as Protocol
else:

    class Protocol:
        """A base of classes that only say what others can do: nobody asks for them at run time."""

    _new = tuple.__new__
    # fmt: off
    _CODES = [made.__code__ for made in (
        lambda _: _new(_, ()),
        lambda _, a: _new(_, (a,)),
        lambda _, a, b: _new(_, (a, b)),
        lambda _, a, b, c: _new(_, (a, b, c)),
        lambda _, a, b, c, d: _new(_, (a, b, c, d)),
        lambda _, a, b, c, d, e: _new(_, (a, b, c, d, e)),
        lambda _, a, b, c, d, e, f: _new(_, (a, b, c, d, e, f)),
        lambda _, a, b, c, d, e, f, g: _new(_, (a, b, c, d, e, f, g)),
        lambda _, a, b, c, d, e, f, g, h: _new(_, (a, b, c, d, e, f, g, h)),
        lambda _, a, b, c, d, e, f, g, h, i: _new(_, (a, b, c, d, e, f, g, h, i)),
        lambda _, a, b, c, d, e, f, g, h, i, j: _new(_, (a, b, c, d, e, f, g, h, i, j)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k: _new(_, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p: _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q: (
            _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q))
        ),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r: (
            _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r))
        ),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s: (
            _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s))
        ),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t: (
            _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t))
        ),
        lambda _, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u: (
            _new(_, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u))
        ),
    )]
    # fmt: on
    """The code that makes a tuple, by its number of fields: classes differ only in their names. To compile it took a
    hundredth of a start."""
    _GETTERS = [
        getter for name, getter in vars(namedtuple("_", ["_"] * len(_CODES), rename=True)).items() if name[1:].isdigit()
    ]
    """The descriptors for the places of any named tuple."""

    class _Tuple(tuple):
        """What all named tuples can do."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, /, **changes):
            new = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"{type(self).__name__} has no field {next(iter(changes))}")
            return new

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
            return f"{type(self).__name__}({fields})"

    _KEPT = frozenset(
        "__getnewargs__ __match_args__ __new__ __slots__ _asdict _field_defaults _fields _make _replace".split()
    )
    """What no class of named tuples may have of its own."""

    class _NamedTuple(type):
        """Makes a named tuple of a class with annotated fields, whose annotations stay texts."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if len(bases) != 1 and bases[1:] != (Generic,):
                raise TypeError(f"{name} has {len(bases)} bases; a named tuple has no other base but Generic")
            fields = tuple(body.get("__annotations__", ()))
            if len(fields) >= len(_CODES):
                raise TypeError(f"{name} has {len(fields)} fields; a named tuple has {len(_CODES) - 1} at most")
            defaults = {field: body.pop(field) for field in fields if field in body}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name} has a field without a default behind one with a default")
            own = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields, "__slots__": ()}
            own["__new__"] = _constructor(name, fields, tuple(defaults.values()))
            for key in _KEPT.intersection(body):
                raise AttributeError(f"{name} cannot replace {key} of a named tuple")
            return type(name, (_Tuple,), {**body, **dict(zip(fields, _GETTERS, strict=False)), **own})

    def _constructor(name: str, fields: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
        """The `__new__` of a named tuple."""
        code = _CODES[len(fields)].replace(co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields))
        return FunctionType(code, {"_new": _new}, "__new__", defaults)

    NamedTuple = type.__new__(_NamedTuple, "NamedTuple", (), {})


T = TypeVar("T")


def by_name(*, default: T, kw_only: bool) -> T:
    """A field of a `Frozen` that is given by its name only, which `kw_only` tells the type checker."""
    return default


@dataclass_transform(frozen_default=True, field_specifiers=(by_name,))
class Frozen:
    """The annotations of a subclass are its fields, in their order; class attributes are their defaults. The fields in
    `trailing` come behind those of all subclasses.

    Raises TypeError for a field that is missing, unknown or given twice, and AttributeError for a change.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    trailing: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect takes longer to import than all this
        # A field whose type a subclass narrows keeps its place.
        fields = [name for name in (*cls.__match_args__, *own) if name not in cls.trailing]
        cls.__match_args__ = tuple(dict.fromkeys((*fields, *cls.trailing)))  # type: ignore[misc]  # being made

    def __init__(self, *values: object, **named: object) -> None:
        cls, fields = type(self), self.__match_args__
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} has {len(fields)} fields; {len(values)} were given")
        made = self.__dict__
        for name, value in zip(fields, values, strict=False):
            made[name] = value
        for name in fields[len(values) :]:
            if name in named:
                made[name] = named.pop(name)
            elif hasattr(cls, name):
                made[name] = getattr(cls, name)
            else:
                raise TypeError(f"{cls.__name__} needs {name}")
        if named:
            raise TypeError(f"{cls.__name__} has no field {next(iter(named))}, or it was given twice")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} never changes; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"{type(self).__name__}({fields})"


class Single(Frozen):
    """A value that equals only itself, so that nobody looks into it to compare it."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


V = TypeVar("V", bound=Frozen)


def replace(value: V, /, **changes: Any) -> V:
    """The same value with other fields; raises TypeError for one that it has not."""
    for name in changes:
        if name not in value.__match_args__:
            raise TypeError(f"{type(value).__name__} has no field {name}")
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__, **changes)
    return new
