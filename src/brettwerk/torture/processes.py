"""Programs that a run starts: each ends with the run, however that ends."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

END_WITHIN = 20.0
# Where systems put programs that are not on everybody's path.
FOLDERS = ("usr/sbin", "usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "usr/local/pgsql/bin")


def find_program(*names: str) -> str:
    """Return the path of the first of these programs that is installed, or ""."""
    folders = [str(found) for one in FOLDERS for found in sorted(Path("/").glob(one), reverse=True)]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    return next((found for name in names if (found := shutil.which(name, path=path))), "")


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ending_with_us(command: Sequence[str], how: str = "KILL", *options: str) -> list[str]:
    """Return a command whose process is sent a signal when this one dies, where that is possible.

    The options are those of `setpriv`.
    """
    program = find_program("setpriv")
    return [program, "--pdeathsig", how, *options, *command] if program else list(command)


def children_of(process: int) -> list[int]:
    """Return the child processes of a process; none where the system does not tell."""
    found: list[int] = []
    threads: list[Path] = []
    with suppress(OSError):  # it may end meanwhile, and each thread, too
        threads = list(Path(f"/proc/{process}/task").iterdir())
    for thread in threads:
        with suppress(OSError):
            found += map(int, (thread / "children").read_text().split())
    return found


def descendants_of(process: int) -> list[int]:
    """Return a process and all processes below it."""
    return [process, *(one for child in children_of(process) for one in descendants_of(child))]


async def run_command(*command: str) -> bool:
    """Run a command to its end, and return whether it succeeded."""
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, stdout=quiet, stderr=quiet)
    return await process.wait() == 0


class Process:
    """A program of ours, which writes to a log."""

    def __init__(self, command: Sequence[str], log: Path, more: Mapping[str, str] | None = None):
        self._command = list(command)
        self.log = log
        self._environment = {**os.environ, **(more or {})}
        self._process: asyncio.subprocess.Process | None = None
        self._groups: set[int] = set()  # of processes that it may have left behind

    async def start(self) -> None:
        """Start it, in a group of its own: Ctrl-C is for us."""
        self._groups = {group for group in self._groups if _signal_group(group)}
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
            )
        self._groups.add(self._process.pid)

    @property
    def id(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.alive:
            with suppress(ProcessLookupError):
                os.kill(self.id, number)

    def send_all(self, number: signal.Signals) -> None:
        """Send it and all processes below it a signal."""
        for process in descendants_of(self.id) if self.alive else ():
            with suppress(ProcessLookupError):
                os.kill(process, number)

    async def wait(self) -> int:
        """Wait until it has ended, and return its exit code."""
        assert self._process is not None
        return await self._process.wait()

    async def crash(self) -> None:
        """Kill it; the processes that it has started must notice that by themselves."""
        self.send(signal.SIGKILL)
        await self.wait()

    async def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, by force if it takes too long, and everything that it has started."""
        if self._process is None:
            return
        self.send_all(signal.SIGCONT)
        self.send(how)
        try:
            async with asyncio.timeout(END_WITHIN):
                await self.wait()
        except TimeoutError:
            await self.crash()
        for group in self._groups:
            _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: int = 0) -> bool:
    """Send a signal to a group of processes, and return whether there is one."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    return True
