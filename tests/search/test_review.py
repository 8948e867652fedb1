"""Whole games judged: against a solver that knows which moves gave something away."""

from __future__ import annotations

from random import Random

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.records import Ply, Record, read_record, write_record
from brettwerk.search.report import Analysis, Line
from brettwerk.search.review import annotated, looks_at, remark, review, summary
from brettwerk.solving import solve
from search.fakes import knowing


def random_game(seed: int) -> Record:
    position = brettwerk.game("bedraengnis").start()
    random, moves = Random(seed), []
    while not position.outcome:
        moves.append(position.random_move(random).text)
        position = position.play(moves[-1])
    return Record.of(position.game, moves, players=("Ada", "Bo"))


def winner_of(position: Position) -> float:
    found = solve(position)
    assert found
    return found.returns[0]


@pytest.mark.parametrize("seed", range(8))
def test_exactly_the_moves_that_give_a_win_away_are_blunders(seed: int) -> None:
    record = random_game(seed)
    found = review(record, knowing)
    values = [winner_of(position) for position in record.positions()]
    changed = [n for n in range(1, len(values)) if values[n] != values[n - 1]]
    assert [judged.ply for judged in found.judgements if judged.kind] == changed
    assert all(judged.kind == "blunder" for judged in found.judgements if judged.kind)
    if changed:
        assert found.turning is not None
        assert found.turning.ply == changed[-1]
    else:
        assert found.turning is None


def test_what_is_written_is_a_record_with_remarks() -> None:
    record = random_game(next(s for s in range(99) if review(random_game(s), knowing).turning))
    found = review(record, knowing)
    written = annotated(found, "en")
    assert read_record(write_record(written)) == written
    assert [ply.text for ply in written.plies] == [ply.text for ply in record.plies]
    assert found.turning
    told = written.plies[found.turning.ply - 1].comment
    assert told.startswith("A blunder. ")
    assert found.turning.before.best
    assert found.turning.before.best.move.text in told
    better = written.plies[found.turning.ply - 1].variations[-1]
    assert better[0].text == found.turning.before.best.move.text
    written.check()
    assert f"turned at ply {found.turning.ply}" in written.comment
    assert written.tags["Annotator"] == "Brettwerk"
    assert written.players == ("Ada", "Bo")
    assert "Ein schwerer Fehler" in remark(found.turning, "de")
    assert "kippte" in " ".join(summary(found, "de"))


def test_comments_stay_and_nothing_is_said_twice() -> None:
    record = random_game(1)
    noted = Record.of(
        record.game, [Ply(ply.text, "Hm.", 5) for ply in record.plies], comment="A friendly game."
    )
    once = annotated(review(noted, knowing), "en")
    assert once.comment.startswith("A friendly game. ")
    assert all(ply.comment.startswith("Hm.") and ply.clock == 5 for ply in once.plies)
    assert annotated(review(once, knowing), "en") == once


def scripted(scores: list[float]) -> tuple[Record, dict[Position, Analysis]]:
    """A game of Das Bedrängnis in which the engine thinks so of White's chances, ply by ply."""
    position = brettwerk.game("bedraengnis").start()
    known, moves = {}, []
    for score in scores:
        best = Line(position.moves[-1:], (score, -score), value=0)
        known[position] = Analysis(position, (best,), 1, 1, 0.0)
        moves.append(position.moves[0].text)
        position = position.play(moves[-1])
    return Record.of(position.game, moves[:-1]), known


def test_the_last_mistake_that_was_not_returned_decides() -> None:
    record, known = scripted([0.0, -0.4, -0.4, -0.6, 0.3, -0.6, -0.5])
    found = review(record, lambda position: known[position])
    kinds = {judged.ply: (judged.player, judged.kind) for judged in found.judgements if judged.kind}
    assert kinds == {1: (0, "mistake"), 3: (0, "slip"), 4: (1, "blunder"), 5: (0, "blunder")}
    assert found.turning is not None
    assert found.turning.ply == 5
    assert [found.count(0, kind) for kind in ("blunder", "mistake", "slip")] == [1, 1, 1]


def test_an_even_game_did_not_turn() -> None:
    record, known = scripted([0.0, 0.05, 0.0, 0.05])
    found = review(record, lambda position: known[position])
    assert found.turning is None
    assert "No single mistake" in summary(found, "en")[0]


def test_events_are_no_moves() -> None:
    record = Record.of(brettwerk.game("bedraengnis"), ["a1", "b1", "resign:0"])
    assert len(list(looks_at(record, knowing))) == 4
    found = review(record, knowing)
    assert [judged.move for judged in found.judgements] == ["a1", "b1"]
    assert annotated(found, "en").plies[-1] == Ply("resign:0")


def test_nothing_is_said_of_a_game_without_moves() -> None:
    record = Record.of(brettwerk.game("bedraengnis"))
    found = review(record, knowing)
    assert found.turning is None
    assert annotated(found, "en").comment == ""


def test_nobody_is_blamed_for_a_move_by_lot() -> None:
    bad = brettwerk.game("bedraengnis").start().play("c2").play("d1")
    plain = Record.of(bad.game, ["c2", "d1"])
    assert [judged.kind for judged in review(plain, knowing).judgements] == ["blunder", None]
    lot = Record.of(bad.game, ["c2", "d1"], tags={"OpeningPlies": "1"})
    found = review(lot, knowing)
    assert [judged.ply for judged in found.judgements] == [2]
    assert found.turning is None
    assert annotated(found, "en").plies[0].comment == ""


@pytest.mark.parametrize(("tag", "count"), [("1", 1), ("9", 2), ("0", 0), ("many", 0), ("-1", 0)])
def test_moves_by_lot_are_those_that_the_record_names(tag: str, count: int) -> None:
    game = brettwerk.game("bedraengnis")
    record = Record.of(game, ["d1", "b3", "resign:0"], tags={"OpeningPlies": tag})
    assert record.opening_plies == count
    assert Record.of(game, ["d1", "b3"]).opening_plies == 0


@pytest.mark.parametrize(
    ("best", "second", "after", "is_best", "kind"),
    [
        (0.9, 0.85, 0.9, True, None),
        (0.9, 0.5, 0.9, True, "only"),
        (0.5, -0.5, 0.5, True, "great"),
        (0.9, 0.5, 0.1, False, "missed-win"),
        (0.9, 0.5, -0.5, False, "blunder"),
        (0.5, 0.1, 0.1, False, "mistake"),
    ],
)
def test_moves_are_called_by_what_they_did_to_the_chances(
    best: float,
    second: float,
    after: float,
    is_best: bool,
    kind: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("brettwerk.search.chances.chances_of", lambda _game: None)
    start = brettwerk.game("katarenga", board="random:1").start()  # no book has this board
    moves = start.moves
    played = moves[0] if is_best else moves[2]
    then = start.play(played)
    lines = tuple(Line((move,), (x, -x)) for move, x in zip(moves, (best, second), strict=False))
    known = {
        start: Analysis(start, lines, 1, 1, 0.0),
        then: Analysis(then, (Line(then.moves[:1], (after, -after)),), 1, 1, 0.0),
    }
    found = review(Record.of(start.game, [played.text]), lambda position: known[position])
    assert [judged.kind for judged in found.judgements] == [kind]
    is_grave = kind in ("missed-win", "blunder", "mistake")
    assert [moment.ply for moment in found.moments] == ([1] if is_grave else [])
    assert bool(remark(found.judgements[0], "en")) == (kind is not None)
    assert ("only good move" in " ".join(summary(found, "en"))) == (kind == "great")


def test_known_moves_are_book_unless_they_are_mistakes() -> None:
    record, known = scripted([0.0, -0.4, -0.4, -0.4, -0.4])
    found = review(record, lambda position: known[position], book=3)
    assert [judged.kind for judged in found.judgements] == ["mistake", "book", "book", None]
    assert not found.judgements[1].is_mistake
    assert "book move" in remark(found.judgements[1], "en")
    assert "Buchzug" in remark(found.judgements[1], "de")
    written = annotated(found, "en")
    assert "book move" in written.plies[1].comment
    assert not written.plies[1].variations
