"""Packages that only some need: loaded when asked for, with a clear sentence when missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from brettwerk.errors import BrettwerkError


class MissingExtra(BrettwerkError, ModuleNotFoundError):
    """A package that is not installed, and the extra that brings it."""

    code = "missing-extra"


def needs(module: str, extra: str) -> Any:
    """The module, which comes with this extra of ours."""
    try:
        return import_module(module)
    except MissingExtra:
        raise
    except ModuleNotFoundError as fault:
        package = (fault.name or module).partition(".")[0]
        raise MissingExtra("extra-missing", package=package, extra=extra) from fault
