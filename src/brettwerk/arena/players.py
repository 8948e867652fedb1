"""The players of the arena: random, UCT, levels and the engine; see `programs` for others."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from brettwerk import search as engine
from brettwerk.arena.config import BadMatch, MatchConfig
from brettwerk.arena.contestants import COMMAND, ENGINE, LEVEL, MCTS, NET, RANDOM, Contestant
from brettwerk.arena.programs import ProgramPlayer
from brettwerk.arena.turn import Forfeit, Player, Turn
from brettwerk.core.game import Game, Move
from brettwerk.core.levels import STYLES
from brettwerk.errors import translator_of
from brettwerk.i18n import Language
from brettwerk.programs import ProgramError
from brettwerk.research.extras import needs
from brettwerk.search.analysis import MEGABYTES
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_tree import TEXTBOOK
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher, searcher_for
from brettwerk.search.styles import weights_of_style
from brettwerk.search.weights import weights_in_file

if TYPE_CHECKING:
    from brettwerk.research.guided import GuidedSearch  # NumPy, which is optional

_MEGABYTES = 64
CONTEMPT = 300  # thousandths of a logit, against those who are weaker


class RandomPlayer:
    """Plays a random legal move."""

    def begin(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, turn: Turn) -> Move:
        """Return a legal move, each with the same probability."""
        return turn.position.random_move(Random(turn.seed))

    def close(self) -> None:
        """Do nothing."""


class UctPlayer(RandomPlayer):
    """Plays by plain UCT, the reference opponent."""

    def __init__(self) -> None:
        self._game: Game | None = None

    def begin(self, game: Game) -> None:
        """Load the search."""
        if self._game != game:
            self._game, self._search = game, TreeSearcher(game, TEXTBOOK, megabytes=_MEGABYTES)
            self._search.think(game.start(), Limit(nodes=1))

    def choose(self, turn: Turn) -> Move:
        """Return the most visited move."""
        self._search.seed = turn.seed
        return _required(self._search.think(turn.position, turn.limit).best)


class EnginePlayer(RandomPlayer):
    """Plays at full strength within the limit of the match; draws may be worth less than even."""

    def __init__(self, contempt: int = 0) -> None:
        self._contempt = contempt

    def begin(self, game: Game) -> None:
        """Load the engine, and clear its memory of the last game.

        So a game does not depend on which games its process has played before.
        """
        engine.analyse(game.start(), nodes=1)
        searcher_for(game, MEGABYTES).forget()

    def choose(self, turn: Turn) -> Move:
        """Return the best move found."""
        limit = turn.limit
        found = engine.analyse(
            turn.position,
            seconds=limit.seconds,
            nodes=limit.nodes,
            depth=limit.depth,
            most_seconds=limit.most_seconds,
            remember=True,
            contempt=self._contempt,
        )
        return _required(found.best)


class TunedPlayer(RandomPlayer):
    """Plays at full strength with the evaluation weights of a file."""

    def __init__(self, file: str) -> None:
        self._weights = weights_in_file(Path(file))

    def begin(self, game: Game) -> None:
        """Create a searcher with these weights."""
        self._searcher = new_searcher(game, _MEGABYTES, weights=self._weights)
        self._searcher.think(game.start(), Limit(nodes=1))

    def choose(self, turn: Turn) -> Move:
        """Return the best move found, without using solvers."""
        contempt = self._weights.steering.get("contempt", 0)
        return _required(self._searcher.think(turn.position, turn.limit, contempt=contempt).best)


class LevelPlayer(RandomPlayer):
    """Plays at one of the levels, which have limits of their own."""

    def __init__(self, level: int, style: str = "") -> None:
        self._level, self._style = level, style

    def begin(self, game: Game) -> None:
        """Load the engine."""
        engine.choose(game.start(), self._level, style=self._style)

    def choose(self, turn: Turn) -> Move:
        """Return a move of this level."""
        return _required(engine.choose(turn.position, self._level, turn.seed, self._style))


class NetworkPlayer(RandomPlayer):
    """Plays by a tree search with a network; by its first choice alone with a limit of one node.

    Without a file it is the network that is shipped with the game.
    """

    def __init__(self, file: str) -> None:
        needs("numba", "fast")
        self._file = file
        self._search: GuidedSearch | None = None

    def begin(self, game: Game) -> None:
        """Load network and kernels; BadOptions if there is none for this game."""
        self._loaded(game).choose(game.start(), Limit(nodes=2))

    def _loaded(self, game: Game) -> GuidedSearch:
        if self._search is None:
            from brettwerk.research.guided import GuidedSearch
            from brettwerk.research.network import load_network, shipped_network

            file = self._file
            self._search = GuidedSearch(
                load_network(Path(file)) if file else shipped_network(game.name)
            )
        return self._search

    def choose(self, turn: Turn) -> Move:
        """Return the most visited move."""
        return self._loaded(turn.position.game).choose(turn.position, turn.limit)


def _required(found: Move | None) -> Move:
    """Return the move; raise if there is none."""
    if found is None:
        raise Forfeit("arena-no-move")
    return found


class BadProgram(BadMatch):
    """A program that cannot take part in a match."""

    def __init__(self, key: str, fault: ProgramError, **details: object) -> None:
        super().__init__(key, reason=str(fault), **details)
        self._fault = fault

    def localized(self, language: Language) -> str:
        """Return the sentence in a language."""
        details = self.details | {"reason": self._fault.localized(language)}
        return translator_of(language)(self.key, **details)


def check_programs(config: MatchConfig) -> None:
    """Raise BadProgram if one does not start, before it would forfeit all its games.

    BadOptions if the file of a network holds none for this game, BadLimit if nobody plays it in a
    style.
    """
    for contestant in dict.fromkeys(config.entries):
        if contestant.kind in STYLES:
            weights_of_style(config.make_game(0).name, contestant.kind)
        if contestant.kind == NET:
            NetworkPlayer(contestant.argument).begin(config.make_game(0))
        if contestant.kind == COMMAND:
            try:
                _program(contestant, config).check(config.make_game(0))
            except ProgramError as fault:
                raise BadProgram("arena-program", fault, name=contestant.name) from fault


def _program(contestant: Contestant, config: MatchConfig) -> ProgramPlayer:
    """Return a program; what it writes to standard error goes to the file of the match."""
    file = config.stderr
    if file is None:
        return ProgramPlayer(contestant.argument, config.grace)

    def write(line: bytes) -> None:
        with file.open("ab") as out:
            out.write(f"{contestant.name}: ".encode() + line)

    return ProgramPlayer(contestant.argument, config.grace, write)


def make_player(contestant: Contestant, config: MatchConfig) -> Player:
    """Return the player of a contestant in a match."""
    if contestant.kind == COMMAND:
        return _program(contestant, config)
    if contestant.kind == ENGINE and not contestant.argument and _is_strongest(contestant, config):
        return EnginePlayer(CONTEMPT)
    return player_of(contestant, config.grace)


def _is_strongest(contestant: Contestant, config: MatchConfig) -> bool:
    """Return whether all others are known to be weaker than the engine."""
    others = {entry.kind for entry in config.entries if entry != contestant}
    return bool(others) and others <= {LEVEL, RANDOM, MCTS, *STYLES}


def player_of(contestant: Contestant, grace: float) -> Player:
    """Return the player of a contestant; a program may take `grace` seconds more than its limit."""
    if contestant.kind == COMMAND:
        return ProgramPlayer(contestant.argument, grace)
    if contestant.kind == ENGINE and contestant.argument:
        return TunedPlayer(contestant.argument)
    if contestant.kind == NET:
        return NetworkPlayer(contestant.argument)
    if contestant.kind == LEVEL:
        return LevelPlayer(int(contestant.argument))
    if contestant.kind in STYLES:
        return LevelPlayer(int(contestant.argument), contestant.kind)
    if contestant.kind == ENGINE:
        return EnginePlayer()
    return UctPlayer() if contestant.kind == MCTS else RandomPlayer()
