"""The people of messages: ids for the boards, and names as far as the club wants to give them away."""

from __future__ import annotations

from companion.hall.canonical import person_id
from companion.hall.fields import NAME_MOST, shorten
from companion.hall.messages import Person

NAMES = ("none", "initials", "full")


class NamePolicy:
    """Turns names into people of messages: `names` is one of NAMES, `key` the secret that makes the ids."""

    def __init__(self, names: str, key: str) -> None:
        self.names = names
        self._key = key
        self._ids: dict[str, str] = {}

    def __call__(self, names: tuple[str, ...]) -> tuple[Person, ...]:
        return tuple([Person(self._id(name), self.shown(name)) for name in names])

    def shown(self, name: str) -> str | None:
        """A name as the club gives it away; None if it does not."""
        if self.names == "full":
            return shorten(name, NAME_MOST)
        if self.names == "initials":
            return shorten("".join([part[0] for part in name.split()]), NAME_MOST)
        return None

    def _id(self, name: str) -> str:
        if name not in self._ids:
            self._ids[name] = person_id(self._key, name)
        return self._ids[name]
