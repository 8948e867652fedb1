"""Measures how soon Ctrl-C ends each long command: `.venv/bin/python tools/interrupts.py`.

Run it on a machine that does nothing else. Each command works for a while, is interrupted as a
terminal would do it, with all its processes, and says how it ended. The exit code of this script
is 1 if one took longer than wanted. Names of commands choose some of them.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

WANTED = 0.2  # seconds
LONGEST = 20.0
# What is typed, with `@` for a folder of the command's own.
COMMANDS = (
    "serve --no-browser --port 0 --database sqlite:///@/games.sqlite",
    "worker --bus redis://127.0.0.1:6379/9",
    "play abalone --players level:10,human --save @/game.pgn",
    "play abalone --players human,human --save @/game.pgn",
    "perft abalone 12",
    "perft abalone 12 --json",
    "analyse abalone --seconds 1000",
    "analyse drei --seconds 1000 --json",
    "analyse katarenga --seconds 1000 --lines 5",
    "solve schlacht",
    "match abalone engine level:10 --games 1000 --seconds 30 --save @/games.jsonl",
    "match katarenga mcts b=mcts --games 1000 --seconds 30 --jobs 2 --save @/games.jsonl",
    "sprt abalone engine b=engine --seconds 30 --save @/games.jsonl",
    "ladder drei engine mcts --seconds 30 --out @/ladder",
    "tune katarenga --out @/weights.json",
    "chances katarenga --out @/chances.json",
    "referee",
    "analyse --json-lines",
    "environment abalone --games 100000",
    "selfplay abalone --out @/games --simulations 5000",
    "dataset --out @/data --games 1000",
    "train bedraengnis --out @/net.npz",
    "regret drei level:9 --positions 100000",
    "bench",
    "bench --search",
    "bench --backends",
    "loadtest --seconds 1000",
    "torture --servers 1 --workers 0 --database sqlite --minutes 10 --games 2",
    "site @/site",
    "known make drei --into @/known",
    "known make bedraengnis --exact --into @/known",
    "puzzles make abalone --file @/puzzles.growing",
    "puzzles check abalone",
    "puzzles levels abalone",
    "atlas make @/atlas",
    "census make @/census",
    "course make abalone --out @/course.json",
    "explore --from abalone --nodes 1000000000",
)


@dataclass
class Ended:
    """How a command ended: seconds after the signal, its exit code and what it had written."""

    seconds: float
    code: int | None
    said: str


def interrupt(command: str, folder: Path, worked: float) -> Ended:
    """Let a command work for so long, and interrupt it."""
    given = command.replace("@", str(folder)).split()
    process = subprocess.Popen(
        [sys.executable, "-m", "brettwerk", *given],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(worked)
    if process.poll() is not None:
        out, err = process.communicate()
        return Ended(0, process.returncode, f"ended by itself: {(err or out).strip()[-200:]}")
    watched = os.pidfd_open(process.pid)  # `wait` looks every 50 ms only
    began = time.perf_counter()
    os.killpg(process.pid, signal.SIGINT)
    ended = select.select([watched], [], [], LONGEST)[0]
    took = time.perf_counter() - began
    os.close(watched)
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
    out, err = process.communicate()
    last = (err.strip() or out.strip() or "nothing").splitlines()[-1]
    kept = sum(1 for file in folder.rglob("*") if file.is_file())
    return Ended(took, process.returncode, f"{len(out)} characters, {kept} files; {last[:90]}")


def main(wanted: list[str]) -> int:
    """Interrupt the commands, or those that are named; return whether one took too long."""
    late = False
    for command in COMMANDS:
        if wanted and command.split()[0] not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            ended = interrupt(command, Path(folder), float(os.environ.get("SECONDS_BEFORE", "4")))
        is_late = ended.seconds > WANTED
        late = late or is_late
        mark = "LATE" if is_late else "    "
        print(f"{mark} {1000 * ended.seconds:6.0f} ms  exit {ended.code}  {command}", flush=True)
        print(f"                 {ended.said}", flush=True)
    return int(late)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
