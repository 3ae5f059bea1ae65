"""The board: three lanes between two capitals, eleven regions and five sea routes (ruling: the layout).

A place is a number: the regions come first, then the sea routes, both in the order of the table view. The
camp of a side is the number of its pieces in each place. Legions are in regions, fleets on routes, so one tuple of
numbers holds both. Hannibal counts as a legion of his camp, because nearly every rule treats him as one; his place
is a separate field.
"""

from __future__ import annotations

Place = int
"""An index of PLACES."""

Camp = tuple[int, ...]
"""How many pieces of one side, Hannibal included, are in each place."""

REGIONS = ("ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "COR", "SAR", "CAN", "SIC", "ZAM")
ROUTES = ("ROM-COR", "COR-SAR", "SAR-CAR", "CAN-SIC", "SIC-ZAM")
PLACES = REGIONS + ROUTES
PLACE: dict[object, Place] = {name: place for place, name in enumerate(PLACES)}
ROM, GAL, NHI, SHI, MAU, CAR, COR, SAR, CAN, SIC, ZAM = range(len(REGIONS))
SEA = len(REGIONS)
"""The first place that is a sea route; every place below it is a region."""

BORDERS = ((ROM, GAL), (GAL, NHI), (NHI, SHI), (SHI, MAU), (MAU, CAR), (ROM, CAN), (ZAM, CAR))
SHORES = tuple((PLACE[route[:3]], PLACE[route[4:]]) for route in ROUTES)
"""By sea route, the two regions that it joins."""
ISLANDS = (COR, SAR, SIC)
CAPITALS = (ROM, CAR)
"""By seat."""

LEGIONS = (7, 5)
"""By seat, without Hannibal."""
FLEETS = 3


def adjacent(one: Place, other: Place) -> bool:
    """Whether two regions share a land border."""
    return (one, other) in BORDERS or (other, one) in BORDERS


def route_between(one: Place, other: Place) -> Place | None:
    """The sea route that joins two regions."""
    for at, shores in enumerate(SHORES, SEA):
        if shores in ((one, other), (other, one)):
            return at
    return None


def camp(pieces: dict[Place, int]) -> Camp:
    """The camp of a side that has pieces in these places."""
    return tuple([pieces.get(place, 0) for place in range(len(PLACES))])
