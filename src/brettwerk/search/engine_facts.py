"""What an engine on the player's device must know of a game besides its module."""

from msgspec import Struct

from brettwerk.core.game import GameDefinition
from brettwerk.search.book import book_address
from brettwerk.search.chances import Chances, chances_in
from brettwerk.search.levels import Level, levels_in
from brettwerk.search.styles import styles_in
from brettwerk.search.weights import Weights, weights_in


class Steering(Struct, frozen=True, rename="camel"):
    """The numbers that steer the alpha-beta search."""

    margin: int
    null_depth: int
    late_from: int
    reduce: int
    singular_from: int


class ScoreFacts(Struct, frozen=True):
    """The weights of an evaluation of the player to move, in thousandths of a logit.

    `network` helps to judge; it is empty if there is none (`Weights`). `styles` has
    those of named opponents.
    """

    weights: list[int]
    network: str
    steering: Steering
    styles: dict[str, list[int]]


class PlayerFacts(Struct, frozen=True):
    """The weights of an evaluation of every player, in logits, phase by phase.

    `kept` is how many numbers it keeps.
    """

    features: int
    kept: int
    weights: list[float]


class EngineFacts(Struct, frozen=True, omit_defaults=True):
    """A game as an engine sees it; `solver` is the script that solves it on the device.

    `chances` says what its scores mean, if that was measured; `book` is its opening book.
    """

    levels: tuple[Level, ...]
    score: ScoreFacts | None
    player: PlayerFacts | None
    solver: str | None
    chances: Chances | None
    book: str | None = None


def engine_facts(game: GameDefinition) -> EngineFacts:
    """Return what an engine must know of a game."""
    weights = weights_in(game)
    return EngineFacts(
        levels=levels_in(game),
        score=_score_facts(game, weights) if game.kernels.has_score else None,
        player=_player_facts(game, weights),
        solver=f"games/{game.name}/solver.js" if game.file("web/solver.js") else None,
        chances=chances_in(game),
        book=book_address(game),
    )


def _score_facts(game: GameDefinition, weights: Weights) -> ScoreFacts:
    steering = {name.replace("-", "_"): value for name, value in weights.steering.items()}
    features = game.kernels.evaluation.FEATURES
    named = {name: [*map(round, w.in_order(features))] for name, w in styles_in(game).items()}
    usual = [*map(round, weights.in_order(features))]
    return ScoreFacts(usual, weights.network, Steering(**steering), named)


def _player_facts(game: GameDefinition, weights: Weights) -> PlayerFacts | None:
    evaluation = game.kernels.player_evaluation
    if evaluation is None:
        return None
    names = evaluation.FEATURES
    rows = [part / 1000 for phase in evaluation.PHASES for part in weights.in_order(names, phase)]
    return PlayerFacts(len(names), evaluation.KEPT, rows)
