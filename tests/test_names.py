"""Names: one class name for one thing."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict[str, list[str]](list)
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file.relative_to(SOURCES)}:{node.lineno}")
    assert "GameDefinition" in places
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
