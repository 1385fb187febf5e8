"""Every page started without a browser: with an empty session, with each sample, with things that go wrong."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

import scoring
from scoring import registry
from ui import board as editor
from ui import board_step, fields, files, session, setup, store, theme
from ui.games import rainforest_city

ROOT = Path(__file__).parents[2]
GAMES = [game.id for game in registry.games()]
SAMPLES = sorted(path.stem for path in session.SAMPLES.glob("*.json"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOREST_TALLY_HOME", str(tmp_path))
    return tmp_path


def opened(**address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def draft(app: AppTest) -> store.Draft:
    token = app.query_params["draft"]
    found = store.load(token[0] if isinstance(token, list) else token)
    assert found is not None
    return found


def words(app: AppTest) -> str:
    """All HTML that the page shows."""
    return "\n".join(str(node.proto.body) for node in app.get("html"))


def game_of(sample: str) -> str:
    return max((game for game in GAMES if sample.startswith(game)), key=len)


def test_very_long_names_are_cut_and_still_told_apart():
    names = ["Ada", "x" * 40, "x" * 41, "x" * 400, "y" * 38 + "  " + "z" * 9]
    shown = theme.short_names(names)
    assert shown[:2] == names[:2]
    assert shown[2:] == ["x" * 39 + "…", "x" * 39 + "… (2)", "y" * 38 + "…"]


def test_a_very_long_name_is_cut_on_the_page_and_kept_in_the_file():
    board = session.sample_board("rainforest-city-three-players")
    board["players"][0]["name"] = long = "Ada" * 130
    app = opened(game="rainforest-city", draft=store.create(board))
    assert not app.exception
    assert "…" in words(app)
    assert long not in words(app)
    assert draft(app).board["players"][0]["name"] == long


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("players[0].grid[0][1]", ("Ada, row 1, column 2", "")),
        ("players[1].grid[0][1]", ("Player 2, row 1, column 2", "")),
        ("players[0].claims.A", ("Ada", "claims.A")),
        ("players[0]", ("Ada", "")),
        ("settings.variant", ("", "settings.variant")),
        ("", ("", "")),
    ],
)
def test_a_place_of_a_board_file_is_named_as_on_the_page(path, where):
    assert session.place_in_words(rainforest_city, ["Ada"], path) == where


def test_a_board_file_that_is_refused_names_the_square_as_the_page_does():
    token = store.create(rainforest_city.new_board())
    game = registry.game("rainforest-city")
    opened_here = session.Open(token, store.load(token), game, rainforest_city)
    data = b'{"format": 1, "game": "rainforest-city", "settings": {}, "players": [{"name": "Ada", "grid": [["R", "Q"]]}]}'
    files.st.session_state["load"] = SimpleNamespace(name="mine.json", type="application/json", getvalue=lambda: data)
    files._load(opened_here)
    kind, said = files.st.session_state["load-message"]
    assert kind == "red"
    assert "Player 1, row 1, column 2: " in said
    assert "players[" not in said


def test_the_start_page_offers_every_game():
    app = opened()
    assert not app.exception
    for game in registry.games():
        assert game.title in words(app)
        assert app.button(key=f"open-{game.id}")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_opens_with_an_empty_session(game):
    app = opened(game=game)
    assert not app.exception
    assert draft(app).game == game


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_opens_with_its_score(sample):
    app = opened(game=game_of(sample), sample=sample)
    assert not app.exception
    sheet = scoring.score(scoring.load_board(session.SAMPLES / f"{sample}.json"))
    total = sheet.players[0].total
    shown = "–" if total is None else str(total).replace("-", "−")
    assert f"<b>{shown}</b>" in words(app)
    assert "sample" not in app.query_params


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_comes_out_as_the_board_file_that_went_in(sample):
    app = opened(game=game_of(sample), sample=sample)
    part = registry.part("ui.games", game_of(sample))
    out = scoring.load_board(part.board_file(draft(app).board))
    before = scoring.load_board(session.SAMPLES / f"{sample}.json")
    assert scoring.score(out).to_dict() == scoring.score(before).to_dict()


def test_the_rulebook_totals():
    for sample, total in (("rainforest-city-rulebook", 12), ("my-rainforest-rulebook", 44)):
        assert f"<b>{total}</b>" in words(opened(game=game_of(sample), sample=sample))


def test_an_unknown_game_is_told_in_words():
    app = opened(game="chess")
    assert not app.exception
    assert "no game of this name" in words(app)


def test_an_unknown_sample_gives_an_empty_board_and_says_so():
    app = opened(game="hutan", sample="../secret")
    assert not app.exception
    assert "no sample of that name" in words(app)


def test_a_draft_of_another_game_or_gone_starts_a_new_one():
    token = draft(opened(game="hutan")).sides[0].id
    app = opened(game="rainforest-city", draft=token)
    assert not app.exception
    assert draft(app).game == "rainforest-city"


def test_a_link_to_another_game_says_whose_it_is():
    token = token_of(opened(game="rainforest-city"))
    assert "That game is one of Rainforest City" in words(opened(game="hutan", draft=token))
    assert "no longer kept" in words(opened(game="hutan", draft="a" * 22))


def test_numbers_beyond_what_a_field_expects_are_shown_as_they_stand():
    app = opened(game="rainforest-city")
    with store.edit(token_of(app)) as kept:
        kept.board["players"][0]["compost"] = 1500
    field = opened(game="rainforest-city", draft=token_of(app)).number_input(key="players-0-compost")
    assert field.value == 1500


def test_what_was_entered_is_there_in_a_new_session():
    first = opened(game="rainforest-city", sample="rainforest-city-rulebook")
    first.text_input(key="players-0-name").set_value("Ada").run()
    first.number_input(key="players-0-compost").set_value(2).run()
    token = first.query_params["draft"]
    again = opened(game="rainforest-city", draft=token[0] if isinstance(token, list) else token)
    assert not again.exception
    assert draft(again).board["players"][0]["name"] == "Ada"
    assert "<b>15</b>" in words(again)


def test_values_of_other_variants_are_kept():
    app = opened(game="rainforest-city", sample="rainforest-city-advanced")
    claims = draft(app).board["players"][0]["claims"]
    for variant in ("standard", "cooperative", "solo", "introductory", "advanced"):
        app.pills(key="settings-variant").set_value(variant).run()
        assert not app.exception
    assert draft(app).board["players"][0]["claims"] == claims
    assert len(draft(app).board["players"]) == 3


def test_players_are_added_and_taken_out_and_back():
    app = opened(game="rainforest-city", sample="rainforest-city-rulebook")
    app.button(key="add-player").click().run()
    app.text_input(key="players-1-name").set_value("Calla").run()
    assert [p["name"] for p in draft(app).board["players"]] == ["Vanda", "Calla"]
    app.button(key="remove-0").click().run()
    assert [p["name"] for p in draft(app).board["players"]] == ["Calla"]
    app.button(key="take-back").click().run()
    assert not app.exception
    assert [p["name"] for p in draft(app).board["players"]] == ["Vanda", "Calla"]


def test_two_players_of_one_name_are_scored_all_the_same():
    app = opened(game="rainforest-city", sample="rainforest-city-rulebook")
    app.button(key="add-player").click().run()
    app.text_input(key="players-1-name").set_value("Vanda").run()
    assert not app.exception
    assert "Vanda (2)" in words(app)


NAMES = ["**Ada**", "<b>Ada</b>", "$x^2$", ":red[Ada]", "[Ada](http://example.org)", "`Ada`", "<script>alert(1)</script>"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_shown_letter_for_letter(name):
    app = opened(game="rainforest-city", sample="rainforest-city-three-players")
    app.text_input(key="players-0-name").set_value(name).run()
    assert not app.exception
    assert draft(app).board["players"][0]["name"] == name
    assert name not in words(app) or not name.startswith("<")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_new_board_holds_can_be_scored(game):
    part = registry.part("ui.games", game)
    board = part.board_file(json.loads(json.dumps(part.new_board())))
    assert scoring.score(scoring.load_board(board)).players[0].name == "Player 1"


@pytest.mark.parametrize("cards", [3, 9])
def test_many_warnings_are_folded_and_none_is_lost(cards):
    places = [(0, 2), (1, 1), (1, 3), (2, 0), (2, 2), (2, 4), (3, 1), (3, 3), (4, 2)][:cards]
    laid = [{"at": list(at), "type": "carnivore"} for at in places]
    token = store.create({"format": 1, "game": "my-rainforest", "settings": {}, "players": [{"name": "", "cards": laid}]})
    app = opened(game="my-rainforest", draft=token)
    assert not app.exception
    board = registry.part("ui.games", "my-rainforest").board_file(draft(app).board)
    warnings = scoring.score(scoring.load_board(board)).players[0].warnings
    assert len(warnings) >= cards
    assert all(warning.text in words(app) for warning in warnings)
    more = [fold.label for fold in app.expander if "more remarks" in fold.label]
    assert more == ([f"{len(warnings) - 3} more remarks"] if len(warnings) > 4 else [])


def token_of(app: AppTest) -> str:
    token = app.query_params["draft"]
    return token[0] if isinstance(token, list) else token


@pytest.mark.parametrize("game", GAMES)
def test_each_phone_keeps_to_the_player_it_turned_to(game):
    one = opened(game=game)
    one.button(key="add-player").click().run()
    other = opened(game=game, draft=token_of(one))
    other.pills(key="board-player").set_value(1).run()
    for app, seat in ((one, 0), (other, 1)):
        assert app.run().pills(key="board-player").value == seat
    one.text_input(key="players-0-name").set_value("Ada").run()
    assert [app.run().pills(key="board-player").value for app in (one, other)] == [0, 1]
    assert opened(game=game, draft=token_of(one)).pills(key="board-player").value == 1  # as turned to last


@pytest.mark.parametrize("game", GAMES)
def test_what_one_phone_painted_is_kept_when_another_turned_to_the_next_player(game, monkeypatch):
    app = opened(game=game)
    app.button(key="add-player").click().run()
    before = draft(app)
    cells = registry.part("ui.games", game).editor(before.board, 0).cells
    edit = editor.Edit(before.sides[0].id, list(cells), 7, "phone", ())
    monkeypatch.setattr(board_step, "brought", lambda _: edit)
    opened_here = session.Open(token_of(app), before, registry.game(game), registry.part("ui.games", game))
    opened_here.turn_to(1)
    board_step.take_edit(opened_here)
    assert [side.revision for side in draft(app).sides] == [7, 0]


@pytest.mark.parametrize("address", [{}, {"sample": "rainforest-city-rulebook"}])
def test_one_step_back_shows_the_game_that_was_begun(address):
    app = opened(game="rainforest-city", **address)
    before = draft(app).sides[0].id
    app.query_params.clear()
    for name, value in {"game": "rainforest-city", **address}.items():
        app.query_params[name] = value
    app.run()
    assert draft(app).sides[0].id == before
    assert len(list((store.home() / "drafts").glob("*.json"))) == 1


@pytest.mark.parametrize("key", ["open-hutan", "example-hutan"])
def test_a_game_begun_on_the_start_page_has_its_draft_at_once(key):
    app = opened()
    app.button(key=key).click().run()
    assert not app.exception
    assert draft(app).game == "hutan"
    assert bool(registry.part("ui.games", "hutan").squares(draft(app).board["players"][0])) is key.startswith("example")
    assert len(list((store.home() / "drafts").glob("*.json"))) == 1


def test_what_a_browser_still_sends_of_an_older_page_changes_nothing():
    app = opened(game="rainforest-city")
    with store.edit(token_of(app)) as kept:
        kept.board["players"][0] |= {"name": "Ada", "compost": 3}
    stale = app.text_input(key="players-0-name")
    assert stale.value == ""
    app.run()  # the page shows what another phone entered
    assert [field.value for field in app.text_input if "name" in field.key][:1] == ["Ada"]
    assert not [field for field in app.text_input if field.key == "players-0-name"]
    next(field for field in app.text_input if field.key.startswith("players-0-name")).input("Eva").run()
    assert draft(app).board["players"][0]["name"] == "Eva"
    assert draft(app).board["players"][0]["compost"] == 3


@pytest.mark.parametrize(
    ("field", "old", "elsewhere", "typed", "kept"),
    [
        (lambda form: form._bound(("players", 0, "name"), form.board["players"][0].get("name", ""), fields._typed), "", "Ada", " Eva ", "Eva"),
        (lambda form: form._bound(("players", 0, "compost"), form.board["players"][0].get("compost", 0), int), 0, 7, 4, 4),
    ],
    ids=["name", "compost"],
)
def test_an_old_widget_that_tells_its_value_once_more_changes_nothing(monkeypatch, field, old, elsewhere, typed, kept):
    app = opened(game="rainforest-city")
    state: dict[str, object] = {}
    monkeypatch.setattr(fields.st, "session_state", state)
    name = "compost" if isinstance(kept, int) else "name"
    before = field(fields.Form(token_of(app), draft(app)))
    state[before["key"]] = old
    field(fields.Form(token_of(app), draft(app)))
    with store.edit(token_of(app)) as shared:
        shared.board["players"][0][name] = elsewhere
    after = field(fields.Form(token_of(app), draft(app)))
    assert after["key"] != before["key"]
    before["on_change"]()
    assert draft(app).board["players"][0][name] == elsewhere
    state[before["key"]] = typed  # what a person typed is no repetition
    before["on_change"]()
    assert draft(app).board["players"][0][name] == kept


def test_a_name_with_spaces_keeps_its_widget():
    app = opened(game="rainforest-city")
    app.text_input(key="players-0-name").input("  Yan ").run()
    assert draft(app).board["players"][0]["name"] == "Yan"
    assert app.text_input(key="players-0-name").value == "  Yan "


def test_a_number_beyond_the_limit_becomes_the_limit():
    app = opened(game="rainforest-city")
    compost = next(field for field in app.number_input if "compost" in field.key)
    compost.set_value(99999).run()
    now = next(field for field in app.number_input if "compost" in field.key)
    assert now.value == draft(app).board["players"][0]["compost"] < 99999


def test_what_is_said_stands_until_the_next_step():
    app = opened(game="hutan", sample="nope")
    said = "no sample of that name"
    assert said in words(app)
    for _ in range(2):
        app.session_state["by-itself"] = True  # as when another phone changed something
        app.run()
        assert said in words(app)
    app.run()
    assert said not in words(app)


@pytest.mark.parametrize(("said", "whole"), [("no key", "no key."), ("did you mean “a”?", "did you mean “a”?"), ("Stop.", "Stop.")])
def test_a_sentence_ends_once(said, whole):
    assert theme.ended(said) == whole
    assert theme.sentence(said)[1:] == whole[1:]


def test_only_the_step_that_was_named_is_taken_back():
    app = opened(game="rainforest-city", sample="rainforest-city-three-players")
    app.button(key="remove-2").click().run()
    with store.edit(token_of(app)) as kept:
        store.remember(kept, "“table.jpg” was read", kept.sides[0])
    app.button(key="take-back").click().run()
    assert "Meanwhile “table.jpg” was read, so nothing was taken back." in words(app)
    assert len(draft(app).board["players"]) == 2
    app.button(key="take-back").click().run()
    assert draft(app).before is None


def test_the_sheet_names_each_players_own_objectives():
    token = store.create(json.loads((session.SAMPLES / "rainforest-city-solo.json").read_text()))
    part = registry.part("ui.games", "rainforest-city")
    kept = store.load(token)
    assert kept is not None
    sheet = scoring.score(scoring.load_board(part.board_file(kept.board)))
    app = AppTest.from_file(str(ROOT / "ui" / "sheet.py"), default_timeout=60)
    app.query_params["game"], app.query_params["draft"] = "rainforest-city", token
    app.run()
    assert not app.exception
    for player in sheet.players:
        for objective in player.objectives:
            assert f'<td class="words">{objective.id} {objective.verdict}</td>' in words(app)


def test_objectives_stay_with_their_players_when_one_is_taken_out():
    app = opened(game="rainforest-city")
    with store.edit(token_of(app)) as kept:
        kept.board["settings"]["variant"] = "cooperative"
        kept.board["players"] = [{"name": name, "met": ["B"]} for name in ("Ada", "Bo", "Cy")]
        kept.fit()
    part = registry.part("ui.games", "rainforest-city")
    before = part.board_file(draft(app).board)["players"]
    app.run()
    app.button(key="remove-0").click().run()
    assert part.board_file(draft(app).board)["players"] == before[1:]
    app.button(key="take-back").click().run()
    assert part.board_file(draft(app).board)["players"] == before


def test_an_objective_goes_to_its_player_when_another_phone_took_one_out():
    app = opened(game="rainforest-city")
    with store.edit(token_of(app)) as kept:
        kept.board["settings"]["variant"] = "cooperative"
        kept.board["players"] = [{"name": name} for name in ("Ada", "Bo", "Cy")]
        kept.fit()
        app.session_state[f"seat-{token_of(app)}"] = kept.sides[1].id
    app.run()
    key = next(box.key for box in app.selectbox if box.label == "Terrain objective")
    with store.edit(token_of(app)) as kept:
        part = registry.part("ui.games", "rainforest-city")
        part.settle(kept.board)
        del kept.board["players"][0], kept.sides[0]
        kept.fit()
    app.selectbox(key=key).select("D").run()
    assert [player["objectives"][0] for player in draft(app).board["players"]] == ["D", "C"]


@pytest.mark.parametrize(
    ("painter", "brought", "told"),
    [
        ("other", {"revision": 5, "client": "mine"}, "Another phone painted this board at the same moment"),
        ("other", {"revision": 5, "client": "other"}, ""),  # a stroke that was taken long ago
        ("other", {"doc": "gone", "revision": 9, "client": "mine"}, "replaced"),
        ("other", {"revision": 6, "client": "mine"}, ""),  # newer: it is taken
        ("", {"revision": 5, "client": "mine"}, "changed at the same moment"),  # by a photo or an answer
        ("", {"revision": 6, "client": "mine"}, ""),
        ("", {"revision": 4, "client": "mine"}, ""),  # it was taken before the photo was read
    ],
)
def test_a_stroke_that_comes_too_late_is_told_once(painter, brought, told, monkeypatch):
    app = opened(game="hutan")
    with store.edit(token_of(app)) as kept:
        side = kept.sides[0]
        side.revision, side.client = 5, painter
        cells = registry.part("ui.games", "hutan").editor(kept.board, 0).cells
    here = session.Open(token_of(app), draft(app), registry.game("hutan"), registry.part("ui.games", "hutan"))
    said: list[str] = []
    monkeypatch.setattr(board_step.st, "session_state", {"board": {"edit": {"doc": side.id, "cells": cells, **brought}}})
    monkeypatch.setattr(board_step.st, "toast", lambda words, **_: said.append(words))
    for _ in range(2):
        board_step.take_edit(here)
    assert len(said) == bool(told)
    assert all(told in words for words in said)
    assert (draft(app).sides[0].revision == 6) is (brought["revision"] == 6)


def test_of_two_strokes_at_one_moment_the_first_stays_and_the_other_is_told(monkeypatch):
    app = opened(game="rainforest-city")
    part = registry.part("ui.games", "rainforest-city")
    here = session.Open(token_of(app), draft(app), registry.game("rainforest-city"), part)
    with store.edit(token_of(app)) as kept:
        kept.sides[0].revision, kept.sides[0].client = 1, "other"
        part.paint(kept.board["players"][0], [["R"]])
    said: list[str] = []
    edit = editor.Edit(here.side.id, [["M"]], 1, "mine", ())
    monkeypatch.setattr(board_step, "brought", lambda _: edit)
    monkeypatch.setattr(board_step.st, "toast", lambda words, **_: said.append(words))
    board_step.take_edit(here)
    assert draft(app).board["players"][0]["grid"] == [["R"]]
    assert len(said) == 1
    assert here.player["grid"] == [["R"]]


def test_a_second_tap_on_a_button_that_is_going_does_no_harm():
    app = opened(game="hutan")
    for _ in range(2):
        app.button(key="add-player").click().run()
    stale = session.Open(token_of(app), draft(app), registry.game("hutan"), registry.part("ui.games", "hutan"))
    for _ in range(3):
        setup._add(stale)
    assert len(draft(app).board["players"]) == store.MOST_PLAYERS
    last = draft(app).sides[-1].id
    for _ in range(3):
        setup._remove(stale, last)
    assert len(draft(app).board["players"]) == store.MOST_PLAYERS - 1
    for side in stale.draft.sides + draft(app).sides:
        setup._remove(stale, side.id)
    assert len(draft(app).board["players"]) == 1


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("variant", rainforest_city.VARIANTS)
def test_every_variant_opens_with_any_number_of_players(variant, players):
    app = opened(game="rainforest-city")
    for _ in range(players - 1):
        app.button(key="add-player").click().run()
    app.pills(key="board-player").set_value(players - 1).run() if players > 1 else None
    before = app.pills(key="board-player").value if players > 1 else 0
    for now in (variant, "standard"):
        with store.edit(token_of(app)) as kept:
            kept.board["settings"]["variant"] = now
        assert not app.run().exception
    assert (app.pills(key="board-player").value if players > 1 else 0) == before


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
def test_the_next_landscape_opens_where_only_one_was_entered(variant):
    app = opened(game="rainforest-city")
    with store.edit(token_of(app)) as kept:
        kept.board["settings"]["variant"] = variant
    app.run()
    stale = session.Open(
        token_of(app), draft(app), registry.game("rainforest-city"), registry.part("ui.games", "rainforest-city")
    )
    stale.turn_to(1)
    assert stale.seat == 1
    assert not opened(game="rainforest-city", draft=token_of(app)).exception


def test_a_link_without_its_game_opens_the_game_all_the_same():
    token = token_of(opened(game="hutan"))
    app = opened(draft=token)
    assert not app.exception
    assert (app.query_params["game"], token_of(app)) in ((["hutan"], token), ("hutan", token))
    assert "no longer kept" in words(opened(draft="a" * 22))


@pytest.mark.parametrize(("said", "shown"), [("have -2 points", "have −2 points"), ("A-2 has 3-4", "A-2 has 3\u2060-\u20604"), ("-1", "−1")])
def test_numbers_in_sentences_have_a_real_minus_and_ranges_stay_whole(said, shown):
    assert theme.well_set(said) == shown


def test_what_a_page_says_of_a_player_goes_to_them_though_one_before_was_taken_out():
    app = opened(game="my-rainforest")
    for _ in range(2):
        app.button(key="add-player").click().run()
    for number, name in enumerate("abc"):
        app.text_input(key=f"players-{number}-name").set_value(name).run()
    game = registry.game("my-rainforest")
    stale = session.Open(token_of(app), draft(app), game, registry.part("ui.games", game.id))
    stale.turn_to(2)
    setup._remove(stale, stale.draft.sides[0].id)  # as another phone does
    stale.form.change_player(1, lambda player: player.update(name="B"))
    stale.form.change_player(0, lambda player: player.update(name="gone"))
    with stale.edit_side() as (_, side, player):
        side.client, player["name"] = "phone", "C"
    assert [player["name"] for player in draft(app).board["players"]] == ["B", "C"]
    assert [side.client for side in draft(app).sides] == ["", "phone"]
    stale.turn_to(1)
    assert draft(app).current == 0
    setup._remove(stale, draft(app).sides[1].id)
    with stale.edit_side() as (_, side, player):
        player["name"] = "B again"
    assert [player["name"] for player in draft(app).board["players"]] == ["B again"]
