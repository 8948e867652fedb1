"""One worker: a process that is kept warm, or a thread in tests. Both ends of its connection."""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from time import sleep
from typing import IO, Self, TypeVar

from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job, Jobs, Report, Run, decode_report, encode, job_decoder

R = TypeVar("R")
U = TypeVar("U")
Launch = Callable[[socket.socket], BaseProcess | None]
STOP = b""  # instead of a job
LENGTH = 4  # bytes before each message, which say how long it is


class WorkerGone(Exception):
    """The worker has ended or was killed."""


class HandedBack(WorkerGone):
    """The worker had to leave, or was lost, through no fault of its job."""


class JobFailed(Exception):
    """The job raised an exception."""


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH) + message


class Worker:
    """The near end: one job at a time."""

    def __init__(
        self,
        process: BaseProcess | None,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.killed = False
        self._process, self._reader, self._writer = process, reader, writer

    @classmethod
    async def start(cls, launch: Launch) -> Self:
        """Launch a worker and wait until it is ready."""
        near, far = socket.socketpair()
        worker = cls(launch(far), *await asyncio.open_connection(sock=near))
        try:
            await worker._report()
        except BaseException:
            worker.kill()
            raise
        return worker

    async def _report(self) -> Report:
        try:
            length = int.from_bytes(await self._reader.readexactly(LENGTH))
            return decode_report(await self._reader.readexactly(length))
        except (EOFError, OSError) as error:
            raise WorkerGone from error

    async def do(self, job: Job[R, U], on_update: Callable[[U], None]) -> R:
        """Return the result of a job, and pass its updates on."""
        self._send(encode(job))
        while (report := await self._report()).kind == "update":
            on_update(report.update(job))
        if report.kind == "failed":
            raise JobFailed(bytes(report.value))
        return report.result(job)

    def stop(self) -> None:
        """Ask the job to end."""
        self._send(STOP)

    def _send(self, order: bytes) -> None:
        self._writer.write(_framed(order))

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self.killed = True
        if self._process:
            self._process.kill()
        self._writer.transport.abort()


# -- the far end ----------------------------------------------------------------------------------
def in_process(niceness: int, jobs: Jobs) -> Launch:
    """Launch workers as processes that know these jobs."""

    def launch(far: socket.socket) -> BaseProcess:
        args = (far, niceness, jobs)
        process = get_context("spawn").Process(target=_work_in_process, args=args, daemon=True)
        process.start()
        far.close()
        return process

    return launch


def in_thread(run: Run | None, jobs: Jobs) -> Launch:
    """Launch workers as threads that do jobs with `run`."""

    def launch(far: socket.socket) -> None:
        threading.Thread(target=_work, args=(far, run or _run, jobs), daemon=True).start()

    return launch


def _work_in_process(far: socket.socket, niceness: int, jobs: Jobs) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_exit_with, args=(os.getppid(),), daemon=True).start()
    _work(far, _run, jobs)


def _exit_with(parent: int) -> None:
    """Exit when the server is gone."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(0)


def _run(job: Job[R, U], stop: Stop, report: Callable[[U], None]) -> R:
    return job.run(stop, report)


def _work(far: socket.socket, run: Run, jobs: Jobs) -> None:
    """Do one job after the other; another thread hears when to stop."""
    orders: SimpleQueue[tuple[bytes, Stop] | None] = SimpleQueue()
    decode = job_decoder(jobs).decode

    def send(report: Report) -> None:
        far.sendall(_framed(encode(report)))

    def do(order: bytes, stop: Stop) -> Report:
        try:
            result = run(decode(order), stop, lambda value: send(Report.of("update", value)))
            return Report.of("done", result)
        except Exception as error:
            return Report.of("failed", repr(error))

    with far, far.makefile("rb") as incoming, suppress(OSError):
        threading.Thread(target=_receive, args=(incoming, orders), daemon=True).start()
        send(Report("ready"))
        while order := orders.get():
            send(do(*order))


def _receive(incoming: IO[bytes], orders: SimpleQueue[tuple[bytes, Stop] | None]) -> None:
    stop = Stop()
    with suppress(OSError, ValueError):
        while length := incoming.read(LENGTH):
            order = incoming.read(int.from_bytes(length))
            if order == STOP:
                stop.ask()
            else:
                stop = Stop()
                orders.put((order, stop))
    stop.ask()
    orders.put(None)
