"""The web window on real wires: which requests it accepts, and what it does when the port is in use."""

from __future__ import annotations

import resource
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest
from descriptor_limit import descriptors
from patience import PATIENCE_S
from viewers import Caller, asked, lit, port, read, shown

from companion.ports import AuxPortError
from hardware.web import Window, own_address
from hardware.web.limits import LIMITS, Limits
from hardware.web.server import Places, free_places

HOST = "Host: localhost\n"


@pytest.fixture
def window() -> Iterator[Window]:
    # All callers of a test have one address.
    with closing(Window("127.0.0.1", 0, LIMITS._replace(pause_s=0.0, connections_each=LIMITS.connections))) as opened:
        opened.show(shown(1))
        yield opened


def state(caller: Caller) -> int:
    """How many pixels are lit in the next state."""
    return lit(caller.state())


def looking(window: Window, address: str = "127.0.0.1") -> Caller:
    caller = Caller(port(window), address=address)
    caller.say(f"GET /events HTTP/1.1\n{HOST}\n")
    assert read(caller.until(b"\r\n\r\n"))[0] == 200
    return caller


def test_a_viewer_gets_what_is_shown_and_then_what_is_shown_next(window: Window) -> None:
    with looking(window) as caller:
        assert state(caller) == 1
        window.show(shown(2))
        assert state(caller) == 2


def test_a_hundred_who_take_nothing_keep_nobody_from_seeing_the_newest(window: Window) -> None:
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(looking(window))
        last = stack.enter_context(looking(window))
        assert state(last) == 1
        for count in range(2, 50):
            window.show(shown(count))
        while state(last) != 49:
            pass


def test_for_who_takes_nothing_only_a_handful_of_states_wait_and_then_comes_the_newest(window: Window) -> None:
    with Caller(port(window), receive_bytes=2048) as lazy, looking(window) as quick:
        lazy.say(f"GET /events HTTP/1.1\n{HOST}\n")
        for count in range(2, 300):
            window.show(shown(count))
            while state(quick) != count:
                pass
        got = [state(lazy)]
        while got[-1] != 299:
            got.append(state(lazy))
        # What the system had taken for him, and one that was being handed over.
        assert len(got) < 25


def test_the_page_and_its_parts_are_there(window: Window) -> None:
    status, headers, body = asked(port(window), f"GET / HTTP/1.1\n{HOST}\n")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert int(headers["content-length"]) == len(body)
    for part, kind in (("window.js", "text/javascript"), ("window.css", "text/css"), ("icon.svg", "image/svg+xml")):
        status, headers, _ = asked(port(window), f"GET /{part} HTTP/1.1\n{HOST}\n")
        assert (status, headers["content-type"].partition(";")[0]) == (200, kind)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (f"POST / HTTP/1.1\n{HOST}Content-Length: 4\n\nabcd", 405),
        (f"GET / HTTP/1.1\n{HOST}Content-Length: 4\n\nabcd", 400),
        ("GET / HTTP/1.1\nHost: evil.example\n\n", 403),
        ("GET / HTTP/1.1\n\n", 400),
        (f"GET / HTTP/1.1\n{HOST}{HOST}\n", 400),
        ("GET / HTTP/1.0\n\n", 403),
        (f"GET http://evil.example/ HTTP/1.1\n{HOST}\n", 404),
        (f"GET /../../etc/passwd HTTP/1.1\n{HOST}\n", 404),
        (f"GET /%00 HTTP/1.1\n{HOST}\n", 404),
        (f"GET /events HTTP/1.1\n{HOST}Connection: Upgrade\nUpgrade: h2c\nOrigin: http://evil.example\n\n", 403),
        (f"GET / HTTP/1.1\n{HOST}X: {'x' * 9000}\n\n", 431),
        (f"GET /{'x' * 9000} HTTP/1.1\n{HOST}\n", 431),
        (f"GET / HTTP/1.1\n{HOST}{''.join(f'X-{n}: x{chr(10)}' for n in range(2000))}\n", 431),
        ("\0\1\2 nonsense\n\n", 400),
    ],
)
def test_what_a_caller_says_that_is_not_a_request_for_the_page_gets_no_page(
    window: Window, text: str, status: int
) -> None:
    with Caller(port(window)) as caller:
        caller.say(text)
        # What is cut off while there is more to be read may take the answer with it.
        heard = caller.hear()
        assert not heard or read(heard)[0] == status
    assert asked(port(window), f"GET / HTTP/1.1\n{HOST}\n")[0] == 200


def test_a_connection_serves_one_request(window: Window) -> None:
    with Caller(port(window)) as caller:
        caller.say(f"GET /icon.svg HTTP/1.1\n{HOST}\n" * 20)
        assert caller.hear().count(b"HTTP/1.1 200 OK") == 1


@pytest.mark.parametrize("text", ["", "GET / HT", f"GET / HTTP/1.1\n{HOST}X: "])
def test_who_does_not_come_to_the_end_of_his_question_is_cut_off(text: str) -> None:
    with closing(Window("127.0.0.1", 0, Limits(request_s=0.05))) as window:
        window.show(shown())
        with Caller(port(window)) as caller:
            caller.say(text)
            assert caller.hear() == b""


def test_a_viewer_is_not_cut_off_after_a_long_time() -> None:
    with closing(Window("127.0.0.1", 0, Limits(request_s=1.0, pause_s=0.0, beat_s=0.1))) as window:
        window.show(shown(1))
        with looking(window) as caller:
            assert state(caller) == 1
            for _ in range(15):  # half as long again as the question may take
                caller.until(b"event: beat\ndata:\n\n")
            window.show(shown(2))
            assert state(caller) == 2


def test_a_viewer_that_reads_nothing_is_cut_off_and_the_others_stay() -> None:
    limits = Limits(stalled_s=0.2, pause_s=0.0, beat_s=0.001)
    with closing(Window("127.0.0.1", 0, limits)) as window:
        window.show(shown(1))
        with Caller(port(window), receive_bytes=2048) as lazy:
            lazy.say(f"GET /events HTTP/1.1\n{HOST}\n")
            # Beats fill what the system keeps for him; he is let go, which he sees once he has read all of it.
            lazy.until(b"\r\n\r\n")
            gone = threading.Event()

            def watch() -> None:
                wait_until_gone(window)
                gone.set()

            watching = threading.Thread(target=watch)
            watching.start()
            assert gone.wait(PATIENCE_S)
            watching.join()
            with looking(window) as caller:
                assert state(caller) == 1


def wait_until_gone(window: Window) -> None:
    """Until nobody looks any more: then what is shown rings nobody."""
    while window.viewers:
        window.show(shown(1))


def test_one_viewer_too_many_may_try_again_later() -> None:
    with closing(Window("127.0.0.1", 0, Limits(connections=3))) as window:
        window.show(shown(1))
        with looking(window), looking(window), looking(window) as third:
            assert tried(window) == b""
            assert state(third) == 1
        # They have gone: sooner or later that is noticed.
        while not (heard := tried(window)):
            pass
        assert read(heard)[0] == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_one_address_cannot_take_the_places_of_others() -> None:
    with closing(Window("127.0.0.1", 0, Limits(connections=5, connections_each=3))) as window:
        window.show(shown(1))
        with looking(window), looking(window), looking(window):
            for _ in range(200):
                assert tried(window) == b""
            with looking(window, "127.0.0.2") as other, looking(window, "127.0.0.3"):
                assert state(other) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_where_all_places_are_taken_a_newcomer_gets_that_of_the_oldest_stream() -> None:
    with closing(Window("127.0.0.1", 0, Limits(connections=2))) as window:
        window.show(shown(1))
        with looking(window) as oldest, looking(window, "127.0.0.2") as other:
            assert (state(oldest), state(other)) == (1, 1)
            assert tried(window, "127.0.0.2") == b""  # who has a place already gets no second one
            with looking(window, "127.0.0.3") as newcomer:
                assert state(newcomer) == 1
                oldest.hear()  # until it is cut off
                window.show(shown(2))
                while state(other) != 2:
                    pass


def test_some_places_are_kept_for_callers_that_have_none() -> None:
    places = Places(6, 6, 2)
    assert [places.take("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]
    assert [places.take("192.0.2.2") for _ in range(2)] == [True, False]
    assert [places.take(f"192.0.2.{number}") for number in (3, 4)] == [True, False]


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    places = Places(9, 2)
    assert [places.take(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert [places.take(address) for address in ("fe80::1%eth0", "2001:db8:0:1::1", "::ffff:192.0.2.1")] == [True] * 3
    assert [places.take("192.0.2.1"), places.take("::ffff:192.0.2.1")] == [True, False]
    places.free("2001:db8::9")
    assert places.take("2001:db8::7")


def test_who_comes_and_goes_at_once_counts_for_a_while() -> None:
    with closing(Window("127.0.0.1", 0, Limits(connections_each=3, keep_s=PATIENCE_S))) as window:
        window.show(shown(1))
        assert [bool(tried(window)) for _ in range(6)] == [True, True, True, False, False, False]


def test_at_least_half_of_the_descriptors_stay_with_the_table() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    held = free_places(Limits(connections=300, connections_each=300))
    with descriptors(100):
        few = free_places(Limits(connections=300, connections_each=300))
    assert count(few) == 50
    assert count(held) == (min(300, soft // 2) if soft != resource.RLIM_INFINITY else 300)


def count(places: Places) -> int:
    """How many callers with addresses of their own there is room for."""
    return next(number for number in range(1000) if not places.take(f"192.0.2.{number}"))


def test_a_window_without_a_free_descriptor_says_so_once_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    with closing(Window("127.0.0.1", 0)) as window:
        window.show(shown(1))
        with looking(window) as caller:
            assert state(caller) == 1
            wires = [socket.socket() for _ in range(5)]
            with descriptors(0):
                for wire in wires:
                    wire.connect(("127.0.0.1", port(window)))
                while not caplog.messages:
                    window.show(shown(2))
            for wire in wires:
                wire.close()
            assert read(tried(window))[0] == 200
            window.show(shown(3))
            while state(caller) != 3:
                pass
    assert caplog.messages == ["the web window cannot accept: Too many open files"]


def tried(window: Window, address: str = "127.0.0.1") -> bytes:
    """The answer to a request for the page; nothing if the wire was cut."""
    with Caller(port(window), address=address) as caller, suppress(ConnectionError):
        caller.say(f"GET / HTTP/1.1\n{HOST}\n")
        caller.hear()
    return caller.heard


# -- opening and closing


def test_a_port_in_use_by_another_process_is_reported_and_opened_when_it_is_free() -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    number = taken.getsockname()[1]
    with closing(Window("127.0.0.1", number)) as window:
        with pytest.raises(AuxPortError, match=f"^the web window: port {number} is taken by another program$"):
            window.show(shown(1))
        taken.close()
        window.show(shown(2))
        with looking(window) as caller:
            assert state(caller) == 2


def test_an_address_that_is_not_this_machines_is_reported() -> None:
    with pytest.raises(AuxPortError, match=r"^the web window: 192\.0\.2\.1 is not an address of this machine$"):
        Window("192.0.2.1", 8000).show(shown())


def test_a_closed_window_has_let_the_port_and_everybody_go() -> None:
    window = Window("127.0.0.1", 0)
    window.show(shown(1))
    number = port(window)
    with looking(window) as caller:
        assert state(caller) == 1
        window.close()
        window.close()
        assert b"event" not in caller.hear()
    for thread in threading.enumerate():
        if thread.name == "web":  # a busy machine may take longer to end it than `close` waits
            thread.join(PATIENCE_S)
    with pytest.raises(ConnectionRefusedError):
        Caller(number)
    assert "web" not in [thread.name for thread in threading.enumerate()]


def test_a_window_that_was_never_opened_closes() -> None:
    Window("127.0.0.1", 0).close()


def test_a_window_that_is_closed_at_once_closes() -> None:
    for _ in range(5):
        window = Window("127.0.0.1", 0)
        window.show(shown())
        window.close()


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_it_can_be_called_by_ipv6_where_the_machine_has_it() -> None:
    with closing(Window("::1", 0)) as window:
        if not has_ipv6():
            with pytest.raises(AuxPortError):
                window.show(shown(1))
            return
        window.show(shown(1))
        assert window.address == f"http://[::1]:{port(window)}/"
        with socket.create_connection(("::1", port(window)), PATIENCE_S) as wire:
            wire.sendall(f"GET / HTTP/1.1\r\nHost: [::1]:{port(window)}\r\n\r\n".encode())
            assert wire.recv(15) == b"HTTP/1.1 200 OK"
    with closing(Window("::", 0)) as window:
        window.show(shown(1))
        assert asked(port(window), f"GET / HTTP/1.1\nHost: 127.0.0.1:{port(window)}\n\n")[0] == 200


def test_at_all_addresses_people_see_one_that_others_can_call() -> None:
    with closing(Window("0.0.0.0", 0)) as window:
        window.show(shown())
        assert window.address == f"http://{own_address()}:{port(window)}/"
    assert Window("localhost", 8000).address == "http://127.0.0.1:8000/"


def test_where_no_descriptor_is_free_the_address_is_the_name_of_the_machine() -> None:
    with descriptors(0):
        named = own_address()
    assert named == f"{socket.gethostname().partition('.')[0]}.local"
