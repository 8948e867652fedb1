"""A machine for each server: network and time of its own where the system allows that.

Its namespaces belong to a process that sleeps, and are gone when that is killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Protocol

from brettwerk.torture.processes import (
    Process,
    children_of,
    ending_with_us,
    find_program,
    run_command,
)

# Reserved for tests of networks (RFC 2544), so nothing else should be there.
NETWORK = IPv4Address("198.18.0.0")
MOST_MACHINES = 32


class Machine(Protocol):
    """Where a server runs: its address, the address at which it finds others, and how to start."""

    address: str
    outside: str
    prefix: tuple[str, ...]
    can_be_cut: bool

    async def cut(self, wanted: bool) -> None:
        """Cut its network, or mend it."""

    async def close(self) -> None:
        """Take it down."""


class ThisMachine:
    """No machine of its own."""

    address = outside = "127.0.0.1"
    prefix: tuple[str, ...] = ()
    can_be_cut = False

    async def cut(self, wanted: bool) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class VirtualMachine:
    """Namespaces of network and time, with one cable to this machine."""

    can_be_cut = True

    def __init__(self, number: int, skew: int, log: Path) -> None:
        # Four addresses for each cable, others for each run.
        first = NETWORK + 4 * ((MOST_MACHINES * os.getpid() + number) % 2**15)
        self.outside, self.address = str(first + 1), str(first + 2)
        self.prefix: tuple[str, ...] = ()
        self._cable = f"bw{os.getpid() % 10**7}x{number}"
        spaces = ("--net", "--time", "--monotonic", str(skew), "--fork", "--kill-child")
        sleep = (find_program("unshare"), *spaces, "sleep", "infinity")
        self._sleeper = Process(ending_with_us(sleep), log)

    async def open(self) -> bool:
        """Set it up, and return whether that was possible."""
        await self._sleeper.start()
        for _ in range(100):
            if children_of(self._sleeper.id) or not self._sleeper.alive:
                break
            await asyncio.sleep(0.02)
        inside = children_of(self._sleeper.id)
        if not inside:
            return False
        # Its namespaces are there before it runs `sleep`.
        self.prefix = ("nsenter", "--target", str(inside[0]), "--net", "--time")
        return await self._lay_cable(inside[0])

    async def _lay_cable(self, inside: int) -> bool:
        ip, cable = find_program("ip"), self._cable
        there = (*self.prefix, ip)
        commands = (
            (
                ip,
                "link",
                "add",
                cable,
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                str(inside),
            ),
            (ip, "address", "add", f"{self.outside}/30", "dev", cable),
            (ip, "link", "set", cable, "up"),
            (*there, "address", "add", f"{self.address}/30", "dev", "eth0"),
            (*there, "link", "set", "eth0", "up"),
            (*there, "link", "set", "lo", "up"),
        )
        for command in commands:
            if not await run_command(*command):
                return False
        return True

    async def cut(self, wanted: bool) -> None:
        """Unplug the cable, or plug it in again."""
        await run_command(
            find_program("ip"), "link", "set", self._cable, "down" if wanted else "up"
        )

    async def close(self) -> None:
        """Take it down; the cable goes with the network."""
        for child in children_of(self._sleeper.id):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        await self._sleeper.end(signal.SIGKILL)
        await run_command(find_program("ip"), "link", "delete", self._cable)


def can_have_machines() -> bool:
    """Return whether this system and this user may make namespaces."""
    return (
        os.name == "posix"
        and os.geteuid() == 0
        and all(find_program(name) for name in ("ip", "unshare", "nsenter", "setpriv"))
    )


async def make_machine(number: int, skew: int, log: Path) -> Machine:
    """Return a machine of its own if possible, else this one."""
    if can_have_machines():
        made = VirtualMachine(number, skew, log)
        if await made.open():
            return made
        await made.close()
    return ThisMachine()
