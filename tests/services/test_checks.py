"""The tables of the checks: each text that they call a warning or a fault is said, and has its cure."""

from __future__ import annotations

import pytest

from companion.commands.halls.check import FILE
from companion.services.checks.findings import FAULT, OK, WARNING, Check, seen
from companion.services.checks.hall_board import DATABASE, PAGE, TABLES
from companion.services.checks.hall_broker import BOARDS
from companion.services.checks.hall_table import RESULTS
from companion.services.checks.health import EVERYWHERE, ON_A_PI
from companion.words import LANGUAGES, Words

CHECKS = (*EVERYWHERE, *ON_A_PI, FILE, BOARDS, DATABASE, PAGE, TABLES, RESULTS)


def nothing() -> None:
    """A probe that sees nothing."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_what_a_check_calls_a_warning_or_a_fault_has_its_words_and_its_cure(check: Check) -> None:
    for language in LANGUAGES:
        words = Words(language)
        assert f"doctor.check.{check.name}" in words
        for text in [*check.warnings.split(), *check.faults.split()]:
            finding = check.finding(seen(text))
            assert f"doctor.{finding.text}" in words, finding
            # Those of groups and of devices follow from what is seen.
            assert f"doctor.cure.{finding.cure}" in words or check.name in ("groups", "devices"), finding
        assert set(check.cures) <= {*check.warnings.split(), *check.faults.split()}


def test_what_is_seen_gets_its_level_and_its_cure_from_the_table() -> None:
    check = Check("hall-disk", nothing, warnings="low", faults="full gone", cures={"low": "room"})  # type: ignore[arg-type]
    assert check.finding(seen("fine", free=9)) == ("hall-disk", OK, "hall.disk.fine", {"free": 9}, "")
    assert check.finding(seen("low"))[1:] == (WARNING, "hall.disk.low", {}, "room")
    assert check.finding(seen("gone"))[1:] == (FAULT, "hall.disk.gone", {}, "hall-disk-gone")
    assert check.finding(seen("low", level=FAULT, cure="other"))[1:] == (FAULT, "hall.disk.low", {}, "other")
