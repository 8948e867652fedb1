"""The data card of a folder of datasets: what is in the files, and how they were made."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from brettwerk.i18n import Translator
from brettwerk.research.dataset import COLUMNS, OPENING, about
from brettwerk.research.extras import needs

CARD = "README.md"


class DatasetFile(NamedTuple):
    """A file: its name, what it says of itself, and what was counted in it."""

    name: str
    about: dict[str, Any]
    games: int
    positions: int
    exact: int


def write_card(folder: Path, t: Translator) -> Path:
    """Write the card of all files in a folder."""
    found = [_counted(file) for file in sorted(folder.glob("*.parquet")) if about(file)]
    card = folder / CARD
    card.write_text(_card(found, t), encoding="utf-8")
    return card


def _counted(file: Path) -> DatasetFile:
    parquet = needs("pyarrow.parquet", "parquet")
    table = parquet.read_table(file, columns=["number", "exact"])
    numbers, exact = set(table["number"].to_pylist()), sum(table["exact"].to_pylist())
    return DatasetFile(file.name, about(file), len(numbers), table.num_rows, exact)


def _card(files: list[DatasetFile], t: Translator) -> str:
    parts = [t("dataset-card"), t("dataset-files"), "|---|---:|---:|---:|---:|---:|"]
    parts += [
        f"| `{one.name}` | {one.games} | {one.positions} | {t.percent(one.exact / one.positions)} "
        f"| {one.about['seed']} | {one.about['nodes']} |"
        for one in files
    ]
    parts += ["", t("dataset-columns"), "|---|---|---|"]
    parts += [f"| `{name}` | `{kind}` | {t(f'dataset-{name}')} |" for name, kind in COLUMNS.items()]
    parts += ["", t("dataset-made", opening=OPENING), "", "```"]
    parts += [_command(one.about) for one in files]
    parts += ["```", "", t("dataset-versions"), "|---|---|---|---:|---|"]
    parts += [
        f"| {one.about['game']} | {one.about['brettwerk']} | `{one.about['rules']}` "
        f"| {one.about['encoding']} | `{str(one.about['commit'])[:12]}` |"
        for one in files
    ]
    return "\n".join([*parts, "", t("dataset-licence"), ""])


def _command(plan: dict[str, Any]) -> str:
    """Return the command that made a file."""
    options = (f"--{name} {plan[name]}" for name in ("games", "simulations", "nodes", "seed"))
    return f"brettwerk dataset {plan['game']} --out FOLDER {' '.join(options)}"
