"""`brettwerk build-wasm`: builds the WebAssembly modules of games."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from typing import Annotated

import msgspec
import typer
from typer import Argument, Option

from brettwerk.cli.own_code import load_own
from brettwerk.core.about import about
from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition, find_name, names
from brettwerk.kernels.sources import files_of, sources_digest
from brettwerk.kernels.wasm_file import code_in, facts_in, module_file

# Before Numba is imported, and in a process of its own: so that the same sources give the same
# bytes. No code for one processor, unoptimised until the target is known, and sets in one order.
ENVIRONMENT = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
    "PYTHONHASHSEED": "0",
}


def build_wasm(
    games: Annotated[list[str] | None, Argument(metavar="GAME")] = None,
    force: Annotated[bool, Option("--force")] = False,
) -> None:
    """Build the WebAssembly modules of games, which run whatever plays them."""
    for game in games or names():
        found = definition_of(game)
        file = module_file(found.kernels)
        assert file is not None
        code = file.read_bytes() if file.is_file() and not force else None
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(_up_to_date(code, found) or built(game))
        print(f"{file}: {file.stat().st_size:,} bytes")


def definition_of(name: str) -> GameDefinition:
    """Return the definition of a game by its name, or by that of its module and the variable."""
    found = load_own(name) if ":" in name else None
    return found if isinstance(found, GameDefinition) else definition(find_name(name))


def _up_to_date(code: bytes | None, game: GameDefinition) -> bytes | None:
    """Return a module that fits its sources with the present digests of their files, or None."""
    from brettwerk.search.module_entries import module_entries  # slow to load

    entries = module_entries(game)
    try:
        known = facts_in(code or b"")
    except ValueError:
        return None
    if not code or known.digest != sources_digest(game.kernels, entries):
        return None
    files = files_of(game.kernels, entries)
    return replace(known, files=files, about=about_module(game)).appended_to(code_in(code))


def about_module(game: GameDefinition) -> dict[str, object]:
    """Return the facts about a game and its engine for programs that have only the module.

    They are empty for a game without kernels for players.
    """
    from brettwerk.search.engine_facts import engine_facts  # slow to load

    found = about(game)
    return found and {**found, "engine": msgspec.to_builtins(engine_facts(game))}


def built(name: str) -> bytes:
    """Return the module of a game, built in a process of its own."""
    from brettwerk.research.extras import needs

    needs("numba", "build")
    if not shutil.which("wasm-ld"):
        needs("ziglang", "build")
    script = f"from brettwerk.cli.build_wasm import write; write({name!r})"
    process = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **ENVIRONMENT},
        check=False,
        stdout=subprocess.PIPE,
    )
    if process.returncode:
        raise typer.Exit(process.returncode)
    return process.stdout


def write(name: str) -> None:
    """Write the module of a game to the standard output."""
    from brettwerk.kernels.wasm_build import build  # loads Numba
    from brettwerk.search.module_entries import module_entries

    game = definition_of(name)
    built = build(game.kernels, module_entries(game))
    facts = replace(facts_in(built), about=about_module(game))
    sys.stdout.buffer.write(facts.appended_to(code_in(built)))
