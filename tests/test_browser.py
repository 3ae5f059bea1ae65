"""The browser that the tests of pages use sees everything on a page."""

from __future__ import annotations

import io
from pathlib import Path

from browser import PHONE, Browser
from pypdf import PdfReader


def page(folder: Path, body: str, style: str = "") -> Path:
    file = folder / "page.html"
    head = f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>{style}"
    file.write_text(f"{head}<title>t</title><body>{body}", "utf-8")
    return file


def test_a_plain_page_is_found_well(browser: Browser, tmp_path: Path) -> None:
    file = page(tmp_path, "<p>a text</p><svg width=50 height=50><rect width=50 height=50 /></svg>")
    browser.open(file, PHONE)
    assert browser.text().strip() == "a text"
    assert browser.requested() == [file.as_uri()]
    assert (browser.said(), browser.too_wide(), browser.faint()) == ([], [], [])


def test_what_is_too_wide_is_found_unless_it_scrolls(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, "<div style='overflow-x: auto'><p style='width: 400px'>a</p></div>"), PHONE)
    assert browser.too_wide() == []
    browser.open(page(tmp_path, "<p style='width: 400px'>a</p>"), PHONE)
    assert any(line.startswith("P ") for line in browser.too_wide())


def test_what_is_torn_or_lies_over_a_button_is_found(browser: Browser, tmp_path: Path) -> None:
    narrow = "<main style='width: 2.5em; overflow-wrap: anywhere'>"
    browser.open(page(tmp_path, f"{narrow}<p>go 1 to 12345678</p><p>Carthage</p><p>Ольга</p><p>{'W' * 24}</p>"))
    assert browser.torn() == ["12345678 of go 1 to 12345678", "Carthage of Carthage", "Ольга of Ольга"]
    browser.open(page(tmp_path, "<main><button>a</button><button style='margin-left: -9px'>b</button>"))
    assert browser.torn() == ["a over b"]


def test_what_is_faint_is_found(browser: Browser, tmp_path: Path) -> None:
    # 4.54 and 4.48 on white: the last grey that is dark enough, and the first that is not.
    browser.open(page(tmp_path, "<p style='color: #767676'>a</p><p style='color: #777'>b</p>"))
    assert browser.faint() == ["4.48: b"]


def test_what_is_faint_in_a_drawing_is_found(browser: Browser, tmp_path: Path) -> None:
    text = "<text x=5 y=30 font-size=16"
    drawn = f"<svg width=90 height=40><rect width=90 height=40 />{text}>a</text>{text} fill=white>b</text></svg>"
    browser.open(page(tmp_path, drawn))
    assert browser.faint() == ["1.00: a"]


def test_a_page_is_seen_in_the_dark(browser: Browser, tmp_path: Path) -> None:
    style = "<style>@media (prefers-color-scheme: dark) { body { background: black } }</style>"
    browser.open(page(tmp_path, "a", style), dark=True)
    assert browser.faint() == ["1.00: a"]
    browser.see(PHONE)
    assert browser.faint() == []


def test_the_requests_of_a_page_and_those_it_forbids_are_noticed(browser: Browser, tmp_path: Path) -> None:
    style = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src file:\">"
    file = page(tmp_path, "<img src=picture.png><script>alert(1)</script>", style)
    browser.open(file)
    assert browser.requested() == [file.as_uri(), (tmp_path / "picture.png").as_uri()]
    assert len([line for line in browser.said() if "Content Security Policy" in line]) == 1


def test_a_page_is_printed(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, "<p>one</p><p style='break-before: page'>two</p>"))
    pages = PdfReader(io.BytesIO(browser.pdf())).pages
    assert [read.extract_text().strip() for read in pages] == ["one", "two"]


def test_nothing_is_left_of_the_page_before(browser: Browser) -> None:
    assert (browser.text(), browser.said(), browser.requested()) == ("", [], [])
