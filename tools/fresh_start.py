"""How `make play` does on a machine that has never seen it: a new clone, an empty home.

`python tools/fresh_start.py`, on Linux; downloads count as time, not as processor time. It says how
long it takes until the page answers, how large `.venv` and the server are, how soon a computer of
level 10 moves in each game, and what is left after Ctrl-C.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
LONGEST = 600  # seconds
MEGA = 1_000_000
AT_REST = 5  # seconds after the page was read


def asked(address: str, body: object = None) -> Any:
    """Return the answer of the server: JSON, or the text of a page."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"content-type": "application/json"})
    with urlopen(request, timeout=LONGEST) as answer:
        text = answer.read().decode()
    return text if body is None else json.loads(text)


def processes_below(process: int) -> Iterator[int]:
    """Yield a process and all that it has started."""
    yield process
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        for child in file.read_text().split():
            yield from processes_below(int(child))


def resident(process: int) -> int:
    """Return the bytes of memory that a process has."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return 1024 * int(found[1]) if found else 0


def processor_time(process: int) -> float:
    """Return the seconds that a process and its ended children have used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def is_server(process: int) -> bool:
    """Return whether this is part of the server, not `make` or its shell."""
    return b"python" in Path(f"/proc/{process}/cmdline").read_bytes().partition(b"\0")[0]


def is_alive(process: int) -> bool:
    """Return whether a process runs: one that has ended stays listed until the system tidies up."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return not stat.rpartition(")")[2].lstrip().startswith("Z")


def folder_size(folder: Path) -> int:
    """Return the bytes on the disk of all files."""
    return sum(512 * file.lstat().st_blocks for file in folder.rglob("*"))


class FreshStart:
    """A clone in a folder of its own, in which `make play` runs."""

    def __init__(self, folder: Path) -> None:
        self.clone, home = folder / "brettwerk", folder / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, self.clone], check=True)
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("BRETTWERK_", "VIRTUAL"))}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        self._environment = {**kept, "HOME": str(home), "BROWSER": "true"}
        self.address = ""

    def play(self) -> float:
        """Run `make play`; return the seconds until the page answers."""
        began = monotonic()
        self._make = subprocess.Popen(
            ["make", "play"],
            cwd=self.clone,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        Thread(target=self._listen, daemon=True).start()
        while monotonic() - began < LONGEST:
            try:
                asked(self.address or "http://127.0.0.1:1/")
            except (URLError, OSError):
                sleep(0.05)
            else:
                return monotonic() - began
        raise TimeoutError

    def _listen(self) -> None:
        assert self._make.stdout
        for line in self._make.stdout:
            if found := re.search(r"http://\S+/", line):
                self.address = found[0]

    def processes(self, *, whole: bool = False) -> list[int]:
        """Return the processes of the server, or with `whole` those of `make`, too."""
        return [one for one in processes_below(self._make.pid) if whole or is_server(one)]

    def stop(self) -> list[int]:
        """Press Ctrl-C; return the processes that are still there afterwards."""
        known = [*processes_below(self._make.pid)]
        os.killpg(self._make.pid, signal.SIGINT)
        self._make.wait(LONGEST)
        sleep(1)
        return [one for one in known if is_alive(one)]


def first_moves(address: str, names: list[str]) -> Iterator[tuple[str, float]]:
    """Yield how long each game's computer of level 10 takes for its first move."""
    for name in names:
        start = asked(f"{address}api/study", {"game": name})["position"]
        began = monotonic()
        asked(f"{address}api/study/answer", {"position": start, "level": 10})
        yield name, monotonic() - began


def main() -> None:
    """Measure once, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        start = FreshStart(Path(folder))
        seconds = start.play()
        spent = sum(map(processor_time, start.processes(whole=True)))
        print(f"the page answers after {seconds:.1f} s, {spent:.1f} s of them processor time")
        sleep(AT_REST)
        sizes = [resident(one) / MEGA for one in start.processes()]
        print(f".venv {folder_size(start.clone / '.venv') / MEGA:.0f} MB")
        print(f"at rest {sum(sizes):.0f} MB in {len(sizes)} processes")
        names = sorted(
            file.parents[1].name for file in ROOT.glob("src/*/games/*/data/kernels.wasm")
        )
        for name, took in first_moves(start.address, names):
            print(f"first move of level 10, {name}: {took:.2f} s")
        sizes = [resident(one) / MEGA for one in start.processes()]
        print(f"after that {sum(sizes):.0f} MB in {len(sizes)} processes")
        print(f"processes left after Ctrl-C: {len(start.stop())}")


if __name__ == "__main__":
    main()
