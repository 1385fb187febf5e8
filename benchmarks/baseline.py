"""The thing to beat: terrain and token by hand-tuned ranges of hue, on the grid that the reader found.

Ranges follow what the boxes look like (rainforest green, mangrove brown, ocean blue, Houses grey or white);
which kind of token lies there it cannot tell, so it says the plant of the terrain.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.reading import Reading

GREEN, BLUE = (38, 88), (88, 135)
"""Hue in OpenCV's half degrees; what is neither, and coloured, is mangrove."""
COLOURED = 55
TOKEN = 22
"""Difference of centre and rim in Lab from which a token lies there."""


def read(reading: Reading) -> Reading:
    """The same grid with every square decided by hue; a House and a square without a card stay as they are."""
    squares = []
    for square in reading.squares:
        if square.text:
            text = square_text(reading.crop(square.cell, 64))
            square = replace(square, text=text, confidence=0.5, unsure=False, guesses=())
        squares.append(square)
    rows, cols = reading.size
    grid = [["" for _ in range(cols)] for _ in range(rows)]
    for square in squares:
        grid[square.cell[0]][square.cell[1]] = square.text
    board = {**reading.board, "players": [{**reading.board["players"][0], "grid": grid}]}
    return replace(reading, board=board, squares=tuple(squares))


def square_text(crop: np.ndarray) -> str:
    """The square in a picture of it, HxWx3 uint8 BGR, with a little around it."""
    h, w = crop.shape[:2]
    small = cv2.GaussianBlur(crop[h // 8 : -h // 8, w // 8 : -w // 8], (0, 0), 1.5)
    h, w = small.shape[:2]
    y, x = np.mgrid[0:h, 0:w]
    out = np.maximum(abs(x / w - 0.5), abs(y / h - 0.5))
    rim, centre = (out > 0.36) & (out < 0.46), out < 0.2
    hue, saturation, _ = np.median(cv2.cvtColor(small, cv2.COLOR_BGR2HSV)[rim], axis=0)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(float)
    token = np.linalg.norm(np.median(lab[rim], axis=0) - np.median(lab[centre], axis=0)) > TOKEN
    if saturation < COLOURED:
        return "H"
    terrain = "R" if GREEN[0] <= hue < GREEN[1] else "O" if BLUE[0] <= hue < BLUE[1] else "M"
    return f"{terrain}:{terrain.lower()}1" if token else terrain
