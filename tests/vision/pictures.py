"""Pictures for the tests of decoding, made on the spot: one scene, kept in every way a phone or a chat app may."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import cv2
import numpy as np
from PIL import Image

W, H = 480, 320


def scene(width: int = W, height: int = H) -> np.ndarray:
    """HxWx3 uint8 RGB: four plain quarters of unlike colours with a smooth shade, so that turns show."""
    quarters = np.array([[[200, 60, 50], [60, 160, 70]], [[50, 80, 190], [220, 200, 80]]], np.float32)
    image = cv2.resize(quarters, (width, height), interpolation=cv2.INTER_NEAREST)
    shade = np.linspace(0.85, 1.1, width, dtype=np.float32)[None, :, None]
    return np.clip(image * shade, 0, 255).astype(np.uint8)


def noisy(width: int = 1000, height: int = 700) -> np.ndarray:
    """The scene with speckles: a picture whose rows cost alike in any format."""
    speckle = np.random.default_rng(1).integers(0, 60, (height, width, 3))
    return np.clip(scene(width, height) + speckle, 0, 255).astype(np.uint8)


def saved(image: np.ndarray | Image.Image, kind: str, **options: Any) -> bytes:
    picture = image if isinstance(image, Image.Image) else Image.fromarray(image)
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def jpeg(image: np.ndarray | None = None, **options: Any) -> bytes:
    return saved(scene() if image is None else image, "JPEG", **{"quality": 95, **options})


def png(image: np.ndarray | None = None, **options: Any) -> bytes:
    return saved(scene() if image is None else image, "PNG", **options)


def exif(orientation: int) -> bytes:
    marks = Image.Exif()
    marks[0x0112] = orientation
    return marks.tobytes()


def stored_for(orientation: int) -> np.ndarray:
    """The scene's pixels as a camera stores them under this EXIF mark, so that turning them gives the scene."""
    s = scene()
    return np.ascontiguousarray(
        {
            1: s,
            2: s[:, ::-1],
            3: s[::-1, ::-1],
            4: s[::-1],
            5: s.transpose(1, 0, 2),
            6: np.rot90(s, 1),
            7: np.rot90(s, 2).transpose(1, 0, 2),
            8: np.rot90(s, -1),
        }[orientation]
    )


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_with(extra: bytes) -> bytes:
    """The scene's PNG with more chunks after its header."""
    data = png()
    return data[:33] + extra + data[33:]


def png_claiming(width: int, height: int) -> bytes:
    """A PNG whose header promises any size; its one row of pixels is never reached."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def webp_claiming(width: int, height: int) -> bytes:
    body = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunks = b"VP8X" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body) + 8) + kind + body


def heic_claiming(width: int, height: int) -> bytes:
    size = box(b"ispe", b"\0\0\0\0" + struct.pack(">II", width, height))
    meta = box(b"meta", b"\0\0\0\0" + box(b"iprp", box(b"ipco", size)))
    return box(b"ftyp", b"heic\0\0\0\0mif1heic") + meta


def gif_claiming(width: int, height: int) -> bytes:
    """A small screen with a picture on it that is far larger."""
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", 64, 64, 0, 0, 0)
        + b"\x2c"
        + struct.pack("<HHHHB", 0, 0, width, height, 0)
        + b"\x02\0"
    )


def bmp_claiming(width: int, height: int) -> bytes:
    return (
        b"BM"
        + struct.pack("<IHHI", 100, 0, 0, 54)
        + struct.pack("<IiiHHIIiiII", 40, width, -height, 1, 24, 0, 0, 0, 0, 0, 0)
    )


def tiff_claiming(width: int, height: int) -> bytes:
    entries = b"".join(
        struct.pack("<HHII", tag, 4, 1, v) for tag, v in ((256, 64), (257, 64), (322, width), (323, height))
    )
    return b"II*\0" + struct.pack("<IH", 8, 4) + entries + b"\0\0\0\0"


def jpeg_claiming(width: int, height: int) -> bytes:
    data = jpeg()
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]
