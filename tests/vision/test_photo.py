"""Decoding: every way a photo may come, and every way it may be broken."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageCms

from tests.vision import pictures
from tests.vision.pictures import H, W, exif, jpeg, noisy, png, saved, scene
from vision import photo as photo_module
from vision.photo import Photo, PhotoError, decode

pillow_heif = pytest.importorskip("pillow_heif")
# Pillow tells of broken EXIF by Python warnings; the commands switch them off.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def heic(image: np.ndarray | Image.Image, **options: object) -> bytes:
    picture = image if isinstance(image, Image.Image) else Image.fromarray(image)
    buffer = io.BytesIO()
    pillow_heif.from_pillow(picture).save(buffer, quality=95, **options)
    return buffer.getvalue()


def is_scene(photo: Photo, tolerance: float = 6) -> bool:
    """Whether the photo shows the scene upright, by the mean colour of each quarter's middle."""
    image = cv2.resize(photo.image, (W, H), interpolation=cv2.INTER_AREA)
    middles = [(slice(y, y + 40), slice(x, x + 40)) for y in (60, 220) for x in (100, 340)]
    want = scene()[:, :, ::-1].astype(float)
    return all(np.abs(image[m].mean((0, 1)) - want[m].mean((0, 1))).max() < tolerance for m in middles)


def codes(photo: Photo) -> list[str]:
    return [w.code for w in photo.warnings]


# ------------------------------------------------------------------------------------- what is read


def with_alpha() -> Image.Image:
    """The scene cut out of a pink ground that is wholly transparent."""
    picture = np.dstack([scene(), np.full((H, W), 255, np.uint8)])
    picture[:20] = picture[-20:] = (255, 0, 255, 0)
    return Image.fromarray(picture)


def deep() -> bytes:
    return cv2.imencode(".png", scene()[:, :, ::-1].astype(np.uint16) * 257)[1].tobytes()


def deep_tiff() -> bytes:
    return cv2.imencode(".tiff", scene()[:, :, ::-1].astype(np.uint16) * 257)[1].tobytes()


def animation(kind: str) -> bytes:
    other = Image.fromarray(np.zeros((H, W, 3), np.uint8))
    return saved(scene(), kind, save_all=True, append_images=[other, other], duration=100)


READ = {
    "jpeg": jpeg,
    "jpeg-progressive": lambda: jpeg(progressive=True),
    "jpeg-444": lambda: jpeg(subsampling=0),
    "jpeg-cmyk": lambda: saved(Image.fromarray(scene()).convert("CMYK"), "JPEG", quality=95),
    "jpeg-with-film": lambda: (
        jpeg() + pictures.box(b"ftyp", b"qt  \0\0\0\0qt  ") + os.urandom(50_000) + b"\xff\xd8\xff\xda"
    ),
    "jpeg-huge-exif": lambda: jpeg(
        exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x92\x7c\0\x07\0\0\xff\0\0\0\0\x1a" + bytes(64_000)
    ),
    "jpeg-broken-exif": lambda: jpeg(exif=b"Exif\0\0MM\0*\xff\xff\xff\xff"),
    "jpeg-broken-icc": lambda: jpeg(icc_profile=b"no profile at all"),
    "jpeg-mpo": lambda: saved(
        Image.fromarray(scene()), "MPO", save_all=True, append_images=[Image.new("RGB", (W, H))]
    ),
    "png": png,
    "png-16-bit": deep,
    "png-palette": lambda: saved(Image.fromarray(scene()).quantize(64), "PNG"),
    "png-interlaced-animated": lambda: animation("PNG"),
    "png-opaque-alpha": lambda: saved(Image.fromarray(scene()).convert("RGBA"), "PNG"),
    "png-cut-out": lambda: saved(with_alpha(), "PNG"),
    "png-text-bomb": lambda: pictures.png_with(
        pictures.chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(80_000_000), 9))
    ),
    "png-profile-bomb": lambda: pictures.png_with(
        pictures.chunk(b"iCCP", b"p\0\0" + zlib.compress(bytes(80_000_000), 9))
    ),
    "webp": lambda: saved(scene(), "WEBP", quality=95),
    "webp-lossless": lambda: saved(scene(), "WEBP", lossless=True),
    "webp-cut-out": lambda: saved(with_alpha(), "WEBP", quality=95),
    "webp-animated": lambda: animation("WEBP"),
    "heic": lambda: heic(scene()),
    "heic-cut-out": lambda: heic(with_alpha()),
    "avif": lambda: saved(scene(), "AVIF", quality=90),
    "gif": lambda: saved(Image.fromarray(scene()).quantize(128), "GIF"),
    "gif-animated": lambda: animation("GIF"),
    "bmp": lambda: saved(scene(), "BMP"),
    "tiff": lambda: saved(scene(), "TIFF"),
    "tiff-lzw": lambda: saved(scene(), "TIFF", compression="tiff_lzw"),
    "tiff-16-bit": deep_tiff,
}


@pytest.mark.parametrize("make", READ.values(), ids=READ.keys())
def test_every_kind_gives_the_same_picture(make):
    photo = decode(make())
    assert (photo.image.dtype, photo.image.shape, photo.size, photo.scale) == (
        np.uint8,
        (H, W, 3),
        (W, H),
        1.0,
    )
    assert is_scene(photo, tolerance=14)
    assert photo.known == (0, 0, W, H)


@pytest.mark.parametrize(
    "make",
    [lambda: saved(with_alpha(), "PNG"), lambda: saved(with_alpha(), "WEBP"), lambda: heic(with_alpha())],
)
def test_what_is_transparent_is_laid_on_a_plain_ground(make):
    strip = decode(make()).image[:12]
    assert np.abs(strip.astype(int) - photo_module.GROUND).max() <= 8


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_turned_by_its_exif_mark(kind, orientation):
    data = saved(pictures.stored_for(orientation), kind, exif=exif(orientation))
    photo = decode(data)
    assert photo.size == (W, H)
    assert is_scene(photo, tolerance=20)


@pytest.mark.parametrize("orientation", [3, 5, 6, 8])
def test_a_heic_is_turned_once(orientation):
    data = heic(pictures.stored_for(orientation), exif=exif(orientation))
    assert is_scene(decode(data), tolerance=20)


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_an_exif_mark_that_means_nothing_turns_nothing(orientation):
    assert is_scene(decode(jpeg(exif=exif(orientation))))


def test_16_bits_of_grey_are_scaled_not_clipped():
    grey = np.tile(np.linspace(0, 65535, W).astype(np.uint16), (H, 1))
    photo = decode(cv2.imencode(".png", grey)[1].tobytes())
    assert photo.image[0, 0, 0] <= 1
    assert photo.image[0, -1, 0] >= 254
    assert abs(int(photo.image[0, W // 2, 0]) - 128) <= 2


def wide_gamut() -> bytes:
    """A profile with primaries wider than sRGB's, written by hand: matrix and a gamma of 2.2."""

    def fixed(*values: float) -> bytes:
        return b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + fixed(*values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 5) + b"wide\0" + bytes(78),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"rXYZ": xyz(0.5151, 0.2412, -0.0011),
        b"gXYZ": xyz(0.2920, 0.6922, 0.0419),
        b"bXYZ": xyz(0.1571, 0.0666, 0.7841),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, value in tags.items():
        table += name + struct.pack(">II", start + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    total = start + len(body)
    head = (
        struct.pack(">I4sI4s4s4s", total, b"lcms", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
        + bytes(12)
        + b"acsp"
    )
    head = head.ljust(68, b"\0") + fixed(0.9642, 1.0, 0.8249)
    return head.ljust(128, b"\0") + table + body


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_a_colour_profile_is_taken_to_srgb(kind):
    profile = ImageCms.ImageCmsProfile(io.BytesIO(wide_gamut()))
    stored = ImageCms.profileToProfile(Image.fromarray(scene()), ImageCms.createProfile("sRGB"), profile)
    assert stored is not None
    pixels = np.asarray(stored)
    plain, kept = saved(pixels, kind), saved(pixels, kind, icc_profile=wide_gamut())
    assert is_scene(decode(kept), tolerance=8)
    assert not is_scene(decode(plain), tolerance=8)


# ------------------------------------------------------------------------------------- what is warned of


@pytest.mark.parametrize(
    "image",
    [
        Image.fromarray(scene()).convert("L"),
        Image.fromarray(scene()).convert("L").convert("RGB"),
        Image.fromarray(
            (np.asarray(Image.fromarray(scene()).convert("L"))[:, :, None] * [1, 1, 1]).astype(np.uint8)
        ),
    ],
)
def test_a_grey_photo_is_told(image):
    assert "no-colour" in codes(decode(saved(image, "JPEG")))


def test_a_dark_or_pale_photo_still_has_colours():
    assert "no-colour" not in codes(decode(jpeg((scene() * 0.25).astype(np.uint8))))
    assert "no-colour" not in codes(decode(jpeg((scene() * 0.3 + 170).astype(np.uint8))))


def test_a_thumbnail_is_told():
    assert "low-resolution" in codes(decode(jpeg(scene(200, 150))))
    assert codes(decode(jpeg(scene(1000, 700)))) == []


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_the_rest_of_a_file_that_ends_early_is_known_to_be_missing(kind):
    data = saved(noisy(), kind)
    photo = decode(data[: int(len(data) * 0.9)])
    assert codes(photo) == ["cut-off"]
    assert photo.size == (1000, 700)
    left, top, right, bottom = photo.known
    assert (left, top, right) == (0, 0, 1000)
    assert 0.8 * 700 < bottom < 0.95 * 700


@pytest.mark.parametrize("lost", [2, 20, 300])
def test_a_jpeg_that_lacks_but_its_last_bytes_ends_early(lost):
    photo = decode(jpeg(noisy())[:-lost])
    assert codes(photo) == ["cut-off"]
    assert 0.95 * 700 < photo.known[3] < 700


def without_a_part(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + data[middle + 3000 :]


@pytest.mark.parametrize(
    "data",
    [
        without_a_part(jpeg(noisy())),
        without_a_part(jpeg(noisy(), progressive=True)),
        jpeg(noisy())[:60_000] + b"\xff\xd9" + bytes(20),
    ],
    ids=["a part is gone", "progressive", "ends early, closed again"],
)
def test_damage_in_the_middle_of_a_file_is_told(data, capfd):
    photo = decode(data)
    assert codes(photo) == ["damaged"]
    assert photo.size == (1000, 700)
    assert capfd.readouterr().err == "", "what the decoder complains of is said in our words alone"


def test_a_png_with_a_wrong_byte_is_told():
    data = bytearray(png(noisy()))
    data[len(data) * 9 // 10] ^= 0xFF
    assert codes(decode(bytes(data))) == ["cut-off"], "what comes after the byte can't be unpacked"


def test_a_camera_may_pad_its_files():
    data = jpeg(noisy())
    assert codes(decode(data)) == []
    assert codes(decode(data[:-2] + bytes(40) + b"\xff\xd9")) == []


def test_what_others_say_on_standard_error_meanwhile_is_passed_on(monkeypatch, capfd):
    real = cv2.imdecode

    def chatty(*arguments: object) -> object:
        os.write(2, b"somebody else's line\n")
        return real(*arguments)

    monkeypatch.setattr(cv2, "imdecode", chatty)
    assert codes(decode(jpeg(noisy()))) == []
    assert capfd.readouterr().err == "somebody else's line\n"


@pytest.mark.parametrize(("orientation", "side"), [(3, "top"), (6, "left"), (8, "right")])
def test_the_missing_part_turns_with_the_photo(orientation, side):
    data = jpeg(noisy(), exif=exif(orientation))
    photo = decode(data[: int(len(data) * 0.9)])
    left, top, right, bottom = photo.known
    w, h = photo.size
    assert [
        name
        for name, cut in (("left", left > 0), ("top", top > 0), ("right", right < w), ("bottom", bottom < h))
        if cut
    ] == [side]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_half_a_file_is_refused(kind):
    data = saved(noisy(), kind)
    with pytest.raises(PhotoError, match="cut off"):
        decode(data[: len(data) // 2])


# ------------------------------------------------------------------------------------- what is refused

BROKEN = {
    "empty": (b"", "empty"),
    "text": (b"no picture, only words\n" * 20, "not an image"),
    "pdf": (b"%PDF-1.7\n" + bytes(500), "PDF"),
    "svg": (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
    "html": (b"<!DOCTYPE html><html></html>", "web page"),
    "film": (pictures.box(b"ftyp", b"isom\0\0\0\0mp42") + bytes(200), "film"),
    "jpeg-xl": (b"\xff\x0a" + bytes(100), "not supported"),
    "zip": (b"PK\x03\x04" + bytes(100), "archive"),
    "jpeg-two-bytes": (b"\xff\xd8", "not an image"),
    "jpeg-head-alone": (jpeg()[:100], "cut off"),
    "jpeg-no-rows": (jpeg()[:650], "cut off"),
    "jpeg-zero-size": (pictures.jpeg_claiming(0, 0), "no pixels"),
    "png-head-alone": (png()[:20], "cut off"),
    "png-no-rows": (png()[:60], "cut off"),
    "webp-half": (saved(noisy(), "WEBP")[:20_000], "cut off"),
    "webp-head-alone": (b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0", "cut off"),
    "heic-half": (heic(noisy())[:20_000], "cut off|damaged"),
    "heic-head-alone": (heic(scene())[:40], "cut off"),
    "gif-head-alone": (b"GIF89a\x10", "cut off"),
    "gif-half": (saved(noisy(), "GIF")[:20_000], "cut off|damaged"),
    "bmp-half": (saved(noisy(), "BMP")[:20_000], "cut off"),
    "tiff-head-alone": (b"II*\0\x08\0\0\0", "cut off"),
    "one-pixel": (png(scene(1, 1)), "too small"),
    "a-line": (png(scene(4000, 10)), "too small"),
}


@pytest.mark.parametrize(("data", "word"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_photo_is_refused_in_one_line(data, word):
    with pytest.raises(PhotoError, match=word) as caught:
        decode(data)
    assert str(caught.value).isprintable()


BOMBS = {
    "jpeg": pictures.jpeg_claiming(65000, 65000),
    "png": pictures.png_claiming(30000, 30000),
    "png-widest": pictures.png_claiming(2**31 - 1, 2**31 - 1),
    "webp": pictures.webp_claiming(16384, 16384),
    "heic": pictures.heic_claiming(100_000, 100_000),
    "gif": pictures.gif_claiming(60000, 60000),
    "bmp": pictures.bmp_claiming(60000, 60000),
    "tiff-tile": pictures.tiff_claiming(60000, 60000),
}


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS.keys())
def test_too_many_pixels_are_refused_by_the_header(data, monkeypatch):
    monkeypatch.setattr(photo_module, "_decoded", lambda *_: pytest.fail("it went on to decode"))
    with pytest.raises(PhotoError, match=r"too large.*megapixels"):
        decode(data)


def test_120_megapixels_pass_the_header_check(monkeypatch):
    monkeypatch.setattr(photo_module, "_decoded", lambda data, head: head)
    assert decode(pictures.png_claiming(12_000, 10_000)).width == 12_000
    with pytest.raises(PhotoError, match="too large"):
        decode(pictures.png_claiming(12_000, 10_001))


def test_files_over_60_mb_are_refused(tmp_path):
    big = tmp_path / "big.jpg"
    big.write_bytes(jpeg())
    os.truncate(big, 60_000_001)
    for source in (big, big.read_bytes()):
        with pytest.raises(PhotoError, match="60 MB"):
            decode(source)
    os.truncate(big, 60_000_000)
    assert is_scene(decode(big))


def test_a_jpeg_of_thousands_of_layers_is_refused():
    data = jpeg(progressive=True)
    scan = data.index(b"\xff\xda")
    layer = data[scan : data.index(b"\xff\xda", scan + 2)]
    with pytest.raises(PhotoError, match="layers"):
        decode(data[:scan] + layer * 1000 + data[scan:])


@pytest.mark.parametrize("seed", range(40))
def test_damage_anywhere_ends_in_a_photo_or_a_photo_error(seed):
    rng = np.random.default_rng(seed)
    makers = [
        jpeg,
        png,
        READ["webp"],
        READ["heic"],
        READ["gif"],
        READ["tiff-lzw"],
        READ["avif"],
        READ["jpeg-progressive"],
    ]
    data = bytearray(makers[seed % len(makers)]())
    for at in rng.integers(0, len(data), rng.integers(1, 30)):
        data[at] = rng.integers(256)
    data = data[: rng.integers(len(data) // 2, len(data) + 1)]
    with contextlib.suppress(PhotoError):
        assert decode(bytes(data)).image.ndim == 3


def test_without_a_heic_decoder_it_says_how_to_go_on(monkeypatch):
    data = heic(scene())
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(PhotoError, match=r"HEIC.*JPEG"):
        decode(data)


# ------------------------------------------------------------------------------------- files


def test_paths(tmp_path):
    for name in ("-q.jpg", "with space 🌴 déjà vu.jpg", "photo.png"):
        (tmp_path / name).write_bytes(jpeg())
        assert is_scene(decode(tmp_path / name))
        assert is_scene(decode(str(tmp_path / name)))


@pytest.mark.parametrize(
    ("name", "word"), [("", "folder"), ("is-not-there.jpg", "no such file"), ("a\0b.jpg", "name")]
)
def test_what_is_no_file(tmp_path, name, word):
    with pytest.raises(PhotoError, match=word):
        decode(f"{tmp_path}/{name}")


# ------------------------------------------------------------------------------------- size and memory


def test_large_photos_come_at_half_the_side(monkeypatch):
    monkeypatch.setattr(photo_module, "LARGE_PIXELS", 400 * 400)
    for data in (
        jpeg(scene(800, 600)),
        png(scene(800, 600)),
        saved(scene(800, 600), "WEBP"),
        heic(scene(800, 600)),
        saved(scene(800, 600), "BMP"),
    ):
        photo = decode(data)
        assert (photo.size, photo.image.shape, photo.scale) == ((800, 600), (300, 400, 3), 0.5)
        assert is_scene(photo, tolerance=14)
    stored = cv2.resize(pictures.stored_for(6), (600, 800))
    for data in (jpeg(stored, exif=exif(6)), heic(stored, exif=exif(6)), saved(stored, "TIFF", exif=exif(6))):
        turned = decode(data)
        assert (turned.size, turned.image.shape) == ((800, 600), (300, 400, 3))
        assert is_scene(turned, tolerance=20)


def test_at_most_keeps_track_of_the_scale():
    photo = decode(jpeg(scene(1501, 1000)))
    for side in (400, 700, 1500, 1501, 3000):
        small, scale = photo.at_most(side)
        assert max(small.shape[:2]) == min(side, 1501)
        assert scale == pytest.approx(min(side, 1501) / 1501, rel=0.01)


MEMORY = """
import sys
from pathlib import Path
from vision.photo import PhotoError, decode

def most():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024

before = most()
try:
    decode(sys.argv[1])
except PhotoError:
    pass
print(most() - before)
"""


def megabytes_for(path: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, path],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return int(done.stdout)


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system does not tell a process's memory"
)
def test_memory(tmp_path):
    cases = {
        "bomb.png": (pictures.png_claiming(30000, 30000), 20),
        "bomb.webp": (pictures.webp_claiming(16384, 16384), 20),
        "text-bomb.png": (READ["png-text-bomb"](), 40),
        "12-megapixels.jpg": (jpeg(scene(4000, 3000)), 130),
        "108-megapixels.jpg": (jpeg(scene(12000, 9000)), 200),
    }
    for name, (data, most) in cases.items():
        (tmp_path / name).write_bytes(data)
        assert megabytes_for(tmp_path / name) < most, name
