"""Squares with a token and squares without, told apart by how they lie to one another in one photo.

Where a printing is like none that the network has seen, a leaf printed on every square may look half like a token, or
every token half like print. All squares of one terrain are shifted alike then: those with a token still stand apart
from those without, and the gap between them says where the border is.
"""

from __future__ import annotations

import numpy as np

from vision.citynet import TEXTS, Floats
from vision.kinds import HOLDS, LANDS

FEWEST = 5
"""So many squares tell where the border is."""
WIDE = 1.5
"""A gap between log odds that is as wide is one between squares with and without a token."""
LOWEST, HIGHEST = -3.5, 6.0
"""The log odds between which a border is believed: most mistakes of the network are tokens that it sees in print."""
FAR = 0.2
"""What a border loses for each unit that it lies away from even odds."""


def border(odds: Floats) -> float:
    """Where the (n,) log odds for a token part into those with and those without one; 0 where nothing says otherwise."""
    if len(odds) < FEWEST:
        return 0.0
    ordered = np.sort(odds)
    gap, middle = np.diff(ordered), (ordered[1:] + ordered[:-1]) / 2
    usable = (gap > WIDE) & (middle > LOWEST) & (middle < HIGHEST)
    if not usable.any():
        return 0.0
    return float(middle[np.where(usable, gap - FAR * np.abs(middle), -np.inf).argmax()])


def parted(table: Floats) -> Floats:
    """`table` (rows, cols, len(TEXTS)), how likely each text is on each square, with the border between squares with and
    without a token moved to where it lies in this photo, on each of the terrains on which tokens lie."""
    lands = table @ LANDS
    gone = table[..., TEXTS.index("")]
    house = 1 - gone - lands.sum(-1)
    with_one = table[..., HOLDS].sum(-1)
    odds = np.log(np.maximum(with_one, 1e-6)) - np.log(np.maximum(1 - gone - with_one, 1e-6))
    out = table.copy()
    for n in range(lands.shape[-1]):
        here = (gone < 0.5) & (lands.argmax(-1) == n) & (lands.max(-1) > house)
        out[here] *= np.where(HOLDS, np.exp(-border(odds[here])), 1.0)
    return np.asarray(out / out.sum(-1, keepdims=True), np.float64)
