"""What a picture file says of itself in its first bytes: format and size, read without making room for a pixel.

Image libraries allocate while they open some formats (a WebP of 38 bytes asks for 1.6 GB), so the size is taken
here, by a few lines a format, before any of them sees the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple


class Header(NamedTuple):
    format: str
    """As Pillow names it: JPEG, PNG, WEBP, HEIF, AVIF, GIF, BMP or TIFF."""
    width: int
    height: int
    """Pixels as stored, before any turn; the largest that any picture in the file claims."""


class HeaderError(ValueError):
    """The header cannot be used; the message is one clear line."""


def header(data: bytes) -> Header:
    """Format and size of the picture. Raises HeaderError where it is no picture that is read here."""
    for name, known, size in _FORMATS:
        if known(data):
            try:
                width, height = size(data)
            except (struct.error, IndexError, ValueError):
                raise HeaderError(
                    f"the {name} picture is damaged or cut off: its size cannot be read"
                ) from None
            if width < 1 or height < 1:
                raise HeaderError(f"the {name} picture is damaged: it says that it has no pixels")
            return Header(name, width, height)
    raise HeaderError(f"{_what_else(data)} (JPEG, PNG, WebP and HEIC photos are read)")


def _what_else(data: bytes) -> str:
    """A clear word on files that people take for photos."""
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if data.startswith(b"%PDF") or b"%pdf-" in start:
        return "not an image but a PDF document: take a photo or a screenshot of it"
    if start.startswith((b"<svg", b"<?xml")) and b"<svg" in data[:4096].lower():
        return "not a photo but an SVG drawing"
    if start.startswith((b"<!doctype html", b"<html")):
        return "not an image but a web page: save the picture itself"
    if data[4:8] == b"ftyp" or data.startswith(b"\x1aE\xdf\xa3"):
        return "not an image but a film: take a photo, or a screenshot of the film"
    if data.startswith((b"\xff\x0a", b"\0\0\0\x0cJXL ")):
        return "a JPEG XL picture, which is not supported: send it as JPEG"
    if data.startswith(b"PK\x03\x04"):
        return "not an image but an archive: unpack it first"
    return "not an image, or a kind that is not supported"


def jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """(marker, start, end) of the payloads of a JPEG's segments up to and with the first start of scan."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            at += 1  # junk between segments is skipped, as decoders do
            continue
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in (0x00, 0x01) or 0xD0 <= marker <= 0xD8:
            at += 2
        elif marker == 0xD9:
            return
        else:
            length = int.from_bytes(data[at + 2 : at + 4], "big")
            yield marker, at + 4, at + 2 + length
            if marker == 0xDA:
                return
            at += 2 + max(length, 2)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(type, start of the chunk, its end with the checksum) of every whole chunk of a PNG."""
    at = 8
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            return
        yield data[at + 4 : at + 8], at, end
        at = end


def riff_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(type, start, end) of the payloads of a WebP's chunks; the last may reach past a file that ends early."""
    at = 12
    while at + 8 <= len(data):
        start = at + 8
        end = start + int.from_bytes(data[at + 4 : start], "little")
        yield data[at : at + 4], start, end
        at = end + (end & 1)


def _jpeg(data: bytes) -> tuple[int, int]:
    for marker, start, _ in jpeg_segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, start + 1)
            return width, height
    raise ValueError("no frame")


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR":
        raise ValueError("no IHDR")
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _webp(data: bytes) -> tuple[int, int]:
    """The largest size named by any chunk: the canvas and the pictures on it say it separately."""
    sizes = []
    for kind, body, _ in riff_chunks(data):
        if kind == b"VP8X":
            sizes.append((_le24(data, body + 4) + 1, _le24(data, body + 7) + 1))
        elif kind == b"VP8 ":
            width, height = struct.unpack_from("<HH", data, body + 6)
            sizes.append((width & 0x3FFF, height & 0x3FFF))
        elif kind == b"VP8L":
            bits = struct.unpack_from("<I", data, body + 1)[0]
            sizes.append(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        elif kind == b"ANMF":
            sizes.append((_le24(data, body + 6) + 1, _le24(data, body + 9) + 1))
    return _largest(sizes)


def _le24(data: bytes, at: int) -> int:
    if at + 3 > len(data):
        raise ValueError("too short")
    return int.from_bytes(data[at : at + 3], "little")


def _gif(data: bytes) -> tuple[int, int]:
    """The screen, widened to what the first picture covers: decoders make room for both."""
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    while at < len(data):
        if data[at] == 0x2C:
            left, top, w, h = struct.unpack_from("<HHHH", data, at + 1)
            return max(width, left + w), max(height, top + h)
        if data[at] != 0x21:
            break
        at += 2
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return width, height


def _bmp(data: bytes) -> tuple[int, int]:
    if int.from_bytes(data[14:18], "little") == 12:
        width, height = struct.unpack_from("<HH", data, 18)
        return width, height
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _tiff(data: bytes) -> tuple[int, int]:
    """The first picture's size; its tiles and strips may be larger than it and are decoded whole."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, at)
    values: dict[int, int] = {}
    for i in range(min(entries, 512)):
        tag, kind, count = struct.unpack_from(order + "HHI", data, at + 2 + 12 * i)
        if count == 1 and kind in (3, 4):
            values[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 10 + 12 * i)[0]
    width, height = values[256], values[257]
    return max(width, values.get(322, 0)), max(height, values.get(323, 0))


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """(type, start, end) of the payloads of the ISO boxes between two offsets."""
    while at + 8 <= end:
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        start = at + 8
        if length == 1:
            length, start = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        stop = end if length == 0 else at + length
        if stop < start:
            return
        yield kind, start, min(stop, end)
        at = stop


def _heif(data: bytes) -> tuple[int, int]:
    """The largest `ispe` property: the whole of a picture in tiles has one, and so has each tile."""
    sizes = []
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind != b"meta":
            continue
        for kind2, start2, end2 in _boxes(data, start + 4, end):
            if kind2 != b"iprp":
                continue
            for kind3, start3, end3 in _boxes(data, start2, end2):
                if kind3 != b"ipco":
                    continue
                for kind4, start4, _ in _boxes(data, start3, end3):
                    if kind4 == b"ispe":
                        width, height = struct.unpack_from(">II", data, start4 + 4)
                        sizes.append((width, height))
    return _largest(sizes)


def _largest(sizes: list[tuple[int, int]]) -> tuple[int, int]:
    if not sizes:
        raise ValueError("no size")
    return max(sizes, key=lambda s: s[0] * s[1])


_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_AVIF_BRANDS = {b"avif", b"avis"}


def _brands(data: bytes) -> set[bytes]:
    if data[4:8] != b"ftyp":
        return set()
    end = min(int.from_bytes(data[:4], "big"), 512)
    return {data[8:12], *(data[i : i + 4] for i in range(16, end, 4))}


def _is_avif(data: bytes) -> bool:
    return bool(_brands(data) & _AVIF_BRANDS)


def _is_heif(data: bytes) -> bool:
    return bool(_brands(data) & _HEIC_BRANDS) and not _is_avif(data)


_FORMATS = (
    ("JPEG", lambda d: d.startswith(b"\xff\xd8\xff"), _jpeg),
    ("PNG", lambda d: d.startswith(b"\x89PNG\r\n\x1a\n"), _png),
    ("WEBP", lambda d: d[:4] == b"RIFF" and d[8:12] == b"WEBP", _webp),
    ("HEIF", _is_heif, _heif),
    ("AVIF", _is_avif, _heif),
    ("GIF", lambda d: d.startswith((b"GIF87a", b"GIF89a")), _gif),
    ("BMP", lambda d: d[:2] == b"BM" and len(d) > 26, _bmp),
    ("TIFF", lambda d: d[:4] in (b"II*\0", b"MM\0*"), _tiff),
)
