"""All symbols by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ui.drawing import forest, icons, landscape, species
from ui.drawing.pen import svg


@cache
def symbols() -> Mapping[str, str]:
    """SVG markup in a box of 100x100 by id.

    `R M O H` terrains; `r1` ... `o3`, `ot` token chits; `flower-r`, `tree-r`, `animal-r` (and `-y -b -g -w`); `lake`, `paw`;
    `plot-0110` (an area's square that ends on its right and at its bottom, its ground in `currentColor`);
    `state-complete -unfinished -mixed`; `type-plant` ... `type-carnivore`; `blank-card`; `icon-undo` and the other
    `icons.ICONS`, drawn in `currentColor`.
    """
    return landscape.symbols() | forest.symbols() | species.symbols() | icons.symbols()


@cache
def symbol_defs() -> str:
    """All symbols as one hidden SVG of `<symbol id="ft-ID">` elements, for `<use href="#ft-ID">`."""
    made = "".join(
        f'<symbol id="ft-{name}" viewBox="0 0 100 100" overflow="visible">{markup}</symbol>'
        for name, markup in symbols().items()
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{made}</defs></svg>'


def picture(symbol: str, size: int = 32, label: str = "") -> str:
    """One symbol as a picture of `size` pixels; with a label it is announced, without it is decoration."""
    return svg(symbols()[symbol], (0, 0, 100, 100), label, f'width="{size}" height="{size}"')
