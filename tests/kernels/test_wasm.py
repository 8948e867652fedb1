"""WebAssembly modules: they fit their sources, are built the same again, and leave no memory."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import brettwerk
from brettwerk.cli.build_wasm import about_module, built
from brettwerk.core.registry import definition
from brettwerk.errors import MissingBackend
from brettwerk.games.bedraengnis import rules as bedraengnis_rules
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.kernels import choice, entries, sources, wasm_file
from brettwerk.kernels.choice import backend_for, usual_backend
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.sources import sources_digest
from brettwerk.kernels.types import Words
from brettwerk.kernels.wasm_file import code_in, entry_name, facts_in, fitting_module, module_file
from brettwerk.search import analyse, choose
from brettwerk.search.module_entries import module_entries
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher
from kernels.running import runner, running_on

EACH_NAME = pytest.mark.parametrize("name", brettwerk.NAMES)
MOST_BYTES = 600_000
BARE = GameKernels("bare", BedraengnisState, bedraengnis_rules)


def module_of(name: str) -> bytes:
    file = module_file(definition(name).kernels)
    assert file
    return file.read_bytes()


# -- modules and their sources --------------------------------------------------------------------
@EACH_NAME
def test_modules_fit_their_sources(name: str) -> None:
    game, facts = definition(name), facts_in(module_of(name))
    functions = module_entries(game)
    assert facts.entries == {entry.__name__: entry_name(entry) for entry in functions}
    found = sources_digest(game.kernels, functions)
    assert facts.digest == found, "Run `make wasm`, and commit the modules."
    told = json.loads(json.dumps(about_module(game)))
    assert facts.about == told, "Run `make wasm`, and commit the modules."


def test_all_modules_together_are_small() -> None:
    assert sum(len(module_of(name)) for name in brettwerk.NAMES) < MOST_BYTES


def is_rebuilt(name: str) -> bool:
    """Build a module anew, and compare; skipped where the tools are others."""
    pytest.importorskip("numba", reason="Numba is not installed: nothing can be built.")
    from brettwerk.kernels.wasm_build import tools

    try:
        here = tools()
    except MissingBackend as missing:
        pytest.skip(str(missing))
    facts = facts_in(module_of(name))
    if facts.tools != here:
        pytest.skip(f"The module was built with {facts.tools}, not with {here}.")
    return code_in(built(name)) == code_in(module_of(name))


@pytest.mark.slow
@EACH_NAME
def test_all_modules_are_built_the_same_again(name: str) -> None:
    assert is_rebuilt(name)


SOURCE = '''
def double(x: int) -> int:
    """Return twice as much."""
    return 2 * x  # or x + x
'''


def digest_of(text: str, file: Path) -> str:
    """The digest of a game whose counts are made by this source."""
    file.write_text(text, encoding="utf-8")
    sources._functions_in.cache_clear()
    code: dict[str, object] = {"__name__": "made"}
    exec(compile(text, file, "exec"), code)
    function = code["double"]
    return sources._code_of(function)  # type: ignore[arg-type]


def test_only_code_changes_a_digest(tmp_path: Path) -> None:
    before = digest_of(SOURCE, tmp_path / "made.py")
    for text in (
        SOURCE.replace("twice as much", "more"),
        SOURCE.replace("  # or x + x", ""),
        SOURCE.replace("x: int", "x: float"),
        SOURCE.replace("2 * x", "(2 * x)"),
        "\n\n" + SOURCE,
    ):
        assert digest_of(text, tmp_path / "made.py") == before
    for text in (SOURCE.replace("2 *", "3 *"), SOURCE.replace("2 * x", "x * 2")):
        assert digest_of(text, tmp_path / "made.py") != before


def test_constants_and_fields_change_a_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_digest(BARE, entries.ENTRIES)  # type: ignore[arg-type]
    monkeypatch.setattr(bedraengnis_rules, "ALL_FIELDS", 1)
    assert sources_digest(BARE, entries.ENTRIES) != before  # type: ignore[arg-type]


def test_edited_files_are_read_again_before_a_module_is_refused() -> None:
    game = definition("bedraengnis").kernels
    facts = facts_in(module_of("bedraengnis"))
    assert replace(facts, files={"brettwerk.kernels.entries": "another"}).fit(game)
    assert not replace(facts, files={"brettwerk.kernels.entries": "another"}, digest="").fit(game)
    assert not facts.fit(replace(game, name="another"))
    gone = replace(facts, entries={"gone": "brettwerk.kernels.entries:gone"}, files={"x": ""})
    assert not replace(gone, files={"brettwerk.kernels.entries": "another"}).fit(game)


@pytest.mark.parametrize(
    "content", [b"", b"version https://git-lfs", wasm_file.SECTION + b'{"x":1}']
)
def test_a_file_that_is_no_module_fits_nothing(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels.wasm").write_bytes(content)
    monkeypatch.setattr(wasm_file, "module_file", lambda _: tmp_path / "kernels.wasm")
    assert fitting_module(replace(definition("bedraengnis").kernels, name=str(tmp_path))) is None


# -- which backend runs ---------------------------------------------------------------------------
@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Numba not be installed."""
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    monkeypatch.setattr(choice, "find_spec", lambda name: None if name == "numba" else name)
    choice.backend_for.cache_clear()
    yield
    choice.backend_for.cache_clear()


def test_a_module_that_fits_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    for name in brettwerk.NAMES:
        assert usual_backend(definition(name).kernels).name == "wasm"


def test_one_that_does_not_fit_is_never_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    monkeypatch.setattr(wasm_file.ModuleFacts, "fit", lambda *_: False)
    other = replace(definition("bedraengnis").kernels, counts=bedraengnis_rules)  # type: ignore[arg-type]
    assert fitting_module(other) is None
    assert usual_backend(other).name == "numba"
    with pytest.raises(MissingBackend, match="build-wasm"):
        backend_for(other, "wasm")


@pytest.mark.usefixtures("without_numba")
def test_without_module_and_numba_plain_python_runs_and_says_so_once() -> None:
    game = replace(BARE, name="slow-game")
    with pytest.warns(UserWarning, match=r"slow-game .* brettwerk\[fast\]"):
        assert usual_backend(game).name == "plain"
    assert usual_backend(game).name == "plain"


@pytest.mark.usefixtures("without_numba")
def test_without_numba_threads_that_share_a_table_get_a_sentence() -> None:
    searcher = new_searcher(brettwerk.game("katarenga"), 1)
    with pytest.raises(MissingBackend, match=r"threads .* brettwerk\[fast\]"):
        searcher.think(brettwerk.game("katarenga").start(), Limit(nodes=100), threads=2)


@pytest.mark.usefixtures("without_numba")
def test_without_numba_tables_beyond_4_gigabytes_get_a_sentence() -> None:
    with pytest.raises(MissingBackend, match=r"4 GB .* brettwerk\[fast\]"):
        usual_backend(definition("katarenga").kernels, 5_000)


def test_tables_that_do_not_fit_are_given_to_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    game = definition("katarenga").kernels
    assert usual_backend(game, 3_000).name == "wasm"
    assert usual_backend(game, 5_000).name == "numba"


def test_an_unknown_backend_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(choice.VARIABLE, "fortran")
    with pytest.raises(MissingBackend, match="fortran"):
        usual_backend(BARE)


# -- memory ---------------------------------------------------------------------------------------
def test_arrays_are_zero_and_lie_in_one_memory() -> None:
    one, other = (runner(brettwerk.game("drei"), "wasm") for _ in range(2))
    words = one.words(5)
    assert [*words[:]] == [0] * 5
    words[0] = 2**64 - 1
    assert words[0] == 2**64 - 1
    rows = one.rows(brettwerk.game("drei").start().state)
    with pytest.raises(TypeError, match="memory"):
        one.run(entries.status, rows, other.ctx)
    with pytest.raises(TypeError, match="memory"):
        one.run(entries.status, [0] * 5, one.ctx)
    with pytest.raises(LookupError, match="test_wasm"):
        one.run(foreign_entry, rows)


def foreign_entry(rows: Words) -> int:
    """An entry that no module has."""
    return rows[0]


def test_numpy_sees_arrays_without_a_copy() -> None:
    numpy = pytest.importorskip("numpy")
    numbers = runner(brettwerk.game("drei"), "wasm").numbers(100)
    seen = numpy.asarray(numbers)
    numbers[3] = -7
    assert (seen.dtype, seen[3], seen.sum()) == (numpy.int64, -7, -7)


def test_arrays_stay_where_they_are_when_memory_grows() -> None:
    kernels = runner(brettwerk.game("drei"), "wasm")
    small = kernels.numbers(10)
    small[0] = 42
    large = kernels.words(10 << 17)  # ten megabytes
    large[len(large) - 1] = 1
    small[1] = 43
    assert (small[0], small[1], large[0]) == (42, 43, 0)
    clear = kernels.backend.clear
    clear(large)
    assert large[len(large) - 1] == 0


def test_the_place_of_an_array_that_is_gone_is_used_again() -> None:
    kernels = runner(brettwerk.game("drei"), "wasm")
    places = set()
    for size in (900, 1000, 950, 1023):
        array = kernels.numbers(size)
        assert not any(array[:])
        array[:] = [1] * size
        places.add(array.block.place)  # type: ignore[attr-defined]
        del array
    assert len(places) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="It reads /proc.")
def test_memory_does_not_grow_over_many_games() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def play(seed: int) -> None:
        name = ("katarenga", "triapon", "drei")[seed % 3]
        position = brettwerk.game(name).start()
        for ply in range(4):
            position = position.play(choose(position, 3, seed=seed + ply))
        analyse(position, nodes=500)

    with running_on("wasm"):
        for seed in range(12):
            play(seed)
        gc.collect()
        before = resident()
        for seed in range(100):
            play(seed)
        gc.collect()
        assert resident() - before < 24 << 20


# -- threads --------------------------------------------------------------------------------------
def test_threads_with_instances_of_their_own_find_the_same() -> None:
    start = brettwerk.game("katarenga").start()
    found: list[object] = []

    def search() -> None:
        report = new_searcher(start.game, 1).think(start, Limit(nodes=30_000))
        found.append((report.lines, report.nodes))

    with running_on("wasm"):
        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 4
    assert found == [found[0]] * 4


def test_positions_are_shared_by_threads() -> None:
    games = [brettwerk.game("drei", board=f"random:{seed}") for seed in range(4)]
    with running_on("plain"):
        expected = [
            brettwerk.game("drei", board=f"random:{n}").start().legal_codes for n in range(4)
        ]
    wrong: list[int] = []

    def ask(seed: int) -> None:
        for turn in range(200):
            number = (seed + turn) % 4
            if games[number].start().legal_codes != expected[number]:
                wrong.append(number)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nothing_is_said_when_the_program_ends() -> None:
    program = (
        "import sys, threading, brettwerk\n"
        "from brettwerk.search.searchers import new_searcher\n"
        "from brettwerk.search.report import Limit\n"
        "sys.kept = new_searcher(brettwerk.game('katarenga'), 1)\n"
        "sys.kept.again = sys.kept\n"
        "start = brettwerk.game('katarenga').start()\n"
        "work = lambda: new_searcher(start.game, 1).think(start, Limit(seconds=30))\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "sys.kept.think(start, Limit(nodes=100))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stderr == ""
