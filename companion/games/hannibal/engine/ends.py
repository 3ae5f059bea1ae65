"""The conditions at the end of a turn: who controls the Mediterranean and the core, and the chips."""

from __future__ import annotations

from companion.games.hannibal.engine.board import CAN, COR, GAL, MAU, NHI, SAR, SHI, SIC, ZAM, Camp, Place
from companion.kit.rules import Outcome, Seat

CHIPS_TO_WIN = 8
CORE_NEEDED = 3

Group = tuple[Place, ...]
"""Regions; an own legion in one of them is enough."""

# HAN-12, by the option `west` and by seat. "symmetric" mirrors Carthage's NHI or GAL; the printed NHI is kept as it is.
MEDITERRANEAN: dict[bool, tuple[tuple[Group, ...], tuple[Group, ...]]] = {
    False: (((SAR,), (NHI, MAU), (ZAM, SIC)), ((COR,), (NHI, GAL), (SIC, CAN))),
    True: (((SAR,), (SHI, MAU), (ZAM, SIC)), ((COR,), (NHI, GAL), (SIC, CAN))),
}

# HAN-16, by seat: for each of COR, SAR, SIC, NHI and SHI the regions from which it is controlled. (ruling) Both sides
# may control the same one: the groups of each side are checked separately.
CORE: tuple[tuple[Group, ...], tuple[Group, ...]] = (
    ((COR, SAR), (SAR,), (SIC, ZAM), (NHI, SHI, MAU), (SHI, MAU)),
    ((COR,), (SAR, COR), (SIC, CAN), (NHI, GAL), (SHI, NHI, GAL)),
)


def count_held_groups(camp: Camp, groups: tuple[Group, ...]) -> int:
    """The number of groups in which the side has a legion."""
    count = 0
    for group in groups:
        for region in group:
            if camp[region]:
                count += 1
                break
    return count


def controls_mediterranean(camp: Camp, seat: Seat, *, symmetric: bool) -> bool:
    """HAN-12: a legion in one region of each lane. (ruling) Where two regions are named, either is enough."""
    groups = MEDITERRANEAN[symmetric][seat]
    return count_held_groups(camp, groups) == len(groups)


def controls_core(camp: Camp, seat: Seat) -> bool:
    """HAN-17: three core regions, or more (ruling)."""
    return count_held_groups(camp, CORE[seat]) >= CORE_NEEDED


def with_chip(chips: tuple[int, int], seat: Seat) -> tuple[int, int]:
    """HAN-17: the seat takes a chip, the other gives all its chips back."""
    return (chips[0] + 1, 0) if seat == 0 else (0, chips[1] + 1)


def end_outcome(winner: Seat | None, rule: str | None) -> Outcome:
    """The outcome of a game that `winner`, or nobody, has won; `rule` is None if people entered the result."""
    if winner is None:
        return Outcome((), (0, 0), rule, names_rule=True)
    return Outcome((winner,), (1 - winner, winner), rule, names_rule=True)
