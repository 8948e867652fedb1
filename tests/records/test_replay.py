"""Replaying: moves and events by the rules, and results that agree with them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import brettwerk
from brettwerk.errors import BadRecord
from brettwerk.records import (
    Ply,
    Record,
    RecordFault,
    possible_results,
    read_record,
    result_text,
    write_record,
)

if TYPE_CHECKING:
    from brettwerk.core.game import Position

SMALL = brettwerk.game("bedraengnis")
THREE = brettwerk.game("triapon")


def drawn(seed: int) -> list[str]:
    """The moves of a random game of Die Drei that ends with all sixteen placed."""
    rng = random.Random(seed)
    while True:
        here: Position = brettwerk.game("drei").start()
        moves = []
        while not here.outcome:
            code = rng.choice(here.legal_codes)
            moves.append(here.game.text_of(code))
            here = here.play_unchecked(code)
        if here.outcome.reason == "all-placed":
            return moves


def test_moves_are_written_in_canonical_form() -> None:
    """However they were typed."""
    record = Record.of(brettwerk.game("abalone"), ["A1 B2", Ply("i9-h8", "so", 3)])
    assert record.plies == (Ply("a1b2"), Ply("i9h8", "so", 3))


def test_an_illegal_move_is_named_with_its_reason() -> None:
    """In both languages."""
    record = read_record('[Game "bedraengnis"]\n\n1. b2 b2 *')
    with pytest.raises(RecordFault) as caught:
        record.final()
    assert caught.value.details["ply"] == 2
    assert caught.value.details["move"] == "b2"
    assert str(caught.value) == f"Ply 2, b2: {caught.value.reason}"
    assert caught.value.localized("de") == f"Halbzug 2, b2: {caught.value.reason.localized('de')}"


def test_positions_are_yielded_until_the_first_error() -> None:
    """So that a page can show the legal part."""
    positions = read_record('[Game "bedraengnis"]\n\n1. b2 nonsense *').positions()
    assert next(positions) == SMALL.start()
    assert next(positions) == SMALL.start().play("b2")
    with pytest.raises(BadRecord, match="Ply 2, nonsense"):
        next(positions)


def test_a_record_can_begin_anywhere() -> None:
    """With a position, or with its text; of this game only."""
    middle = SMALL.start().play("b2")
    record = read_record(write_record(Record.of(SMALL, ["c3"], start=middle)))
    assert record.start == middle.text
    assert record.final() == middle.play("c3")
    with pytest.raises(BadRecord, match="begins with is impossible"):
        Record(SMALL, start=THREE.start().text).final()


@pytest.mark.parametrize(
    ("event", "result", "reason", "points"),
    [
        ("resign:1", "1-0", "resignation", "1-0"),
        ("flag:0", "0-1", "time", "0-0"),
        ("forfeit:0", "0-1", "forfeit", "0-0"),
        ("agree", "1/2-1/2", "agreement", "0-0"),
    ],
)
def test_events_end_games_of_two(event: str, result: str, reason: str, points: str) -> None:
    """The position stays as it was."""
    record = Record.of(SMALL, ["b2", event])
    assert record.result == result
    assert record.tags == {"Termination": reason, "Points": points}
    assert record.final() == SMALL.start().play("b2")
    record.check()
    for more in ("c3", "agree", "resign:1", "continue"):
        with pytest.raises(BadRecord, match="Ply 3"):
            Record.of(SMALL, ["b2", event, more])


def test_two_of_three_play_on_when_one_leaves() -> None:
    """Until one is left."""
    record = Record.of(THREE, ["e5", "resign:1", "c3", "d4", "flag:0"])
    assert [position.turn for position in record.positions()] == [0, 1, 2, 0, 2, 2]
    assert record.result == "0-0-1"
    assert record.tags["Termination"] == "last-one-in"


def test_a_draw_of_two_leaves_the_third_nothing() -> None:
    """The share is that of those still in."""
    assert Record.of(THREE, ["e5", "resign:1", "agree"]).result == "1/2-0-1/2"
    assert Record.of(THREE, ["e5", "agree"]).result == "1/3-1/3-1/3"


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        (["e5", "resign:3"], "no player 3"),
        (["e5", "flag:9"], "no player 9"),
        (["e5", "resign:1", "flag:1"], "already out"),
        (["e5", "resign:1", "resign:1"], "Ply 3"),
        (["e5", "resign:12"], "not an event"),
        (["e5", "flag:"], "not an event"),
        (["e5", "continue"], "cannot agree to play on"),
        (["e5", "agree:1"], "Ply 2"),
    ],
)
def test_impossible_events_are_refused(plies: list[str], said: str) -> None:
    """With the ply and why."""
    with pytest.raises(BadRecord, match=said):
        Record.of(THREE, plies)


def test_a_resignation_that_the_rules_forbid_is_refused() -> None:
    """In Das Bedrängnis before the first piece; running out of time is not restricted."""
    with pytest.raises(BadRecord, match="Ply 1, resign:0"):
        Record.of(SMALL, ["resign:0"])
    assert Record.of(SMALL, ["flag:0"]).result == "0-1"


def test_die_drei_can_go_on_after_the_draw() -> None:
    """Only after it, and under the rules of the continuation."""
    drei = brettwerk.game("drei")
    moves = drawn(1)
    assert Record.of(drei, moves).result == "1/2-1/2"
    here = Record.of(drei, [*moves, "continue"]).final()
    assert here.outcome is None
    relocation = here.moves[0].text
    record = Record.of(drei, [*moves, "continue", relocation])
    again = read_record(write_record(record))
    assert again == record
    assert again.game == drei
    assert again.final() == here.play(relocation)
    for plies in (
        [*moves, relocation],
        [*moves[:-1], "continue"],
        [*moves, "continue", "continue"],
    ):
        with pytest.raises(BadRecord):
            Record.of(drei, plies)


@pytest.mark.parametrize(
    ("tag", "value"), [("Result", "1/2-1/2"), ("Termination", "boredom"), ("Points", "9-0")]
)
def test_check_refuses_what_differs_from_the_replay(tag: str, value: str) -> None:
    """And says what would be right."""
    text = write_record(Record.of(SMALL, ["b2", "resign:1"]))
    old = {"Result": "1-0", "Termination": "resignation", "Points": "1-0"}[tag]
    text = text.replace(f'[{tag} "{old}"]', f'[{tag} "{value}"]')
    text = text.replace("resign:1 1-0", f"resign:1 {value}") if tag == "Result" else text
    with pytest.raises(BadRecord, match=f"The tag {tag} says “{value}”, but"):
        read_record(text).check()


def test_points_that_are_no_numbers_are_none() -> None:
    for points in ("many", "1-", "²-0", "1-9999999999"):
        assert Record(SMALL, tags={"Points": points}).points is None
    assert Record(SMALL, tags={"Points": "7-0"}).points == (7, 0)


def test_check_looks_at_variations_too() -> None:
    """Each from where it branches off."""
    fine = Ply("c3", variations=((Ply("d4", variations=((Ply("a1"), Ply("b1")),)),),))
    Record.of(SMALL, ["b2", fine]).check()
    wrong = Record.of(SMALL, ["b2", Ply("c3", variations=((Ply("d4"), Ply("d4")),))])
    with pytest.raises(BadRecord, match="Ply 3, d4"):
        wrong.check()


@pytest.mark.parametrize("given", [((),), (("c3",),), "c3", (Ply("c3"),), 3])
def test_malformed_variations_are_refused(given: Any) -> None:
    with pytest.raises(BadRecord, match="A variation is a list"):
        Ply("b2", variations=given)


def test_variations_are_bounded_in_depth() -> None:
    ply = Ply("b2")
    for _ in range(101):
        ply = Ply("b2", variations=((ply,),))
    with pytest.raises(BadRecord, match="more than 100"):
        Record(SMALL, (ply,))


def test_check_accepts_any_result_of_an_unfinished_game() -> None:
    """People may end a game as they like, if the rules do not."""
    Record.of(SMALL, ["b2"], result="1-0", tags={"Termination": "adjudication"}).check()


def test_results_of_two_and_three() -> None:
    """All there are."""
    assert possible_results(2) == {"*", "1-0", "0-1", "1/2-1/2"}
    assert len(possible_results(3)) == 8
    assert {"1-0-0", "1/2-1/2-0", "1/3-1/3-1/3"} < possible_results(3)
    assert result_text(None) == "*"
