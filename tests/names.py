"""Names that people can have: as examples for hypothesis, and one of every width in pixels and of each script.

A test that lives on short names sees nothing of what long ones do. `people_of_width` is for tests that paint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hypothesis import strategies as st

from companion.kit.rules import NAME_MOST, BadPlayers, check_name


def possible(name: str) -> bool:
    """Whether somebody can have this name."""
    try:
        check_name(name)
    except BadPlayers:
        return False
    return True


names = st.text(min_size=1, max_size=NAME_MOST).filter(possible)

SCRIPTS: dict[str, str | tuple[str, ...]] = {
    "latin": "aeinorstlumdcgpbfhkvwzyxjqi.'AEMWSTRLNOBDGKVCHPFJUZIYQX-",
    "kana": "さくらたろうハナコアイウエオっーカキクケコまみむめもャンガぱ",
    "kanji": "佐々木健太郎鈴高橋田中渡辺伊藤山本小林加吉翔髙陽葵蓮",
    "combining": ("e\u0301", "u\u0308", "n\u0303", "a\u030a", "c\u0327", "o\u0302\u0301", "か\u3099", "i\u0307"),
    "right-to-left": "שרהמשהדודיעקבمحمدفاطمةعليزينب",
    "mixed": "Aあ佐e\u0301ש😀é7 ",
}
"""Letters of each script. Some have no picture in the fonts: they are drawn as a box."""
WIDEST = 24 * 9
"""More pixels than a name of NAME_MOST characters can have."""


def script_name(letters: str | tuple[str, ...], start: int, width: Callable[[str], int], wanted: int) -> str:
    """A name of letters of a script, the first one at `start`, as wide as wanted or less wide by as little as possible.

    The last letter is changed until the width is right. There is at least one letter, though it may be too wide.
    """
    ring = [*letters[start % len(letters) :], *letters[: start % len(letters)]]
    name = ""
    for letter in ring * (NAME_MOST // len(ring) + 1):
        longer = (name + letter).lstrip()
        if len(longer) > NAME_MOST or (name and width(longer) > wanted):
            break
        name = longer
    name = name.rstrip()
    if name and width(name) == wanted:
        return name
    changed = [name, *ring, *[start + last for start in (name, name[:-1], name[:-2]) for last in ring]]
    fitting = [found for found in changed if found and width(found) <= wanted and possible(found)]
    return max(fitting, key=width, default=name)


def people_of_width(
    people: Iterable[str], width: Callable[[str], int], wanted: int, turn: int = 0
) -> Mapping[str, str]:
    """Another name for each of these people, no two alike, each as wide as wanted if its script can be so.

    Neighbours have names of different scripts; `turn` says which script the first one has.
    """
    scripts, given = list(SCRIPTS.values()), dict[str, str]()
    for place, person in enumerate(people):
        letters = scripts[(place + turn) % len(scripts)]
        tries = (script_name(letters, start, width, wanted) for start in range(place, place + len(letters)))
        free = (name for name in tries if name not in given.values())
        given[person] = next(free, f"{place}{chr(0x4E00 + place)}")
    return given


def every_width(width: Callable[[str], int]) -> list[int]:
    """Every width that names can have, up to the longest."""
    longest = max(width(letter) for letters in SCRIPTS.values() for letter in letters)
    return list(range(1, min(longest * NAME_MOST + NAME_MOST, WIDEST)))
