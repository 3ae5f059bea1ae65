"""Which requests the web window answers and refuses, without a network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from pathlib import Path

import pytest
from patience import PATIENCE_S
from viewers import Viewer, lit, opened, shown, table

from companion.ports import PublicView
from companion.session.public_view import public_view
from companion.words import Words
from hardware.web.answers import AnswersApp, Source
from hardware.web.app import CODE, PARTS, ROUTES, App, is_own_host, refusal
from hardware.web.latest import Latest, LatestState
from hardware.web.limits import Limits

OWN = socket.gethostname().partition(".")[0]


def answered(
    method: str = "GET",
    path: str = "/",
    headers: Mapping[str, str] | None = None,
    link: str = "",
    view: PublicView | None = None,
) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of an answer; of the stream only what it begins with."""
    latest = LatestState()
    opened(latest)
    latest.put(shown(0, lambda: view or table()._replace(link=link)))
    one = Viewer()

    async def scene() -> tuple[int, dict[str, str], str]:
        call = asyncio.ensure_future(App(latest)(one.scope(method, path, headers), one.receive, one.send))
        start = await one.take()
        body = await one.take()
        one.leaves.set()
        await call
        reported = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], reported, body.get("body", b"").decode()

    return asyncio.run(scene())


@pytest.mark.parametrize("path", ROUTES)
def test_no_route_takes_anything_but_get_and_head(path: str) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        status, headers, _ = answered(method, path)
        assert (status, headers["allow"]) == (405, "GET, HEAD"), method


@pytest.mark.parametrize("path", ROUTES)
def test_head_gives_the_headers_of_get_and_no_body(path: str) -> None:
    got, asked = answered("GET", path), answered("HEAD", path)
    assert asked == (*got[:2], "")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("method", "path", "more", "status", "why"), [
    ("GET", "/nothing", {}, 404, "there is nothing here"),
    ("GET", "/a/b", {}, 404, "there is nothing here"),
    ("GET", "/", {"content-length": "1"}, 400, "a request must not have a body"),
    ("GET", "/", {"host": "a.example"}, 403, "the Host is not this machine"),
    ("GET", "/", {"x": "y" * 20_000}, 431, "the request is too long"),
    ("PUT", "/", {}, 405, "only GET and HEAD are allowed"),
])  # fmt: skip
def test_a_browser_is_refused_with_a_page_in_the_language_of_the_table_and_a_program_with_a_line(
    method: str, path: str, more: dict[str, str], status: int, why: str, language: str
) -> None:
    words = Words(language)
    said = public_view(None, words)
    page = answered(method, path, {"host": "localhost", "accept": "text/html,*/*;q=0.8", **more}, view=said)
    assert (page[0], page[1]["content-type"]) == (status, "text/html; charset=utf-8")
    assert page[2].startswith(f'<!doctype html>\n<html lang="{language}">')
    assert f"<p>{words(f'web.refused-{status}')}</p>" in page[2]
    line = answered(method, path, {"host": "localhost", "accept": "*/*", **more}, view=said)
    assert (line[0], line[2]) == (status, f"{why}\n")


@pytest.mark.parametrize("path", [*ROUTES, "/nothing", "/../window.js", "/page/index.html", "//", "/%2e%2e/"])
def test_every_answer_has_the_strict_headers(path: str) -> None:
    status, headers, _ = answered(path=path)
    assert status == (200 if path in ROUTES else 404)
    policy = headers["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert {"frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "script-src 'self'"} <= set(policy)
    assert not any("unsafe" in part or "http" in part or "*" in part for part in policy)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["connection"] == "close"
    assert not any(name.startswith("access-control") for name in headers)
    assert "server" not in headers


def test_the_parts_of_the_page_are_ours_alone() -> None:
    for path in PARTS:
        body = answered(path=path)[2].replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "//" not in body.replace("// ", ""), path


@pytest.mark.parametrize("path", ["/", "/overlay", "/big"])
def test_every_page_comes_in_the_language_of_the_table(path: str) -> None:
    status, headers, page = answered(path=path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<html lang="en">' in page
    assert "Connection lost" in page
    assert "{" not in page


@pytest.mark.parametrize(("path", "place"), [("/p/", "../p"), ("/overlay/", "../overlay"), ("/big/", "../big")])
def test_a_slash_behind_a_page_leads_to_the_page(path: str, place: str) -> None:
    status, headers, _ = answered(path=path)
    assert (status, headers["location"]) == (308, place)
    assert answered(path=f"{path}x")[0] == 404


def test_the_board_of_a_hall_leads_there_too_and_keeps_the_question() -> None:
    one = Viewer()
    app = AnswersApp(Source(lambda *_: ("", ""), lambda *_: {}, lambda *_: (None, ""), Latest[int]()))

    async def scene() -> dict[bytes, bytes]:
        scope = {**one.scope("GET", "/overlay/"), "query_string": b"table=t1"}
        call = asyncio.ensure_future(app(scope, one.receive, one.send))
        start = await one.take()
        await one.take()
        await call
        return dict(start["headers"])

    assert asyncio.run(scene())[b"location"] == b"../overlay?table=t1"


@pytest.mark.parametrize("path", ["//", "/wire.js/", "/nothing/", "/p//"])
def test_a_slash_behind_anything_else_leads_nowhere(path: str) -> None:
    assert answered(path=path)[0] == 404


def test_the_code_is_there_while_there_is_a_link_and_under_the_same_rules() -> None:
    link = "bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%7D"
    status, headers, picture = answered(path=CODE, link=link)
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert picture.startswith("<svg ")
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert answered("HEAD", CODE, link=link) == (200, headers, "")
    assert answered(path=CODE)[0] == 404
    assert answered(path=CODE, link=link + "a" * 3000)[0] == 404
    assert answered("POST", CODE, link=link)[0] == 405
    assert answered(path=CODE, headers={"host": "evil.example"}, link=link)[0] == 403
    assert answered(path=CODE, headers={"origin": "http://evil.example"}, link=link)[0] == 403


def test_the_page_comes_with_its_labels_in_the_language_of_the_table_escaped() -> None:
    page = answered()[2]
    assert '<html lang="en">' in page
    assert '<strong data-label="lost">Connection lost</strong>' in page
    assert "{" not in page
    latest = LatestState()
    latest.put(shown(0, lambda: PublicView({"title": "<b>&{lost}"})))
    assert "<title>&lt;b&gt;&amp;{lost}</title>" in App(latest).page()


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1:8000", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost:9", "127.0.0.1"),
        ("LOCALHOST", "::1"),
        ("[::1]:8000", "::1"),
        ("192.168.1.5:8000", "192.168.1.5"),
        ("192.168.1.5:8000", "::ffff:192.168.1.5"),
        ("[fe80::1]:8000", "fe80::1%eth0"),
        (f"{OWN}.local:8000", "192.168.1.5"),
        (OWN.upper(), "192.168.1.5"),
    ],
)
def test_the_machine_answers_to_its_own_names(host: str, here: str) -> None:
    assert is_own_host(host, here)


def test_its_name_is_its_own_in_the_domains_of_its_network_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "resolv.conf"
    file.write_text("nameserver 192.0.2.1\nsearch Fritz.Box lan.\ndomain home.arpa\n")
    for domain in ("fritz.box", "LAN", "home.arpa"):
        assert is_own_host(f"{OWN}.{domain}:8100", "192.168.1.5", resolver=file)
        assert not is_own_host(f"other.{domain}", "192.168.1.5", resolver=file)
    assert not is_own_host(f"{OWN}.evil.example", "192.168.1.5", resolver=file)
    assert not is_own_host(f"{OWN}.fritz.box", "192.168.1.5", resolver=tmp_path / "missing")


def test_other_names_can_be_given_to_it() -> None:
    hosts = ("hall.example.org",)
    assert is_own_host("Hall.example.org:8100", "192.168.1.5", hosts)
    assert not is_own_host("other.example.org", "192.168.1.5", hosts)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        f"{OWN}.evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.168.1.6:8000",
        "127.0.0.1",
        "[::1]",
        "192.168.1.5@evil.example",
        "192.168.1.5:8000@evil.example",
        "192.168.1.5:port",
        "192.168.1.5:",
        "192.168.1.5, evil.example",
        "3232235781",
        "[192.168.1.5",
        "192.168.1.5:8000\n",
    ],
)
def test_it_answers_to_no_other(host: str) -> None:
    assert not is_own_host(host, "192.168.1.5")
    assert refusal("GET", [("host", host)], "192.168.1.5") == (403, "the Host is not this machine")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://127.0.0.1:8000"}, 403),
        ({"origin": "http://127.0.0.1:8001"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"content-length": "1"}, 400),
        ({"transfer-encoding": "chunked"}, 400),
        ({"content-length": "0"}, 200),
        ({"origin": "http://127.0.0.1:8000"}, 200),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, 200),
    ],
)
def test_what_comes_from_elsewhere_or_brings_something_is_refused(headers: dict[str, str], status: int) -> None:
    assert [answered("GET", path, headers)[0] for path in ROUTES] == [status] * len(ROUTES)


def test_a_link_from_elsewhere_leads_here() -> None:
    assert answered("GET", "/", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"})[0] == 200


def streamed(one: Viewer, latest: LatestState, limits: Limits) -> asyncio.Future[None]:
    return asyncio.ensure_future(App(latest, limits)(one.scope(), one.receive, one.send))


def test_a_stream_on_which_nothing_happens_says_that_it_is_there() -> None:
    async def scene() -> None:
        latest, one = LatestState(), Viewer()
        opened(latest)
        latest.put(shown(1))
        call = streamed(one, latest, Limits(pause_s=0.0, beat_s=0.01))
        assert (await one.take())["status"] == 200
        assert lit((await one.take())["body"]) == 1
        assert (await one.take())["body"] == b"event: beat\ndata:\n\n"
        assert (await one.take())["body"] == b"event: beat\ndata:\n\n"
        one.leaves.set()
        await call

    asyncio.run(scene())


def test_a_viewer_that_reads_nothing_for_too_long_is_cut_off() -> None:
    async def scene() -> None:
        latest, one = LatestState(), Viewer()
        rings = opened(latest)
        latest.put(shown(1))
        call = streamed(one, latest, Limits(stalled_s=0.01))
        await one.take()
        await asyncio.wait_for(call, PATIENCE_S)
        assert one.dropped == 1
        latest.put(shown(2))
        assert rings.calls == []

    asyncio.run(scene())


def test_who_goes_is_counted_no_more() -> None:
    async def scene() -> None:
        latest, one = LatestState(), Viewer()
        rings = opened(latest)
        latest.put(shown(1))
        call = streamed(one, latest, Limits())
        await one.take()
        await one.take()
        latest.put(shown(2))
        assert len(rings.calls) == 1
        rings.answer()
        one.leaves.set()
        await call
        latest.put(shown(3))
        assert rings.calls == []

    asyncio.run(scene())
