"""Ctrl-C ends every command soon, also one that is deep in compiled code.

Python acts on a signal when its main thread is back from compiled code, which may take long. So a
thread is told of the signal at once: it stops all searches, which then return what they have found,
and ends the process if the main thread has not noticed soon after.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from brettwerk.cli.shared import translator

INTERRUPTED = 130  # the exit code that shells expect
_PATIENCE = 0.1  # seconds until the main thread must have noticed
_LEAVING = 2.0  # seconds that ending the process takes at most
_SHOW_CURSOR = "\x1b[?25h"
_keepers: list[Callable[[], object]] = []  # what to call before the process ends
_asked = threading.Event()  # whether there was a Ctrl-C


def was_interrupted() -> bool:
    """Return whether Ctrl-C was pressed, even if the command handled it."""
    return _asked.is_set()


@contextmanager
def quick_interrupts(leave: Callable[[], object] | None = None) -> Iterator[None]:
    """Act on Ctrl-C at once; `leave` ends the process if nothing else helps."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # it is ignored, or handled elsewhere
        return
    watched, written = socket.socketpair()
    written.setblocking(False)
    noticed = threading.Event()
    leaving = threading.Lock()

    def notice(_number: int, _frame: FrameType | None) -> None:
        noticed.set()
        # What was found is told once: if that has begun, the process ends soon.
        if leaving.acquire(timeout=_LEAVING):
            leaving.release()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, notice)
    earlier = signal.set_wakeup_fd(written.fileno(), warn_on_full_buffer=False)

    def overlooked() -> bool:
        """Return whether the main thread did not notice; commands may handle it themselves."""
        return not noticed.wait(_PATIENCE) and signal.getsignal(signal.SIGINT) is notice

    def watch() -> None:
        while number := watched.recv(1):
            if number[0] == signal.SIGINT:
                _asked.set()
                _stop_searches()
                if overlooked():
                    with leaving:
                        if not noticed.is_set():
                            (leave or _leave)()
                noticed.clear()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(earlier)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        written.close()
        thread.join()
        watched.close()


@contextmanager
def keep_on_interrupt(keep: Callable[[], object]) -> Iterator[None]:
    """Let `keep` write what was found if Ctrl-C ends the block, also one in compiled code."""
    _keepers.append(keep)
    try:
        yield
    except KeyboardInterrupt:
        if keep in _keepers:
            keep()
        raise
    finally:
        if keep in _keepers:
            _keepers.remove(keep)


def _stop_searches() -> None:
    """Stop all searches, if there can be any."""
    if search := sys.modules.get("brettwerk.search.report"):
        search.Stop.ask_all()


def _leave() -> None:
    """End the process; what was found is kept."""
    with suppress(OSError, ValueError):
        while _keepers:
            _keepers.pop()()
        sys.stdout.flush()
        cursor = _SHOW_CURSOR if sys.stderr.isatty() else ""
        print(cursor + translator()("cli-interrupted"), file=sys.stderr, flush=True)
    end_process(INTERRUPTED)


def end_process(code: int) -> NoReturn:
    """End this process at once: taking all modules apart would take longer than the rest."""
    if used := sys.modules.get("multiprocessing.util"):
        # Otherwise locks of processes would stay, with a warning; this waits only a moment.
        cleaning = threading.Thread(target=used._run_finalizers, daemon=True)
        cleaning.start()
        cleaning.join(_PATIENCE)
    os._exit(code)
