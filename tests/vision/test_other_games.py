"""A photo of one game is not read as another."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision import NoBoardError, read_photo

PHOTOS = sorted((Path(__file__).parents[2] / "samples" / "photos").glob("*.jpg"))
GAMES = ("rainforest-city", "hutan", "my-rainforest")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_only_a_photo_of_the_game_is_read(photo: Path, game: str) -> None:
    if photo.stem.startswith(game):
        assert read_photo(photo, game).squares
    else:
        with pytest.raises(NoBoardError, match=r"^no board was found"):
            read_photo(photo, game)
