"""Places in a beehive of upright cards: x is the column, y counts half cards downwards, x + y is even.

Only differences of places matter. Every card has six neighbours: above, below, and two on each side.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.groups import groups

Place = tuple[int, int]

NEIGHBOURS: tuple[Place, ...] = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))


def around(place: Place) -> list[Place]:
    """The six places beside one."""
    x, y = place
    return [(x + dx, y + dy) for dx, dy in NEIGHBOURS]


def joined(places: Iterable[Place]) -> list[list[Place]]:
    """The connected groups of places, largest first."""
    return groups(places, around)


def shape(places: Iterable[Place]) -> tuple[Place, ...]:
    """The places shifted so that the leftmost (of these the topmost) is at (0, 0), sorted: equal for equal patterns."""
    ordered = sorted(places)
    if not ordered:
        return ()
    x0, y0 = ordered[0]
    return tuple((x - x0, y - y0) for x, y in ordered)


def half_turned(places: Iterable[Place]) -> list[Place]:
    return [(-x, -y) for x, y in places]


def in_words(places: Iterable[Place]) -> dict[Place, str]:
    """Each place in words: its column from the left and its rank there from the top, both from 1."""
    columns: dict[int, list[Place]] = {}
    for place in sorted(places):
        columns.setdefault(place[0], []).append(place)
    left = min(columns, default=0)
    return {
        place: f"column {x - left + 1}, card {rank} from the top"
        for x, column in columns.items()
        for rank, place in enumerate(column, 1)
    }
