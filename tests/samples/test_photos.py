"""The committed photos: small enough, legal boards, truth that fits the picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from scoring import load_board, score

SAMPLES = Path(__file__).parents[2] / "samples"
PHOTOS = sorted((SAMPLES / "photos").glob("*.jpg"))


def test_samples_stay_small() -> None:
    size = sum(p.stat().st_size for p in SAMPLES.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    assert size < 6_000_000


def test_every_game_has_photos() -> None:
    games = {json.loads(p.with_suffix(".json").read_text())["board"]["game"] for p in PHOTOS}
    assert games == {"rainforest-city", "hutan", "my-rainforest"}


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda p: p.stem)
def test_photo_has_its_truth(photo: Path) -> None:
    truth = json.loads(photo.with_suffix(".json").read_text())
    assert photo.stem.startswith(truth["board"]["game"])
    width, height = ImageOps.exif_transpose(Image.open(photo)).size
    assert [width, height] == truth["scene"]["photo_size"]
    assert all(
        -0.3 * width < x < 1.3 * width and -0.3 * height < y < 1.3 * height for x, y in truth["corners"]
    )
    assert score(load_board(truth["board"])).players[0].total is not None
