"""Photos without a board of any of the games: an empty table, a strewn one, a chess board, a page, a row of cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import pictures as pic
from samples.render import clutter, draw, scene
from samples.render.frame import Facet, Sheet
from samples.scenes import choose_style

Rng = np.random.Generator

STYLES = ("table", "strewn", "chess", "page", "cards")
HELD_OUT_STYLES: tuple[str, ...] = ()


def render(
    rng: Rng,
    *,
    difficulty: str = "normal",
    style: str | None = None,
    size: int | tuple[int, int] | None = None,
    encode: bool = True,
    **conditions: Any,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """A photo (BGR, upright) of something else, and its truth, whose `board` is None.

    The truth's `corners`, `size` and `homography` are those of the chess board or page, or of no meaning.
    """
    if style is None:
        style = choose_style(rng, STYLES, HELD_OUT_STYLES)
    names = sorted([*clutter.FLAT, *clutter.TALL])
    if style == "strewn":
        conditions = {
            "clutter": tuple(str(rng.choice(names)) for _ in range(int(rng.integers(4, 12)))),
            **conditions,
        }
    under = scene.sample(rng, difficulty, size, **conditions)
    there = np.full((8, 8), style in ("chess", "page"))
    box = [[0, 0], [8, 0], [8, 8], [0, 8]]
    studio = scene.set_up(rng, under, there, unit=float(rng.uniform(0.5, 1.1)), outline=box)
    studio.strew()
    if style == "chess":
        _chess(rng, studio)
    elif style == "page":
        _page(rng, studio)
    elif style == "cards":
        _hand_of_cards(rng, studio)
    photo, truth = studio.finish(encode=encode)
    truth["style"], truth["board"] = style, None
    return photo, truth


def _put(
    rng: Rng,
    studio: scene.Studio,
    texture: NDArray[np.uint8],
    at: tuple[float, float],
    width: float,
    thick: float,
) -> None:
    sheet = Sheet.over(
        (-1.5, -1.5), (9.5, 9.5), studio.px, base=0.0, thickness=thick, edge=tuple(col.paper(rng) * 0.8)
    )
    quad = sheet.put(texture, at, width, float(rng.normal(0, 2)))
    sheet.facets.append(Facet(quad, (0.0, 0.0), 0.6))
    studio.lay(sheet)


def _chess(rng: Rng, studio: scene.Studio) -> None:
    n = max(8, round(min(studio.px, 120.0)))
    pale, dark = (
        col.between(rng, (25, 60), (0.1, 0.5), (0.7, 0.97)),
        col.between(rng, (0, 160), (0.2, 0.8), (0.1, 0.45)),
    )
    board = draw.blank(9 * n, 9 * n, col.near(rng, dark, 20))
    for r in range(8):
        for c in range(8):
            corner = np.array([c + 0.5, r + 0.5]) * n
            draw.fill(
                board, np.array([[0, 0], [n, 0], [n, n], [0, n]]) + corner, pale if (r + c) % 2 == 0 else dark
            )
    _put(rng, studio, board, (4.0, 4.0), 9.0, float(rng.uniform(0.05, 0.3)))
    men = Sheet.over(
        (-0.5, -0.5),
        (8.5, 8.5),
        studio.px,
        base=0.1,
        thickness=float(rng.uniform(0.1, 0.5)),
        edge=tuple(pale * 0.6),
    )
    for _ in range(int(rng.integers(0, 25))):
        piece = draw.blank(n, n)
        draw.disc(piece, (n / 2, n / 2), n * 0.45, pale * 0.95 if rng.random() < 0.5 else dark * 0.6)
        at = rng.integers(0, 8, 2) + 0.5 + rng.normal(0, 0.08, 2)
        men.put(piece, at, float(rng.uniform(0.6, 0.9)), 0.0)
    studio.lay(men)


def _page(rng: Rng, studio: scene.Studio) -> None:
    n = max(60, round(8 * min(studio.px, 100.0)))
    page = draw.blank(n, round(n * rng.uniform(0.65, 0.8)), col.paper(rng))
    ink, font = np.full(3, rng.uniform(10, 80)), str(rng.choice(draw.FONTS))
    pitch = n * rng.uniform(0.02, 0.045)
    letters = list("aaabcdeeefghiiklmnnoooprrsssttuvwy")
    for y in np.arange(2 * pitch, n - 2 * pitch, pitch * 1.5):
        words = " ".join("".join(rng.choice(letters, int(rng.integers(2, 9)))) for _ in range(12))
        while draw.text_width(words, pitch * 0.6, font) > page.shape[1] * 0.85:
            words = words[:-4]
        draw.text(page, words, (page.shape[1] / 2, y), pitch * 0.6, ink, font)
    _put(rng, studio, page, (4.0, 4.0), 8.0 * page.shape[1] / n, 0.02)


def _hand_of_cards(rng: Rng, studio: scene.Studio) -> None:
    """Playing cards side by side."""
    n = max(20, round(2 * min(studio.px, 100.0)))
    for k in range(int(rng.integers(3, 7))):
        face = draw.blank(round(n * 1.45), n, np.full(3, 245.0))
        ink = [30, 30, 190] if rng.random() < 0.5 else [20, 20, 20]
        label = str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]))
        draw.text(face, label, (n * 0.15, n * 0.17), n * 0.16, ink, "sans-700")
        art = pic.render(
            rng,
            pic.leaf,
            n // 2,
            main=np.array(ink, float),
            dark=np.array(ink) * 0.5,
            light=np.full(3, 200.0),
            accent=np.array(ink, float),
            line=np.zeros(3),
            manner="silhouette",
        )
        draw.warp(face, art, draw.similarity(1.0, 0.0, (n / 4, n / 4), (n / 2, n * 0.75)))
        _put(
            rng,
            studio,
            face,
            (float(0.5 + 1.4 * k + rng.normal(0, 0.2)), float(4 + rng.normal(0, 0.5))),
            2.0,
            0.01,
        )
