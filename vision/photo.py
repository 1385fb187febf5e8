"""Decoding photos: one function for the commands and the app.

Whatever a phone, a chat app or a scanner makes of a photo comes out as upright 8-bit sRGB colour in BGR order,
and whatever cannot be read as a PhotoError of one clear line. Size limits are checked on the file's header,
before anything is allocated for its pixels.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageCms, ImageFile

from scoring.model import Warning
from vision.headers import Header, HeaderError, header, jpeg_segments, png_chunks, riff_chunks
from vision.shrinking import reduced

MAX_PIXELS = 120_000_000
MAX_BYTES = 60_000_000
LARGE_PIXELS = 26_000_000
"""Photos above this are decoded at half or a quarter of their side: no reader needs more, and memory stays small."""
LEAST_SIDE = 48
LOW_SIDE = 500
"""Below this long side squares of a usual board have fewer than 40 pixels: read, with a warning."""
LEAST_KNOWN = 0.75
"""Of a file that ends early, the share of the picture that must be there."""
GROUND = 200
"""The light grey that transparent pixels are laid on."""
GREY_SPREAD = 7
"""A photo has no colour where Lab's a and b (8 bit) vary by less than this over its pixels."""
LARGEST_PROFILE = 4_000_000

# Pillow's own limit would print a warning below and raise above it; the header check stands in its place.
Image.MAX_IMAGE_PIXELS = None

_lenient = threading.Lock()
_listening = threading.Lock()


class PhotoError(Exception):
    """The file cannot be used as a photo; the message says in one line what is wrong and what to do."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A decoded photo."""

    image: np.ndarray
    """HxWx3 uint8 BGR, upright; smaller than `size` for very large photos."""
    size: tuple[int, int]
    """(width, height) of the full upright photo; corners and quads are in its pixels."""
    warnings: tuple[Warning, ...] = ()
    known: tuple[float, float, float, float] = field(default=(0, 0, 0, 0))
    """(left, top, right, bottom) of what the file holds of the photo, in full pixels; all of it unless cut off."""

    def __post_init__(self) -> None:
        if self.known == (0, 0, 0, 0):
            object.__setattr__(self, "known", (0, 0, *self.size))

    @property
    def scale(self) -> float:
        """Pixels of `image` per full pixel; at most 1."""
        return self.image.shape[1] / self.size[0]

    def at_most(self, side: int) -> tuple[np.ndarray, float]:
        """The image with its long side at most `side` pixels, and its pixels per full pixel."""
        image, back = reduced(self.image, side)
        return image, self.scale / float(back[0, 0])


def decode(source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> Photo:
    """Decode a photo from a path or from the file's bytes. Raises PhotoError.

    Formats: JPEG (also progressive, CMYK, MPO, with a film hung on its end), PNG, WebP, HEIC, AVIF, GIF, BMP and
    TIFF; of an animation the first picture. Turned and mirrored by its EXIF mark, colours taken to sRGB.
    """
    data = bytes(source) if isinstance(source, bytes | bytearray | memoryview) else _bytes_of(Path(source))
    if not data:
        raise PhotoError("the file is empty: it was not sent or saved whole, send it again")
    if len(data) > MAX_BYTES:
        raise PhotoError(f"the file is too large: at most {MAX_BYTES // 1_000_000} MB are read")
    try:
        head = header(data)
    except HeaderError as error:
        raise PhotoError(str(error)) from None
    if head.width * head.height > MAX_PIXELS:
        raise PhotoError(
            f"the photo is too large: {head.width} x {head.height} pixels, at most {MAX_PIXELS // 1_000_000} "
            "megapixels are read"
        )
    if min(head.width, head.height) < LEAST_SIDE:
        raise PhotoError(
            f"the picture is too small: {head.width} x {head.height} pixels, send the photo itself"
        )
    try:
        return _decoded(data, head)
    except PhotoError:
        raise
    except MemoryError:
        raise PhotoError("the photo is too large for this machine's memory") from None
    except Exception as error:  # whatever an image library throws at a broken file ends here
        raise PhotoError(_damaged(head, error)) from None


def _bytes_of(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError("a folder, not a photo: name a file in it, or use batch for all of them")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PhotoError("no such file") from None
    except (OSError, ValueError) as error:
        raise PhotoError(
            f"the file cannot be read: {getattr(error, 'strerror', None) or 'its name cannot be'}"
        ) from None


def _decoded(data: bytes, head: Header) -> Photo:
    stored = _DECODERS.get(head.format, _by_pillow)(data, head)
    image = stored.image
    if stored.icc:
        image = _to_srgb(image, stored.icc)
    image = _turned(image, stored.orientation)
    full = stored.size[::-1] if stored.orientation >= 5 else stored.size
    known = _known(stored.known_rows, stored.orientation, full)
    return Photo(image, full, _warnings(image, full, stored), known)


@dataclass(frozen=True, eq=False)
class _Stored:
    """A picture as its file holds it: colours and turn still to be done."""

    image: np.ndarray
    size: tuple[int, int]
    """(width, height) of the whole picture, which `image` may be a reduction of."""
    orientation: int = 1
    icc: bytes | None = None
    known_rows: float = 1.0
    """The share of the rows, from the top, that the file holds."""
    damaged: bool = False
    """The decoder met something broken and went on: what comes after it may be wrong."""


def _jpeg(data: bytes, head: Header) -> _Stored:
    scan = next((end for marker, _, end in jpeg_segments(data) if marker == 0xDA), None)
    if scan is None:
        raise PhotoError("the JPEG picture is cut off before its first row: send it again")
    end = data.find(b"\xff\xd9", scan)
    if data.count(b"\xff\xda", scan, end if end >= 0 else len(data)) > MAX_SCANS:
        raise PhotoError("the JPEG picture is damaged: it is built of far too many layers")
    whole = end >= 0
    picture = Image.open(io.BytesIO(data if whole else data + b"\xff\xd9"), formats=["JPEG"])
    orientation, icc = _orientation(picture), picture.info.get("icc_profile")
    step, size = _step(head), picture.size
    if whole and picture.mode in ("RGB", "L"):
        image, said = _by_opencv(data, _CV_FLAGS[step] | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is not None:
            icc = icc if picture.mode == "RGB" else None
            return _Stored(image, size, orientation, icc, damaged=_tells_of_damage(said, data[:end]))
    if step > 1:
        picture.draft(None, (head.width // step, head.height // step))
    image = _bgr(picture, 1)
    # Without its end mark a file is cut off, if only within its last rows, which may pass for what they lack.
    rows = 1.0 if whole else min(_rows_known(image), 1 - 1 / size[1])
    return _Stored(image, size, orientation, icc if picture.mode == "RGB" else None, rows)


def _png(data: bytes, head: Header) -> _Stored:
    clean, exif = _without_ballast(data)
    picture = Image.open(io.BytesIO(clean), formats=["PNG"])
    orientation, icc = _exif_turn(exif), picture.info.get("icc_profile")
    step, size = _step(head), picture.size
    if step > 1 and picture.mode == "RGB" and "transparency" not in picture.info:
        # OpenCV holds three bytes a pixel where Pillow holds four, which is what counts here.
        image, said = _by_opencv(clean, _CV_FLAGS[step] | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is not None:
            return _Stored(image, size, orientation, icc, damaged="libpng" in said)
    rows, damaged = 1.0, False
    try:
        image = _bgr(picture, step)
    except (OSError, SyntaxError):
        image = _bgr_of_part(clean, step)
        rows, damaged = _rows_known(image), True
    return _Stored(image, size, orientation, icc, rows, damaged)


def _webp(data: bytes, head: Header) -> _Stored:
    chunks = {kind: data[start:end] for kind, start, end in riff_chunks(data)}
    if b"ANMF" in chunks:
        if _step(head) > 1:
            raise PhotoError("an animation of this size is not read: send a photo")
        return _by_pillow(data, head)
    orientation, icc = _exif_turn(chunks.get(b"EXIF", b"")), chunks.get(b"ICCP")
    step = _step(head)
    see_through = (
        b"ALPH" in chunks or (b"VP8X" in chunks and bool(chunks[b"VP8X"][0] & 0x10)) or b"VP8L" in chunks
    )
    flags = cv2.IMREAD_UNCHANGED if see_through else _CV_FLAGS[step] | cv2.IMREAD_IGNORE_ORIENTATION
    # Pillow opens a still WebP as an animation of one picture, with room for several.
    image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if image is None:
        raise PhotoError("the WebP picture is damaged or cut off: send it again, or as JPEG")
    if image.shape[2] == 4:
        image = _laid_on_ground(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), image[:, :, 3])
    if see_through:
        image = _smaller(image, step)
    return _Stored(image, (head.width, head.height), orientation, icc)


def _heif(data: bytes, head: Header) -> _Stored:
    try:
        import pillow_heif
    except ImportError:
        raise PhotoError(
            'HEIC photos cannot be read on this computer: set the phone\'s camera to JPEG ("Most Compatible"), '
            "or send a screenshot"
        ) from None
    picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True)
    pixels = np.asarray(picture)
    if pixels.ndim == 2:
        image = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    elif pixels.shape[2] == 2:
        image = _laid_on_ground(cv2.cvtColor(pixels[:, :, 0], cv2.COLOR_GRAY2BGR), pixels[:, :, 1])
    elif pixels.shape[2] == 4:
        image = _laid_on_ground(cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR), pixels[:, :, 3])
    else:
        image = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    # The decoder has turned the picture already; the EXIF mark in a HEIC says how, not what is left to do.
    size = (image.shape[1], image.shape[0])
    return _Stored(_smaller(image, _step(head)), size, 1, picture.info.get("icc_profile"))


def _by_pillow(data: bytes, head: Header) -> _Stored:
    picture = Image.open(io.BytesIO(data), formats=[head.format])
    orientation, icc = _orientation(picture), picture.info.get("icc_profile")
    return _Stored(_bgr(picture, _step(head)), picture.size, orientation, icc)


def _tiff(data: bytes, head: Header) -> _Stored:
    try:
        return replace(_by_pillow(data, head), orientation=1)  # Pillow turns this one format by itself
    except OSError:
        # Pillow has no name for some kinds of pixels (16 bits a colour) that OpenCV reads.
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is None:
            raise
        return _Stored(_smaller(image, _step(head)), (image.shape[1], image.shape[0]))


def _by_opencv(data: bytes, flags: int) -> tuple[np.ndarray | None, str]:
    """The picture as OpenCV decodes it (None where it cannot), and what the decoder complained of.

    libjpeg and libpng get over damage and tell of it on the process's standard error alone, so that is listened to
    meanwhile; what others say there is passed on.
    """
    pixels = np.frombuffer(data, np.uint8)
    with _listening, tempfile.TemporaryFile() as heard:
        try:
            own = os.dup(2)
        except OSError:
            return cv2.imdecode(pixels, flags), ""  # started without a standard error
        try:
            os.dup2(heard.fileno(), 2)
            image = cv2.imdecode(pixels, flags)
        finally:
            os.dup2(own, 2)
            os.close(own)
        heard.seek(0)
        lines = heard.read().splitlines(keepends=True)
    complaints = [line for line in lines if line.startswith(_COMPLAINTS)]
    for line in lines:
        if line not in complaints:
            os.write(2, line)
    return image, b"".join(complaints).decode("utf-8", "replace")


_COMPLAINTS = (b"Corrupt JPEG data", b"Premature end of JPEG", b"libpng")
_PADDING = re.compile(r"(\d+) extraneous bytes before marker 0xd9")


def _tells_of_damage(said: str, until_end: bytes) -> bool:
    """Whether libjpeg's complaint is of damage: some cameras pad their files before the end, which is none."""
    padding = _PADDING.search(said)
    return bool(said) and not (padding and len(set(until_end[-int(padding[1]) :])) == 1)


_DECODERS = {"JPEG": _jpeg, "PNG": _png, "WEBP": _webp, "HEIF": _heif, "TIFF": _tiff}

MAX_SCANS = 200
"""Layers of a progressive JPEG; cameras and chat apps write about ten, and each costs a pass over the picture."""

_CV_FLAGS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


def _step(head: Header) -> int:
    """By what the sides are divided while decoding."""
    pixels = head.width * head.height
    return next(step for step in (1, 2, 4) if pixels <= LARGE_PIXELS * step * step)


def _smaller(image: np.ndarray, step: int) -> np.ndarray:
    if step == 1:
        return image
    h, w = image.shape[:2]
    return cv2.resize(image, (-(-w // step), -(-h // step)), interpolation=cv2.INTER_AREA)


def _without_ballast(data: bytes) -> tuple[bytes, bytes]:
    """The PNG with only the chunks that make the picture, and its EXIF.

    Texts may unpack to any size, and animations are not read.
    """
    kept, exif, end = [data[:8]], b"", 8
    for kind, start, end in png_chunks(data):
        if kind in _PNG_KEPT or (kind == b"iCCP" and _unpacks_small(data[start + 8 : end - 4])):
            kept.append(data[start:end])
        elif kind == b"eXIf":
            exif = data[start + 8 : end - 4]
        if kind == b"IEND":
            break
    else:
        kept.append(data[end:])
    return b"".join(kept), exif


_PNG_KEPT = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


def _unpacks_small(iccp: bytes) -> bool:
    _, _, packed = iccp.partition(b"\0")
    unpacker = zlib.decompressobj()
    try:
        unpacker.decompress(packed[1:], LARGEST_PROFILE)
    except zlib.error:
        return False
    return unpacker.eof


def _orientation(picture: Image.Image) -> int:
    try:
        return _turn_of(picture.getexif())
    except Exception:  # EXIF is written by everyone and checked by no one: a broken one turns nothing
        return 1


def _exif_turn(exif: bytes) -> int:
    try:
        found = Image.Exif()
        found.load(exif)
        return _turn_of(found)
    except Exception:
        return 1


def _turn_of(exif: Image.Exif) -> int:
    value = exif.get(0x0112, 1)
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _bgr(picture: Image.Image, step: int) -> np.ndarray:
    """The first picture as HxWx3 BGR with its sides divided by `step`, its RGB profile not yet applied.

    Done a band at a time: whole copies in each form on the way would take several times the memory.
    """
    picture.load()
    if picture.mode.startswith("I") or picture.mode == "F":
        return _smaller(cv2.cvtColor(_eight_bits(np.asarray(picture)), cv2.COLOR_GRAY2BGR), step)
    w, h = picture.size
    image = np.empty((-(-h // step), -(-w // step), 3), np.uint8)
    for top in range(0, h, BAND):
        band = picture.crop((0, top, w, min(top + BAND, h)))
        image[top // step : (top + BAND) // step] = _smaller(_band_bgr(band), step)
    return image


BAND = 512


def _band_bgr(band: Image.Image) -> np.ndarray:
    if band.mode == "RGB" and "transparency" not in band.info:
        return cv2.cvtColor(np.asarray(band), cv2.COLOR_RGB2BGR)
    if band.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in band.info:
        pixels = np.asarray(band.convert("RGBA"))
        return _laid_on_ground(cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR), pixels[:, :, 3])
    if band.mode == "CMYK":
        band = _from_cmyk(band)
    return cv2.cvtColor(np.asarray(band.convert("RGB")), cv2.COLOR_RGB2BGR)


def _bgr_of_part(data: bytes, step: int) -> np.ndarray:
    """What can be decoded of a PNG that ends early; the rest is flat."""
    with _lenient:
        before = ImageFile.LOAD_TRUNCATED_IMAGES
        ImageFile.LOAD_TRUNCATED_IMAGES = True
        try:
            return _bgr(Image.open(io.BytesIO(data), formats=["PNG"]), step)
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _eight_bits(deep: np.ndarray) -> np.ndarray:
    """Grey of any depth scaled to 0..255: 16 bits by their own range, others by the values that are there."""
    if deep.dtype.kind == "f":
        deep = np.nan_to_num(deep, posinf=0.0, neginf=0.0)
    low, high = float(deep.min()), float(deep.max())
    if deep.dtype == np.uint16 or (deep.dtype.kind == "i" and low >= 0 and 255 < high <= 65535):
        return (deep.astype(np.uint16) >> 8).astype(np.uint8)
    if low >= 0 and high <= 255 and deep.dtype.kind != "f":
        return deep.astype(np.uint8)
    return ((deep - low) * (255.0 / max(high - low, 1e-9))).astype(np.uint8)


def _laid_on_ground(bgr: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Transparent pixels over a plain light grey, some rows at a time to save memory."""
    for top in range(0, len(bgr), BAND):
        rows, a = bgr[top : top + BAND], alpha[top : top + BAND]
        if a.min() == 255:
            continue
        share = a[:, :, None].astype(np.uint16)
        rows[:] = ((rows * share + GROUND * (255 - share) + 127) // 255).astype(np.uint8)
    return bgr


def _from_cmyk(picture: Image.Image) -> Image.Image:
    icc = picture.info.get("icc_profile")
    if icc:
        try:
            made = ImageCms.profileToProfile(picture, io.BytesIO(icc), _SRGB, outputMode="RGB")
            if made is not None:
                return made
        except ImageCms.PyCMSError:
            pass  # a broken profile: the plain conversion is near enough
    return picture.convert("RGB")


_SRGB = ImageCms.createProfile("sRGB")


def _to_srgb(image: np.ndarray, icc: bytes) -> np.ndarray:
    """The picture's colours from its own RGB profile to sRGB; unchanged where the profile is sRGB or broken."""
    if len(icc) > LARGEST_PROFILE:
        return image
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        if (
            "srgb" in ImageCms.getProfileDescription(profile).lower()
            or profile.profile.xcolor_space.strip() != "RGB"
        ):
            return image
        transform = ImageCms.buildTransform(profile, _SRGB, "RGB", "RGB")
    except (ImageCms.PyCMSError, OSError):
        return image

    def convert(top: int) -> None:
        rows = Image.fromarray(cv2.cvtColor(image[top : top + BAND], cv2.COLOR_BGR2RGB))
        done = ImageCms.applyTransform(rows, transform)
        image[top : top + BAND] = cv2.cvtColor(np.asarray(done), cv2.COLOR_RGB2BGR)

    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:  # it takes longer than decoding does
        list(pool.map(convert, range(0, len(image), BAND)))
    return image


def _turned(image: np.ndarray, orientation: int) -> np.ndarray:
    """Upright by its EXIF orientation (1 to 8)."""
    if orientation in (5, 7):
        image = cv2.transpose(image)
    if orientation == 2:
        image = cv2.flip(image, 1)
    elif orientation == 4:
        image = cv2.flip(image, 0)
    elif orientation in (3, 7):
        image = cv2.rotate(image, cv2.ROTATE_180)
    elif orientation == 6:
        image = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
    elif orientation == 8:
        image = cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return image


def _rows_known(image: np.ndarray) -> float:
    """The share of rows above the flat rest that decoders put in for what the file does not hold."""
    filler = image[-1, -1].astype(np.int16)
    flat = (np.abs(image.astype(np.int16) - filler).max(axis=(1, 2))) <= 3
    rows = len(flat) if not flat[-1] else len(flat) - int(np.argmin(flat[::-1])) if not flat.all() else 0
    share = rows / len(flat)
    if share < LEAST_KNOWN:
        raise PhotoError(f"the picture is cut off: the file holds {share:.0%} of it, send it again")
    return share


def _known(rows: float, orientation: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """What `rows` (share from the top, as stored) is of the upright photo."""
    w, h = size
    return {
        1: (0, 0, w, h * rows),
        2: (0, 0, w, h * rows),
        3: (0, h * (1 - rows), w, h),
        4: (0, h * (1 - rows), w, h),
        5: (0, 0, w * rows, h),
        6: (w * (1 - rows), 0, w, h),
        7: (w * (1 - rows), 0, w, h),
        8: (0, 0, w * rows, h),
    }[orientation]


def _warnings(image: np.ndarray, size: tuple[int, int], stored: _Stored) -> tuple[Warning, ...]:
    found = []
    if stored.known_rows < 1:
        found.append(Warning("cut-off", "the file ends early: a part of the photo is missing, send it again"))
    elif stored.damaged:
        found.append(
            Warning("damaged", "the file is damaged: a part of the photo may be garbled, look at it or send it again")
        )
    if _is_grey(image):
        found.append(
            Warning("no-colour", "the photo has no colours: every square needs a look, or take it in colour")
        )
    if max(size) < LOW_SIDE:
        found.append(
            Warning(
                "low-resolution",
                f"the photo has only {size[0]} x {size[1]} pixels: send the original for a sure reading",
            )
        )
    return tuple(found)


def _is_grey(image: np.ndarray) -> bool:
    """Whether the photo is black and white, or of one tint."""
    step = max(1, max(image.shape[:2]) // 200)
    lab = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2LAB)
    low, high = np.percentile(lab[:, :, 1:].reshape(-1, 2), (1, 99), axis=0)
    return bool(((high - low) < GREY_SPREAD).all())


def _damaged(head: Header, error: Exception) -> str:
    text = str(error).lower()
    kind = {"HEIF": "HEIC", "WEBP": "WebP"}.get(head.format, head.format)
    if any(word in text for word in ("truncated", "incomplete", "end of file", "not enough", "end-of-file")):
        return f"the {kind} picture is cut off: send it again"
    return f"the {kind} picture is damaged and cannot be read: send it again, or as JPEG"
