"""One printing of My Rainforest in an art style of our own: species cards with frame, picture and name.

The names are those of plants and animals of the Malaysian rainforest; which of them the published deck has
is not claimed here. All pictures are invented.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.art import colour as col
from samples.art import pictures as pic
from samples.art import terrain
from samples.render import draw, noise

Rng = np.random.Generator
Bgr = NDArray[np.float64]
Image = NDArray[np.uint8]

ASPECT = 88 / 63
"""Height of a card over its width."""

NAMES: dict[str, tuple[str, ...]] = {
    "plant": ("Rafflesia", "Pitcher Plant", "Tualang Tree", "Strangler Fig", "Torch Ginger", "Nipah Palm", "Tree Fern", "Rattan", "Red Meranti", "Moon Orchid", "Wild Mango", "Giant Bamboo"),
    "arthropod": ("Atlas Moth", "Rajah Brooke's Birdwing", "Stag Beetle", "Orchid Mantis", "Weaver Ant", "Forest Scorpion"),
    "small": ("Slow Loris", "Colugo", "Plantain Squirrel", "Sunda Pangolin", "Moonrat", "Tree Shrew"),
    "medium": ("Malayan Tapir", "Bearded Pig", "Serow", "Siamang", "Proboscis Monkey", "Sambar Deer"),
    "large": ("Asian Elephant", "Gaur"),
    "carnivore": ("Dhole", "Reticulated Python", "Saltwater Crocodile", "Marbled Cat"),
}  # fmt: skip

PICTURES: dict[str, tuple[pic.Picture, ...]] = {
    "plant": (
        pic.tree,
        pic.palm,
        pic.fern,
        pic.flower,
        pic.conifer,
        pic.sprout,
        pic.mangrove,
        pic.leaf,
        pic.flower,
        pic.fern,
    ),
    "arthropod": (pic.butterfly, pic.beetle, pic.termite, pic.bee, pic.mantis, pic.caterpillar, pic.crab),
    "small": (pic.deer, pic.monkey, pic.otter, pic.pangolin, pic.lizard, pic.anteater, pic.hornbill),
    "medium": (pic.pig, pic.bear, pic.deer, pic.monkey, pic.rhino, pic.anteater),
    "large": (pic.elephant, pic.buffalo, pic.rhino),
    "carnivore": (pic.cat, pic.snake, pic.crocodile, pic.eagle, pic.bear),
}

_KNOWN: dict[str, pic.Picture] = {
    "Sunda Clouded Leopard": pic.cat,
    "Malayan Tiger": pic.cat,
    "Binturong": pic.otter,
    "Lesser Mouse-Deer": pic.deer,
    "Sun Bear": pic.bear,
    "Sumatran Rhinoceros": pic.rhino,
    "Water Buffalo": pic.buffalo,
    "Giant Honey Bee": pic.bee,
    "Malaysian Jungle Nymph": pic.mantis,
    "Mount Brinchang Ginger": pic.flower,
    "Merbau Tree": pic.tree,
}

_SIGNS: dict[str, pic.Picture] = {
    "plant": pic.leaf,
    "arthropod": pic.beetle,
    "small": pic.deer,
    "medium": pic.pig,
    "large": pic.elephant,
    "carnivore": pic.cat,
}

FRAMES = ("frame", "ribbon", "header", "band", "corner", "arch")

LOOKS: dict[str, tuple[tuple[str, ...], tuple[float, float], tuple[float, float], tuple[str, ...], str]] = {
    "flat": (("flat",), (0.5, 0.95), (0.4, 0.85), ("plain", "outlined"), ""),
    "watercolour": (("watercolour",), (0.3, 0.65), (0.5, 0.85), ("plain",), "wash"),
    "photo": (("photo",), (0.4, 0.85), (0.35, 0.75), ("plain",), "relief"),
    "painted": (("painted",), (0.4, 0.85), (0.4, 0.8), ("plain", "outlined"), "relief"),
    "pastel": (("gradient", "patterned", "flat"), (0.15, 0.45), (0.75, 0.95), ("plain", "outlined"), ""),
    "dark": (("photo", "gradient"), (0.4, 0.9), (0.15, 0.4), ("plain",), "relief"),
    "halftone": (("halftone",), (0.4, 0.9), (0.5, 0.85), ("outlined", "lines"), ""),
    "collage": (("collage", "patterned"), (0.35, 0.8), (0.45, 0.85), ("plain", "silhouette"), ""),
    "linocut": (("linocut",), (0.35, 0.75), (0.45, 0.8), ("silhouette", "lines"), ""),
    "pixel": (("blocks",), (0.4, 0.9), (0.45, 0.85), ("plain",), "pixels"),
}
"""Technique, saturation, value, manners of drawing, finish."""


@dataclass(frozen=True)
class Kit:
    """One copy of the game. Cards are drawn when asked for; the same card always comes out the same."""

    seed: int
    style: str
    technique: str
    frame: str
    colours: Mapping[str, Bgr]
    """By type."""
    paper: Bgr
    font: str
    corner: float
    """Corner radius in card widths."""
    border: float
    edge: float
    sign_size: float
    sign_shape: str
    iucn: str
    """Where the IUCN badge stands: right, left, below or none."""
    conditions: str
    """How conditions are printed: column, row or none."""
    condition_size: float
    manner: str
    back: Image
    gloss: float


def make_kit(seed: int, style: str) -> Kit:
    """The copy of the game with this seed in this style."""
    rng = np.random.default_rng([seed, sorted(LOOKS).index(style)])
    techniques, _, _, manners, _ = LOOKS[style]
    colours = _type_colours(rng, style)
    paper = col.paper(rng) if rng.random() < 0.85 else col.hsv(0, 0, rng.uniform(0.08, 0.2))
    back = draw.blank(round(120 * ASPECT), 120, paper)
    centre = np.array([60, 60 * ASPECT])
    draw.fill(back, draw.rounded(108, 108 * ASPECT, 6) + centre, list(colours.values())[int(rng.integers(6))])
    draw.ring(back, centre, 32, paper, 4)
    return Kit(
        seed=seed,
        style=style,
        technique=str(rng.choice(techniques)),
        frame=str(rng.choice(FRAMES, p=[0.3, 0.2, 0.15, 0.15, 0.1, 0.1])),
        colours=colours,
        paper=paper,
        font=str(rng.choice(draw.FONTS)),
        corner=float(rng.uniform(0.0, 0.08)),
        border=float(rng.uniform(0.03, 0.07)),
        edge=float(rng.uniform(0.0, 0.05)) if rng.random() < 0.5 else 0.0,
        sign_size=float(rng.uniform(0.14, 0.22)),
        sign_shape=str(rng.choice(["round", "round", "hex", "rounded", "shield", "none"])),
        iucn=str(rng.choice(["right", "left", "below", "none"], p=[0.6, 0.1, 0.15, 0.15])),
        conditions=str(rng.choice(["column", "row", "none"], p=[0.6, 0.3, 0.1])),
        condition_size=float(rng.uniform(0.045, 0.075)),
        manner=str(rng.choice(manners)),
        back=back,
        gloss=float(rng.uniform(0.4, 1.2)),
    )


def _type_colours(rng: Rng, style: str) -> dict[str, Bgr]:
    """Plants green, carnivores red, the others any that differ from these and from one another."""
    pale = style == "pastel"
    saturation, value = ((0.3, 0.55), (0.7, 0.95)) if pale else ((0.5, 0.95), (0.45, 0.95))
    colours = {
        "plant": col.between(rng, (95, 145), saturation, (0.4, 0.8)),
        "carnivore": col.between(rng, (-10, 8), saturation, (0.55, 0.9)),
    }
    taken = list(colours.values())
    for name in ("arthropod", "small", "medium", "large"):
        best, best_gap = np.zeros(3), -1.0
        for _ in range(24):
            grey = rng.random() < 0.12
            hue = (18, 66) if rng.random() < 0.3 else (168, 338)
            colour = (
                col.between(rng, hue, (0.0, 0.15), (0.2, 0.6))
                if grey
                else col.between(rng, hue, saturation, value)
            )
            gap = min(float(np.linalg.norm(_lab(colour) - _lab(other))) for other in taken)
            if gap > best_gap:
                best, best_gap = colour, gap
            if gap > 45:
                break
        colours[name] = best
        taken.append(best)
    return colours


def _lab(colour: Bgr) -> NDArray[np.float32]:
    return cv2.cvtColor(np.array([[colour / 255]], np.float32), cv2.COLOR_BGR2Lab)[0, 0]


def hex_colours(kit: Kit) -> dict[str, str]:
    """Type -> rrggbb."""
    return {
        name: "".join(f"{round(float(c)):02x}" for c in colour[::-1]) for name, colour in kit.colours.items()
    }


def card(kit: Kit, name: str, kind: str, iucn: str, scores: Sequence[Mapping[str, Any]], px: float) -> Image:
    """A card's face as BGRA, about `px` pixels wide."""
    width = int(np.clip(round(px), 32, 520))
    height = round(width * ASPECT)
    # Seeded by the name alone, so that a card looks alike wherever and at whatever size it is drawn.
    rng = np.random.default_rng([kit.seed, sorted(LOOKS).index(kit.style), *name.encode()])
    colour = kit.colours[kind]
    size = np.array([width, height], np.float64)
    picture_box, name_box, name_paper = _layout(kit, colour)
    face = draw.blank(
        height, width, colour if kit.frame in ("frame", "ribbon", "band", "header") else kit.paper
    )
    _scene(rng, kit, face, picture_box * [width, width], name, kind)
    if kit.frame == "arch":
        low = picture_box[1, 1] * width
        draw.fill(face, [[0, low], [width, low], [width, height], [0, height]], colour)
    x0, y0, x1, y1 = name_box.ravel() * width
    if name_paper is not None:
        draw.fill(face, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], name_paper)
    ground = name_paper if name_paper is not None else colour
    ink = col.hsv(0, 0, 0.1) if col.lightness(ground) > 125 else np.full(3, 245.0)
    tall = (y1 - y0) * 0.5
    tall *= min(1.0, 0.9 * (x1 - x0) / max(1.0, draw.text_width(name, tall, kit.font)))
    draw.text(face, name, ((x0 + x1) / 2, (y0 + y1) / 2), tall, ink, kit.font)
    _signs(rng, kit, face, picture_box * width, colour, kind, iucn, scores)
    if kit.edge:
        draw.stroke(
            face,
            [[0, 0], [width - 1, 0], size - 1, [0, height - 1]],
            kit.paper,
            2 * kit.edge * width,
            closed=True,
        )
    if kit.corner > 0.01:
        mask = np.zeros((height, width), np.uint8)
        draw.fill(mask, draw.rounded(width - 1, height - 1, kit.corner * width) + (size - 1) / 2, 255.0)
        face = cv2.multiply(face, cv2.merge([mask] * 4), scale=1 / 255)
    return face


def _layout(kit: Kit, colour: Bgr) -> tuple[NDArray, NDArray, Bgr | None]:
    """Boxes of picture and name in card widths (left top, right bottom), and the name's ground if not the frame's."""
    b, tall = kit.border + kit.edge, ASPECT
    if kit.frame == "frame":
        return (
            np.array([[b, b], [1 - b, tall - b]]),
            np.array([[b, tall - b - 0.15], [1 - b, tall - b]]),
            kit.paper,
        )
    if kit.frame == "ribbon":
        return (
            np.array([[0.2, kit.edge], [1 - kit.edge, tall - 0.19]]),
            np.array([[0.05, tall - 0.19], [0.95, tall - kit.edge]]),
            None,
        )
    if kit.frame == "header":
        return (
            np.array([[b, 0.2], [1 - b, tall - b]]),
            np.array([[0.22, 0.03], [0.84 if kit.iucn == "right" else 0.97, 0.19]]),
            None,
        )
    if kit.frame == "band":
        return (
            np.array([[0, 0], [1, tall - 0.24]]),
            np.array([[0.04, tall - 0.22], [0.96, tall - 0.04]]),
            None,
        )
    if kit.frame == "corner":
        return (
            np.array([[b, b], [1 - b, tall - 0.2]]),
            np.array([[b, tall - 0.19], [1 - b, tall - 0.03]]),
            colour,
        )
    return (
        np.array([[b, b], [1 - b, tall * 0.72]]),
        np.array([[0.05, tall * 0.76], [0.95, tall * 0.92]]),
        None,
    )


def _scene(rng: Rng, kit: Kit, face: Image, box: NDArray, name: str, kind: str) -> None:
    """The picture: a ground, perhaps a sky, and the species."""
    _, saturation, value, _, finish = LOOKS[kit.style]
    left, top, right, bottom = (round(v) for v in box.ravel())
    right, bottom = min(right, face.shape[1]), min(bottom, face.shape[0])
    n = max(right - left, bottom - top)
    px = max(12, n // 3)
    hue = [(85, 140), (15, 35), (190, 220)][int(rng.choice(3, p=[0.55, 0.25, 0.2]))]
    base = col.between(rng, hue, saturation, value)
    squares = n // px + 1
    ground = terrain.ground(rng, kit.technique, base, "RMO"[int(rng.integers(3))], squares, px)[
        : bottom - top, : right - left
    ].astype(np.float32)
    if rng.random() < 0.5:
        sky = col.between(rng, (80, 220), (0.05, 0.35), (0.7, 0.95))
        y = np.linspace(0, 1, bottom - top, dtype=np.float32)[:, None]
        haze = np.clip(
            1.1 - 2.2 * y + 1.2 * (noise.layered(rng, bottom - top, right - left, n / 4, 3) - 0.5), 0, 0.95
        )
        ground = ground + (sky - ground).astype(np.float32) * haze[..., None]
    face[top:bottom, left:right, :3] = np.clip(ground, 0, 255).astype(np.uint8)
    options = PICTURES[kind]
    picture = _KNOWN.get(name) or options[int(rng.integers(len(options)))]
    body = (
        col.between(rng, (0, 50), (0.05, 0.85), (0.15, 0.9))
        if kind != "plant"
        else col.between(rng, (70, 150), (0.4, 0.9), (0.25, 0.75))
    )
    if np.abs(body - base).sum() < 90:
        body = body * 0.4 if col.lightness(base) > 90 else col.shade(body, 1.5)
    art = pic.render(
        rng, picture, min(420, round(0.95 * (right - left))), manner=kit.manner, size=rng.uniform(0.6, 0.95), lively=1.2, main=body,
        dark=col.near(rng, body * 0.45, 10), light=col.shade(body, rng.uniform(1.3, 1.7)), accent=col.between(rng, (0, 360), (0.5, 0.95), (0.5, 0.95)),
        line=col.hsv(0, 0, 0.08) if rng.random() < 0.6 else np.full(3, 240.0),
    )  # fmt: skip
    art = _finished(rng, art, finish)
    middle = np.array([(left + right) / 2, top + (bottom - top) * rng.uniform(0.45, 0.6)])
    draw.warp(
        face, art, draw.similarity(1.0, float(rng.normal(0, 6)), (art.shape[1] / 2, art.shape[0] / 2), middle)
    )


def _finished(rng: Rng, image: Image, finish: str) -> Image:
    n = image.shape[0]
    if finish == "pixels":
        small = cv2.resize(image, (24, 24), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (n, n), interpolation=cv2.INTER_NEAREST)
    if not finish:
        return image
    factor = 1 + (0.5 if finish == "wash" else 0.35) * (noise.layered(rng, n, n, n / 6, 3) - 0.5)
    if finish == "relief":
        grey = cv2.cvtColor(image[..., :3], cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), max(0.8, n / 40))
        k = max(1, n // 60)
        factor = factor + (soft - np.roll(soft, (k, k), (0, 1))) / 180
    image[..., :3] = np.clip(image[..., :3] * factor[..., None], 0, image[..., 3:]).astype(np.uint8)
    return image


def _signs(
    rng: Rng,
    kit: Kit,
    face: Image,
    box: NDArray,
    colour: Bgr,
    kind: str,
    iucn: str,
    scores: Sequence[Mapping[str, Any]],
) -> None:
    """Type sign, conditions and IUCN badge."""
    width = face.shape[1]
    size = kit.sign_size * width
    white = np.full(3, 250.0)
    side = 0.1 * width if kit.frame == "ribbon" else box[0, 0] + 0.62 * size
    at = np.array([side, (kit.edge + 0.02) * width + 0.62 * size])
    if kit.sign_shape != "none":
        draw.fill(face, draw.outline(kit.sign_shape) * size * 1.12 + at, white)
        ground = colour * 0.6 if kit.frame in ("ribbon", "band", "header") else colour
        draw.fill(face, draw.outline(kit.sign_shape) * size + at, ground)
        sign = pic.render(
            np.random.default_rng([kit.seed, len(kind)]),
            _SIGNS[kind],
            max(16, round(size * 0.75)),
            manner="silhouette",
            main=white,
            dark=white,
            light=colour,
            accent=white,
            line=white,
            size=0.95,
            lively=0.0,
        )
        draw.warp(face, sign, draw.similarity(1.0, 0, (sign.shape[1] / 2, sign.shape[0] / 2), at))
    if kit.conditions != "none":
        _conditions(kit, face, at, size, scores, box)
    if kit.iucn != "none":
        radius = 0.052 * width
        spots = {
            "right": np.array(
                [(1 - kit.edge - 0.02) * width - 1.6 * radius, (kit.edge + 0.03) * width + 1.6 * radius]
            ),
            "left": np.array(
                [box[0, 0] + 1.5 * radius, box[1, 1] - (3.4 * radius if kit.frame != "frame" else 6 * radius)]
            ),
            "below": np.array(
                [
                    box[1, 0] - 1.6 * radius,
                    box[1, 1] - (1.6 * radius if kit.frame != "frame" else 4.8 * radius),
                ]
            ),
        }
        spot = spots[kit.iucn]
        draw.disc(face, spot, radius * 1.2, colour)
        draw.disc(face, spot, radius, white)
        draw.text(face, iucn, spot, radius * 0.75, [50, 50, 50], kit.font)


def _conditions(
    kit: Kit, face: Image, at: NDArray, size: float, scores: Sequence[Mapping[str, Any]], box: NDArray
) -> None:
    width = face.shape[1]
    tall = kit.condition_size * width
    white, dark = np.full(3, 250.0), np.full(3, 20.0)
    x, y = (
        (at[0], at[1] + 0.75 * size)
        if kit.conditions == "column"
        else (box[0, 0] + 0.1 * width, box[1, 1] - (0.22 if kit.frame == "frame" else 0.08) * width)
    )
    for score in scores:
        words = f"{score['points']:+d}"
        for ink, off in ((dark, tall * 0.12), (white, 0.0)):
            draw.text(face, words, (x + off, y + tall * 0.5 + off), tall, ink, kit.font)
        dots = [kind for kind in score.get("of", ()) for _ in range(score.get("per", 1))]
        for k, kind in enumerate(dots):
            spot = (
                (x + (k - (len(dots) - 1) / 2) * tall * 0.95, y + tall * 1.65)
                if kit.conditions == "column"
                else (x + tall * (1.6 + k * 0.95), y + tall * 0.5)
            )
            draw.disc(face, spot, tall * 0.45, white)
            draw.disc(face, spot, tall * 0.34, kit.colours[kind])
        if kit.conditions == "column":
            y += tall * 2.8
        else:
            x += tall * (3.2 + len(dots))
