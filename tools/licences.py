"""Prints what the package needs, with versions and licences: `make licences`."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

NAME = re.compile(r"[A-Za-z0-9._-]+")


def needed(name: str) -> dict[str, Distribution]:
    """Return everything that a package needs without its extras, by name."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        try:
            package = distribution(current)
        except PackageNotFoundError:
            continue  # needed on other systems only
        key = package.metadata["Name"].lower()
        if key not in found:
            found[key] = package
            waiting += [_name(line) for line in package.requires or () if "extra ==" not in line]
    return found


def licence(package: Distribution) -> str:
    """Return the licence as the package states it, in a few words."""
    said = package.metadata.json
    classifiers = said.get("classifier", [])
    named = [line.rpartition(":: ")[2] for line in classifiers if line.startswith("License ::")]
    text = str(said.get("license_expression") or "; ".join(named) or said.get("license") or "?")
    return text.splitlines()[0][:60]


def _name(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found
    return found[0]


def main() -> None:
    """Print the table; a question mark stands for a package that does not say."""
    packages = needed("brettwerk")
    for name, package in sorted(packages.items()):
        print(f"{name:24} {package.version:14} {licence(package)}")


if __name__ == "__main__":
    main()
