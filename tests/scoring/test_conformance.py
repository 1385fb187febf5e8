"""What must hold in any game: the same checks for every game of the registry, on boards drawn by chance."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import BoardFile, load_board, registry, score
from scoring.boardfile import printable
from scoring.model import PlayerScore

GAMES = registry.games()
RANDOM = settings(max_examples=25, deadline=None)


def positions(game):
    return registry.part("samples.positions", game.id)


def boards(game):
    """Boards of the game, from one player to four, of any level."""

    def drawn(seed, level, players):
        return positions(game).generate(random.Random(seed), level, players=players)

    return st.builds(drawn, st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 4))


def places(player):
    """The cells that a board file's player can have: squares of the grid, or the cards' places."""
    if "cards" in player:
        return {tuple(card["at"]) for card in player["cards"]}
    return {(r, c) for r, row in enumerate(player["grid"]) for c, _ in enumerate(row)}


def scored_parts(player: PlayerScore):
    for category in player.categories:
        yield from category.lines
    yield from player.objectives
    yield from player.warnings


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request):
    return request.param


def test_games_are_known_by_id_and_in_order(game):
    assert registry.game(game.id) is game
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.id)
    assert game.title
    assert [g.order for g in GAMES] == sorted({g.order for g in GAMES})
    assert issubclass(game.board_type, BoardFile)


def test_an_unknown_game_is_named_with_those_that_are_known():
    with pytest.raises(registry.UnknownGameError, match="rainforest-city"):
        registry.game("chess")


def test_rulings_are_texts_for_people(game):
    for key, text in game.rulings.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)
        assert text.endswith((".", ".)"))
        assert printable(text) == text


def test_score_sheets_add_up(game):
    @RANDOM
    @given(boards(game))
    def check(document):
        board = load_board(document)
        sheet = score(board)
        as_json = json.loads(json.dumps(sheet.to_dict()))
        assert as_json["format"] == 1
        assert as_json["game"] == game.id
        assert [p["name"] for p in as_json["players"]] == [p["name"] for p in document["players"]]
        for player in as_json["players"]:
            for category in player["categories"]:
                assert category["points"] == sum(line["points"] for line in category["lines"])
            if player["total"] is not None:
                assert player["total"] == sum(category["points"] for category in player["categories"])
            keys = [category["key"] for category in player["categories"]]
            assert len(keys) == len(set(keys))

    check()


def test_ranking_follows_totals(game):
    @RANDOM
    @given(boards(game))
    def check(document):
        sheet = score(load_board(document))
        if not sheet.ranking:
            assert sheet.outcome is not None
            return
        totals = {player.name: player.total for player in sheet.players}
        assert {rank.name: rank.total for rank in sheet.ranking} == totals
        assert [rank.total for rank in sheet.ranking] == sorted(totals.values(), reverse=True)
        for rank in sheet.ranking:
            higher = [other for other in sheet.ranking if other.total > rank.total]
            level = [other for other in sheet.ranking if other.total == rank.total]
            assert len(higher) < rank.rank <= len(higher) + len(level)
        assert sheet.ranking[0].rank == 1
        if sheet.outcome is None:
            assert list(sheet.winners) == [rank.name for rank in sheet.ranking if rank.rank == 1]

    check()


def test_lines_name_cells_that_are_there_and_rulings_that_are_known(game):
    @RANDOM
    @given(boards(game))
    def check(document):
        for player, scored in zip(document["players"], score(load_board(document)).players, strict=True):
            there = places(player)
            for part in scored_parts(scored):
                assert set(part.cells) <= there
                assert part.text
                assert printable(part.text) == part.text
            for category in scored.categories:
                assert all(line.ruling == "" or line.ruling in game.rulings for line in category.lines)

    check()


def test_board_files_come_back(game):
    @RANDOM
    @given(boards(game))
    def check(document):
        board = load_board(document)
        assert isinstance(board, game.board_type)
        assert board.to_dict() == document
        assert load_board(json.dumps(board.to_dict()).encode()) == board
        assert score(load_board(board.to_dict())) == score(board)

    check()


def test_scoring_changes_nothing_on_the_board(game):
    @RANDOM
    @given(boards(game))
    def check(document):
        board = load_board(document)
        first = score(board)
        assert score(board) == first
        assert board.to_dict() == document

    check()


def test_every_square_can_be_explained(game):
    @settings(max_examples=8, deadline=None)
    @given(boards(game))
    def check(document):
        board = load_board(document)
        for i, player in enumerate(document["players"]):
            for cell in places(player):
                says = game.explain(board, i, cell)
                assert isinstance(says, tuple)
                assert all(text and printable(text) == text for text in says)

    check()


def test_the_best_change_brings_what_scoring_says(game):
    @settings(max_examples=8, deadline=None)
    @given(boards(game))
    def check(document):
        board = load_board(document)
        for i in range(len(board.players)):
            found = game.best_change(board, i)
            if found is None:
                continue
            change, gain = found
            assert gain > 0
            assert change.text
            before, after = score(board).players[i].total, score(change.board).players[i].total
            assert after - before == gain
            assert load_board(change.board.to_dict()) == change.board

    check()


def test_unknown_keys_are_refused_with_their_path(game):
    document = positions(game).generate(random.Random(1), 1)
    document["players"][0]["compots"] = 1
    with pytest.raises(ValueError, match=r"^players\[0\].compots: unknown key"):
        load_board(document)
