"""Trains the network that reads the squares of a Rainforest City board, and writes vision/models/city.onnx.

    python -m vision.training.city_data --count 1500 --seed 1 --out DIR      # 20 minutes on one core
    python -m vision.training.city --data DIR --minutes 40 --seed 1 --out vision/models/city.onnx

The network looks at the straightened board, SIDE pixels a square. Convolutions make one vector of every square;
in two rounds of attention the squares of one photo are then compared with each other, which is how the light, the
table and the printing at hand are told from the terrain. For each square it says (in this order, as logits) the
terrain (none, R, M, O, H), the token (none, 1, 2, 3, ot), the token's own colour (r, m, o, ot), and whether the
picture is a board of this game (to be averaged over the squares); then come the square's vector, which the logits
are a linear function of and a profile works on. The network in the repository went on (--start) several
times, at last for 24 minutes (--seed 7 --rate 0.0015), with terrains disguised for 26 (--seed 8 --rate 0.0013, 726 more boards of
city_data --seed 102), with hands over landscapes for 50 (--seed 9 --rate 0.0013), for 44 on 800 more boards (--seed 10
--rate 0.0013, city_data --seed 108), and for 48 on 800 more (--seed 12 --rate 0.0013, city_data --seed 109). Its weights are the
mean of those before and after the first two of these steps, and again at each later one (vision.training.mean): so it gained on usual
landscapes and lost nothing on unusual ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dense import normalised
from vision.training.city_data import RING
from vision.training.city_data import SIDE as STORED
from vision.training.dense import Residual, _conv
from vision.training.loop import Pool, Told, kept_at, learned, written
from vision.training.resuming import weights

SIDE = 32
TERRAINS = ("", "R", "M", "O", "H")
TOKENS = ("", "1", "2", "3", "ot")
COLOURS = ("r", "m", "o", "ot")
OUTPUTS = len(TERRAINS) + len(TOKENS) + len(COLOURS) + 1
WIDTHS = (32, 48, 80)
"""Channels at 8, 4 and 2 spots a square."""
VECTOR = 80
HEADS = 4
CLIP = 2.0
"""The longest step of the weights; attention asks for a short one."""

Rng = np.random.Generator
Image = np.ndarray


# ------------------------------------------------------------------------------------------------ network


class Compare(nn.Module):
    """One round of attention between the squares of a photo, which come as (batch, squares, width)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.before = nn.LayerNorm(width)
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.mix = nn.Linear(width, width)
        self.think = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.before(x)
        batch = x.shape[0] if self.training else 1
        q, k, v = (
            part(y).reshape(batch, -1, HEADS, self.width // HEADS).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        alike = torch.softmax(q @ k.transpose(2, 3) * (self.width // HEADS) ** -0.5, dim=-1)
        x = x + self.mix((alike @ v).transpose(1, 2).reshape(batch, -1, self.width))
        return x + self.think(x)


class SquareNet(nn.Module):
    """(1, 3, rows * SIDE, cols * SIDE) normalised picture -> (1, rows * cols, OUTPUTS + VECTOR): logits, and the
    vectors that they are a linear function of."""

    def __init__(self) -> None:
        super().__init__()
        four, eight, sixteen = WIDTHS
        self.squares = nn.Sequential(
            nn.Conv2d(3, four, 6, 4, 1, bias=False), nn.BatchNorm2d(four), nn.ReLU(), _conv(four, four),
            _conv(four, eight, 2), Residual(eight), Residual(eight),
            _conv(eight, sixteen, 2), Residual(sixteen),
            nn.Conv2d(sixteen, VECTOR, 2, 2, 0, bias=False), nn.BatchNorm2d(VECTOR), nn.ReLU(),
        )  # fmt: skip
        self.beside = nn.Conv2d(VECTOR, VECTOR, 3, 1, 1, groups=VECTOR)
        self.compare = nn.Sequential(Compare(VECTOR), Compare(VECTOR))
        self.level = nn.LayerNorm(VECTOR)
        self.say = nn.Linear(VECTOR, OUTPUTS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.squares(x)
        y = y + self.beside(y)
        batch = x.shape[0] if self.training else 1
        vector = self.level(self.compare(y.reshape(batch, VECTOR, -1).transpose(1, 2)))
        return torch.cat([self.say(vector), vector], dim=2)


# ------------------------------------------------------------------------------------------------ examples


class Board(NamedTuple):
    """A cached picture and, for its squares with RING squares around them, what lies there (-1: don't ask)."""

    path: Path
    terrain: np.ndarray
    token: np.ndarray
    colour: np.ndarray
    ours: bool
    drawn: bool
    badges: np.ndarray
    """Where the numeral of the token on a square is, (x, y) from the square's top left; NaN where that is not known."""


def boards(folder: Path) -> list[Board]:
    lines = (folder / "labels.jsonl").read_text().splitlines()
    return [_board(folder, json.loads(line)) for line in lines]


def _board(folder: Path, about: dict[str, Any]) -> Board:
    rows, cols = len(about["grid"]), max(len(row) for row in about["grid"])
    terrain, token, colour = (np.zeros((rows, cols), np.int64) for _ in range(3))
    colour[:] = -1
    for r, row in enumerate(about["grid"]):
        for c, text in enumerate(row):
            if text == "?":
                terrain[r, c] = token[r, c] = -1
            elif text:
                terrain[r, c] = TERRAINS.index(text[0])
                lies = text.partition(":")[2]
                if lies:
                    token[r, c] = TOKENS.index("ot" if lies == "ot" else lies[1])
                    colour[r, c] = COLOURS.index("ot" if lies == "ot" else lies[0])
    return Board(
        folder / about["file"],
        np.pad(terrain, RING),
        np.pad(token, RING),
        np.pad(colour, RING, constant_values=-1),
        about["kind"] == "city",
        about["kind"] == "drawn",
        np.pad(_badges(about, rows, cols), ((RING,), (RING,), (0,)), constant_values=np.nan),
    )


def _badges(about: dict[str, Any], rows: int, cols: int) -> np.ndarray:
    out = np.full((rows, cols, 2), np.nan)
    for r, row in enumerate(about.get("badges") or ()):
        for c, spot in enumerate(row):
            if spot is not None:
                out[r, c] = spot
    return out


class Example(NamedTuple):
    """`image` rows*SIDE x cols*SIDE x 3 uint8; targets rows x cols, -1 where nothing is asked; `ours` 0 or 1."""

    image: Image
    terrain: np.ndarray
    token: np.ndarray
    colour: np.ndarray
    ours: float


KEPT = 38
"""Pixels a square of the pictures kept in memory, about 1 MB each: decoding would take longer than all the rest."""


@cache
def _picture(path: Path) -> Image:
    picture = cv2.imread(str(path))
    size = tuple(length // STORED * KEPT for length in picture.shape[1::-1])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def draw(rng: Rng, board: Board, rows: int, cols: int) -> Example:
    """A view of the board through a lattice that is a little off, under another light and lens."""
    picture = np.rot90(_picture(board.path), turns := int(rng.integers(4)))
    maps = [np.rot90(one, turns) for one in board[1:4]]
    height, width = maps[0].shape
    r0, c0 = _window(rng, height, rows), _window(rng, width, cols)
    corners = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)
    off = rng.normal(0, 0.05, (4, 2)) + rng.normal(0, 0.05, 2)
    if rng.random() < 0.15:
        off = off * 2.2
    off = np.clip(off, -0.22, 0.22)
    ours = board.ours
    if wrong := bool(ours and rng.random() < 0.04):
        off = off + (rng.choice([-1, 1], 2) * rng.uniform(0.33, 0.5, 2))
        if rng.random() < 0.5:
            off = off + (corners - corners.mean(0)) * rng.uniform(0.12, 0.6)
        ours = False
    seen = corners + off + [c0, r0]
    to_view = cv2.getPerspectiveTransform(
        (seen * KEPT - 0.5).astype(np.float32),
        (corners * SIDE - 0.5).astype(np.float32),
    )
    size = cols * SIDE, rows * SIDE
    view = cv2.warpPerspective(np.ascontiguousarray(picture), to_view, size, flags=cv2.INTER_LINEAR)
    cut = []
    for one, beyond in zip(maps, (0, 0, -1), strict=True):
        whole = np.full((rows, cols), beyond, np.int64)
        a, b, c, d = max(r0, 0), min(r0 + rows, height), max(c0, 0), min(c0 + cols, width)
        whole[a - r0 : b - r0, c - c0 : d - c0] = one[a:b, c:d]
        cut.append(np.full_like(whole, -1) if wrong else whole)
    if rng.random() < DISGUISED:
        view = disguised(rng, view, cut[0])
    if rng.random() < COVERED:
        view, share = covered(rng, view)
        cut[1][share > LEGIBLE] = cut[2][share > LEGIBLE] = -1
    return Example(disturbed(rng, view), cut[0], cut[1], cut[2], float(ours))


DISGUISED = 0.25
"""Share of views in which one terrain has taken the colours of another, so that its pictures alone tell it."""


def disguised(rng: Rng, view: Image, terrain: np.ndarray) -> Image:
    """All squares of one terrain in the mean colour of another: Houses wholly, the others only in part, since in some
    styles nothing but its colour tells a terrain."""
    kinds = [k for k in range(1, len(TERRAINS)) if (terrain == k).any()]
    if len(kinds) < 2:
        return view
    one, other = (int(k) for k in rng.permutation(kinds)[:2])
    house = TERRAINS.index("H")
    if house in kinds and rng.random() < 0.7:
        one, other = house, int(rng.choice([k for k in kinds if k != house]))
    rows, cols = terrain.shape
    means = cv2.resize(view, (cols, rows), interpolation=cv2.INTER_AREA).astype(np.float32)
    shift = means[terrain == other].mean(0) - means[terrain == one].mean(0)
    shift *= rng.uniform(0.6, 1.1) if one == house else rng.uniform(0.2, 0.6)
    size = cols * SIDE, rows * SIDE
    where = cv2.resize((terrain == one).astype(np.float32), size, interpolation=cv2.INTER_NEAREST)
    where = cv2.GaussianBlur(where, (0, 0), 1.5)
    where[cv2.inRange(view, (0, 0, 0), (0, 0, 0)) > 0] = 0
    shifted = cv2.transform(where, shift.reshape(3, 1).astype(np.float32)) + view
    changed = cv2.convertScaleAbs(cv2.max(shifted, 1.0))
    return np.asarray(np.where(where[..., None] > 0, changed, view))


COVERED = 0.2
"""Share of views over which a hand lies, a mug or a sheet of paper."""
LEGIBLE = 0.4
"""A square of which more than this is covered is not asked for its token; for its terrain it is, as its neighbours tell
where a landscape goes on under a hand."""


def covered(rng: Rng, view: Image) -> tuple[Image, np.ndarray]:
    """The view with something lying on it, and (rows, cols) the share of each square that it covers."""
    height, width = view.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    x, y = rng.uniform(0, 1, 2) * [width, height]
    big, way = SIDE * rng.uniform(0.7, 1.4), rng.uniform(0, 2 * np.pi)

    def bar(start: np.ndarray, angle: float, length: float, thick: float) -> None:
        end = start + length * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(mask, start.astype(int).tolist(), end.astype(int).tolist(), 255, max(1, round(thick)), cv2.LINE_AA)

    kind = rng.random()
    if kind < 0.65:
        palm = np.array([x, y])
        cv2.circle(mask, palm.astype(int).tolist(), round(1.1 * big), 255, -1, cv2.LINE_AA)
        bar(palm, way + np.pi, 30 * big, 1.5 * big)
        spread = rng.uniform(0.1, 0.35)
        for finger in range(4):
            bar(palm, way + spread * (finger - 1.5), big * rng.uniform(2.0, 3.2), big * rng.uniform(0.4, 0.6))
        bar(palm, way + rng.choice([-1, 1]) * rng.uniform(0.7, 1.3), big * rng.uniform(1.5, 2.2), 0.55 * big)
    elif kind < 0.85:
        cv2.circle(mask, (int(x), int(y)), round(big * rng.uniform(0.8, 1.6)), 255, -1, cv2.LINE_AA)
    else:
        corners = cv2.boxPoints(((x, y), tuple(big * rng.uniform(1.5, 6, 2)), np.rad2deg(way)))
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 255, cv2.LINE_AA)
    mask[cv2.inRange(view, (0, 0, 0), (0, 0, 0)) > 0] = 0
    cast = np.float32([[1, 0, rng.normal(0, 0.2) * big], [0, 1, rng.normal(0, 0.2) * big]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask, cast, (width, height)), (0, 0), big * rng.uniform(0.05, 0.3))
    tone = np.array([90, 130, 190]) * np.array([0.75, 0.85, 1]) ** rng.uniform(0, 3) * rng.uniform(0.2, 1.2)
    if kind >= 0.65 or rng.random() < 0.2:
        tone = rng.uniform(10, 250, 3)
    slope = cv2.resize(_light(rng), (width, height))[..., None]
    alpha = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None] / np.float32(255)
    lit = view * (1 - rng.uniform(0.1, 0.6) * shadow[..., None] / np.float32(255))
    mixed = lit * (1 - alpha) + np.clip(tone * slope, 1, 255) * alpha
    done = np.where(view.max(-1, keepdims=True) > 0, np.clip(mixed, 1, 255), 0).astype(np.uint8)
    share = cv2.resize(mask, (width // SIDE, height // SIDE), interpolation=cv2.INTER_AREA) / 255
    return done, share


def _window(rng: Rng, there: int, wanted: int) -> int:
    """Where a window begins: around the whole board if it fits, else on some part of it."""
    low, high = sorted((RING - 2, there - RING + 2 - wanted))
    return int(rng.integers(low, high + 1))


def disturbed(rng: Rng, image: Image) -> Image:
    """Light, lens and file as chance has them. What lies beyond the photo stays black."""
    outside = cv2.inRange(image, (0, 0, 0), (0, 0, 0))
    height, width = image.shape[:2]
    gain = np.exp(rng.normal(0, 0.08 if rng.random() < 0.6 else 0.2, 3) + rng.normal(0, 0.2))
    colourful = rng.uniform(0.45, 1.45) if rng.random() < 0.5 else 1.0
    mix = np.diag(gain) @ (colourful * np.eye(3) + (1 - colourful) / 3)
    out = cv2.transform(image.astype(np.float32), mix.astype(np.float32))
    if rng.random() < 0.5:
        out *= cv2.resize(_light(rng), (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    if rng.random() < 0.1:
        spot = _spot(rng, max(height, width) / SIDE) * float(rng.uniform(60, 220))
        out += cv2.resize(spot, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    if rng.random() < 0.15:
        scale = float(rng.uniform(0.5, 0.9))
        small = cv2.resize(out, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), min(float(np.abs(rng.normal(0, 0.8))) + 0.2, 2.0))
    if rng.random() < 0.08:
        out = cv2.filter2D(out, -1, _shake(rng))
    if rng.random() < 0.35:
        noise = rng.standard_normal((height // 2, width // 2, 3), np.float32) * np.float32(rng.uniform(1, 11))
        how = cv2.INTER_NEAREST if rng.random() < 0.5 else cv2.INTER_LINEAR
        out += cv2.resize(noise, (width, height), interpolation=how)
    done = cv2.convertScaleAbs(cv2.max(out, 1.0))
    if rng.random() < 0.4:
        curve = 255 * (np.arange(256) / 255) ** float(np.exp(rng.normal(0, 0.25)))
        done = cv2.LUT(done, np.clip(curve, 1, 255).astype(np.uint8))
    if rng.random() < 0.08:
        coded = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))])[1]
        done = cv2.max(cv2.imdecode(coded, cv2.IMREAD_COLOR), 1)
    done[outside > 0] = 0
    return np.asarray(done)


FIELD = 64
"""Fields of light are drawn this small and enlarged."""


def _light(rng: Rng) -> Image:
    """A slope of light, or a shadow with a hard or soft edge."""
    y, x = np.mgrid[0:FIELD, 0:FIELD].astype(np.float32) / FIELD - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle)
    if rng.random() < 0.5:
        return np.exp(along * rng.normal(0, 0.8)).astype(np.float32)
    edge = 1 / (1 + np.exp(-np.clip((along - rng.uniform(-0.4, 0.4)) * np.exp(rng.uniform(2, 5)), -40, 40)))
    return (1 - rng.uniform(0.2, 0.75) * edge).astype(np.float32)


def _spot(rng: Rng, squares: float) -> Image:
    y, x = np.mgrid[0:FIELD, 0:FIELD].astype(np.float32) * (squares / FIELD)
    cx, cy = rng.uniform(0, squares, 2)
    return np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * rng.uniform(0.4, 2.0) ** 2)).astype(np.float32)


def _shake(rng: Rng) -> Image:
    length = int(rng.integers(1, 4))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    x, y = round(length * np.cos(angle)), round(length * np.sin(angle))
    cv2.line(kernel, (length - x, length - y), (length + x, length + y), 1.0)
    return kernel / kernel.sum()


# ------------------------------------------------------------------------------------------------ learning

WINDOWS = ((10, 12), (12, 12), (12, 10), (9, 9), (14, 12), (8, 11))
"""Rows and columns of what the network is shown, ring included; a batch has one size."""


def loss_of(outputs: torch.Tensor, examples: Sequence[Example]) -> tuple[torch.Tensor, np.ndarray]:
    def target(name: str) -> torch.Tensor:
        return torch.from_numpy(np.stack([getattr(e, name).reshape(-1) for e in examples]))

    terrain, token, colour = target("terrain"), target("token"), target("colour")
    # Squares of bare table are many and mostly easy.
    weight = torch.where(terrain > 0, 1.0, 0.4)

    def asked(logits: torch.Tensor, want: torch.Tensor) -> torch.Tensor:
        raw = functional.cross_entropy(
            logits.reshape(-1, logits.shape[-1]), want.reshape(-1), ignore_index=-1, reduction="none"
        )
        here = (want.reshape(-1) >= 0) * weight.reshape(-1)
        return (raw * here).sum() / here.sum().clamp(min=1.0)

    ours = torch.tensor([e.ours for e in examples])
    parts = [
        asked(outputs[..., 0:5], terrain),
        0.5 * asked(outputs[..., 5:10], token),
        0.3 * asked(outputs[..., 10:14], colour),
        0.1 * functional.binary_cross_entropy_with_logits(outputs[..., 14].mean(1), ours),
    ]
    return torch.stack(parts).sum(), np.array([float(p.detach()) for p in parts])


def batch_of(net: nn.Module, rng: Rng, pool: list[Board], size: int) -> tuple[torch.Tensor, Told]:
    pool = [board for board in pool if not board.drawn]
    rows, cols = WINDOWS[int(rng.integers(len(WINDOWS)))]
    examples = [draw(rng, pool[int(rng.integers(len(pool)))], rows, cols) for _ in range(size)]
    x = torch.from_numpy(np.stack([normalised(e.image) for e in examples]))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        outputs = net(x.to(memory_format=torch.channels_last))
    loss, parts = loss_of(outputs.float(), examples)
    return loss, dict(zip(("terrain", "token", "colour", "ours"), parts, strict=True))


def export(net: nn.Module, path: Path) -> float:
    """Writes ONNX for pictures of any number of squares; returns the largest difference from torch in cv2.dnn."""
    sizes = [(1, 3, rows * SIDE, cols * SIDE) for rows, cols in ((8, 9), (6, 8), (13, 9))]
    return written(net, path, sizes, {"input": {2: "height", 3: "width"}, "output": {1: "squares"}})


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40, help="of one core's time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--start", type=Path, help="a network to go on from, as .onnx or .pt")
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    net, pool = SquareNet(), Pool(options.data, boards)
    if options.start is not None:
        rng = np.random.default_rng([options.seed, 1])
        net.load_state_dict(weights(options.start, net, lambda: batch_of(net, rng, pool(), options.batch)))
    keep = kept_at(options.out.with_suffix(".pt"))
    trained = learned(
        net,
        lambda rng: batch_of(net, rng, pool(), options.batch),
        seconds=60 * options.minutes,
        seed=options.seed,
        rate=options.rate,
        clip=CLIP,
        keep=keep,
    )
    keep(trained)
    print(f"largest difference between cv2.dnn and torch: {export(trained, options.out):.2e}")


if __name__ == "__main__":
    main()
