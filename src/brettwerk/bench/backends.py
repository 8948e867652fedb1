"""WebAssembly beside Numba: the same counting and the same searches, alternating.

Where there are Node and Chromium, they search, too, with the scripts that pages have.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from brettwerk.bench.hosts import Host, HostWorkload, hosts_here
from brettwerk.bench.measure import Clock, Workload, counting, is_measured, run_in_turns
from brettwerk.bench.search import fixed_positions
from brettwerk.core.game import Position
from brettwerk.kernels.choice import NUMBA, WASM, chosen
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher

MEGABYTES, NODES = 4, 100_000  # of each search


@dataclass(frozen=True)
class BackendSpeed:
    """Counting and searching in one game, by backend."""

    name: str
    perft: dict[str, Workload]
    search: dict[str, Workload]

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """All kinds of work."""
        return *self.perft.values(), *self.search.values()

    @property
    def ratios(self) -> dict[str, float]:
        """How fast WebAssembly is in parts of Numba's speed: counting, searching, in each host."""
        perft = self.perft[WASM].best / self.perft[NUMBA].best
        native = self.search[NUMBA].best
        hosts = {name: work.best / native for name, work in self.search.items() if name != NUMBA}
        return {"perft": perft, "search": hosts.pop(WASM), **hosts}


def measure_backends(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> Iterator[list[BackendSpeed]]:
    """Measure every game on both backends, and yield what is known after each turn.

    The best of all rounds counts.
    """
    with hosts_here() as hosts:
        speeds = [_speed(name, hosts) for name in names]
        for _ in run_in_turns(clock, rounds, {s.name: s.workloads for s in speeds}, progress):
            yield [speed for speed in speeds if is_measured(speed.workloads)]


def _speed(name: str, hosts: Mapping[str, Host]) -> BackendSpeed:
    positions = fixed_positions(name)
    there = {host: HostWorkload(hosts[host], positions, NODES, MEGABYTES) for host in hosts}
    return BackendSpeed(name, _on_both(name, counting), _on_both(name, _searching) | there)


def _on_both(name: str, made: Callable[[str], Workload]) -> dict[str, Workload]:
    """Return a workload that runs on each backend."""
    found = dict[str, Workload]()
    for backend in (NUMBA, WASM):
        with chosen(backend):
            found[backend] = made(name)
    return found


def _searching(name: str) -> Workload:
    positions = fixed_positions(name)
    searcher = new_searcher(positions[0].game, MEGABYTES)

    def search(times: int) -> int:
        return sum(searched(position) for _ in range(times) for position in positions)

    def searched(position: Position) -> int:
        searcher.forget()
        return searcher.think(position, Limit(nodes=NODES)).nodes

    return Workload(search)
