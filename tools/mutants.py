"""Changes the rules' kernels one place at a time, and sees whether tests notice: `make mutants`.

For each game, the special cases and the walks against the slow referee are collected once. Each
mutant runs them in a process of its own, on plain Python, until one fails. One that survives plays
beside the true rules: if a list of legal moves or an outcome differs anywhere, a test is missing,
and the command fails. What makes no difference in thousands of positions counts as equivalent; an
example is a bound that nothing reaches. `drei:2/5` tries every fifth mutant of Die Drei, from the
second on.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random
from subprocess import run
from types import FunctionType
from typing import Any, NoReturn

import pytest
from mutations import Mutant, mutants_of

from brettwerk.core.registry import definition, find_name, names
from brettwerk.core.registry import game as make_game
from brettwerk.kernels.choice import VARIABLE
from brettwerk.kernels.entries import ENTRIES
from brettwerk.kernels.link import Linker, modules_of

ROOT = Path(__file__).parent.parent
# A mutant that computes for so many times as long as the true rules, and seconds, never ends.
TIMES, SECONDS = 5, 5
BYTES = 4 << 30  # and one that wants more memory than this would take all
EXAMPLES, PLIES = 150, 60  # of games beside the true rules
KILLED, ALIVE = 17, 0  # exit codes of the processes
HERE = "--here"  # in this process, whose environment is prepared

Facts = tuple[tuple[int, ...], object, object]  # legal moves, outcome, player to move
Walk = tuple[dict[str, Any], list[int], list[Facts]]  # options, moves, facts before each and after


def kernels_of(name: str) -> list[FunctionType]:
    """Return the functions of a game's rules, its own and those that it shares with others."""
    linker = Linker(modules_of(definition(name).kernels))
    for entry in ENTRIES:
        linker.function(entry)  # type: ignore[arg-type]
    own = (one for one in linker.made if "games" in Path(one.__code__.co_filename).parts)
    return sorted(own, key=lambda one: (one.__module__, one.__code__.co_firstlineno))


# -- each mutant in a process of its own ----------------------------------------------------------
class Trial:
    """A check that each mutant must fail; with the true rules it passes."""

    def __init__(self, check: Callable[[], object]) -> None:
        self._check, self._limit = check, resource.RLIM_INFINITY
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if self.fails():
            raise SystemExit("The tests fail with the true rules.")
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        self._limit = int(TIMES * took) + SECONDS

    def fails(self, mutant: Mutant | None = None) -> bool:
        """Return whether the check fails, does not end, or crashes with this mutant."""
        child = os.fork()
        if child == 0:
            self._run(mutant)
        return os.waitpid(child, 0)[1] != ALIVE

    def _run(self, mutant: Mutant | None) -> NoReturn:
        """Run the check in this process, silently, and end it."""
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (self._limit, self._limit))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        try:
            if mutant:
                mutant.install()
            self._check()
        except BaseException:
            os._exit(KILLED)
        os._exit(ALIVE)


class Tests:
    """A plugin of pytest that runs the collected tests once for each mutant."""

    def __init__(self, name: str, part: int, parts: int) -> None:
        self._name, self._part, self._parts = name, part, parts
        self.fates: list[tuple[str, str]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants instead of the tests."""
        slowly: Any = session.items[-1]
        slowly.module.walk = partial(_or_exit, slowly.module.walk)  # one difference is enough
        tests = Trial(partial(_run_all, session))
        beside = Trial(partial(replay, self._name, recorded(self._name)))
        mutants = chain.from_iterable(map(mutants_of, kernels_of(self._name)))
        for mutant in islice(mutants, self._part - 1, None, self._parts):
            if tests.fails(mutant):
                fate = "killed"
            else:
                fate = "SURVIVED" if beside.fails(mutant) else "equivalent"
            self.fates.append((fate, mutant.where))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the process of a mutant that a test has noticed."""
        if report.failed:
            os._exit(KILLED)


def _or_exit(walk: Callable[..., int], *given: Any) -> int:
    try:
        return walk(*given)
    except Exception:
        os._exit(KILLED)


def _run_all(session: pytest.Session) -> None:
    """Run the tests; the first failure ends the process."""
    for item in session.items:
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


# -- beside the true rules ------------------------------------------------------------------------
def recorded(name: str) -> list[Walk]:
    """Return games with the true rules, played in another process: nothing is linked here."""
    with tempfile.TemporaryFile() as file:
        child = os.fork()
        if child == 0:
            pickle.dump(list(_walks(name)), file)
            file.flush()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        file.seek(0)
        found: list[Walk] = pickle.load(file)
        return found


def _walks(name: str) -> Iterator[Walk]:
    from hypothesis import given, settings  # pytest wants to be the first to load it

    from strategies import OPTIONS, seeds

    found: list[tuple[dict[str, Any], int]] = []

    @settings(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None)
    @given(OPTIONS[name], seeds())
    def draw(options: dict[str, Any], seed: int) -> None:
        found.append((options, seed))

    draw()
    for options, seed in found:
        yield _walk(name, options, Random(seed))


def _walk(name: str, options: dict[str, Any], rng: Random) -> Walk:
    position = make_game(name, **options).start()
    moves: list[int] = []
    facts = [_facts(position)]
    while position.legal_codes and len(moves) < PLIES:
        lively = [code for code in position.legal_codes if "x" in position.game.text_of(code)]
        chosen = lively if lively and rng.random() < 0.4 else position.legal_codes
        moves.append(rng.choice(chosen))
        position = position.play_unchecked(moves[-1])
        facts.append(_facts(position))
    return options, moves, facts


def _facts(position: Any) -> Facts:
    return tuple(sorted(position.legal_codes)), position.outcome, position.to_move


def replay(name: str, walks: list[Walk]) -> None:
    """Play games again; raise if anything differs."""
    for options, moves, facts in walks:
        position = make_game(name, **options).start()
        assert _facts(position) == facts[0]
        for move, told in zip(moves, facts[1:], strict=True):
            position = position.play_unchecked(move)
            assert _facts(position) == told


# -- the command ----------------------------------------------------------------------------------
def of_game(name: str, part: int, parts: int) -> int:
    """Try the mutants of a game; print the summary and those that a test ought to kill."""
    tests = Tests(name, part, parts)
    cases, slowly = f"tests/games/test_{name}_cases.py", "tests/kernels/test_against_slow.py"
    walks = f"{slowly}::test_plain_rules_agree_with_the_slow_referee[{name}]"
    code = pytest.main(["-qq", "-s", "-p", "no:cacheprovider", cases, walks], [tests])
    counted = Counter(fate for fate, _ in tests.fates)
    told = ", ".join(f"{count} {fate}" for fate, count in sorted(counted.items()))
    print(f"{name}: {len(tests.fates)} mutants: {told}", flush=True)
    for fate, where in tests.fates:
        if fate != "killed":
            print(f"  {fate}: {where}", flush=True)
    return int(code) or counted["SURVIVED"]


def main(wanted: list[str]) -> int:
    """Try the mutants of these games, or of all, each game in a process of its own."""
    if wanted[:1] == [HERE]:
        return of_game(wanted[1], int(wanted[2]), int(wanted[3]))
    environment = os.environ | {
        VARIABLE: "plain",
        "CI": "1",  # the same examples every time
        "PYTHONPATH": str(ROOT / "tests"),
    }

    def try_one(given: str) -> int:
        name, _, share = given.partition(":")
        part, _, parts = (share or "1/1").partition("/")
        command = [sys.executable, __file__, HERE, find_name(name), part, parts]
        return run(command, env=environment, cwd=ROOT).returncode

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return max(pool.map(try_one, wanted or names()))


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
