"""The board editor in a real browser: painting, its way to Python and back, touch and keyboard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser
PAGE = Path(__file__).with_name("board_page.py")


class Editor:
    """One page with a board on it."""

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        page.goto(url)
        page.wait_for_selector(".st-key-board .ft-cell")

    def value(self, name: str) -> str:
        """What the browser shows at "row,column" or, in a beehive, at "x,y"."""
        return self.cell(name).get_attribute("data-value")

    def shows(self, name: str, mark: str) -> None:
        """Waits until the square bears this mark: the board is drawn a moment after it is touched."""
        deadline = time.monotonic() + 10
        while mark not in self.cell(name).get_attribute("class") and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert mark in self.cell(name).get_attribute("class")

    def cell(self, name: str) -> Any:
        return self.page.locator(f'[data-cell="{name}"], [data-at="{name}"]')

    def tap(self, *names: str) -> None:
        for name in names:
            self.cell(name).tap()

    def brush(self, name: str) -> None:
        self.page.locator(f'[data-brush="{name}"]').tap()

    def tool(self, name: str) -> None:
        self.page.locator(f'[data-tool="{name}"]').tap()

    def drag(self, *names: str) -> None:
        """Move one finger over the middles of these squares."""
        points = []
        for name in names:
            box = self.cell(name).bounding_box()
            points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        session = self.page.context.new_cdp_session(self.page)
        for event, at in [("touchStart", points[0]), *(("touchMove", p) for p in points[1:])]:
            session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": [at]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def held(self) -> dict[str, Any]:
        """What Python holds, once it holds the browser's newest board and the page rests."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            held = json.loads(self.page.locator("code").inner_text())
            shown = self.page.locator(".ft-board").get_attribute("data-revision")
            if (
                str(held["revision"]) == shown
                and not self.page.locator('[data-test-script-state="running"]').count()
            ):
                return held
            self.page.wait_for_timeout(50)
        raise AssertionError("Python never heard of the newest board")

    def grid(self) -> list[list[str]]:
        return self.held()["cells"]


@pytest.fixture
def open_board(
    phone: Any, serve: Callable[..., str], request: pytest.FixtureRequest
) -> Callable[..., Editor]:
    def start(kind: str = "squares", page: Any = None, **query: Any) -> Editor:
        url = serve(PAGE)
        rest = "".join(f"&{name}={value}" for name, value in query.items())
        return Editor(page or phone, f"{url}/?kind={kind}&s={request.node.name}-{time.time()}{rest}")

    return start


def test_paint_undo_and_redo(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.brush("M")
    board.tap("0,1")
    assert board.value("0,1") == "M"
    board.brush("3")
    board.drag("0,1", "0,2", "1,2")
    assert [board.value(c) for c in ("0,1", "0,2", "1,2")] == ["M:m3", "O:o3", "O:o3"]
    assert board.grid() == [["R:r1", "M:m3", "O:o3", "O"], ["M", "H", "O:o3", "O:o2"], ["M:m2", "", "", "R"]]
    board.tool("undo")
    assert board.grid()[0] == ["R:r1", "M", "O:o1", "O"]
    board.tool("undo")
    assert board.grid()[0] == ["R:r1", "R", "O:o1", "O"]
    board.tool("redo")
    assert board.grid()[0] == ["R:r1", "M", "O:o1", "O"]
    board.brush("clear")
    board.tap("2,3")
    assert board.grid()[2] == ["M:m2", "", "", ""]


def test_a_token_goes_along_with_its_terrain(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.brush("O")
    board.tap("0,0", "2,0")
    board.brush("H")
    board.tap("1,3")
    board.brush("bare")
    board.tap("0,2")
    assert board.grid() == [["O:o1", "R", "O", "O"], ["M", "H", "O", "H"], ["O:o2", "", "", "R"]]


def test_what_is_asked_of_an_empty_square_is_asked_until_it_is_answered(open_board: Callable[..., Editor]) -> None:
    board = open_board(doubt="[[2,1],[-1,3]]")
    board.shows("2,1", "ft-doubt")
    board.brush("M")
    board.tap("0,1")
    assert sorted(board.held()["doubt"]) == [[-1, 3], [2, 1]]
    board.tap("-1,0")
    assert sorted(board.held()["doubt"]) == [[0, 3], [3, 1]]
    board.tap("3,1")
    assert board.held()["doubt"] == [[0, 3]]


def test_grow_turn_and_clear(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.brush("O")
    board.tap("-1,0")
    assert board.grid()[0] == ["O", "", "", ""]
    assert board.held()["doubt"] == [[1, 0]], "an uncertain square moves along as the board grows"
    board.tap("1,4")
    assert [row[4] for row in board.grid()] == ["", "O", "", ""]
    board.tool("turn")
    grid = board.grid()
    assert [len(grid), len(grid[0])] == [5, 4]
    assert grid[0] == ["M:m2", "M", "R:r1", "O"]
    assert board.held()["doubt"] == [[0, 2]]
    board.tap("0,2")
    assert board.held()["doubt"] == [], "a painted square is certain"
    board.tool("clear")
    assert board.grid() == []
    board.tool("undo")
    assert board.grid()[0] == ["M:m2", "M", "O:o1", "O"]


def test_an_empty_field_stays_under_the_finger(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.tool("clear")
    assert board.grid() == []
    board.brush("R")
    places = ["0,0", "0,1", "0,3", "1,0", "2,3", "1,2"]
    boxes = [board.cell(name).bounding_box() for name in places]
    for box in boxes:
        board.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        board.held()
    assert board.grid() == [["R", "R", "", "R"], ["R", "", "R", ""], ["", "", "", "R"]]


def test_no_stroke_is_lost_or_repeated_while_python_is_slow(open_board: Callable[..., Editor]) -> None:
    board = open_board(slow=0.4)
    board.brush("M")
    for name in ("0,0", "0,1", "0,2", "0,3", "1,0", "1,1", "1,2", "1,3"):
        board.tap(name)
    board.tool("undo")
    shown = [[board.value(f"{r},{c}") for c in range(4)] for r in range(2)]
    assert shown == [["M:m1", "M", "M:m1", "M"], ["M", "M", "M", "O:o2"]]
    held = board.held()
    assert held["cells"][:2] == shown
    assert held["edits"] <= 9
    board.page.wait_for_timeout(1500)
    assert board.held() == held, "a rerun repeats nothing"
    assert [[board.value(f"{r},{c}") for c in range(4)] for r in range(2)] == shown


def test_each_doc_has_its_own_board(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.brush("H")
    board.tap("0,0")
    assert board.grid()[0][0] == "H"
    board.page.get_by_text("b", exact=True).tap()
    board.page.wait_for_selector('[data-cell="0,0"][data-value="R:r1"]')
    assert board.page.locator('[data-tool="undo"]').is_disabled()
    assert board.held()["doc"] == "b"
    board.page.get_by_text("a", exact=True).tap()
    board.page.wait_for_selector('[data-cell="0,0"][data-value="H"]')
    board.tool("undo")
    assert board.grid()[0][0] == "R:r1"


def test_what_python_loads_replaces_the_board_and_can_be_undone(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    board.brush("H")
    board.tap("0,0")
    board.page.get_by_role("button", name="Load").tap()
    board.page.wait_for_selector('[data-cell="0,0"][data-value="O"]')
    assert board.grid() == [["O", "O"]]
    board.tool("undo")
    assert board.grid()[0] == ["H", "R", "O:o1", "O"]


def test_areas_cycle_and_show_their_state(open_board: Callable[..., Editor]) -> None:
    board = open_board("areas")
    board.brush("b")
    for wanted in ("b", "bt", "ba", "", "b"):
        board.tap("0,1")
        assert board.value("0,1") == wanted
    board.shows("0,2", "unfinished")
    board.drag("0,2", "0,3", "0,4")
    board.shows("0,2", "complete")
    board.brush("r")
    board.brush("tree")
    board.tap("0,5", "0,0")
    board.shows("0,3", "mixed")
    assert board.grid()[0] == ["", "b", "b", "b", "b", "rt"], "nothing stands on a lake"


def test_areas_are_drawn(open_board: Callable[..., Editor]) -> None:
    board = open_board("layout")
    board.tap("0,3")
    grid = board.grid()
    assert grid[0][3] != grid[0][4] == grid[0][5]
    board.drag("0,3", "1,3", "1,2")
    grid = board.grid()
    assert grid[0][3] == grid[1][3] != grid[2][3], "a drag takes the squares it passes into its area"
    assert grid[1][2] != grid[1][3], "but never across the border of a 3x3 board"
    board.brush("lake")
    board.tap("5,0")
    assert board.grid()[5][0] == 0


def test_beehive(open_board: Callable[..., Editor]) -> None:
    board = open_board("hive")
    assert board.cell("1,1").locator("text").all_text_contents() == ["P", "<img", "src=x>"], "a name is text"
    board.tap("0,2")
    board.page.locator(".ft-search").fill("bint")
    assert board.page.locator("[data-species]:visible").count() == 1
    board.page.locator('[data-species="binturong"]').tap()
    assert board.value("0,2") == "binturong"
    board.page.locator(".ft-search").fill("")
    board.page.locator('[data-species="any-plant"]').tap()
    board.tap("-1,1")
    board.tap("0,0", "1,-1")
    assert [board.value(c) for c in ("-1,1", "1,-1", "0,0")] == ["plant", "sun-bear", ""]
    board.tap("-1,1")
    board.tool("remove")
    assert board.held()["cells"] == [
        {"at": [1, -1], "species": "sun-bear"},
        {"at": [1, 1], "type": "plant", "name": "<img src=x>"},
        {"at": [0, 2], "species": "binturong"},
    ]
    board.tool("undo")
    assert len(board.held()["cells"]) == 4


def test_pattern(open_board: Callable[..., Editor]) -> None:
    board = open_board("pattern")
    board.tap("0,2", "1,1", "0,0")
    assert board.held()["cells"] == [[0, 2], [1, 1]]


def test_a_board_to_look_at(open_board: Callable[..., Editor]) -> None:
    board = open_board(view=1, lit="0,2")
    board.shows("0,2", "ft-lit")
    assert board.page.locator(".ft-lit").count() == 1
    assert not board.page.locator("[data-brush], [data-tool], .ft-ghost").count()
    board.tap("1,3")
    board.page.wait_for_function("document.querySelector('code').innerText.includes('\"tap\": [1, 3]')")
    board.shows("1,3", "ft-selected")


def test_keyboard(open_board: Callable[..., Editor], desktop: Any) -> None:
    board = open_board(page=desktop)
    desktop.locator(".ft-svg").focus()
    for key in ("ArrowDown", "ArrowRight", "h", "ArrowDown", "o", "2", "ArrowLeft", "Delete"):
        desktop.keyboard.press(key)
    assert board.grid() == [["R:r1", "H", "O:o1", "O"], ["", "O:o2", "O", "O:o2"], ["M:m2", "", "", "R"]]
    desktop.keyboard.press("Control+z")
    desktop.keyboard.press("Control+z")
    assert board.grid()[1] == ["M", "O", "O", "O:o2"]
    desktop.keyboard.press("Control+Shift+z")
    assert board.grid()[1] == ["M", "O:o2", "O", "O:o2"]


def test_nothing_is_small_or_runs_off_the_side(open_board: Callable[..., Editor]) -> None:
    for kind in ("squares", "areas", "layout", "hive"):
        board = open_board(kind)
        assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in board.page.locator(".ft-board button:visible").all():
            box = button.bounding_box()
            assert box["width"] >= 44, kind
            assert box["height"] >= 44, kind


def test_two_fingers_zoom_and_paint_nothing(open_board: Callable[..., Editor]) -> None:
    board = open_board()
    box = board.page.locator(".ft-svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = board.page.context.new_cdp_session(board.page)
    for event, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 120)):
        fingers = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": fingers})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not board.page.locator('[data-tool="zoom-out"]').is_disabled()
    assert board.held()["revision"] == 0


def test_a_large_landscape_is_flat_until_one_looks_nearer(phone: Any, app_url: str, tmp_path: Path) -> None:
    grid = [["R:r1", "M:m2", "O:ot", "H"] * 10 for _ in range(40)]
    file = tmp_path / "large.json"
    file.write_text(
        json.dumps({"format": 1, "game": "rainforest-city", "players": [{"name": "A", "grid": grid}]})
    )
    phone.goto(f"{app_url}/?game=rainforest-city")
    phone.locator(".st-key-load input[type=file]").set_input_files(file)
    svg = phone.locator(".st-key-board .ft-svg")
    svg.locator(".ft-far path").first.wait_for()
    assert svg.locator(".ft-cell").count() == 0, "squares too small to be told apart are no elements"
    phone.locator(".st-key-board [data-brush='clear']").tap()
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2 + 2)
    for _ in range(2):
        phone.locator(".st-key-board [data-tool='zoom-in']").tap()
    svg.locator("[data-cell='20,20']").wait_for()
    assert svg.locator("[data-cell='20,20']").get_attribute("data-value") == "", "a tap from afar paints"
    assert svg.locator(".ft-far").count() == 0
    assert 50 < svg.locator(".ft-cell").count() <= 400
    for _ in range(2):
        phone.locator(".st-key-board [data-tool='zoom-out']").tap()
    svg.locator(".ft-far path").first.wait_for()
    assert svg.locator(".ft-cell").count() == 0
    phone.locator(".st-key-score summary", has_text="Fauna").tap()
    assert phone.locator(".st-key-score details[open] .line").count() == 200
    phone.locator(".st-key-score details[open] .line").first.tap()
    phone.locator(".st-key-score-board .ft-far-ring").first.wait_for()


def test_a_zoomed_board_follows_wheel_and_cursor(open_board: Callable[..., Editor], desktop: Any) -> None:
    board = open_board(page=desktop)
    svg = desktop.locator(".ft-svg")

    def view() -> list[float]:
        return [float(v) for v in svg.get_attribute("viewBox").split()]

    box = svg.bounding_box()
    desktop.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desktop.keyboard.down("Control")
    desktop.mouse.wheel(0, -250)
    desktop.keyboard.up("Control")
    desktop.wait_for_function("document.querySelector('.ft-svg').viewBox.baseVal.width < 300")
    top = view()[1]
    desktop.mouse.wheel(0, 40)
    desktop.wait_for_function(f"document.querySelector('.ft-svg').viewBox.baseVal.y > {top}")
    svg.focus()
    for key in ("ArrowDown", *["ArrowRight"] * 3, "ArrowDown", *["ArrowLeft"] * 3):
        desktop.keyboard.press(key)
        x, y, w, h = view()
        at = [float(board.page.locator(".ft-cursor").get_attribute(name)) for name in ("x", "y")]
        assert x <= at[0] <= x + w - 98, key
        assert y <= at[1] <= y + h - 98, key
