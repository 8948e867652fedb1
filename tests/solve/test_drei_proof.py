"""Proofs of Die Drei hold, and the checker takes nothing on trust."""

from __future__ import annotations

from dataclasses import replace

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.games.drei.proof import NotProved, Proof, check, prove
from brettwerk.games.drei.solver import DreiSolver, standing
from solve.test_drei import plain, some_position


def whole(board: str, *moves: str) -> Position:
    position = brettwerk.game("drei", board=board).start()
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize("board", ["1a0 3b2 4a1 2b3", "random:1"])
def test_that_white_wins_from_the_empty_board_is_proved_in_a_few_hundred_bytes(board: str) -> None:
    data = prove(whole(board), shortest=False).to_bytes()
    proof = Proof.from_bytes(data)
    assert proof.least > 0
    assert check(proof) > len(proof.mine)
    assert len(data) < 1000


@pytest.mark.parametrize("seed", range(30))
def test_a_proof_claims_what_minimax_says_and_holds(seed: int) -> None:
    position = some_position(seed, 11 + seed % 5)
    proof = prove(position, table_bits=10)
    check(proof)
    assert proof.least == proof.greatest == plain(position)


@pytest.mark.parametrize("seed", range(8))
def test_early_positions_can_be_proved_too(seed: int) -> None:
    position = some_position(seed, 5)
    proof = prove(position)
    check(proof)
    assert proof.least == proof.greatest == DreiSolver(position.game).score(position)


@pytest.mark.parametrize("seed", range(20))
def test_no_greater_claim_can_be_proved_by_the_same_moves(seed: int) -> None:
    proof = prove(some_position(seed, 8 + seed % 5), table_bits=12)
    with pytest.raises(NotProved):
        check(replace(proof, least=proof.least + 1))
    with pytest.raises(NotProved):
        check(replace(proof, greatest=proof.greatest - 1))


def test_every_wrong_move_is_found() -> None:
    proof = prove(whole("1a0 3b2 4a1 2b3"), shortest=False)
    for at in range(1, len(proof.mine), 17):
        for wrong in (64, proof.mine[at] ^ 1, 255):
            moves = bytes([*proof.mine[:at], wrong, *proof.mine[at + 1 :]])
            with pytest.raises(NotProved):
                check(replace(proof, mine=moves))


def test_moves_missing_or_left_over_are_found() -> None:
    proof = prove(whole("1a0 3b2 4a1 2b3"), shortest=False)
    for moves in (proof.mine[:-1], proof.mine + b"\0", b""):
        with pytest.raises(NotProved):
            check(replace(proof, mine=moves))


def test_a_draw_has_a_strategy_for_each_side() -> None:
    game = brettwerk.game("drei", board="1a0 3b2 4a1 2b3")
    scores = DreiSolver(game).scores(game.start())
    drawn = next(move for move, score in scores.items() if score == 0)
    proof = prove(game.start().play(drawn))
    check(proof)
    assert (proof.least, proof.greatest) == (0, 0)
    assert proof.mine
    assert proof.theirs


def test_a_game_that_is_over_needs_no_moves() -> None:
    position = next(p for seed in range(99) if (p := some_position(seed, 16)).outcome)
    proof = prove(position)
    check(proof)
    assert proof.mine == proof.theirs == b""
    score = standing(position) - 17 if position.outcome and position.outcome.winners else 0
    assert proof.least == score


@pytest.mark.parametrize("text", ["bedraengnis", "drei"])
def test_positions_of_other_games_are_not_proved(text: str) -> None:
    options = {"continuation": True} if text == "drei" else {}
    position = brettwerk.game(text, **options).start()
    with pytest.raises(NotProved):
        check(Proof(position.text, -16, 16, b"", b""))


def test_what_is_no_proof_is_refused() -> None:
    with pytest.raises(NotProved):
        Proof.from_bytes(b"nonsense")
