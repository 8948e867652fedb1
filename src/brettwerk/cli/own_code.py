"""Python code of the user's own: found by its name, and its errors told in a sentence."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

PACKAGE = str(Path(__file__).parents[1])


def load_own(name: str) -> object:
    """Return what `module:variable` names; modules of the current folder are found, too."""
    module, _, variable = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does
    try:
        return getattr(import_module(module), variable)
    except Exception as fault:
        told = own_error(name, fault)
        if told is None and not isinstance(fault, ImportError | AttributeError | ValueError):
            raise
        found = BadOptions("module-import", given=truncate(name), reason=str(fault))
        raise told or found from fault


@contextmanager
def told_errors(name: str) -> Iterator[None]:
    """Tell an error of own code by its line there."""
    try:
        yield
    except Exception as fault:
        if told := own_error(name, fault):
            raise told from fault
        raise


def own_error(name: str, fault: Exception) -> BadOptions | None:
    """Return the error with the last line of own code that led to it, None if none did."""
    if isinstance(fault, SyntaxError) and fault.filename:
        file, line = fault.filename, fault.lineno
    else:
        frames = [frame for frame in extract_tb(fault.__traceback__) if _is_own(frame.filename)]
        if not frames:
            return None
        file, line = frames[-1].filename, frames[-1].lineno
    error = truncate(f"{type(fault).__name__}: {fault}", 200)
    return BadOptions("own-code", given=truncate(name), file=file, line=str(line), error=error)


def _is_own(file: str) -> bool:
    """Return whether a file belongs neither to Brettwerk nor to a library."""
    return not file.startswith(("<", PACKAGE, get_path("stdlib"), get_path("purelib")))
