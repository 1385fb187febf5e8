"""A page with one board, for the browser tests: what Python holds is shown as JSON below it.

Query: `kind` of board, `s` a name for what is kept, `slow` seconds a run takes, `view` to look only, `lit` a cell.
"""

import json
import time

import streamlit as st

from ui.board import (
    Entry,
    area_grid,
    area_layout,
    board_editor,
    board_view,
    hive,
    hive_pattern,
    read_edit,
    square_grid,
)

LAND = [["R:r1", "R", "O:o1", "O"], ["M", "H", "O", "O:o2"], ["M:m2", "", "", "R"]]
AREAS = [
    [0, 1, 1, 2, 2, 2],
    [3, 4, 4, 5, 6, 6],
    [3, 4, 4, 5, 7, 7],
    [8, 8, 8, 9, 10, 10],
    [0, 8, 11, 9, 0, 10],
    [12, 12, 11, 13, 13, 13],
]
FOREST = [["", "", "", "", "", ""] for _ in range(6)]
CARDS = [{"at": [0, 0], "species": "sun-bear"}, {"at": [1, 1], "type": "plant", "name": "<img src=x>"}]
CATALOGUE = [
    Entry("any-plant", "plant", "Any plant", {"type": "plant"}, words="+3"),
    Entry("binturong", "small", "Binturong", {"species": "binturong"}, "VU", "+4 per arthropod"),
    Entry("sun-bear", "medium", "Sun Bear", {"species": "sun-bear"}, "VU"),
]
MAKE = {
    "squares": (LAND, square_grid),
    "areas": (FOREST, lambda cells: area_grid(cells, AREAS)),
    "layout": (AREAS, area_layout),
    "hive": (CARDS, lambda cells: hive(cells, CATALOGUE)),
    "pattern": ([[0, 0]], hive_pattern),
}


@st.cache_resource
def kept() -> dict:
    return {}


query = st.query_params
kind, name = query.get("kind", "squares"), query.get("s", "")
start, make = MAKE[kind]
docs = kept().setdefault(
    (name, kind),
    {d: {"cells": start, "revision": 0, "client": "", "doubt": json.loads(query.get("doubt", "[[0, 0]]")), "edits": 0} for d in ("a", "b")},
)
doc = st.radio("doc", ["a", "b"], horizontal=True, label_visibility="collapsed")
held = docs[doc]
if st.button("Load", key="load"):
    held.update(cells=[["O", "O"]], revision=held["revision"] + 1, client="", doubt=[])
if edit := read_edit("editor", doc=doc, revision=held["revision"]):
    held.update(cells=edit.cells, revision=edit.revision, client=edit.client, doubt=edit.doubt)
    held["edits"] += 1
time.sleep(float(query.get("slow", 0)))
tap = None
with st.container(key="board"):
    if query.get("view"):
        lit = [tuple(map(int, query["lit"].split(",")))] if "lit" in query else []
        tap = board_view(
            make(held["cells"]), doc=doc, revision=held["revision"], lit=lit, badges={(0, 0): "+2"}
        )
    else:
        late = board_editor(
            make(held["cells"]),
            doc=doc,
            revision=held["revision"],
            client=held["client"],
            doubt=held["doubt"],
            key="editor",
        )
        if late:
            held.update(cells=late.cells, revision=late.revision, client=late.client, doubt=late.doubt)
st.code(json.dumps({**held, "doc": doc, "tap": tap}), language=None)
