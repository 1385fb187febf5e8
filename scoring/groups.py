"""Connected groups of places, for any notion of what lies beside a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.model import Cell


def groups(places: Iterable[Cell], beside: Callable[[Cell], Iterable[Cell]]) -> list[list[Cell]]:
    """The connected groups of some places, each sorted; largest first, equal ones by their first place.

    `beside(place)` gives the places next to one; those not in `places` are passed over.
    """
    left = set(places)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        group = [start]
        for place in group:
            for other in beside(place):
                if other in left:
                    left.remove(other)
                    group.append(other)
        found.append(sorted(group))
    return sorted(found, key=len, reverse=True)
