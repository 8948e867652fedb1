"""The examples on the pages of rules: real positions, and every claim beside them computed."""

from __future__ import annotations

import re

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import LANGUAGES, Language
from brettwerk.learn.examples import Example, examples
from brettwerk.learn.rules import figures, rules_page
from games.diagrams import legal, same_outcome, slow_twin
from learn.touching import next_cells

PAGES = (*brettwerk.NAMES, "board")
ALL = [
    pytest.param(example, id=f"{page}-{name}")
    for page in PAGES
    for name, example in examples(page).items()
]
every_example = pytest.mark.parametrize("example", ALL)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_page = pytest.mark.parametrize("page", PAGES)


def after(position: Position, moves: str) -> Position:
    """The position after these moves, in the legality of which the slow referee agrees."""
    for move in moves.split():
        assert move in legal(position)
        position = position.play(move)
    return position


@every_example
def test_the_position_is_one_and_both_referees_agree_on_its_moves(example: Example) -> None:
    position = example.position
    assert brettwerk.position(position.text) == position
    legal(position)
    assert bool(position.outcome) is ("" in example.ends)


@every_example
def test_what_can_be_played_is_legal_and_what_cannot_is_refused_with_that_reason(
    example: Example,
) -> None:
    texts = legal(example.position)
    assert set(example.can) <= texts
    for move, key in example.cannot.items():
        assert move not in texts
        with pytest.raises((IllegalMove, InvalidMove)) as refused:
            example.position.move(move)
        assert refused.value.key == key


@every_example
def test_the_cells_that_are_named_are_all_and_only_those(example: Example) -> None:
    for way, cells in example.touch.items():
        assert set(cells.split()) == set(next_cells(example.position, way)), way
    if example.marks is not None:
        assert example.marked
    if example.still:
        assert (example.can, example.cannot, example.touch) == ((), {}, {})
    for cell in example.ringed:
        assert cell in example.position.pieces


@every_example
def test_moves_are_what_they_are_said_to_be(example: Example) -> None:
    position = example.position
    for move, words in example.move_tags.items():
        found = position.move_tags(position.move(move))
        for word in words.replace("not ", "not-").split():
            assert (word.removeprefix("not-") in found) is not word.startswith("not-"), word


@every_example
def test_games_end_or_go_on_as_is_said(example: Example) -> None:
    for moves, end in example.ends.items():
        there = after(example.position, moves)
        outcome, seats = there.outcome, there.game.seats
        assert outcome is not None
        assert outcome.reason == end.reason
        assert tuple(seats[winner] for winner in outcome.winners) == end.winners
        assert (max(outcome.points) if outcome.points else None) == end.points
        referee, state = slow_twin(there)
        same_outcome(outcome, referee.outcome(state))
    for moves in example.goes_on:
        assert after(example.position, moves).outcome is None
    for moves, seat in example.out.items():
        game = example.position.game
        there = after(example.position, moves)
        gone = set(range(game.players)) - set(game.definition.still_in(there))
        assert {game.seats[player] for player in gone} == {seat}


# -- on the pages -----------------------------------------------------------------------------


@every_page
def test_every_example_stands_once_on_its_page_in_both_languages_in_the_same_order(
    page: str,
) -> None:
    orders = [[figure.name for figure in figures(page, language)] for language in LANGUAGES]
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == sorted(examples(page))


@every_language
@every_page
def test_captions_are_written_and_differ_from_each_other(page: str, language: Language) -> None:
    captions = [figure.caption for figure in figures(page, language)]
    assert all(len(caption) > 20 for caption in captions)
    assert len(set(captions)) == len(captions)
    assert len(captions) == rules_page(page, language).count("```") // 2


CELL = re.compile(r"`([a-i][1-9])`")


@every_language
@every_page
def test_cells_that_a_caption_names_play_a_part(page: str, language: Language) -> None:
    """What is written beside a picture can be seen in it: a piece, a mark, a claim."""
    for figure in figures(page, language):
        example = figure.example
        said = " ".join((*example.can, *example.cannot, *example.ends, *example.touch.values()))
        known = {*example.position.pieces, *re.findall("[a-i][1-9]", said), *example.touch}
        known |= {cell for way in example.touch for cell in re.findall("[a-i][1-9]", way)}
        named = set(CELL.findall(figure.caption))
        assert named <= known, (figure.name, named - known)


COLOURS = {
    "de": {"rot": "r", "gelb": "y", "grün": "g", "blau": "b"},
    "en": {"red": "r", "yellow": "y", "green": "g", "blue": "b"},
}
OF_A_FIELD = {
    "de": re.compile(r"`([a-h][1-8])`(?: \w+)?, ein(?:em)? (\w+?)e[sn] Feld"),
    "en": re.compile(r"`([a-h][1-8])`, an? (\w+) field"),
}


@every_language
@every_page
def test_fields_have_the_colours_that_captions_give_them(page: str, language: Language) -> None:
    for figure in figures(page, language):
        board_view = figure.example.position.board_view
        for cell, colour in OF_A_FIELD[language].findall(figure.caption):
            assert board_view.fields[board_view.board.index[cell]] == COLOURS[language][colour]


def test_colours_are_looked_for_in_the_way_captions_are_written() -> None:
    for language in LANGUAGES:
        found = [
            hit
            for page in PAGES
            for figure in figures(page, language)
            for hit in OF_A_FIELD[language].findall(figure.caption)
        ]
        assert len(found) > 8
        assert {colour for _, colour in found} == set(COLOURS[language])
