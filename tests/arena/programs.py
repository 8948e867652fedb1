"""Programs that take part in matches, well and badly."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import brettwerk

SOURCE = str(Path(brettwerk.__file__).parent.parent)

# Plays the first legal move; in its second answer it misbehaves as it was told.
_PROGRAM = f"""
import json, sys, time
sys.path.insert(0, {SOURCE!r})
from brettwerk.referee import Referee
how = sys.argv[1]
judge = Referee()
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    for extra in ("limit", "clock"):
        asked.pop(extra, None)
    legal = json.loads(judge.answer(json.dumps(asked).encode()))["legal"]
    answer = json.dumps({{"ok": True, "best": legal[0]}})
    if number:
        if how == "dies": sys.exit(3)
        if how == "hangs": time.sleep(600)
        if how == "babbles": answer = "I resign"
        if how == "mumbles": answer = "null"
        if how == "refuses": answer = json.dumps({{"ok": False, "message": "no idea"}})
        if how == "lists": answer = "[1, 2]"
        if how == "cheats": answer = json.dumps({{"best": "z99"}})
        if how == "repeats": answer = json.dumps({{"best": asked["moves"][0]}})
        if how == "floods": answer = "x" * 3_000_000
        if how == "chatters":
            answer = json.dumps({{"id": asked["id"], "best": legal[0]}})
            print(answer, flush=True)
    print(answer, flush=True)
"""


def program(folder: Path, how: str) -> str:
    """A contestant that is such a program."""
    file = folder / "program.py"
    file.write_text(_PROGRAM, encoding="utf-8")
    return f"{how}=command:{shlex.join([sys.executable, str(file), how])}"
