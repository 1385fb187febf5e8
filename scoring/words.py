"""Numbers and names in sentences."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """`counted(1, "tree")` -> "1 tree", `counted(3, "tree")` -> "3 trees"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def visible(text: str) -> bool:
    """Whether anything of the text shows: not only blanks, and characters of no width."""
    return any(c.isprintable() and not c.isspace() for c in text)


def called(name: str) -> str:
    """A player's name as it is shown; a board file may hold a blank one."""
    return name if visible(name) else "(no name)"
