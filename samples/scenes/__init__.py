"""One module a game: `render(rng, difficulty=..., style=..., size=...)` gives a photo (BGR) and its truth."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np


def choose_style(rng: np.random.Generator, styles: Sequence[str], held_out: Collection[str]) -> str:
    """A style by chance that is not held out: what nobody asked for by name may be trained on."""
    trained = [name for name in styles if name not in held_out]
    return trained[int(rng.integers(len(trained)))]
