"""The app in a real browser at 390x844 with touch, as one person would use it at a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import PHONE
from tests.ui.touch import no_sideways_scrolling, quiet, tap
from ui import live, photo

pytestmark = pytest.mark.browser

SAMPLE_PHOTOS = sorted(photo.SAMPLES.glob("rainforest-city*.jpg"))
NAMES = ("<b>Ada</b>", "**Bo** :red[x]", "$c^2$ `d`", "[e](http://example.org)")


def opened(page: Any, url: str, address: str) -> Any:
    page.goto(f"{url}/?{address}")
    page.locator(".st-key-total b").wait_for()
    quiet(page)
    return page


def total(page: Any) -> int:
    numbers = re.findall(r"[−-]?\d+", page.locator(".st-key-total").inner_text())
    assert len(numbers) == 1
    return int(numbers[0].replace("−", "-"))


def total_becomes(page: Any, points: int) -> None:
    shown = str(points).replace("-", "−")
    page.wait_for_function(f"document.querySelector('.st-key-total')?.innerText.trim() === '{shown}'")


def brush(page: Any, name: str) -> None:
    page.locator(f".st-key-board [data-brush='{name}']").tap()


def test_paint_read_the_total_reload(phone, app_url):
    opened(phone, app_url, "game=rainforest-city")
    assert total(phone) == 0
    brush(phone, "R")
    tap(phone, "0,0")
    tap(phone, "0,1")
    brush(phone, "1")
    tap(phone, "0,0")
    total_becomes(phone, 1)
    brush(phone, "2")
    tap(phone, "0,1")
    total_becomes(phone, 3)
    assert no_sideways_scrolling(phone)
    phone.reload()
    total_becomes(phone, 3)
    phone.locator(".st-key-board [data-value='R:r2']").wait_for()


def test_the_bare_address_offers_to_go_on(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    phone.wait_for_function("localStorage.getItem('forest-tally-drafts')")  # is written once the page stands
    phone.goto(app_url)
    phone.locator("[class*='st-key-continue-'] button").first.tap()
    total_becomes(phone, 12)


def test_a_line_lights_its_squares_and_a_square_tells_all_it_does(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    phone.locator(".ft-go").tap()
    phone.locator(".st-key-score summary", has_text="Fauna").tap()
    phone.locator(".st-key-score details[open] .line").first.tap()
    phone.locator(".st-key-score .ft-lit").first.wait_for()
    tap(phone, "0,0", "score")
    phone.locator(".st-key-why li").first.wait_for()
    assert phone.locator(".st-key-score .line[aria-pressed=true]").count() == 0


def test_save_and_load(phone, app_url, tmp_path):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-three-players")
    with phone.expect_download() as waiting:
        phone.locator(".st-key-save button").tap()
    saved = tmp_path / "saved.json"
    waiting.value.save_as(saved)
    board = json.loads(saved.read_text(encoding="utf-8"))
    assert [p["name"] for p in board["players"]] == ["Vanda", "Calla", "Ravi"]
    before = total(phone)
    opened(phone, app_url, "game=rainforest-city")
    phone.locator(".st-key-load input[type=file]").set_input_files(saved)
    total_becomes(phone, before)
    assert phone.locator(".st-key-standings").inner_text().count("Vanda") == 1


@pytest.mark.parametrize("content", ["{", '{"format": 1, "game": "chess"}', '{"format": 1, "game": "rainforest-city"}'])
def test_a_refused_file_changes_nothing(phone, app_url, tmp_path, content):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    phone.locator(".st-key-load input[type=file]").set_input_files(bad)
    phone.locator("[role=alert]", has_text="bad.json").wait_for()
    assert total(phone) == 12


def test_names_are_shown_letter_for_letter(phone, app_url, tmp_path):
    opened(phone, app_url, "game=rainforest-city")
    players = [{"name": name, "grid": [["R:r1"] * (n + 1)]} for n, name in enumerate(NAMES)]
    file = tmp_path / "names.json"
    file.write_text(json.dumps({"format": 1, "game": "rainforest-city", "players": players}))
    phone.locator(".st-key-load input[type=file]").set_input_files(file)
    total_becomes(phone, 1)
    quiet(phone)
    for place in ("standings", "board-player"):
        shown = phone.locator(f".st-key-{place}").inner_text()
        for name in NAMES:
            assert name in shown


def test_the_next_player_has_an_empty_board(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    quiet(phone)
    phone.locator(".st-key-setup summary").first.tap()
    phone.locator(".st-key-add-player button").wait_for()
    quiet(phone)
    phone.locator(".st-key-add-player button").tap()
    quiet(phone)
    phone.locator(".st-key-board-player button").nth(1).tap()
    total_becomes(phone, 0)
    brush(phone, "M")
    tap(phone, "0,0")
    brush(phone, "1")
    tap(phone, "0,0")
    total_becomes(phone, 1)
    phone.locator(".st-key-board-player button").nth(0).tap()
    total_becomes(phone, 12)


def test_after_a_reload_a_phone_has_its_own_player_again(open_page, app_url):
    here, there = (open_page(**PHONE) for _ in range(2))
    opened(here, app_url, "game=rainforest-city&sample=rainforest-city-three-players")
    there.goto(here.url)
    quiet(there)
    whose = "document.querySelector('.st-key-bar-who').innerText"
    names = [button.inner_text() for button in here.locator(".st-key-board-player button").all()]
    for page, place in ((here, 1), (there, 2)):
        page.locator(".st-key-board-player button").nth(place).tap()
        page.wait_for_function(f"{whose}.startsWith({names[place]!r})")
        quiet(page)
    here.reload()
    here.wait_for_function(f"document.querySelector('.st-key-bar-who') && {whose}.startsWith({names[1]!r})")
    there.reload()
    there.wait_for_function(f"document.querySelector('.st-key-bar-who') && {whose}.startsWith({names[2]!r})")


def test_the_way_back_from_a_new_game_leads_home(phone, app_url):
    phone.goto(app_url)
    phone.locator(".st-key-open-rainforest-city button").tap()
    total_becomes(phone, 0)
    brush(phone, "R")
    tap(phone, "0,0")
    brush(phone, "1")
    tap(phone, "0,0")
    total_becomes(phone, 1)
    phone.go_back()
    phone.locator("[class*='st-key-continue-'] button").first.tap()
    total_becomes(phone, 1)


def test_what_another_phone_enters_is_shown_but_takes_nothing_from_who_is_typing(open_page, app_url):
    here, there = (open_page(**PHONE) for _ in range(2))
    opened(here, app_url, "game=rainforest-city")
    there.goto(here.url)
    total_becomes(there, 0)
    for page in (there, here):
        quiet(page)
    name = here.locator("[class*='st-key-players-0-name'] input").first
    name.focus()
    here.keyboard.type("Ada")
    brush(there, "R")
    tap(there, "0,0")
    brush(there, "1")
    tap(there, "0,0")
    total_becomes(there, 1)
    here.wait_for_timeout(1000 * live.EVERY + 2000)
    assert (total(here), name.input_value()) == (0, "Ada")
    name.press("Enter")
    total_becomes(here, 1)
    there.wait_for_function("[...document.querySelectorAll('input')].some((field) => field.value === 'Ada')")
    quiet(there)
    brush(there, "R")
    tap(there, "0,1")
    brush(there, "2")
    tap(there, "0,1")
    total_becomes(here, 3)  # a field that was left with Enter still has the focus
    assert name.input_value() == "Ada"


def test_what_one_looks_at_stays_in_place_when_another_phones_step_is_told(open_page, app_url):
    here, there = (open_page(**PHONE) for _ in range(2))
    opened(here, app_url, "game=rainforest-city&sample=rainforest-city-three-players")
    there.goto(here.url)
    total_becomes(there, total(here))
    quiet(there)
    board = "document.querySelector('.st-key-card-board')"
    here.add_style_tag(content="* { overflow-anchor: none !important; }")  # as in browsers that keep no place by themselves
    here.evaluate(f"{board}.scrollIntoView({{block: 'center'}})")
    quiet(here)
    top = here.evaluate(f"{board}.getBoundingClientRect().top")
    there.locator(".st-key-load input[type=file]").set_input_files(photo.SAMPLES.parent / "boards" / "rainforest-city-three-players.json")
    here.locator(".st-key-row-undo").wait_for(state="attached")
    quiet(here)
    here.wait_for_function(f"Math.abs({board}.getBoundingClientRect().top - {top}) < 3")
    quiet(here)
    assert abs(here.evaluate(f"{board}.getBoundingClientRect().top") - top) < 3


def sample_read(page: Any, app_url: str) -> None:
    """A new game with the first sample photo read onto its board."""
    opened(page, app_url, "game=rainforest-city")
    page.locator(".st-key-photo input[type=file]").set_input_files(SAMPLE_PHOTOS[0])
    page.locator(".st-key-card-photo", has_text="squares read").wait_for(timeout=60_000)
    quiet(page)


@pytest.mark.skipif(not SAMPLE_PHOTOS, reason="no sample photos are here")
def test_read_a_photo_and_correct_a_square(phone, app_url):
    sample_read(phone, app_url)
    square = phone.locator(".st-key-board [data-value^='R']").first
    cell = square.get_attribute("data-cell")
    brush(phone, "H")
    square.tap()
    phone.locator(f".st-key-board [data-cell='{cell}'][data-value='H']").wait_for()
    quiet(phone)
    with_house = total(phone)
    phone.reload()
    total_becomes(phone, with_house)
    assert phone.locator(f".st-key-board [data-cell='{cell}']").first.get_attribute("data-value") == "H"


@pytest.mark.parametrize("name", ["empty.jpg", "text.jpg"])
def test_a_file_that_is_no_photo_changes_nothing(phone, app_url, tmp_path, name):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    bad = Path(tmp_path / name)
    bad.write_bytes(b"" if name == "empty.jpg" else b"this is no photo")
    phone.locator(".st-key-photo input[type=file]").set_input_files(bad)
    phone.locator("[role=alert]", has_text=name).wait_for(timeout=60_000)
    assert total(phone) == 12


BROKEN_WORDS = """selector => {
  const broken = [];
  for (const node of document.querySelectorAll(selector))
    for (const word of node.firstChild.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node.firstChild, word.index);
      range.setEnd(node.firstChild, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  return broken;
}"""
CUT_OFF = "selector => [...document.querySelectorAll(selector)].filter(n => n.scrollWidth > n.clientWidth + 1).map(n => n.innerText)"


@pytest.mark.parametrize("game", ["rainforest-city", "hutan", "my-rainforest"])
def test_the_walk_through_unsure_squares_breaks_no_word(phone, app_url, game):
    opened(phone, app_url, f"game={game}")
    for picture in sorted(photo.SAMPLES.glob(f"{game}*.jpg")):
        phone.locator(".st-key-photo input[type=file]").set_input_files(picture)
        phone.locator(".st-key-card-photo", has_text=f"read from “{picture.name}”").wait_for(timeout=120_000)
        quiet(phone)
        if phone.locator(".st-key-unsure").count():
            break
    else:
        pytest.skip("every sample photo is read surely")
    phone.locator(".st-key-unsure [data-id='other']").tap()
    phone.locator(".st-key-unsure .ft-choices.small").wait_for()
    quiet(phone)
    assert phone.evaluate(BROKEN_WORDS, ".ft-choices.small .words b") == []
    assert phone.locator(".ft-choices.small .choice").count() > 8
    assert no_sideways_scrolling(phone)


def test_a_board_file_among_the_photos_is_told_where_it_belongs(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    board = photo.SAMPLES.parent / "boards" / "rainforest-city-advanced.json"
    phone.locator(".st-key-photo input[type=file]").set_input_files(board)
    told = phone.locator(".st-key-card-photo [role=alert]", has_text=board.name)
    told.wait_for()
    assert "is a board file, no photo" in told.inner_text()
    assert "“Open a board file”" in told.inner_text()
    assert total(phone) == 12


def test_a_photo_among_the_board_files_is_told_where_it_belongs(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    phone.locator(".st-key-load input[type=file]").set_input_files(SAMPLE_PHOTOS[0])
    phone.locator("[role=alert]", has_text=f"“{SAMPLE_PHOTOS[0].name}” is a photo").wait_for()
    assert total(phone) == 12


def test_a_file_of_another_kind_is_no_photo(phone, app_url):
    opened(phone, app_url, "game=rainforest-city")
    file = {"name": "rules.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"}
    phone.locator(".st-key-photo input[type=file]").set_input_files(file)
    chips = ".st-key-photo [data-testid='stFileChips']"
    phone.locator(chips).wait_for()
    words = phone.evaluate(f"""getComputedStyle(document.querySelector("{chips}"), '::before').content""")
    assert "it is no photo" in words


def settles(page: Any, nothing: str, selector: str) -> None:
    """Waits until the script finds nothing: words are fitted anew when a font has come or the width is another."""
    for _ in range(40):
        if not page.evaluate(nothing, selector):
            return
        page.wait_for_timeout(250)
    assert page.evaluate(nothing, selector) == [], selector


@pytest.mark.parametrize("game", ["rainforest-city", "hutan"])
def test_no_label_is_cut_off_or_covered(phone, app_url, game):
    opened(phone, app_url, f"game={game}&sample={game}-three-players")
    for selector in (".st-key-row-samples p", ".ft-brush span", ".ft-tool span", ".ft-whose", ".ft-go", ".ft-steps button"):
        settles(phone, CUT_OFF, selector)
    if phone.locator(".ft-more").count():
        phone.locator(".ft-more").tap()
    covered = """[...document.querySelectorAll('.ft-letter')].filter(letter => {
      const [a, b] = [letter, letter.parentElement.querySelector('svg')].map(n => n.getBoundingClientRect());
      return a.right > b.left && a.bottom > b.top;
    }).map(letter => letter.innerText)"""
    assert phone.evaluate(covered) == []


def test_the_bar_tells_many_changes_in_few_words(phone, app_url, tmp_path):
    opened(phone, app_url, "game=hutan&sample=hutan-first-game")
    phone.locator(".st-key-board [data-tool='clear']").tap()
    phone.locator(".ft-whose em", has_text="categories").wait_for()
    assert phone.evaluate("document.querySelector('.ft-whose').scrollHeight <= document.querySelector('.ft-whose').clientHeight + 1")


def comes_in_sight(page: Any, selector: str) -> None:
    """Waits until the top of it lies between the steps and the bar, and stays there."""
    in_sight = """selector => {
      const top = document.querySelector(selector).getBoundingClientRect().top;
      return top > 0 && top < document.querySelector('.st-key-bar').getBoundingClientRect().top - 40;
    }"""
    page.wait_for_function(in_sight, arg=selector, timeout=15_000)
    page.wait_for_timeout(600)
    assert page.evaluate(in_sight, selector)


def test_a_sample_photo_closes_its_list_and_its_reading_is_in_sight(phone, app_url):
    opened(phone, app_url, "game=hutan")
    phone.get_by_text("Sample photos", exact=True).tap()
    phone.locator("[data-id='hutan-1']").tap()
    phone.locator(".st-key-card-photo", has_text="read from “hutan-1.jpg”").wait_for(timeout=120_000)
    quiet(phone)
    comes_in_sight(phone, ".st-key-unsure" if phone.locator(".st-key-unsure").count() else ".st-key-card-photo")
    assert phone.locator("[data-id='hutan-1']").count() == 0


@pytest.mark.skipif(not SAMPLE_PHOTOS, reason="no sample photos are here")
def test_what_the_grid_by_hand_comes_to_is_in_sight_each_time(phone, app_url):
    sample_read(phone, app_url)
    phone.get_by_text("The photo and the grid", exact=True).tap()
    quiet(phone)
    phone.locator(".st-key-nudge button", has_text="Add a row").tap()
    quiet(phone)
    for _ in range(2):
        phone.locator(".st-key-nudge-above button").tap()
        quiet(phone)
        comes_in_sight(phone, ".st-key-unsure" if phone.locator(".st-key-unsure").count() else ".st-key-card-photo")
    phone.locator(".st-key-mark-corners label").tap()
    quiet(phone)
    for corners in ([(0.8, 0.6), (0.9, 0.2), (0.2, 0.2), (0.1, 0.9)], [(0.0, 0.0), (0.02, 0.0), (0.02, 0.02), (0.0, 0.02)]):
        frame = phone.locator(".ft-corners")
        frame.scroll_into_view_if_needed()
        for number, (x, y) in enumerate(corners):
            start, box = phone.locator(".ft-corners .corner").nth(number).bounding_box(), frame.bounding_box()
            phone.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
            phone.mouse.down()
            phone.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=3)
            phone.mouse.up()
            phone.wait_for_timeout(200)
        quiet(phone)
        phone.locator(".st-key-read-corners button").tap()
        phone.locator(".st-key-grid-message [role=alert]").wait_for()
        quiet(phone)
        comes_in_sight(phone, ".st-key-grid-message")
        left = [float(place) for place in phone.locator(".ft-corners .corner").evaluate_all("all => all.map(e => parseFloat(e.style.left))")]
        assert left == pytest.approx([100 * x for x, _ in corners], abs=2), "the corners stay where the person put them"


def test_the_best_change_is_told_where_one_sees_it(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-rulebook")
    tap(phone, "0,0", "score")
    phone.locator(".st-key-why").wait_for()
    quiet(phone)
    phone.locator(".st-key-what-if button").tap()
    phone.locator(".st-key-what-if-answer").wait_for()
    quiet(phone)
    comes_in_sight(phone, ".st-key-what-if-answer")
    assert phone.locator(".st-key-why").count() == 0, "what was told of the square makes room"


@pytest.mark.parametrize("game", ["rainforest-city", "hutan"])
def test_the_score_sheet_breaks_no_number_and_no_name(phone, app_url, game):
    opened(phone, app_url, f"game={game}&sample={game}-three-players")
    phone.get_by_text("Print the score sheet", exact=True).tap()
    phone.locator(".ft-sheet table").wait_for()
    quiet(phone)
    assert phone.evaluate(BROKEN_WORDS, ".ft-sheet :is(th span, th:not(:has(span)), td):not(:empty)") == []
    assert no_sideways_scrolling(phone)


LONG_NAMES = {
    "ordinary": ["Maximiliane", "Bartholomäus F.", "Wilhelmine", "Hans-Christian"],
    "long": ["Maximiliane", "Bartholomäus-Friedrich", "Konstantinopolitanerin", "Christiane Sophie"],
    "endless": ["A" * 400, "Anna von Zeil " * 28, "A" * 399 + "B", "عمر שלום"],
}


def four_players(page: Any, app_url: str, tmp_path: Path, names: list[str]) -> None:
    board = json.loads((photo.SAMPLES.parent / "boards" / "rainforest-city-four-players.json").read_text(encoding="utf-8"))
    for player, name in zip(board["players"], names, strict=True):
        player["name"] = name
    file = tmp_path / "four.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    opened(page, app_url, "game=rainforest-city")
    page.locator(".st-key-load input[type=file]").set_input_files(file)
    page.locator(".ft-note", has_text="“four.json” is open").wait_for()
    quiet(page)


@pytest.mark.parametrize("names", LONG_NAMES)
def test_names_of_any_length_fit_the_standings_and_the_sheet(phone, app_url, tmp_path, names):
    four_players(phone, app_url, tmp_path, LONG_NAMES[names])
    assert no_sideways_scrolling(phone)
    if names == "ordinary":
        assert phone.evaluate(BROKEN_WORDS, ".ft-place i") == []
        assert phone.evaluate(CUT_OFF, ".ft-place i") == []
    tall = "selector => Math.max(...[...document.querySelectorAll(selector)].map(n => n.getBoundingClientRect().height))"
    assert phone.evaluate(tall, ".ft-place, .ft-step, .st-key-board-player button") < 130
    phone.get_by_text("Print the score sheet", exact=True).tap()
    phone.locator(".ft-sheet table").wait_for()
    quiet(phone)
    beyond = "() => { const s = document.querySelector('.ft-sheet'); return s.scrollWidth - s.clientWidth; }"
    assert phone.evaluate(beyond) <= 0
    assert phone.evaluate(tall, ".ft-sheet tr, .ft-sheet > p") < 260


def test_long_choices_of_a_list_are_whole(phone, app_url):
    opened(phone, app_url, "game=rainforest-city&sample=rainforest-city-advanced")
    phone.locator(".st-key-setup summary").first.tap()
    phone.locator("[role=combobox]").first.tap()
    phone.locator("[role=option]").first.wait_for()
    assert phone.evaluate(CUT_OFF, "[role=option] > div") == []
