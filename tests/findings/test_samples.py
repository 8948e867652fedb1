"""What is told of games is what the shipped games say, played through by the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest

import brettwerk
from brettwerk.arena.openings import random_start
from brettwerk.arena.statistics import wilson_interval
from brettwerk.boards.tableaus import FRONTS, board_text
from brettwerk.findings import has_facts, load_facts, load_games, sections
from brettwerk.findings.facts import GameSample, Provenance
from brettwerk.findings.generate import make_games
from brettwerk.findings.plans import SamplingPlan, collection_plans, plans_of
from brettwerk.findings.sampling import estimate, make_sample, share_estimate
from brettwerk.games.bedraengnis.findings import complete_games
from brettwerk.i18n import LANGUAGES, Language, Translator
from brettwerk.records import Record

KNOWN = [name for name in brettwerk.NAMES if has_facts(name)]
SAMPLES = [(name, sample) for name in KNOWN for sample in load_facts(name).samples]
ALL_PLANS = [plan for name in brettwerk.NAMES for plan in plans_of(name)]
# Replaying all games of these takes many seconds.
LONG = ("abalone", "triapon", "katarenga", "schlacht")
EVERY = pytest.mark.parametrize(("game", "sample"), SAMPLES, ids=lambda value: str(value)[:12])


@EVERY
def test_results_lengths_and_ends_are_those_of_the_games(game: str, sample: GameSample) -> None:
    records = list(load_games(game, sample.name))
    assert len(records) == sample.games
    shares = [[eval(share) for share in record.result.split("-")] for record in records]
    for seat, score in enumerate(sample.scores):
        assert score.value == pytest.approx(fmean(share[seat] for share in shares), abs=1e-4)
        assert sample.wins[seat] == sum(share[seat] == 1 for share in shares)
    assert sample.shared == sample.games - sum(sample.wins)
    assert Counter(len(record.plies) for record in records) == sample.lengths.counts
    assert Counter(record.tags["Termination"] for record in records) == sample.ends
    assert all(len(record.plies) <= sample.how.most_plies for record in records)


@EVERY
def test_some_of_the_games_are_legal_and_ended_as_they_say(game: str, sample: GameSample) -> None:
    for at, record in enumerate(load_games(game, sample.name)):
        if at % (sample.games // 5) == 0:
            record.check()


def recomputed(game: str, sample: GameSample) -> GameSample:
    return make_sample(sample.name, sample.how, load_games(game, sample.name))


@pytest.mark.parametrize(
    ("game", "sample"), [pair for pair in SAMPLES if pair[0] not in LONG], ids=str
)
def test_everything_comes_out_again(game: str, sample: GameSample) -> None:
    assert recomputed(game, sample) == sample


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sample"), [pair for pair in SAMPLES if pair[0] in LONG], ids=str)
def test_everything_comes_out_again_of_long_games(game: str, sample: GameSample) -> None:
    assert recomputed(game, sample) == sample


@EVERY
def test_the_games_are_those_of_the_plan(game: str, sample: GameSample) -> None:
    plan = next(plan for plan in plans_of(game) if plan.name == sample.name)
    assert sample.how.command == plan.command
    assert sample.games == plan.games
    assert sample.how == plan.how(sample.how.date, sample.how.version)
    for at, record in enumerate(load_games(game, sample.name)):
        options = plan.match_config.make_game(0).options
        assert all(record.game.options[name] == options[name] for name in plan.options), at
        assert record.tags["OpeningPlies"] == str(plan.opening_plies)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plan_is_called_something_and_explained(language: Language) -> None:
    for plan in ALL_PLANS:
        key = f"{plan.game}-known-plan-{plan.name}"
        assert Translator(language)(key) != key
        assert Translator(language)(f"{key}-about").endswith((".", "?"))


def test_every_game_with_samples_has_plans_and_every_plan_a_command_that_names_it() -> None:
    assert {plan.game for plan in ALL_PLANS} == {name for name, _ in SAMPLES}
    for plan in ALL_PLANS:
        assert f"make {plan.game} --plan {plan.name} " in plan.command


def test_a_sample_counts_choices_shares_and_plies() -> None:
    game = brettwerk.game("bedraengnis")
    games = [["c2", "d1"], ["d1", "b3", "b4", "a3", "b1", "c3", "a2"]]
    records = [Record.of(game, moves) for moves in games]
    assert [record.result for record in records] == ["0-1", "1-0"]
    how = Provenance("", 1, 1, 0, 400, {}, "", "")
    found = make_sample("x", how, records)
    choices = []
    for moves in games:
        position, counts = game.start(), []
        for move in moves:
            counts.append(len(position.moves))
            position = position.play(move)
        choices.append(counts)
    assert found.branching.value == pytest.approx(fmean(map(fmean, choices)), abs=1e-4)
    assert (found.wins, found.shared) == ([1, 1], 0)
    assert found.points is not None
    assert [points.value for points in found.points] == [3.5, 1.0]
    assert found.lengths.counts == {2: 1, 7: 1}
    assert [choice.mean for choice in found.by_ply[:2]] == [16, fmean(c[1] for c in choices)]


def test_an_interval_of_a_mean_is_that_of_the_normal_distribution() -> None:
    found = estimate([1.0] * 30 + [0.0] * 70)
    assert [found.value, found.low, found.high] == pytest.approx([0.3, 0.2097, 0.3903], abs=1e-3)


def test_few_games_never_look_certain() -> None:
    """Wilson's interval, with the figures of his paper's followers: 300 of 300 is not 99.5 %."""
    certain = share_estimate([1.0] * 300)
    assert (certain.low, certain.high) == (0.9874, 1.0)
    some = share_estimate([1.0] * 30 + [0.0] * 70)
    assert [some.low, some.high] == pytest.approx([0.2189, 0.3958], abs=2e-4)


def test_shipped_shares_have_wilsons_interval() -> None:
    for game, sample in SAMPLES:
        for score in sample.scores:
            wilson = wilson_interval(score.value, sample.games)
            found = [score.low, score.high]
            assert found == pytest.approx([wilson.low, wilson.high], abs=2e-4), game


def test_no_opening_comes_twice() -> None:
    for plan in ALL_PLANS:
        config = plan.match_config
        found = {random_start(config, number).position for number in range(40)}
        assert len(found) == 40 or not plan.opening_plies


@EVERY
def test_games_begin_with_different_openings(game: str, sample: GameSample) -> None:
    plies = sample.how.opening_plies
    begun = [
        (record.game, tuple(ply.text for ply in record.plies[:plies]))
        for record in load_games(game, sample.name)
    ]
    assert not plies or len(set(begun)) == len(begun)


def test_a_limit_that_ended_games_is_in_the_headline() -> None:
    (sample,) = (s for game, s in SAMPLES if game == "abalone" and s.name == "standard")
    count = sample.ends["ply-bound"]
    headline = next(s for s in sections(load_facts("abalone"), "en") if s.id == "standard")
    assert f"({count} of {sample.games}) reached the limit of 400 moves" in headline.sentences[-1]


def test_games_of_das_bedraengnis_are_counted() -> None:
    assert load_facts("bedraengnis").exact["complete"] == [460_048, 445_156, 976_301, 787_397]
    size = next(s for s in sections(load_facts("bedraengnis"), "en") if s.id == "size")
    assert "460,048, 445,156, 976,301 and 787,397" in size.sentences[0]


@pytest.mark.slow
def test_games_of_das_bedraengnis_are_counted_again() -> None:
    again = [complete_games(board_text(FRONTS[number])) for number in FRONTS]
    assert again == load_facts("bedraengnis").exact["complete"]


def test_plans_take_other_numbers() -> None:
    plan = SamplingPlan("drei", "start", 100, 10)
    assert plan.with_numbers(None, 7, None) == SamplingPlan("drei", "start", 7, 10)
    assert plan.match_config.names == ("engine",)
    assert len(plan.match_config.seatings) == 1


def test_an_interrupted_collection_goes_on_with_the_set_ups_that_it_lacks(tmp_path: Path) -> None:
    plans = collection_plans("abalone", 1, 1, 1)[:3]

    def interrupt(plan: SamplingPlan) -> None:
        if plan == plans[1]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_games(plans, tmp_path, on_game=interrupt)
    played: list[SamplingPlan] = []
    make_games(plans, tmp_path, on_game=played.append)
    assert played == [plans[2]]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games"]
    assert len(list((tmp_path / "games").iterdir())) == 3
