"""A PostgreSQL and a Redis of our own in a temporary folder, beside those of the machine."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

from brettwerk.errors import BadOptions
from brettwerk.torture.processes import (
    Process,
    ending_with_us,
    find_program,
    free_port,
    run_command,
)

START_WITHIN = 60.0
REDIS = ("redis-server", "valkey-server")


def has_postgresql() -> bool:
    """Return whether PostgreSQL's programs are installed."""
    return bool(find_program("initdb") and find_program("postgres"))


def has_redis() -> bool:
    """Return whether Redis or Valkey is installed."""
    return bool(find_program(*REDIS))


async def until(ready: Callable[[], Awaitable[bool]], what: str, log: Path) -> None:
    """Wait until something is ready; BadOptions with the end of its log if it takes too long."""
    try:
        async with asyncio.timeout(START_WITHIN):
            while not await ready():
                await asyncio.sleep(0.05)
    except TimeoutError:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
        raise BadOptions("torture-not-ready", what=what, log=" ".join(last)) from None


class Redis:
    """Redis or Valkey, which keeps nothing on disk."""

    name = "redis"

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        options = {"port": str(self.port), "bind": "127.0.0.1", "save": "", "dir": str(folder)}
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        command = [find_program(*REDIS), *arguments]
        self.process = Process(ending_with_us(command), folder / "redis.log")

    async def start(self) -> None:
        """Start it and wait until it answers."""
        await self.process.start()
        await until(self._answers, self.name, self.process.log)

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.write(b"PING\r\n")
        answer = await reader.readline()
        writer.close()
        return answer == b"+PONG\r\n"

    async def stop(self, *, gently: bool = True) -> None:
        """Stop it, or kill it."""
        await self.process.end(signal.SIGTERM if gently else signal.SIGKILL)


class PostgreSQL:
    """A PostgreSQL cluster of our own."""

    name = "postgres"

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._data = folder / "postgresql"
        self._password = secrets.token_hex(16)
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "32MB",
            # Processes are killed here, not machines: what the system has been given is safe.
            "fsync": "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [find_program("postgres"), "-D", str(self._data), *options]
        # A fast shutdown, which leaves nothing behind.
        self.process = Process(_unprivileged(command, "QUIT"), folder / "postgresql.log")

    @property
    def login(self) -> str:
        """The user and password of its address."""
        return f"brettwerk:{self._password}"

    async def create(self) -> None:
        """Make the cluster with its one user."""
        self._data.mkdir()
        secret = self._data.with_suffix(".secret")
        secret.write_text(self._password, encoding="utf-8")
        for path in (self._data, secret):
            _give_away(path)
        made = await run_command(
            *_unprivileged([find_program("initdb")], "KILL"),
            *("-D", str(self._data), "-U", "brettwerk", "-A", "scram-sha-256", "--no-sync"),
            *("--encoding=UTF8", "--locale=C", f"--pwfile={secret}"),
        )
        secret.unlink()
        if not made:
            raise BadOptions("torture-not-ready", what="initdb", log="")

    async def start(self) -> None:
        """Start it and wait until it answers."""
        await self.process.start()
        await until(self._answers, self.name, self.process.log)

    async def _answers(self) -> bool:
        program, port = find_program("pg_isready"), str(self.port)
        return await run_command(program, "-q", "-h", "127.0.0.1", "-p", port, "-t", "1")

    async def stop(self, *, gently: bool = True) -> None:
        """Stop it: with a checkpoint, or as if it had crashed."""
        await self.process.end(signal.SIGINT if gently else signal.SIGQUIT)


def _user() -> str:
    """Return the user as whom PostgreSQL runs if we are root, which it refuses to be."""
    import pwd  # not on every system

    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def _unprivileged(command: list[str], how: str) -> list[str]:
    if not _is_root():
        return ending_with_us(command, how)
    user = ("--reuid", _user(), "--regid", _user_group(), "--clear-groups")
    return ending_with_us(command, how, *user)


def _user_group() -> str:
    import pwd

    return str(pwd.getpwnam(_user()).pw_gid)


def _give_away(path: Path) -> None:
    """Let the user of PostgreSQL have a file."""
    path.chmod(0o700)
    if _is_root():
        shutil.chown(path, _user())
