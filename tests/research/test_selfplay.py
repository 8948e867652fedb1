"""Self-play writes what was played, goes on where it stopped, and is read back with symmetries."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import brettwerk
from brettwerk.errors import BadOptions
from brettwerk.games.drei.rules import DreiState
from brettwerk.research.selfplay import Plan, self_play
from brettwerk.research.shards import Shard, read_shard
from brettwerk.research.training import Reader
from fake_ray import fake_ray
from kernels.running import each_compiled

PLAN = Plan("bedraengnis", games=10, games_per_shard=4, simulations=20)


def same(one: Shard, other: Shard) -> bool:
    names = ("rows", "game", "player", "played", "start", "actions", "visits", "returns")
    return all(np.array_equal(getattr(one, n), getattr(other, n)) for n in names)


def test_games_are_whole_and_legal(tmp_path: Path) -> None:
    files = self_play(PLAN, tmp_path)
    assert [file.name for file in files] == [f"shard-0000{n}.npz" for n in range(3)]
    total = 0
    for file in files:
        shard, about = read_shard(file)
        assert about["game"] == "bedraengnis"
        for number, returns in enumerate(shard.returns):
            here = np.flatnonzero(shard.game == number)
            position = brettwerk.game("bedraengnis").start()
            for i in here:
                span = slice(shard.start[i], shard.start[i + 1])
                assert shard.player[i] == position.to_move
                assert sorted(position.legal_codes) == shard.actions[span].tolist()
                assert shard.visits[span].sum() == 20
                position = position.play_unchecked(int(shard.played[i]))
            assert position.outcome is not None
            assert tuple(returns) == position.outcome.returns
            total += 1
    assert total == 10


@each_compiled("triapon")
def test_every_kind_of_game_is_played(name: str, tmp_path: Path) -> None:
    plan = Plan(name, games=2, games_per_shard=2, simulations=4, rollout=10)
    shard, _ = read_shard(self_play(plan, tmp_path, threads=2)[0])
    assert len(shard) > 10
    batch = next(Reader(tmp_path).batches(16))
    assert batch.values.shape[1] == brettwerk.game(name).players


def test_a_run_goes_on_and_writes_what_it_would_have_written(tmp_path: Path) -> None:
    whole = self_play(PLAN, tmp_path / "whole")
    broken = self_play(PLAN, tmp_path / "broken", threads=2)
    broken[1].unlink()
    (tmp_path / "broken" / "shard-00001.npz.part").write_bytes(b"half")
    kept = broken[0].stat().st_mtime_ns
    done: list[int] = []
    again = self_play(PLAN, tmp_path / "broken", progress=done.append)
    assert done == [2, 3]
    assert again[0].stat().st_mtime_ns == kept
    for one, other in zip(whole, again, strict=True):
        assert same(read_shard(one)[0], read_shard(other)[0])


def test_fewer_games_do_not_rewrite_the_plan(tmp_path: Path) -> None:
    self_play(replace(PLAN, games=8), tmp_path)
    assert len(self_play(replace(PLAN, games=4), tmp_path)) == 1
    assert json.loads((tmp_path / "selfplay.json").read_text(encoding="utf-8"))["games"] == 8


def test_fewer_games_do_not_make_a_shard_short(tmp_path: Path) -> None:
    whole = self_play(replace(PLAN, games=8), tmp_path / "whole")
    broken = self_play(replace(PLAN, games=8), tmp_path / "broken")
    broken[1].unlink()
    self_play(replace(PLAN, games=6), tmp_path / "broken")
    assert same(read_shard(whole[1])[0], read_shard(broken[1])[0])


@pytest.mark.parametrize("content", [b"", b"[]", b'{"games"', b'{"games": "many"}', b"\xff"])
def test_a_damaged_plan_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "selfplay.json").write_bytes(content)
    with pytest.raises(BadOptions, match="holds no plan of self-play"):
        self_play(PLAN, tmp_path)


def test_files_say_where_they_come_from(tmp_path: Path) -> None:
    _, about = read_shard(self_play(replace(PLAN, games=1), tmp_path)[0])
    assert about["brettwerk"] == brettwerk.__version__
    assert about["encoding"] == 0
    assert len(about["rules"]) == 16
    assert "commit" in about


@pytest.mark.parametrize("form", ["npz", "parquet"])
def test_boards_are_drawn_and_read_back_with_their_games(form: str, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    plan = replace(PLAN, game="drei", games=6, simulations=4, draw=True, format=form)
    files = self_play(plan, tmp_path)
    boards = set()
    for file in files:
        shard, _ = read_shard(file)
        for i in range(len(shard)):
            options = shard.variants[int(shard.rows[i][-1])]
            boards.add(options["board"])
            state = DreiState(*shard.rows[i][:4].tolist())
            legal = brettwerk.game("drei", **options).start().with_state(state).legal_codes
            assert sorted(legal) == shard.actions[shard.start[i] : shard.start[i + 1]].tolist()
    assert len(boards) == 6
    seen = {
        batch.observation[i, 4:8].tobytes()
        for batch in Reader(tmp_path).batches(8, symmetries=False)
        for i in range(len(batch.values))
    }
    assert len(seen) == 6


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    for plan in (
        Plan("triapon", games=1, draw=True),
        Plan("drei", {"board": "random:1"}, games=1, draw=True),
    ):
        with pytest.raises(BadOptions, match="nothing to draw"):
            self_play(plan, tmp_path)


def test_shards_may_be_played_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    here = self_play(PLAN, tmp_path / "here")
    there = self_play(PLAN, tmp_path / "there", ray=True)
    for one, other in zip(here, there, strict=True):
        assert same(read_shard(one)[0], read_shard(other)[0])


def test_another_plan_needs_another_folder(tmp_path: Path) -> None:
    self_play(replace(PLAN, games=4), tmp_path)
    assert len(self_play(replace(PLAN, games=8), tmp_path)) == 2
    with pytest.raises(BadOptions, match="simulations differ"):
        self_play(replace(PLAN, simulations=30), tmp_path)


@pytest.mark.parametrize("wrong", [{"format": "csv"}, {"games": 0}, {"simulations": 0}])
def test_plans_that_cannot_be_are_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BadOptions):
        self_play(replace(PLAN, **wrong), tmp_path)


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plain = self_play(PLAN, tmp_path / "npz")
    columns = self_play(replace(PLAN, format="parquet"), tmp_path / "parquet")
    for one, other in zip(plain, columns, strict=True):
        assert same(read_shard(one)[0], read_shard(other)[0])
    batches = zip(
        Reader(tmp_path / "npz").batches(7), Reader(tmp_path / "parquet").batches(7), strict=True
    )
    for batch, same_batch in batches:
        assert all(np.array_equal(a, b) for a, b in zip(batch, same_batch, strict=True))


def test_the_reader_turns_positions_and_policies_alike(tmp_path: Path) -> None:
    self_play(PLAN, tmp_path)
    reader = Reader(tmp_path)
    plain = list(reader.batches(16, seed=5, symmetries=False))
    count = 0
    for batch in plain:
        assert batch.policy.sum(axis=1) == pytest.approx(1)
        assert (batch.observation[:, 7] == 1).all()  # seen by the player to move
        assert abs(batch.values).min() == 1
        occupied = batch.observation[:, 0] + batch.observation[:, 1]
        assert (occupied.reshape(-1, 16) * batch.policy).max() == 0
        count += len(batch.values)
    assert count == len(reader)
    turned = list(reader.batches(16, seed=5))
    different = 0
    for batch in turned:
        occupied = batch.observation[:, 0] + batch.observation[:, 1]
        assert (occupied.reshape(-1, 16) * batch.policy).max() == 0
        assert (batch.observation[:, 3:7].sum(axis=1) == 1).all()
        different += len({board.tobytes() for board in batch.observation[:, 3:7]})
    assert different > len(turned)


def test_an_empty_folder_has_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no shards"):
        Reader(tmp_path)
