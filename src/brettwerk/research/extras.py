"""Optional packages: imported on demand, with a clear sentence when missing."""

from importlib import import_module
from types import ModuleType

from brettwerk.errors import BrettwerkError


class MissingExtra(BrettwerkError, ModuleNotFoundError):
    """A package is not installed; the message names the extra that brings it."""

    code = "missing-extra"


def needs(module: str, extra: str) -> ModuleType:
    """Return a module of an optional package; MissingExtra names the extra that brings it."""
    try:
        return import_module(module)
    except MissingExtra:
        raise
    except ModuleNotFoundError as fault:
        package = (fault.name or module).partition(".")[0]
        raise MissingExtra("extra-missing", package=package, extra=extra) from fault
