"""Trains the network that tells Rainforest City's tokens apart, and writes vision/models/citytoken.onnx.

    python -m vision.training.city_data --drawn --count 3000 --seed 9 --out DRAWN      # 5 minutes on one core
    python -m vision.training.city_tokens --data DIR DRAWN --minutes 30 --seed 1 --out vision/models/citytoken.onnx

`--data`: folders that vision.training.city_data filled. The network sees the squares of one photo at once, each as
a picture of SIDE pixels that shows SPAN squares, and compares them: two tokens with one picture are of one kind. For
each it says, as logits, the token (none, 1, 2, 3, ot), its colour (r, m, o, ot) and the terrain under it (R, M, O, H);
then comes its vector. The network in the repository had about three hours of one core in several runs that went on from one
another (--start), at last at this SIDE 56 and 28 minutes on 3,200 rendered and 5,500 drawn boards (--seed 13
--rate 0.001), 36 with 1,660 small photos beside them (city_data --seed 31 --size 520 1050; --seed 14 --rate 0.0009), and 75
with 540 of any size (city_data --seed 77 --size 520 1400; --seed 15 --rate 0.001); then 60 on 3,300 rendered boards (city_data
--seed 201; --seed 203 --size 480 1800) and 4,500 drawn ones (--drawn --seed 202), two in five shown as small photos show them
(--numerals 0 --seed 22 --rate 0.0009), and 34 with 3,600 wild ones (--drawn --wild --seed 205 and 206; --numerals 0 --seed 23
--rate 0.001), of which it is the mean with the one before (vision.training.mean). Squares that the first network may
take for a token (vision/models/city.onnx) are shown more often than others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision import citynet
from vision.dense import normalised
from vision.training.city import CLIP, Board, Compare, Image, Rng, boards, disturbed
from vision.training.city_data import RING
from vision.training.city_data import SIDE as STORED
from vision.training.dense import Residual, _conv
from vision.training.loop import Pool, Told, kept_at, learned, written
from vision.training.resuming import weights

SIDE = 72
SPAN = 1.08
WIDTHS = (32, 64, 128)
"""Channels at 28, 14 and 7 spots a picture."""
VECTOR = 96
MATCH = 48
HOUSE = 4
WARMTH = 0.1
"""Temperature of the matching."""
OUTPUTS = 13
SPOTS = SIDE // 4
ACROSS, DOWN = 6, 4
"""Pictures of one photo in a batch: so many beside and below one another."""
DRAWN = 0.55
"""Share of photos that are drawn without a scene: there the numerals are always sharp."""
CALM = 0.45
"""Share of photos that are left as they are."""
TWO = 0.3
"""Share of sheets whose halves are under two lights, so that tokens match across photos."""
DISTANT = 0.4
"""Share of photos shown as one taken from afar, or kept small, would show them: there most tokens are taken for others."""
FAR = 22, 60
"""Pixels a square has in such photos, from and to."""
ZOOMED = 0.3
"""Share of photos shown larger than they will be: numerals are first learned where they are large."""
TOKENS = 8, 21
"""So many of them show a token, from and to; how many of a photo do differs as well."""
DECEPTIVE = 0.6
"""Share of photos in which half of the bare ones are such that the first network takes for a token, maybe: most others
are too easy to learn from. Each is shown REPEATED times as often as others at most."""
REPEATED = 12
CHOICE = 0.3
"""Share of photos of which the one of two is taken that has more of those."""


class TokenNet(nn.Module):
    """(squares, 3, SIDE, SIDE) normalised pictures of one photo -> (1, squares, OUTPUTS + MATCH): logits, and a vector
    of length 1 that is alike for tokens with one picture, in this and in other photos.

    While it learns, there come also, for every spot of a SPOTS x SPOTS map, logits of (no numeral, 1, 2, 3): numerals
    are small, and are hardly learned without being told where they are.
    """

    def __init__(self) -> None:
        super().__init__()
        two, four, eight = WIDTHS
        self.fine = nn.Sequential(
            _conv(3, two, 2), Residual(two), _conv(two, four, 2), Residual(four), Residual(four)
        )
        self.numerals = nn.Conv2d(four, 4, 1)
        self.coarse = _conv(four, eight, 2)
        self.most, self.mean = nn.AdaptiveMaxPool2d(1), nn.AdaptiveAvgPool2d(1)
        self.join = nn.Linear(4 + four + 2 * eight, VECTOR)
        self.match = nn.Linear(4 + four + 2 * eight, MATCH)
        self.compare = nn.Sequential(Compare(VECTOR), Compare(VECTOR))
        self.level = nn.LayerNorm(VECTOR)
        self.say = nn.Linear(VECTOR, OUTPUTS)

    def forward(self, x: torch.Tensor) -> Any:
        fine = self.fine(x)
        numerals = self.numerals(fine)
        coarse = self.coarse(fine)
        y = torch.cat([self.most(numerals), self.most(fine), self.most(coarse), self.mean(coarse)], dim=1)
        y = y.flatten(1)
        batch = x.shape[0] // (ACROSS * DOWN) if self.training else 1
        vector = self.level(self.compare(self.join(y).reshape(batch, -1, VECTOR)))
        match = self.match(y).reshape(batch, -1, MATCH)
        match = match * (match.square().sum(2, keepdim=True) + 1e-6) ** -0.5
        out = torch.cat([self.say(vector), match], dim=2)
        return (out, numerals) if self.training else out


@lru_cache(maxsize=800)
def _picture(path: Path) -> Image:
    """Of the latest, kept in memory: about 8 MB each."""
    return np.asarray(cv2.imread(str(path)))


class Sheet(NamedTuple):
    """Squares of one photo, side by side in one picture; of each the token, the token's colour (-1: none), the terrain (0 to 3, -1: bare table), and the map
    of numerals (SPOTS x SPOTS of 0 to 3, -1: not asked)."""

    image: Image
    token: np.ndarray
    colour: np.ndarray
    terrain: np.ndarray
    numerals: np.ndarray


@cache
def _doubtful(path: Path) -> np.ndarray:
    """(rows, cols): the squares of a cached picture that the reader would look at from close."""
    rows, cols = (length // STORED for length in _picture(path).shape[:2])
    size = cols * citynet.SIDE, rows * citynet.SIDE
    return citynet.doubtful(citynet.far_look(cv2.resize(_picture(path), size, interpolation=cv2.INTER_AREA)))


def _deceptive(board: Board) -> np.ndarray:
    """(n, 2): its bare squares that may well be taken for a token."""
    return np.argwhere((board.token == 0) & (board.terrain > 0) & _doubtful(board.path))


def draw(rng: Rng, board: Board) -> Sheet:
    picture = _picture(board.path)
    tokens = np.argwhere(board.token > 0)
    bare = np.argwhere((board.token == 0) & (board.terrain > 0))
    houses = np.argwhere(board.terrain == HOUSE)
    deceptive = _deceptive(board)
    if len(deceptive) and rng.random() < DECEPTIVE:
        often = min(len(bare), REPEATED * len(deceptive))
        bare = np.concatenate([bare, deceptive[rng.choice(len(deceptive), often)]])
    elif len(houses) and rng.random() < 0.5:
        bare = np.concatenate([bare, houses[rng.choice(len(houses), len(bare))]])
    elif rng.random() < 0.4:
        bare = np.argwhere(board.token[RING:-RING, RING:-RING] == 0) + RING
    most = int(rng.integers(*TOKENS))
    wanted = min(most, 3 * len(tokens)) if len(bare) else ACROSS * DOWN
    chosen = np.concatenate(
        [
            tokens[rng.choice(len(tokens), wanted, replace=len(tokens) < wanted)] if wanted else tokens[:0],
            bare[rng.choice(len(bare), ACROSS * DOWN - wanted)] if len(bare) else bare[:0],
        ]
    )
    chosen = rng.permutation(chosen)
    sheet = np.zeros((DOWN * SIDE, ACROSS * SIDE, 3), np.uint8)
    off = rng.normal(0, 0.05, 2)
    zoom = float(np.exp(rng.uniform(0, 0.5))) if rng.random() < ZOOMED else 1.0
    maps = np.full((len(chosen), SPOTS, SPOTS), -1, np.int64)
    for n, (r, c) in enumerate(chosen):
        middle = (np.array([c, r]) + 0.5 + off + rng.normal(0, 0.03, 2)) * STORED - 0.5
        turn = rng.uniform(0, 360) if rng.random() < 0.6 else 90.0 * rng.integers(4)
        scale = zoom * SIDE / (SPAN * STORED) * float(np.exp(rng.normal(0, 0.04)))
        to_view = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), float(turn), scale)
        to_view[:, 2] += (SIDE - 1) / 2 - middle
        if board.drawn:
            spot = to_view @ [*((board.badges[r, c] + (c, r)) * STORED - 0.5), 1.0]
            maps[n] = _map(spot, int(board.token[r, c]))
        y, x = n // ACROSS * SIDE, n % ACROSS * SIDE
        sheet[y : y + SIDE, x : x + SIDE] = cv2.warpAffine(
            picture, to_view, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE
        )
    place = chosen[:, 0], chosen[:, 1]
    sheet = np.maximum(sheet, 1)
    half = ACROSS // 2 * SIDE
    if rng.random() < TWO:  # as if the halves were two photos
        sheet[:, :half], sheet[:, half:] = (
            disturbed(rng, part) for part in (sheet[:, :half], sheet[:, half:])
        )
    elif rng.random() > CALM:
        sheet = disturbed(rng, sheet)
    if rng.random() < DISTANT:
        sheet = distant(rng, sheet)
    return Sheet(sheet, board.token[place], board.colour[place], board.terrain[place] - 1, maps)


def distant(rng: Rng, sheet: Image) -> Image:
    """A sheet as a photo shows it in which squares have few pixels: made small, sharpened or not, coded, and enlarged."""
    side = float(np.exp(rng.uniform(*np.log(FAR))))
    small = cv2.resize(sheet, None, fx=side * SPAN / SIDE, fy=side * SPAN / SIDE, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        edges = float(rng.uniform(0.1, 0.9))
        small = cv2.addWeighted(small, 1 + edges, cv2.GaussianBlur(small, (0, 0), 1.0), -edges, 0)
    if rng.random() < 0.5:
        noise = rng.standard_normal(small.shape, np.float32) * np.float32(rng.uniform(0.5, 5))
        small = cv2.convertScaleAbs(cv2.max(small + noise, 1.0))
    coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))])[1]
    small = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(cv2.max(cv2.resize(small, sheet.shape[1::-1], interpolation=cv2.INTER_LINEAR), 1))


def _map(spot: np.ndarray, token: int) -> np.ndarray:
    """The map of one square with its numeral at pixel (x, y); otters bear a 3."""
    out = np.zeros((SPOTS, SPOTS), np.int64)
    if token and not np.isfinite(spot).all():
        return out - 1 if token else out
    if token:
        x, y = (spot + 0.5) / 4
        near = np.hypot(np.arange(SPOTS)[None] + 0.5 - x, np.arange(SPOTS)[:, None] + 0.5 - y)
        out[near < 1.6] = -1
        out[near < 0.8] = min(token, 3)
    return out


PATCH = 24
"""Pixels of the pictures on which numerals are learned first: most of a square is of no use for that."""
PATCHES = 400


def patches_of(net: nn.Module, rng: Rng, pool: list[Board]) -> tuple[torch.Tensor, Told]:
    """One batch of numerals, and of places without one, from squares drawn without a scene."""
    clean = [board for board in pool if board.drawn]
    pictures = np.empty((PATCHES, PATCH, PATCH, 3), np.uint8)
    maps = np.zeros((PATCHES, PATCH // 4, PATCH // 4), np.int64)
    near = np.hypot(*(np.mgrid[0 : PATCH // 4, 0 : PATCH // 4] * 4 + 2 - PATCH / 2))
    n = 0
    while n < PATCHES:
        board = clean[int(rng.integers(len(clean)))]
        places = np.argwhere(np.isfinite(board.badges[..., 0]))
        if not len(places):
            continue
        picture = _picture(board.path)
        zoom = float(np.exp(rng.uniform(-0.1, 0.6)))
        first = n
        for r, c in places[rng.permutation(len(places))[: min(10, PATCHES - n)]]:
            blank = rng.random() < 0.2
            spot = (rng.uniform(0, 1, 2) if blank else board.badges[r, c]) + (c, r)
            away = float(np.hypot(*(spot - board.badges[r, c] - (c, r)))) * SIDE / SPAN * zoom
            pictures[n] = _patch(rng, picture, spot * STORED - 0.5, zoom * SIDE / (SPAN * STORED))
            if not blank:
                maps[n][near < 9.0] = -1
                maps[n][near < 3.0] = min(int(board.token[r, c]), 3)
            elif away < 12:
                maps[n] = -1
            n += 1
        if rng.random() > CALM:
            column = disturbed(rng, pictures[first:n].reshape(-1, PATCH, 3))
            pictures[first:n] = column.reshape(-1, PATCH, PATCH, 3)
    x = torch.from_numpy(normalised(pictures.reshape(-1, PATCH, 3)).reshape(3, PATCHES, PATCH, PATCH))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = net.numerals(net.fine(x.transpose(0, 1).to(memory_format=torch.channels_last))).float()
    want = torch.from_numpy(maps)
    loss = functional.cross_entropy(out, want, torch.tensor([0.2, 1.0, 1.0, 1.0]), ignore_index=-1)
    right = (out[:, 1:].argmax(1)[want > 0] + 1 == want[want > 0]).float().mean()
    return loss, {"numerals": float(loss.detach()), "right": float(right)}


def _patch(rng: Rng, picture: Image, at: np.ndarray, scale: float) -> Image:
    to_view = cv2.getRotationMatrix2D((float(at[0]), float(at[1])), float(rng.uniform(0, 360)), scale)
    to_view[:, 2] += (PATCH - 1) / 2 + rng.uniform(-2, 2, 2) - at
    patch = cv2.warpAffine(picture, to_view, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE)
    return np.maximum(patch, 1)


def apart(sheet: Image) -> np.ndarray:
    """The pictures of a sheet, each half normalised by itself: (ACROSS * DOWN, 3, SIDE, SIDE) float32."""
    half = ACROSS // 2 * SIDE
    parts = [normalised(np.ascontiguousarray(part)) for part in (sheet[:, :half], sheet[:, half:])]
    whole = np.concatenate(parts, axis=2).reshape(3, DOWN, SIDE, ACROSS, SIDE)
    return whole.transpose(1, 3, 0, 2, 4).reshape(-1, 3, SIDE, SIDE)


def _choice(rng: Rng, pool: list[Board]) -> Board:
    one, other = (pool[int(n)] for n in rng.integers(len(pool), size=2))
    deceptive = rng.random() < CHOICE and len(_deceptive(other)) > len(_deceptive(one))
    return other if deceptive else one


def batch_of(net: nn.Module, rng: Rng, pool: list[Board], size: int) -> tuple[torch.Tensor, Told]:
    seen = [board for board in pool if board.ours]
    clean = [board for board in pool if board.drawn] or seen
    drawn = []
    for _ in range(size):
        drawn.append(draw(rng, _choice(rng, clean if rng.random() < DRAWN else seen)))
    x = torch.from_numpy(np.concatenate([apart(sheet.image) for sheet in drawn]))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        outputs, numerals = net(x.to(memory_format=torch.channels_last))
    out = outputs.float().reshape(-1, outputs.shape[-1])
    token, colour, terrain, maps = (
        torch.from_numpy(np.concatenate([getattr(sheet, name) for sheet in drawn]))
        for name in ("token", "colour", "terrain", "numerals")
    )
    first = functional.cross_entropy(out[:, 0:5], token)
    second = functional.cross_entropy(out[:, 5:9], colour, ignore_index=-1)
    share = torch.tensor([0.05, 1.0, 1.0, 1.0])
    third = functional.cross_entropy(numerals.float(), maps, share, ignore_index=-1)
    third = torch.nan_to_num(third)  # no drawn photo in this batch
    fourth = matching(outputs.float()[..., OUTPUTS:], token.reshape(size, -1), colour.reshape(size, -1))
    fifth = functional.cross_entropy(out[:, 9:13], terrain, ignore_index=-1)
    right = ((out[:, 0:5].argmax(1) == token) & (token > 0)).sum() / (token > 0).sum().clamp(min=1)
    told = {
        "token": first,
        "colour": second,
        "numerals": third,
        "match": fourth,
        "terrain": fifth,
        "right": right,
    }
    return first + 0.3 * second + third + 0.3 * fourth + 0.5 * fifth, {
        name: float(value.detach()) for name, value in told.items()
    }


def matching(vectors: torch.Tensor, token: torch.Tensor, colour: torch.Tensor) -> torch.Tensor:
    """How badly tokens of one kind find each other among the tokens of a sheet; vectors are (sheets, squares, MATCH)."""
    kind = torch.where(token > 0, token * 4 + colour, -1)
    alike = vectors @ vectors.transpose(1, 2) / WARMTH
    oneself = torch.eye(kind.shape[1], dtype=torch.bool)
    usable = (kind >= 0)[:, None, :] & ~oneself
    same = (kind[:, :, None] == kind[:, None, :]) & usable & (kind >= 0)[:, :, None]
    every = torch.logsumexp(alike.masked_fill(~usable, -1e4), 2)
    found = torch.logsumexp(alike.masked_fill(~same, -1e4), 2)
    return (every - found)[same.any(2)].mean().nan_to_num()


def export(net: nn.Module, path: Path) -> float:
    """Writes ONNX for any number of squares; returns the largest difference from torch in cv2.dnn."""
    sizes = [(count, 3, SIDE, SIDE) for count in (24, 7, 40)]
    return written(net, path, sizes, {"input": {0: "count"}, "output": {1: "count"}})


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30, help="of one core's time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=5, help="photos")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument(
        "--numerals", type=float, default=6, help="minutes before that for the numerals alone"
    )
    parser.add_argument("--start", type=Path, help="a network to go on from, as .onnx or .pt")
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    net, pool = TokenNet(), Pool(options.data, boards)
    if options.start is not None:
        rng = np.random.default_rng([options.seed, 1])
        net.load_state_dict(weights(options.start, net, lambda: batch_of(net, rng, pool(), options.batch)))
    keep = kept_at(options.out.with_suffix(".pt"))
    for minutes, batch in (
        (options.numerals, lambda rng: patches_of(net, rng, pool())),
        (options.minutes, lambda rng: batch_of(net, rng, pool(), options.batch)),
    ):
        trained = learned(
            net, batch, seconds=60 * minutes, seed=options.seed, rate=options.rate, clip=CLIP, keep=keep
        )
        keep(trained)
    print(f"largest difference between cv2.dnn and torch: {export(trained, options.out):.2e}")


if __name__ == "__main__":
    main()
