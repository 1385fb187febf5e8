"""Numbers and names in sentences."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """`counted(1, "tree")` -> "1 tree", `counted(3, "tree")` -> "3 trees"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def called(name: str) -> str:
    """A player's name as it is shown; a board file may hold a blank one."""
    return name if name.strip() else "(no name)"
