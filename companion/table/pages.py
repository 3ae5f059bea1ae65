"""What can still be read of a damaged record: its pages one by one, whatever SQLite thinks of the whole.

The rows of `people`, `games` and `entries` are told apart by their shape, so neither the header nor the tree above the
leaves is needed. A row is taken from the newest page that has it; a page that only damage has made unreadable for
SQLite gives what else it holds. Nothing is read of a transaction that had not become durable.

The format is that of https://www.sqlite.org/fileformat2.html; numbers are big-endian there.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.table.whole import MOST

SIZE = 4096
"""Bytes of a page of ours; SQLite's own choice for many years."""
HEADER, FRAME = 32, 24
"""Bytes in front of a write-ahead log, and of each of its frames."""
_MAGIC = (0x377F0682, 0x377F0683)
Row = tuple[Any, ...]
Rows = dict[int, Row]


class Found(NamedTuple):
    """The rows by their numbers, without these: (name, used, retired); (game, players, options, series, begun, head,
    outcome, people), the last five as far as there are any; (game, text, parent, head, digest, at).
    """

    people: Rows
    games: Rows
    entries: Rows

    def take(self, number: int, row: list[Any]) -> None:
        """A row that was found; one that is known by now stays as it is."""
        if not 0 < number <= MOST or not row or row[0] is not None:
            return
        if len(row) == 7 and _are(row[1:], (int, str, int, int, str, float)):
            self.entries.setdefault(number, (*row[1:6], float(row[6])))
        elif len(row) >= 4 and _are(row[1:4], (str, str, str)):
            extra = [*row[4:10], *[None] * 6]  # older versions have fewer columns
            self.games.setdefault(number, (*row[1:4], *extra[:3], *extra[4:6]))
        elif len(row) == 4 and _are(row[1:2], (str,)) and _are(row[3:], (int,)):
            self.people.setdefault(number, tuple(row[1:]))


def _are(values: list[Any], kinds: tuple[type, ...]) -> bool:
    """Whether the values are of these kinds; SQLite writes a number without a fraction as a whole one."""
    return all(
        isinstance(value, kind) or (kind is float and isinstance(value, int))
        for value, kind in zip(values, kinds, strict=True)
    )


def read(file: Path, wal: Path, size: int = SIZE) -> Found:
    """Every row that can be found in a database and the write-ahead log beside it; either may be missing."""
    found, doubtful = Found({}, {}, {}), Found({}, {}, {})
    frames, torn = _frames(_bytes(wal), size)
    with _Pages(file, size) as base:
        under = Found({}, {}, {})
        for number in frames:
            for row in _leaf(base.page(number), size, base.page, doubtful):
                under.take(*row)
        if _contradict(frames, under, size):  # the log of another record
            frames, torn = {}, []
        newest = base.over(frames)
        for number in range(1, max(base.count, *frames, 0) + 1) if frames else range(1, base.count + 1):
            for row in _leaf(newest(number), size, newest, doubtful):
                found.take(*row)
        for page in torn:
            for row in _leaf(page, size, newest, doubtful):
                doubtful.take(*row)
    for sure, other in ((found, under), (found, doubtful)):
        for have, more in zip(sure, other, strict=True):
            for number, row in more.items():
                have.setdefault(number, row)
    return found


def _contradict(frames: Mapping[int, bytes], under: Found, size: int) -> bool:
    """Whether the log says something else of most entries than the database under it. Entries never change."""
    over = Found({}, {}, {})
    for page in frames.values():
        for row in _leaf(page, size, lambda number: frames.get(number, b""), Found({}, {}, {})):
            over.take(*row)
    both = [row == over.entries[number] for number, row in under.entries.items() if number in over.entries]
    return 2 * sum(both) < len(both)


class _Pages:
    """The pages of a database file."""

    def __init__(self, file: Path, size: int) -> None:
        self._size = size
        self._file = file.open("rb") if file.is_file() else None
        length = file.stat().st_size if self._file else 0
        self.count = -(-length // size)

    def page(self, number: int) -> bytes:
        """A page by its number, shorter where the file ends, empty beyond it."""
        if self._file is None or not 0 < number <= self.count:
            return b""
        self._file.seek((number - 1) * self._size)
        return self._file.read(self._size)

    def over(self, frames: Mapping[int, bytes]) -> Callable[[int], bytes]:
        """The same with what a log has written over it."""
        return lambda number: frames[number] if number in frames else self.page(number)

    def __enter__(self) -> _Pages:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def _bytes(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


# -- the write-ahead log


def _frames(log: bytes, size: int) -> tuple[dict[int, bytes], list[bytes]]:
    """Of the durable transactions: the newest whole image of every page, and the images that are not whole.

    A transaction is durable before the next one begins; so one that is not whole was durable if there is something of
    a later one. Of the last one nothing counts unless all of it is whole.
    """
    step = FRAME + size
    if len(log) < HEADER + step:
        return {}, []
    good = _good_header(log, size)
    order = ">" if (log[3] & 1 if good else sys.byteorder == "big") else "<"
    salts = log[16:24] if good else log[HEADER + 8 : HEADER + 16]
    seed = struct.unpack_from(">II", log, 24)
    images: list[tuple[int, bool, bytes, bool]] = []
    for at in range(HEADER, len(log) - step + 1, step):
        number, commit = struct.unpack_from(">II", log, at)
        body, told = log[at + FRAME : at + step], struct.unpack_from(">II", log, at + 16)
        whole = log[at + 8 : at + 16] == salts and summed(log[at : at + 8] + body, seed, order) == told
        if not whole and log[at + 8 : at + 16] != salts and not _ours_later(log, at + step, step, salts):
            break  # what is left of an older round
        images.append((number, commit > 0, body, whole))
        seed = told
    last = max([place for place, image in enumerate(images) if image[1] and image[3]], default=-1)
    before = max([place for place, image in enumerate(images[: max(last, 0)]) if image[1]], default=-1)
    if not all(image[3] for image in images[before + 1 : last + 1]):
        last = before
    newest: dict[int, bytes] = {}
    torn = []
    for number, _, body, whole in images[: last + 1]:
        if whole:
            newest[number] = body
        else:
            torn.append(body)
    return newest, torn[::-1]


def _ours_later(log: bytes, at: int, step: int, salts: bytes) -> bool:
    return any(log[later + 8 : later + 16] == salts for later in range(at, len(log) - step + 1, step))


def _good_header(log: bytes, size: int) -> bool:
    magic, _, told = struct.unpack_from(">III", log)
    if magic not in _MAGIC or told != size:
        return False
    return summed(log[:24], (0, 0), ">" if magic & 1 else "<") == struct.unpack_from(">II", log, 24)


def summed(data: bytes, seed: tuple[int, int], order: str) -> tuple[int, int]:
    """The running checksum of a write-ahead log."""
    one, two = seed
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def cut_short(wal: Path, known: int) -> bool:
    """Whether the log goes on behind the frames that SQLite knows: there is damage in the middle, not a torn end.

    Only the heads of the frames are looked at; the size of the pages is taken from the header, or else it is ours.
    """
    with wal.open("rb", buffering=0) as file:
        log = file.fileno()
        header = os.pread(log, HEADER, 0)
        if len(header) < HEADER:
            return False
        size = SIZE if known == 0 else int.from_bytes(header[8:12], "big")
        step = FRAME + max(size, 512)
        good = known > 0 or _good_header(header, size)
        salts = header[16:24] if good else os.pread(log, 8, HEADER + 8)
        commits = 0
        for at in range(HEADER + known * step, os.fstat(log).st_size - step + 1, step):
            head = os.pread(log, FRAME, at)
            commits += head[8:16] == salts and head[4:8] != b"\0\0\0\0"
    # One end of a transaction may be that of one which the plug has torn; whatever follows it shows that it was not.
    return commits > 1 or (commits > 0 and not good)


# -- a page


def _leaf(page: bytes, size: int, pages: Callable[[int], bytes], doubtful: Found) -> Iterator[tuple[int, list[Any]]]:
    """The rows of a leaf; what only looks like a row of it goes to the doubtful ones."""
    if len(page) < 108:  # the heads of a database and of a leaf, and no row yet
        return
    start = 100 if page.startswith(b"SQLite format 3\0") else 0
    said = int.from_bytes(page[start + 3 : start + 5], "big") if page[start] == 0x0D else 0
    begins, ends = set(), {int.from_bytes(page[start + 5 : start + 7], "big")}
    for place in range((size - start - 8) // 2):
        at = int.from_bytes(page[start + 8 + 2 * place : start + 10 + 2 * place], "big")
        if not start + 8 < at < size:
            if place < said:
                continue
            break
        try:
            number, row, end = _cell(page, at, size, pages)
        except (IndexError, ValueError, struct.error):
            continue
        begins.add(at)
        ends.add(end)
        if place < said:
            yield number, row
        else:
            doubtful.take(number, row)
    # Rows lie one behind the other; one that the list at the head of the page has lost begins where another ends.
    lost = ends - begins
    while lost:
        at = lost.pop()
        with suppress(IndexError, ValueError, struct.error):
            number, row, end = _cell(page, at, size, pages)
            doubtful.take(number, row)
            begins.add(at)
            lost |= {end} - begins


def _cell(page: bytes, at: int, size: int, pages: Callable[[int], bytes]) -> tuple[int, list[Any], int]:
    """The number and the values of a row, and where its cell ends."""
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if not 0 < length < 2**20:
        raise ValueError(length)
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (size - 4)
        here = least if here > most else here
    payload = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while len(payload) < length:
        beyond = pages(following)
        if len(beyond) < 5:
            raise ValueError(following)
        following = int.from_bytes(beyond[:4], "big")
        payload += beyond[4 : 4 + length - len(payload)]
    return number, _record(payload), at + here + (4 if here < length else 0)


def _record(payload: bytes) -> list[Any]:
    end, at = _varint(payload, 0)
    if not 1 < end < 64:
        raise ValueError(end)
    row, body = [], end
    while at < end:
        kind, at = _varint(payload, at)
        value, width = _value(payload, body, kind)
        row.append(value)
        body += width
    if at != end or body != len(payload):
        raise ValueError(body)
    return row


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, 0
    if kind in (8, 9):
        return kind - 8, 0
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], 8
    width = (kind - 12) // 2 if kind > 11 else (0, 1, 2, 3, 4, 6, 8)[kind]  # 10 and 11 are an IndexError
    part = payload[at : at + width]
    if len(part) < width:
        raise ValueError(kind)
    if kind < 7:
        return int.from_bytes(part, "big", signed=True), width
    return (part.decode("utf-8") if kind % 2 else part), width


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            value = value << 8 | byte
            return value, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, at + place + 1
