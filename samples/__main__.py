"""`python -m samples render --game GAME --count N --seed S --out DIR`: photos with their truth beside them."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from samples import jpeg, scenes
from samples.render.scene import DIFFICULTIES
from scoring.arguments import JOBS, SEED, Parser, between


def scene_names() -> list[str]:
    """What can be rendered: the games, tiles of other games, and photos without a board."""
    names = [name.replace("_", "-") for _, name, _ in pkgutil.iter_modules(scenes.__path__)]
    return [name for name in names if hasattr(_scene(name), "render")]


def _scene(game: str) -> ModuleType:
    return importlib.import_module(f"{scenes.__name__}.{game.replace('-', '_')}")


def _difficulty(index: int) -> str:
    """In a mixed set of ten: two easy photos, six normal ones, two hard ones."""
    return ("normal", "hard", "normal", "easy", "normal")[index % 5]


def render_one(
    index: int, *, game: str, seed: int, out: str, difficulty: str | None, style: str | None, size: int | None
) -> None:
    """Render photo number `index` of a series to OUT/NNN.jpg and OUT/NNN.json; it depends on nothing else."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, index])
    image, truth = _scene(game).render(
        rng, difficulty=difficulty or _difficulty(index), style=style, size=size, encode=False
    )
    truth["scene"]["seed"] = [seed, index]
    path = Path(out) / f"{index:03d}"
    quality, orientation = truth["scene"]["quality"], truth["scene"]["exif_orientation"]
    path.with_suffix(".jpg").write_bytes(jpeg.write(image, quality, orientation))
    path.with_suffix(".json").write_text(json.dumps(truth) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m samples", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    render = commands.add_parser("render", help="render photos with their truth")
    render.add_argument("--game", required=True, choices=scene_names())
    render.add_argument("--count", type=between(1, 100_000), default=1)
    render.add_argument("--seed", type=SEED, default=0)
    render.add_argument("--out", required=True)
    render.add_argument("--difficulty", choices=DIFFICULTIES, help="left out: a mix")
    render.add_argument("--style", help="left out: any that is not held out")
    render.add_argument("--size", type=between(64, 8000), help="long side in pixels; left out: any phone's")
    render.add_argument("--jobs", type=JOBS, default=1, help="processes")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the command. Returns its exit code: 0, or 2 with one line on standard error."""
    args = _parser().parse_args(argv)
    styles: tuple[str, ...] = _scene(args.game).STYLES
    if args.style is not None and args.style not in styles:
        print(f"samples: no style {args.style!r}: expected one of {', '.join(styles)}", file=sys.stderr)
        return 2
    try:
        Path(args.out).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"samples: cannot write to {args.out}: {error.strerror}", file=sys.stderr)
        return 2
    options: dict[str, Any] = {
        name: getattr(args, name) for name in ("game", "seed", "out", "difficulty", "style", "size")
    }
    work = partial(render_one, **options)
    if args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            list(pool.map(work, range(args.count)))
    else:
        for index in range(args.count):
            work(index)
    return 0


if __name__ == "__main__":
    sys.exit(main())
