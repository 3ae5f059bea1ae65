"""The phones that may press: how one is paired, the key that each shares with the device, and the numbers of presses.

http can be overheard by everybody who has the password of the Wi-Fi, so a key never travels with a press: a press
carries HMAC-SHA256 over all that it says. A key comes to a phone in one of two ways (PHN-2):

- in the code on the glass, of which the phone sees the part behind `#` and the network nothing;
- on demand, in the clear, when the same four digits are on phone and glass and somebody says OK at the glass.

Keys are kept in memory only. The thread of the loop calls what `companion.ports.PhoneBook` names, the web thread the
rest; a lock is around both.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.ports import PhonesSeen

if TYPE_CHECKING:
    from asyncio import Future

PHONES_MOST = 8
OFFER_S = 120.0
"""How long a code on the glass, and a phone that asks, may be accepted."""
KEPT_S = 12 * 3600.0
"""How long a phone stays paired."""
TABS_MOST = 100
"""The tabs of one phone. None is forgotten before the phone is: its presses could be sent once more."""
RATE, RATE_S = 10, 1.0
"""The requests of one address in this time (PHN-3)."""
KEY_BYTES = 16
TEXT_MOST = 200
"""The letters of a text that a phone sends."""
CELLS_MOST = 200
"""The cells of a round that a phone sends."""
_HALF = re.compile("[\ud800-\udfff]")
"""Half a character: JSON can name it, UTF-8, and so a record, cannot."""
_TAB_MOST, _PAGE_MOST, _PLACE_MOST = 16, 32, 2**53


class Press(NamedTuple):
    """What a phone wants: the `target` on the page with this number, and a text for a field. `tab` and `place` are the
    number of the press.
    """

    tab: str
    place: int
    page: str
    target: str
    text: str | None


class Correction(NamedTuple):
    """What a phone has typed for the cells of a `round` of the score sheet with this number, by their ids; with `put`
    it is to be entered. `tab` and `place` are the number of the request, among those of presses.
    """

    tab: str
    place: int
    sheet: str
    round: int
    cells: dict[str, str]
    put: bool


class HandedPad(NamedTuple):
    """A file that a phone hands over as a score pad: its name, empty for a text, and its bytes. `tab` and `place` are
    as in `Correction`.
    """

    tab: str
    place: int
    name: str
    content: bytes


Request = Press | Correction | HandedPad
"""What only a paired phone may send."""


class Refused(Exception):
    """Why a request changes nothing: a status of HTTP, and a word for the page."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(status, why)
        self.status = status
        self.why = why


class _Tab(NamedTuple):
    """The last press of a tab: its number, the digest of its bytes, and what gives its answer."""

    place: int
    digest: bytes
    answer: Future[Any]


class Phone:
    """A phone that may press, until `until`. Its `tabs` belong to the web thread."""

    def __init__(self, number: int, key: str, address: str, until: float) -> None:
        self.number = number
        self.key = key
        self.address = address
        self.until = until
        self.tabs: dict[str, _Tab] = {}

    @property
    def source(self) -> str:
        """What the log calls it."""
        return f"phone{self.number}"


class _Asking(NamedTuple):
    """A phone that asks to be paired: its digits, its key, its address; `accepted` at the glass."""

    digits: str
    key: str
    address: str
    until: float
    accepted: bool = False


class Phones:
    """Implements `ports.PhoneBook`. `news` is called when a phone was paired, with its number, or asks, with 0."""

    def __init__(
        self,
        news: Callable[[int], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._news = news
        self._clock = clock
        self._random = random_bytes
        self._lock = threading.Lock()
        self._phones: dict[int, Phone] = {}
        self._last = 0
        self._shown = False
        self._offer: tuple[str, float] | None = None
        self._asking: _Asking | None = None
        self._rates: dict[str, tuple[float, int]] = {}

    # -- in the thread of the loop

    def offer(self, *, shown: bool) -> None:
        """Whether the page for pairing is shown: only then can a phone be paired. It gets a new key each time."""
        with self._lock:
            if shown and not self._shown:
                self._offer = (self._new_key(), self._clock() + OFFER_S)
                self._asking = None  # accepted, but it has not proved its key: its page was closed or loaded anew
            if not shown:
                self._offer = None
                self._asking = self._asking if self._asking is not None and self._asking.accepted else None
            self._shown = shown

    @property
    def deadline(self) -> float | None:
        """When what is shown changes by itself."""
        with self._lock:
            self._expire()
            moments = [offer[1] for offer in (self._offer,) if offer] + [ask.until for ask in (self._asking,) if ask]
            return min(moments, default=None)

    def seen(self) -> PhonesSeen:
        """What the glass shows."""
        with self._lock:
            self._expire()
            key = self._offer[0] if self._offer is not None else ""
            asking = self._asking
            digits = asking.digits if asking is not None and not asking.accepted else ""
            return PhonesSeen(key, digits, tuple(self._phones), len(self._phones) >= PHONES_MOST)

    def accept(self) -> None:
        """Let the phone that asks press; it is paired once it proves that it has the key."""
        with self._lock:
            if self._asking is not None:
                self._asking = self._asking._replace(accepted=True)

    def remove(self, number: int) -> None:
        """End what a phone may do."""
        with self._lock:
            self._phones.pop(number, None)

    # -- in the web thread

    def addresses(self) -> frozenset[str]:
        """Where the paired phones are."""
        with self._lock:
            return frozenset(phone.address for phone in self._phones.values())

    def allows(self, address: str) -> bool:
        """Whether an address may ask once more in this second; counts it."""
        now = self._clock()
        with self._lock:
            if len(self._rates) > 1000:
                self._rates = {one: rate for one, rate in self._rates.items() if now - rate[0] < RATE_S}
            since, count = self._rates.get(address, (now, 0))
            since, count = (now, 0) if now - since >= RATE_S else (since, count)
            self._rates[address] = (since, count + 1)
            return count < RATE

    def phone(self, number: str) -> Phone | None:
        """The phone of a number; None if it may not press."""
        with self._lock:
            self._expire()
            return (
                self._phones.get(int(number)) if number.isascii() and number.isdecimal() and len(number) < 5 else None
            )

    def ask(self, address: str) -> tuple[str, str]:
        """A phone without the code asks: the digits that it shows, and its key. One asks at a time; one that was
        accepted and has lost its key may ask again, and needs OK again. Raises Refused.
        """
        with self._lock:
            self._expire()
            if not self._shown:
                raise Refused(409, "hidden")
            if len(self._phones) >= PHONES_MOST:
                raise Refused(409, "full")
            again = self._asking is not None and self._asking.accepted and self._asking.address == address
            if self._asking is not None and not again:  # digits that somebody compares now are never replaced
                raise Refused(409, "other")
            digits = f"{int.from_bytes(self._random(4), 'big') % 10_000:04}"
            self._asking = _Asking(digits, self._new_key(), address, self._clock() + OFFER_S)
            asked = digits, self._asking.key
        self._news(0)
        return asked

    def pair(self, proof: str, body: bytes, address: str) -> int:
        """The number of the phone that proves that it has a key, the same number if sent again. Raises Refused."""
        with self._lock:
            self._expire()
            for phone in self._phones.values():
                if is_proof(proof, phone.key, "pair", body):
                    phone.address = address  # the router may have given it another one
                    return phone.number
            if self._offer is not None and is_proof(proof, self._offer[0], "pair", body):
                key, self._offer = self._offer[0], None
            elif self._asking is not None and is_proof(proof, self._asking.key, "pair", body):
                if not self._asking.accepted:
                    raise Refused(202, "waits")
                key, self._asking = self._asking.key, None
            else:
                raise Refused(403, "unknown")
            if len(self._phones) >= PHONES_MOST:
                raise Refused(409, "full")
            self._last += 1
            number = self._last
            self._phones[number] = Phone(number, key, address, self._clock() + KEPT_S)
        self._news(number)
        return number

    def _expire(self) -> None:
        now = self._clock()
        if self._offer is not None and now >= self._offer[1]:
            self._offer = None
        if self._asking is not None and now >= self._asking.until:
            self._asking = None
        for number in [number for number, phone in self._phones.items() if now >= phone.until]:
            del self._phones[number]

    def _new_key(self) -> str:
        """128 bits in 22 characters, which a code on the glass has room for."""
        return urlsafe_b64encode(self._random(KEY_BYTES)).rstrip(b"=").decode()


def proof_of(key: str, what: str, body: bytes) -> str:
    """HMAC-SHA256 over a request, as hexadecimal digits. `what` keeps a proof of one kind from being one of another."""
    return hmac.new(key.encode(), f"{what}\n".encode() + body, hashlib.sha256).hexdigest()


def is_proof(proof: str, key: str, what: str, body: bytes) -> bool:
    """Whether this proves that the sender of the body has the key; takes as long if it does not."""
    return hmac.compare_digest(proof.encode("utf-8", "replace"), proof_of(key, what, body).encode())


BROKEN = 400, "broken"


def press_of(body: bytes) -> Press:
    """The press that a body is; raises Refused."""
    press = Press(**_said(body, Press._fields))
    text = press.text is None or _is_text(press.text, TEXT_MOST)
    if not (_is_text(press.page, _PAGE_MOST) and _is_text(press.target, TEXT_MOST) and text):
        raise Refused(*BROKEN)
    return press


def correction_of(body: bytes) -> Correction:
    """The correction that a body is; raises Refused."""
    correction = Correction(**_said(body, Correction._fields))
    right = (
        _is_text(correction.sheet, _PAGE_MOST) and type(correction.round) is int and 0 <= correction.round < _PLACE_MOST
        and type(correction.put) is bool and isinstance(correction.cells, dict) and len(correction.cells) <= CELLS_MOST
        and all(_is_text(cell, TEXT_MOST) and _is_text(text, TEXT_MOST) for cell, text in correction.cells.items())
    )  # fmt: skip
    if not right:
        raise Refused(*BROKEN)
    return correction


def pad_of_body(body: bytes) -> HandedPad:
    """The pad that a body is, its bytes in base64; raises Refused."""
    pad = HandedPad(**_said(body, HandedPad._fields))
    if not _is_text(pad.name, TEXT_MOST) or not isinstance(pad.content, str):
        raise Refused(*BROKEN)
    try:
        return pad._replace(content=b64decode(pad.content, validate=True))
    except ValueError:
        raise Refused(*BROKEN) from None


def _said(body: bytes, fields: tuple[str, ...]) -> dict[str, Any]:
    """What a body of JSON says, if it has these fields, and among them a number of a request; else raises Refused."""
    try:
        members = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(*BROKEN) from None
    if not isinstance(members, dict) or set(members) != set(fields):
        raise Refused(*BROKEN)
    tab, place = members["tab"], members["place"]
    if not (_is_text(tab, _TAB_MOST) and tab and type(place) is int and 0 < place <= _PLACE_MOST):
        raise Refused(*BROKEN)
    return members


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and not _HALF.search(value)


def number_press(phone: Phone, press: Request, body: bytes, answer: Future[Any]) -> Future[Any] | None:
    """Take the number of a press or another request, with what gives its answer: None for a new press, which may go on.

    The same press again gets the first answer again. An older one, or another one of the same number, is refused
    (PHN-4).
    """
    digest = hashlib.sha256(body).digest()
    tab = phone.tabs.get(press.tab)
    if tab is not None and press.place <= tab.place:
        if press.place == tab.place and digest == tab.digest:
            return tab.answer
        raise Refused(409, "old")
    if any(not other.answer.done() for other in phone.tabs.values()):
        raise Refused(429, "busy")  # one press of a phone at a time stands before a key
    if tab is None and len(phone.tabs) >= TABS_MOST:
        raise Refused(409, "tabs")
    phone.tabs[press.tab] = _Tab(press.place, digest, answer)
    return None
