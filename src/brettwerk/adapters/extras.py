"""Packages that only some need: loaded when asked for, with a clear sentence when missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needs(module: str, extra: str) -> Any:
    """The module, which comes with this extra of ours."""
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        package = module.partition(".")[0]
        raise ModuleNotFoundError(
            f"This needs {package}, which is not installed: pip install 'brettwerk[{extra}]'.",
            name=fault.name,
        ) from fault
