"""The few strokes that all pictures are made of; each returns SVG markup, coordinates in units of the picture."""

from __future__ import annotations

from html import escape

INK = "#1f2a24"
FONT = "system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"


def group(markup: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    parts = [f"translate({x:g} {y:g})"]
    parts += [f"rotate({turn:g})"] if turn else []
    parts += [f"scale({scale:g})"] if scale != 1 else []
    return f'<g transform="{" ".join(parts)}">{markup}</g>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 2, extra: str = "") -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="{fill}"{line if stroke else ""}{" " + extra if extra else ""}/>'


def dot(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 2) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{line}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, stroke: str = "", turn: float = 0) -> str:
    line = f' stroke="{stroke}" stroke-width="2"' if stroke else ""
    spin = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{line}{spin}/>'


def box(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    r: float = 0,
    stroke: str = "",
    width: float = 2,
    extra: str = "",
) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    tail = f" {extra}" if extra else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}"{line}{tail}/>'


def text(
    x: float, y: float, words: str, size: float, fill: str = INK, weight: int = 700, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}" '
        f'font-family="{FONT}">{escape(words)}</text>'
    )


def svg(markup: str, view_box: tuple[float, float, float, float], label: str, attributes: str = "") -> str:
    """A whole picture. With a label it is announced to those who hear the page, without it is decoration."""
    view = " ".join(f"{v:g}" for v in view_box)
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {said} {attributes}>{markup}</svg>'
