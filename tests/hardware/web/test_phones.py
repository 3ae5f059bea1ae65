"""Phones that press: how they are paired, what they may do, and what nobody else may."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE_S
from phones import HOST, Device, Phone, paired, running
from viewers import shown

from companion.ports import Key, Look, WidePage
from companion.values import replace
from hardware.simulated import SimulatedClock
from hardware.web.pairing import PHONES_MOST, Phones, Refused, proof_of
from hardware.web.phone_door import PAIR, PhoneDoor


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with running(tmp_path / "device") as made:
        yield made


def log(folder: Path) -> str:
    return (folder / "device/record.log").read_text("utf-8")


def test_the_code_on_the_glass_pairs_one_phone_and_closes(device: Device) -> None:
    key = device.open_pairing()
    assert f"{device.address}p#{key}" in device.lines
    assert len(f"{device.address}p#{key}") <= 53
    phone, other = Phone(device.port, key), Phone(device.port, key)
    assert phone.pair() == "paired"
    device.wait(lambda: device.lines[0] == "Phone 1 may press now. BACK: remove it")
    assert "Phones" in device.lines
    assert phone.pair() == "paired"  # its answer was lost: the same number again
    assert phone.number == 1
    other.key = "A" * 22
    assert other.pair() == "unknown"


def test_back_on_the_banner_takes_it_back(device: Device) -> None:
    phone = paired(device)
    device.wait(lambda: device.lines[0].startswith("Phone 1"))
    device.tap(Key.BACK)
    device.wait(lambda: not device.book.seen().numbers)
    assert phone.press("@help", page="") == "gone"


def test_without_the_code_both_show_the_same_digits_and_only_ok_at_the_glass_accepts(device: Device) -> None:
    phone, other = Phone(device.port), Phone(device.port)
    assert phone.ask() == "hidden"
    device.open_pairing()
    digits = phone.ask()
    assert (len(digits), digits.isdecimal()) == (4, True)
    assert other.ask() == "other"
    device.wait(lambda: digits in device.lines)
    assert phone.pair() == "waits"
    device.tap(Key.OK)
    device.wait(lambda: not device.book.seen().digits)
    assert phone.pair() == "paired"


def test_leaving_the_page_ends_code_and_asking(device: Device) -> None:
    phone = Phone(device.port, device.open_pairing())
    asking = Phone(device.port)
    asking.ask()
    device.tap(Key.BACK)
    device.wait(lambda: not device.book.seen().key)
    assert (phone.pair(), asking.pair()) == ("unknown", "unknown")


def proved(book: Phones, key: str) -> int:
    return book.pair(proof_of(key, "pair", b"{}"), b"{}", "10.0.0.1")


def refused(call: Callable[[], object]) -> tuple[int, str]:
    """The status and the word with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.status, caught.value.why


def test_an_accepted_phone_whose_page_was_loaded_anew_asks_again_and_needs_ok_again() -> None:
    book = Phones()
    book.offer(shown=True)
    _, lost = book.ask("10.0.0.1")
    assert refused(lambda: book.ask("10.0.0.1")) == (409, "other")  # its digits are on the glass
    book.accept()
    assert refused(lambda: book.ask("10.0.0.2")) == (409, "other")
    digits, key = book.ask("10.0.0.1")
    assert book.seen().digits == digits
    assert refused(lambda: proved(book, lost)) == (403, "unknown")
    assert refused(lambda: proved(book, key)) == (202, "waits")
    book.accept()
    assert proved(book, key) == 1


def test_an_accepted_phone_that_does_not_come_back_is_forgotten_when_the_page_is_opened_anew() -> None:
    book = Phones()
    book.offer(shown=True)
    _, lost = book.ask("10.0.0.1")
    book.accept()
    book.offer(shown=False)
    book.offer(shown=True)
    assert refused(lambda: proved(book, lost)) == (403, "unknown")
    assert book.ask("10.0.0.2")[0] == book.seen().digits


def test_a_touch_is_ok_there_and_the_log_says_which_phone(device: Device, tmp_path: Path) -> None:
    phone = paired(device)
    assert phone.press("@back") == "done"
    assert phone.press(phone.names()["Settings"]) == "done"
    device.wait(lambda: device.lines[0] == "Settings")
    assert phone.press("@back") == "done"
    assert phone.press(phone.names()["People"]) == "done"
    assert phone.press(list(phone.names().values())[-1]) == "done"
    assert phone.page()["field"]["kind"] == "text"
    assert phone.press("@field", "佐々木") == "done"
    device.wait(lambda: any("佐々木" in line for line in device.lines))
    assert " people by:phone1 - name " in log(tmp_path).splitlines()[-1]


def test_a_page_that_moved_on_is_not_touched(device: Device) -> None:
    phone = paired(device)
    before = phone.page()["number"]
    phone.press("@back")
    assert phone.press("@back", page=before) == "moved"


def test_the_same_press_again_gets_the_first_answer_and_acts_once(device: Device) -> None:
    phone = paired(device)
    body, headers = phone.signed(phone.page()["number"], "@back")
    first, again = phone.post("press", body, headers), phone.post("press", body, headers)
    assert first == again == (200, {"result": "done"})
    device.wait(lambda: "People" in device.lines)
    other, headers = phone.signed("x", "@back", place=phone.place)
    assert phone.post("press", other, headers) == (409, {"result": "old"})
    assert phone.post("press", *phone.signed("x", "@back", place=phone.place))[0] == 409


def test_phones_and_a_private_page_need_the_glass(device: Device) -> None:
    phone = paired(device)
    phone.press("@back")
    name = next(name for name in phone.names() if name.startswith("Phones"))
    assert phone.press(phone.names()[name]) == "refused" or "OK at the glass" in str(phone.page()["banner"])
    assert device.book.seen().key == ""
    device.open_pairing()
    page = phone.page()
    assert (page["private"], page["targets"], page["table"]["log"]) == (True, [], [])
    assert device.book.seen().key not in json.dumps(page)
    assert phone.press("@ok") == "refused"
    assert device.book.seen().key


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"X-Companion": ""}, 403),
        ({"Content-Type": "text/plain"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"X-Phone": "2"}, 403),
        ({"X-Phone": "-1"}, 403),
        ({"X-Proof": "0" * 64}, 403),
        ({"X-Proof": ""}, 403),
        ({"Content-Length": "99999"}, 413),
        ({"Content-Length": "x"}, 400),
    ],
)
def test_what_is_not_from_our_page_or_not_from_the_phone_changes_nothing(
    device: Device, changed: dict[str, str], status: int
) -> None:
    phone, before = paired(device), device.screen
    body, headers = phone.signed(phone.page()["number"], "@back")
    assert phone.post("press", body, {**headers, **changed})[0] == status
    assert device.look().screen == device.screen == before


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"{" * 900, b'{"tab":1}', b"\xff" * 9, b'{"a":' + b"9" * 1500 + b"}"]
)
def test_a_broken_press_with_a_good_proof_is_refused(device: Device, body: bytes) -> None:
    phone = paired(device)
    headers = {"X-Phone": "1", "X-Proof": proof_of(phone.key, "press", body)}
    assert phone.post("press", body, headers) == (400, {"result": "broken"})


def test_eight_phones_at_most(device: Device) -> None:
    for number in range(1, 9):
        assert paired(device).number == number
    device.wait(lambda: device.book.seen().full)
    assert "Phone 8" in device.lines


def test_ten_requests_a_second_from_one_address() -> None:
    clock = SimulatedClock(0.0)
    door = PhoneDoor(Phones(clock=clock.monotonic), list[object]().append)
    often = [door.before(PAIR, {}, HOST) for _ in range(12)]
    assert often == [None] * 10 + [(429, {"result": "often"})] * 2
    assert door.before(PAIR, {}, "127.0.0.2") is None
    clock.advance(1.0)
    assert door.before(PAIR, {}, HOST) is None


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/p/press", 404), ("PUT", "/p/press", 405), ("POST", "/p", 405)]
)
def test_nothing_but_post_presses(device: Device, method: str, path: str, status: int) -> None:
    with closing(http.client.HTTPConnection(HOST, device.port, timeout=PATIENCE_S)) as wire:
        wire.request(method, path)
        assert wire.getresponse().status == status


def test_no_page_is_made_while_nobody_looks_and_one_for_all_who_do() -> None:
    made, asked = list[str](), list[object]()

    def wide() -> WidePage:
        made.append("page")
        return WidePage("1", "table", "Table")

    state, door = replace(shown(), wide=wide), PhoneDoor(Phones(), asked.append)
    door.show(state)
    assert not made
    for _ in range(PHONES_MOST):
        door.pages.add_viewer()
    assert [type(event) for event in asked] == [Look]
    door.show(state)
    assert made == ["page"]
    for _ in range(PHONES_MOST):
        door.pages.remove_viewer()
    door.show(state)
    assert made == ["page"]
