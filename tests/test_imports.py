"""The import graph of the package, type-only imports included."""

from graphlib import TopologicalSorter

import grimp


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph("brettwerk", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "brettwerk.core.definition" in imports["brettwerk.core.game"]
    TopologicalSorter(imports).prepare()  # CycleError names the modules
