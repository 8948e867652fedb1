"""`brettwerk worker`: it says what it does, and stops when asked to."""

from __future__ import annotations

import signal
import subprocess
import sys

from cli.helpers import SOURCE, refused
from services import redis


def test_it_says_what_it_does_and_stops_when_asked() -> None:
    line = [sys.executable, "-m", "brettwerk", "worker", "--slots", "1", "--analysts", "0"]
    environment = {"PYTHONPATH": SOURCE, "LC_ALL": "C.UTF-8", "BRETTWERK_BUS": redis()}
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=environment) as worker:
        assert worker.stderr is not None
        assert "2 workers take jobs of version" in worker.stderr.readline()
        worker.send_signal(signal.SIGTERM)  # while it still connects
        try:
            assert worker.wait(30) == 0
        finally:
            worker.kill()
        assert "No more jobs are taken; 0 are being done" in worker.stderr.read()


def test_without_a_bus_there_is_no_work() -> None:
    told = "Give --bus redis://…, over which the servers share out their work."
    assert refused("worker") == told
    assert "redis://host:6379" in refused("worker", "--bus", "nonsense")


def test_a_server_without_workers_needs_a_bus() -> None:
    assert "needs --bus" in refused("serve", "--workers", "0", "--no-browser", "--port", "0")
