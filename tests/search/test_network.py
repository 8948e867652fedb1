"""The network that helps to judge: trained on searches, and the same on every backend."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.kernels.primitives import judged
from brettwerk.search import network as networks
from brettwerk.search.network import Network, TrainingSet, fit, improve, loss, samples_of, turns_of
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher
from brettwerk.search.sparring import Seen, spar, varied
from brettwerk.search.weights import Weights, read_weights, weights_of
from kernels.running import running_on

NAMES = [n for n in brettwerk.NAMES if definition(n).kernels.evaluation.SETS]


def random_samples(count: int, sets: int) -> TrainingSet:
    """Return positions whose worth depends on which cells of the first set are taken together."""
    rng = np.random.default_rng(1)
    cells = (rng.random((count, 64 * sets)) < 0.3).astype(np.uint8)
    logits = 2.0 * cells[:, 0] * cells[:, 1] - 1.5 * cells[:, 2]
    chances = 1 / (1 + np.exp(-logits))
    return TrainingSet(cells, np.ones((count, 1), np.float32), chances.astype(np.float32))


def test_training_finds_what_no_single_cell_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "BATCH", 64)
    samples = random_samples(20_000, 1)
    network = Network(1, [0.0], 1)
    before = loss(network, samples)
    fit(network, samples, [np.arange(64)], 1)
    assert loss(network, samples) < 0.2 * before


def test_kernels_compute_what_was_trained() -> None:
    network = Network(2, [], 3)
    words = Weights({}, network=network.image()).network_words
    rng = Random(1)
    for _ in range(20):
        sets = tuple(rng.getrandbits(61) & rng.getrandbits(61) for _ in range(2))
        cells = samples_of([[Seen(sets, [], 0.0)]]).cells.astype(np.float32)
        logits, _ = network.logits(cells, np.zeros((1, 0), np.float32))
        assert judged([0, *words], 1, sets) == pytest.approx(1000 * logits[0], abs=15)


def test_training_goes_on_from_a_network() -> None:
    network, other = Network(2, [], 3), Network(2, [], 4)
    other.read(network.image())
    assert other.image() == network.image()


@pytest.mark.parametrize("name", NAMES)
def test_a_round_is_recorded_and_repeatable(name: str) -> None:
    before = read_weights(name)
    text, record = improve(name, before.as_json(), games=4, nodes=30, seed=4)
    assert improve(name, before.as_json(), games=4, nodes=30, seed=4) == (text, record)
    found = weights_of(text)
    assert found.found["rounds"][-1] == record
    assert record["games"] == 4
    assert len(found.network_words) == len(before.network_words)
    assert [*found.phases[""]] == [*before.phases[""]]


@pytest.mark.parametrize("name", NAMES)
def test_quiet_positions_are_seen(name: str) -> None:
    kernels = definition(name).kernels.evaluation
    seen = [position for seed in range(5) for position in spar(name, read_weights(name), 30, seed)]
    assert len(seen) > 30
    assert all(len(position.sets) == kernels.SETS for position in seen)
    assert all(len(position.features) == len(kernels.FEATURES) for position in seen)
    assert {abs(position.value) < 20 for position in seen} == {True}


def test_players_who_judge_otherwise_weigh_the_same_features() -> None:
    usual = read_weights(NAMES[0])
    other = varied(usual, Random(1))
    assert other.phases[""].keys() == usual.phases[""].keys()
    assert other.phases != usual.phases


@pytest.mark.parametrize("name", NAMES)
def test_all_backends_judge_alike(name: str) -> None:
    position = brettwerk.game(name).start()
    found = []
    for backend in ("plain", "wasm"):
        with running_on(backend):
            searcher = new_searcher(position.game, 1, weights=read_weights(name))
            found.append(searcher.think(position, Limit(nodes=300)).lines[0])
    assert found[0] == found[1]


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_turned_with_all_their_cells(name: str) -> None:
    sets = definition(name).kernels.evaluation.SETS
    for turn in turns_of(name, sets):
        assert sorted(turn) == [*range(64 * sets)]


def test_games_without_sets_have_no_network() -> None:
    with pytest.raises(MissingPart):
        improve("congress", read_weights("congress").as_json(), games=1, nodes=10, seed=1)
