"""The entries of a game's WebAssembly module: all that playing, analysing and solving run."""

from types import FunctionType
from typing import cast

from brettwerk.core.game import GameDefinition
from brettwerk.kernels import play
from brettwerk.kernels.entries import ENTRIES
from brettwerk.kernels.perft import count, play_out
from brettwerk.search import entries as alphabeta
from brettwerk.search import mcts_leaves
from brettwerk.search.deepening import deepen
from brettwerk.search.mcts_kernels import trim
from brettwerk.search.mcts_rollouts import search_by_rollouts
from brettwerk.search.overlooking import list_glances, overlook
from brettwerk.search.prover_kernels import prove, set_objective
from brettwerk.solving.solver import solver_of


def module_entries(definition: GameDefinition) -> list[FunctionType]:
    """Return the entries of a game, those of its solver included."""
    kernels = definition.kernels
    found: list[object] = [
        *ENTRIES,
        count,
        play_out,
        prove,
        set_objective,
        search_by_rollouts,
        trim,
        list_glances,
        overlook,
    ]
    if kernels.has_score:
        found += [alphabeta.set_up, alphabeta.begin, deepen, alphabeta.root_features]
    if kernels.player_evaluation:
        found += [mcts_leaves.search_judged, mcts_leaves.root_features]
    found += [kernels.prepare] if kernels.prepare else []
    found += play.ENTRIES if kernels.play else ()
    solver = solver_of(definition)
    found += solver.entries if solver else ()
    return cast("list[FunctionType]", found)
