"""The canonical form, and the hashes and signatures over it, against values computed by other programs."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from hall.results import RESULT
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.canonical import canonical, is_signed, mac, person_id, sha256, sign, table_key
from companion.hall.messages import as_json
from companion.hall.people import NamePolicy

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=12,
)


def test_members_are_sorted_and_nothing_is_escaped_without_need() -> None:
    assert canonical({"b": [1, None, True], "a": 'é"\n', "B": {}}) == '{"B":{},"a":"é\\"\\n","b":[1,null,true]}'


@given(JSON)
def test_what_is_read_from_the_canonical_form_has_the_same_form(value: object) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


@pytest.mark.parametrize("value", [1.0, [0.5], {"a": float("nan")}, "\ud800", {"\udfff": 1}, {1: 2}, {"a": b""}])
def test_other_values_have_no_canonical_form(value: object) -> None:
    with pytest.raises(ValueError, match=r"canonical form|surrogates|names of members"):
        canonical(value)


def test_the_hash_is_that_of_the_bytes() -> None:
    # printf '{"a":1}' | sha256sum
    assert sha256({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


def test_a_table_has_a_key_of_its_own_that_follows_from_the_secret() -> None:
    key = hmac.new(b"secret", b"companion hall table club/t1", hashlib.sha256)
    assert table_key("secret", "club", "t1") == key.hexdigest()
    signed = hmac.new(key.digest(), b'some/topic\n{"v":1}', hashlib.sha256).hexdigest()[:32]
    assert mac(key.hexdigest(), "some/topic", {"v": 1}) == signed
    assert mac(key.hexdigest(), "some/topic", {"v": 1, "mac": "x"}) == signed


def test_only_the_right_key_topic_and_content_fit_a_signature() -> None:
    key, other = (table_key("secret", "club", table) for table in ("t1", "t2"))
    message = sign(key, "topic", as_json(RESULT))
    assert is_signed(key, "topic", message)
    assert not is_signed(other, "topic", message)
    assert not is_signed(key, "other", message)
    assert not is_signed(key, "topic", {**message, "seconds": 1})
    assert not is_signed(key, "topic", as_json(RESULT))
    assert not is_signed(key, "topic", {**message, "mac": "é"})
    assert not is_signed(key, "topic", {**message, "more": 0.5})
    assert sign(None, "topic", {"v": 1}) == {"v": 1}


def test_a_person_is_the_same_in_other_letters_and_blanks() -> None:
    assert person_id("key", "Ada  Lovelace") == person_id("key", "ADA Lovelace")
    assert person_id("key", "Ａda") == person_id("key", "ada")
    assert person_id("key", "Ada") != person_id("key", "Ben")
    assert person_id("key", "Ada") != person_id("other", "Ada")
    assert len(person_id("key", "Ada")) == 16


@pytest.mark.parametrize(("names", "shown"), [("none", None), ("initials", "AL"), ("full", "Ada Lovelace")])
def test_a_club_decides_what_is_seen_of_names(names: str, shown: str | None) -> None:
    policy = NamePolicy(names, "key")
    (person,) = policy(("Ada Lovelace",))
    assert (person.person, person.name) == (person_id("key", "Ada Lovelace"), shown)
