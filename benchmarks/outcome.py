"""What came of reading one photo, and what many of those come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Outcome:
    """One photo. Squares are those that hold something in the truth or in the reading."""

    located: bool = False
    squares: int = 0
    wrong: int = 0
    wrong_flagged: int = 0
    flagged: int = 0
    score_right: bool = False
    mistakes: int = 2
    """So many wrong squares or fewer count as "almost" right."""
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    """(confidence, right) of every square that holds something."""
    checks: dict[str, tuple[int, int]] = field(default_factory=dict)
    """What else this game's readings are held to: name -> (right, of how many)."""
    seconds: float = 0.0
    decode_seconds: float = 0.0
    error: str = ""

    @property
    def exact(self) -> bool:
        return self.located and not self.wrong


@dataclass(frozen=True)
class Sum:
    """Shares over many photos; NaN where there was nothing to count."""

    photos: int
    located: float
    right: float
    """Of all squares: those of a board that was not found are all wrong."""
    read: float
    """Of the squares of boards that were found; so are the shares of what was flagged."""
    exact: float
    almost: float
    score: float
    caught: float
    """Share of the wrong squares that were flagged."""
    flagged: float
    calibration: float
    """Expected calibration error: mean distance of confidence and share right, over ten bins."""
    seconds: float
    checks: dict[str, float]


def summed(outcomes: Sequence[Outcome]) -> Sum:
    squares, wrong = sum(o.squares for o in outcomes), sum(o.wrong for o in outcomes)
    found = [o for o in outcomes if o.located]
    there, misread = sum(o.squares for o in found), sum(o.wrong for o in found)
    names = list(dict.fromkeys(name for o in outcomes for name in o.checks))
    checks = {}
    for name in names:
        each = [o.checks[name] for o in outcomes if name in o.checks]
        checks[name] = _share(sum(right for right, _ in each), sum(of for _, of in each))
    return Sum(
        photos=len(outcomes),
        located=_share(sum(o.located for o in outcomes), len(outcomes)),
        right=_share(squares - wrong, squares),
        read=_share(there - misread, there),
        exact=_share(sum(o.exact for o in outcomes), len(outcomes)),
        almost=_share(sum(o.located and o.wrong <= o.mistakes for o in outcomes), len(outcomes)),
        score=_share(sum(o.score_right for o in outcomes), len(outcomes)),
        caught=_share(sum(o.wrong_flagged for o in found), misread),
        flagged=_share(sum(o.flagged for o in found), there),
        calibration=calibration_error([c for o in outcomes for c in o.confidences]),
        seconds=float(np.median([o.seconds for o in outcomes])) if outcomes else float("nan"),
        checks=checks,
    )


def calibration_error(confidences: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Expected calibration error: bins of equal numbers of squares, each weighed by how many it holds."""
    if not confidences:
        return float("nan")
    ordered = sorted(confidences)
    parts = np.array_split(np.array(ordered, float), min(bins, len(ordered)))
    return float(sum(len(p) * abs(p[:, 0].mean() - p[:, 1].mean()) for p in parts) / len(ordered))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
