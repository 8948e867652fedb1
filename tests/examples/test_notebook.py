"""The notebook runs from top to bottom, and shows what a notebook can show."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples/first-steps.ipynb"


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last line, as a notebook shows it."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(compile(source, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_every_cell_runs_and_shows_something() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    sources = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    shown = [run(source, names) for source in sources]
    assert len(shown) == 5
    assert shown[0]._repr_svg_().startswith("<svg")
    assert shown[1].to_move == 0
    assert names["position"].is_over
    assert len(names["found"].lines) == 3
    assert "&lt;svg" in shown[4]._repr_html_()
