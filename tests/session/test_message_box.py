"""The messages that are kept: what is in them after a restart, after a damage of the file, and on a full disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.banners import FILE, MOST, MessageBox
from companion.messages import Message, Phrase

WEAK = Message("power.weak")


def card(text: str) -> Message:
    """A message with a text of its own."""
    return Message("image.notice", text=Phrase(text, ja=f"{text}。"))


def english(box: MessageBox) -> list[str]:
    return [str(text) for text in box.texts]


def test_a_message_is_kept_in_every_language_and_over_a_restart(tmp_path: Path) -> None:
    text = MessageBox(tmp_path).post(WEAK)
    assert text.of("en").startswith("too little voltage")
    assert text.of("ja") != text.of("en")
    again = MessageBox(tmp_path)
    assert (again.texts, again.unseen) == ((text,), (text,))
    again.mark_seen(text)
    assert (MessageBox(tmp_path).texts, MessageBox(tmp_path).unseen) == ((text,), ())
    again.dismiss(text)
    assert MessageBox(tmp_path).texts == ()
    assert not (tmp_path / FILE).exists()


def test_the_messages_are_for_nobody_else(tmp_path: Path) -> None:
    MessageBox(tmp_path).post(WEAK)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_the_same_message_is_kept_once_as_the_newest_and_is_unseen_again(tmp_path: Path) -> None:
    box = MessageBox(tmp_path)
    first = box.post(card("a"))
    box.mark_seen(first)
    box.post(card("b"))
    box.post(card("a"))
    assert english(box) == ["a", "b"]
    assert [str(text) for text in box.unseen] == ["b", "a"]


def test_only_the_newest_messages_are_kept(tmp_path: Path) -> None:
    box = MessageBox(tmp_path)
    for number in range(MOST + 5):
        box.post(card(str(number)))
    assert english(box) == [str(number) for number in reversed(range(5, MOST + 5))]
    assert english(MessageBox(tmp_path)) == english(box)


def test_lines_end_where_they_did_and_nothing_gives_orders_to_a_terminal(tmp_path: Path) -> None:
    box = MessageBox(tmp_path)
    box.post(card("one\ntwo\x1b[31m\u202e"))
    assert english(box) == ["one\ntwo�[31m�"]


def test_what_cannot_be_written_is_kept_until_the_device_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    box = MessageBox(tmp_path / "gone")
    box.post(WEAK)
    assert len(box.texts) == 1
    assert "kept until the device stops" in caplog.text
    assert MessageBox(tmp_path / "gone").texts == ()


@pytest.mark.parametrize(
    "text",
    ["", "[", "{}", "[1]", "[{}]", '[{"seen": 1, "text": {"en": "a"}}]', '[{"seen": true, "text": {"ja": "a"}}]'],
)
def test_a_file_that_is_not_ours_is_no_message_and_is_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    box = MessageBox(tmp_path)
    assert box.texts == ()
    box.post(card("a"))
    assert english(MessageBox(tmp_path)) == ["a"]


@given(st.binary(max_size=200))
def test_no_file_hurts(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.getbasetemp() / "any"
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(content)
    assert isinstance(MessageBox(folder).texts, tuple)


def test_a_language_that_was_added_later_is_shown_in_english(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps([{"seen": False, "text": {"en": "a"}}]), "utf-8")
    assert MessageBox(tmp_path).texts[0].of("ja") == "a"
