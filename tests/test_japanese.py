"""The Japanese texts by the rules of the house: one word for one thing, and sentences that hands can follow."""

from __future__ import annotations

import errno
import os
import re

import pytest

from companion.texts import reason_of
from companion.words import Words, files, parse_toml

TEXTS = {key: text for file in files("ja") for key, text in parse_toml(file.read_text("utf-8")).items()}
NO_ORDERS = ("put.turn", "put.game-again")
"""Whose turn it is, and which game people are in again."""
HANDS = {key: text for key, text in TEXTS.items() if key.startswith("put.") and key not in NO_ORDERS}
"""What people must do with their hands after undo, redo, *go on*, *change* and a correction."""
MACHINES = ("hall.", "doctor.", "image.", "report.", "settings.about.", "board.", "wall.")
"""Texts of commands and halls: there a machine is any machine."""

AGREED = {
    "12を渡す相手": "12を渡す人|渡されたプレイヤー",  # the one who gets it
    "デバイス": "機械|本体|Device",
    "はさまれる": "捕ま",
    "ラウンド": "この回[にのはを]",
    "決定": "^完了$",
    "得点で": "点の多さ",
    "ほかの中断中": "他の待機中",
    "キーリピート": "キーの反復",
    "スマホ画面": "ウェブ窓",
    "ハンニバルだけ": "彼だけ",
    "この先が成り立ちません": "あとが続きません",
    "ここから再開": "^ここから$",
    "だれ": "誰",
    "わかる": "分か[らりるれっ]",
    "こわれる": "壊",
    "コマ": "駒",
    "かっこ": "括弧",
    "見こみ": "見込",
    "入れかえる": "入れ[替換]",
    "スコアパッド": "得点パッド",
    "フォルダー": "フォルダ(?!ー)",
    "スマホ": "携帯",
    "ユーザー": "利用者",
    "種": "シード",
}
"""A word that people read everywhere, and what once stood in its place."""
EVERYWHERE = {"だれ", "わかる", "こわれる", "スコアパッド", "フォルダー", "スマホ", "ユーザー"}
"""Those that are the same in the texts of commands and halls."""


@pytest.mark.parametrize("word", AGREED)
def test_one_thing_has_one_word(word: str) -> None:
    wrong = re.compile(AGREED[word])
    machines = () if word in EVERYWHERE else MACHINES
    assert {key for key, text in TEXTS.items() if not key.startswith(machines) and wrong.search(text)} == set()


def test_what_may_come_asks_hands_for_nothing() -> None:
    told = {key.replace("ahead.", "event.", 1): text for key, text in TEXTS.items() if key.startswith("ahead.")}
    assert told
    assert not any("ください" in text for text in told.values())
    assert all(TEXTS[event] != text for event, text in told.items())


def test_done_is_the_same_word_in_every_list() -> None:
    english = {key: text for file in files("en") for key, text in parse_toml(file.read_text("utf-8")).items()}
    assert {TEXTS[key] for key, text in english.items() if text == "Done" and key != "screen.asked.done"} == {"決定"}


@pytest.mark.parametrize("key", HANDS)
def test_a_sentence_for_the_hands_ends_with_its_verb_or_with_the_list_behind_it(key: str) -> None:
    text = HANDS[key]
    if text.startswith("確認："):
        assert "ください" not in text  # a check, not an order
        return
    assert re.search("(?:てください|でください)(?:：{[a-z]+}|。[^。]*そのままです)?$", text), text
    assert "→" not in text


@pytest.mark.parametrize("key", HANDS)
def test_hands_know_what_stays_before_they_read_the_list_and_an_order_is_asked_of_several_only(key: str) -> None:
    text = HANDS[key]
    assert not re.search("}[^。]*以外", text)
    if "この順に" in text:
        assert f"{key}-one" in HANDS


def test_a_name_behind_a_verb_stands_in_brackets() -> None:
    """In `除外されたあおいの旗印` it was Aoi who removed it."""
    orders = {key: text for key, text in TEXTS.items() if key.startswith(("put.", "event.")) or "ください" in text}
    assert {key for key, text in orders.items() if re.search("[たるうくすつぬむいだ]{seat", text)} == set()


def test_home_has_a_japanese_name() -> None:
    assert TEXTS["screen.home.title"] == "卓上の友"


TROUBLE = (
    "record.full", "record.barred", "record.gone", "record.again", "record.lost", "record.unread", "record.cut-off",
    "trouble.files", "stick.failed", "stick.done", "stick.done-pads",
)  # fmt: skip
"""What the glass says of the record, when people are least patient."""


@pytest.mark.parametrize("key", TROUBLE)
def test_a_message_of_trouble_is_broken_between_words(key: str) -> None:
    """A line of a message has room for ten kana or kanji; a longer part would be broken anywhere, as で/す."""
    parts = re.split("｜|(?<=[。、：])", re.sub("[ -~]+", "", TEXTS[key]))
    assert max(map(len, parts)) <= 10


@pytest.mark.parametrize("name", ["EACCES", "EEXIST", "EIO", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"])
def test_the_usual_reasons_of_the_system_are_japanese(name: str) -> None:
    number = getattr(errno, name)
    said = Words("ja")("backup.unwritable", file="x", why=reason_of(OSError(number, os.strerror(number))))
    assert not re.search("[a-z]", said.removeprefix("x"))


NETWORK = (errno.ECONNREFUSED, errno.ECONNRESET, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT)
RESOLVER = ("Name or service not known", "Temporary failure in name resolution")


@pytest.mark.parametrize("text", [*map(os.strerror, NETWORK), *RESOLVER, "timed out"])
def test_the_usual_reasons_of_the_network_are_japanese(text: str) -> None:
    assert not re.search("[a-z]", Words("ja")("doctor.hall.broker.gone", url="", why=reason_of(OSError(text))))


def test_another_reason_stays_as_the_system_says_it() -> None:
    assert Words("ja")("backup.unwritable", file="x", why="level 2 halted").endswith("：level 2 halted")
