"""JavaScript gets the same answers from a module: calls of the product, replayed in Node."""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import shutil
import subprocess
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.games.bedraengnis import solver as bedraengnis
from brettwerk.kernels import entries, play
from brettwerk.kernels.perft import playouts
from brettwerk.kernels.wasm import WasmInstance
from brettwerk.kernels.wasm_file import module_file
from brettwerk.search.forced_win import forced_win
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_tree import ROLLOUTS
from brettwerk.search.module_entries import module_entries
from brettwerk.search.objectives import TAKE
from brettwerk.search.overlooking import list_glances, overlook
from brettwerk.search.prover import Prover
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher
from brettwerk.solving import solve
from kernels.running import runner, running_on
from search.test_search import wandered

NODE = shutil.which("node")
REPLAY = Path(__file__).with_name("replay.mjs")
CALLS = 2  # of each entry
ASKED_ELSEWHERE = {
    *("trim", "root_features", "mark_reachable", "can_fit"),  # by long games, tuning, findings
    *(entry.__name__ for entry in play.ENTRIES),  # in tests/engine
}


class Recorder:
    """Notes calls of entries: arguments before, the result, and digests of all arrays after."""

    def __init__(self) -> None:
        self.calls: list[dict[str, object]] = []
        self.answers: list[dict[str, object]] = []
        self.seen: Counter[str] = Counter()

    def listening(self, link: Callable[..., object]) -> Callable[..., object]:
        """Return `WasmInstance.link` with an ear."""

        def link_and_listen(instance: WasmInstance, entry: FunctionType) -> object:
            call = link(instance, entry)
            assert callable(call)
            return lambda *args: self.noted(entry.__name__, call, args)

        return link_and_listen

    def noted(self, entry: str, call: Callable[..., int], args: tuple[object, ...]) -> int:
        """Call an entry, and note it unless it has been noted often."""
        flat = [*flattened(args)]
        arrays = [arg for arg in flat if not isinstance(arg, int)]
        if self.seen[entry] == CALLS:
            return call(*args)
        self.seen[entry] += 1
        self.calls.append({"entry": entry, "args": [*map(as_json, flat)]})
        result = call(*args)
        digests = [hashlib.sha256(bytes(array)).hexdigest() for array in arrays]
        self.answers.append({"result": str(result), "digests": digests})
        return result


def flattened(args: Iterable[object]) -> Iterable[ctypes.Array[ctypes.c_int64] | int]:
    for arg in args:
        if isinstance(arg, tuple):
            yield from flattened(arg)
        else:
            assert isinstance(arg, int | ctypes.Array)
            yield arg


def as_json(arg: ctypes.Array[ctypes.c_int64] | int) -> object:
    if isinstance(arg, int):
        return str(arg)
    return {"bytes": base64.b64encode(zlib.compress(bytes(arg), 1)).decode(), "count": len(arg)}


def use_everything(name: str) -> None:
    """Play, count, search, prove and solve a little."""
    bedraengnis.table.cache_clear()  # which tests before this one may have filled
    position = wandered(brettwerk.game(name), 8, 1)
    kernels = runner(position.game, "wasm")
    rows = kernels.rows(position.state)
    buf = kernels.numbers(kernels.game.rules.MAX_MOVES)
    kernels.run(entries.legal_moves, rows, kernels.ctx, buf)
    kernels.run(entries.to_move, rows)
    kernels.run(entries.play, rows, kernels.ctx, position.legal_codes[0])
    kernels.run(entries.status, rows, kernels.ctx)
    kernels.run(entries.no_moves_outcome, rows, kernels.ctx)
    position.perft(2)
    playouts(kernels, position.state, 3, 50, 1)
    new_searcher(position.game, 1).think(position, Limit(nodes=5000))
    TreeSearcher(position.game, ROLLOUTS, megabytes=1).think(position, Limit(nodes=3000))
    forced_win(position, plies=3, nodes=2000)
    Prover(position.game).objective(position, TAKE, 1)
    looked = kernels.numbers(len(buf))
    kernels.run(list_glances, rows, kernels.ctx, buf, looked)
    kernels.run(overlook, buf, looked, 50, 7)
    solve(wandered(brettwerk.game(name), 14, 1), nodes=1_000_000)


@pytest.mark.skipif(NODE is None, reason="There is no Node here.")
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_node_answers_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    monkeypatch.setattr(WasmInstance, "link", recorder.listening(WasmInstance.link))
    with running_on("wasm"):
        use_everything(name)
    game = definition(name)
    file = module_file(game.kernels)
    assert NODE
    assert file
    calls = json.dumps(recorder.calls).encode()
    ran = subprocess.run([NODE, REPLAY, file], input=calls, check=True, capture_output=True)
    told = json.loads(ran.stdout)
    assert told["answers"] == recorder.answers
    assert (told["facts"]["game"], told["imports"]) == (name, 0)
    used = {entry.__name__ for entry in module_entries(game)} - ASKED_ELSEWHERE
    assert used == recorder.seen.keys() - ASKED_ELSEWHERE
