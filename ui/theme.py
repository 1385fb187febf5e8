"""The page's look, and small pieces of text that are shown letter for letter.

Whatever a person typed (a name, a file's name) goes through `text` or `escape`: markup in it is never obeyed.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import registry
from scoring.model import Line

_FOLDER = Path(__file__).parent

MOST_NAME = 40
"""Letters of a name that a page shows; a board file may hold hundreds."""


@cache
def _css() -> str:
    return (_FOLDER / "theme.css").read_text(encoding="utf-8")


def apply() -> None:
    """Put the style sheet and the icon on the page; every page calls this first."""
    st.set_page_config(page_title="Forest Tally", page_icon=str(_FOLDER / "mark.svg"), layout="centered")
    st.html(f"<style>{_css()}</style>")


def escape(words: object) -> str:
    return html.escape(str(words), quote=True)


def text(words: object, kind: str = "text") -> None:
    """A paragraph, letter for letter. kind: text, soft (secondary), label, or whole (soft, on narrow pages alone)."""
    st.html(f'<p class="ft-{kind}">{escape(words)}</p>')


def note(words: object, kind: str = "", more: object = "") -> None:
    """A marked paragraph; kind "" (green), "amber" (look here) or "red" (something is wrong)."""
    small = f"<small>{escape(more)}</small>" if more else ""
    role = ' role="alert"' if kind == "red" else ""
    st.html(f'<div class="ft-note {kind}"{role}><div>{escape(words)}{small}</div></div>')


def step(number: int, words: object) -> None:
    """The heading of one of the three steps."""
    st.html(f'<div class="ft-step" role="heading" aria-level="2"><i>{number}</i><b>{escape(words)}</b></div>')


def points(value: int, sign: bool = False) -> str:
    """A number of points as people write it, with a real minus sign."""
    return f"−{-value}" if value < 0 else f"+{value}" if sign else str(value)


def well_set(words: str) -> str:
    """Words with a real minus sign before each negative number, and with ranges ("columns 4-6") that break over no line."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2060-\u2060", re.sub(r"(?<!\S)-(?=\d)", "−", words))


def line_rows(lines: Iterable[Line], rulings: Mapping[str, str]) -> list[dict[str, Any]]:
    """A category's lines as `parts.lines` shows them; `rulings` are the words for the rulings' ids."""
    return [{"points": x.points, "text": well_set(x.text), "ruling": rulings.get(x.ruling, "")} for x in lines]


def games(page: str) -> None:
    """A way to a page of each game, where the address does not say which."""
    for game in registry.games():
        link(game.title, f"{page}?game={game.id}")


def sentence(words: object) -> str:
    """What another part of the program says is wrong, as a sentence."""
    said = ended(str(words).strip() or "Something is wrong with it")
    return said[0].upper() + said[1:]


def ended(words: str) -> str:
    """The words with a full stop, where they do not end a sentence by themselves."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def short_names(names: Iterable[str]) -> list[str]:
    """Names as headings and tables show them: very long ones cut, and still told apart."""
    return told_apart(name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…" for name in names)


def told_apart(names: Iterable[str]) -> list[str]:
    """The names; one that was there before gets a number."""
    out: list[str] = []
    for wanted in names:
        name, count = wanted, 1
        while name in out:
            count += 1
            name = f"{wanted} ({count})"
        out.append(name)
    return out


def plain_label(words: object) -> str:
    """A person's words as a widget label: Streamlit reads labels as Markdown, so its signs are taken out of force."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|~:$^=&\"'" else c for c in str(words))


def head(title: str = "") -> None:
    """The app's name, which leads to the start page, and the open game."""
    where = f"<span>{escape(title)}</span>" if title else ""
    st.html(f'<div class="ft-head"><a href="./" target="_self"><img alt="" src="{_mark()}">Forest Tally</a>{where}</div>')


@cache
def _mark() -> str:
    return image_address((_FOLDER / "mark.svg").read_text(encoding="utf-8"))


def image_address(svg: str) -> str:
    """The drawing as an address that an image can show."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def link(words: object, address: str, kind: str = "") -> None:
    """A button that leads to another page of the app, in the same tab; kind "" or "primary"."""
    st.html(f'<a class="ft-link {kind}" href="{escape(address)}" target="_self">{escape(words)}</a>')
