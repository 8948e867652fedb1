"""Catalogs: folders of texts, each with a folder for every language."""

import json
import tomllib
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

Language = str  # the name of a language's folders, such as `de`
Message = str | dict[str, str]  # a sentence, or one for each plural category of its `count`
SOURCE: Language = "en"  # the language that every text exists in
PAGE = "rules.md"
HELP = "help.toml"

_catalogs: list[Traversable] = [files("brettwerk.i18n") / "text"]
LANGUAGES: tuple[Language, ...] = tuple(sorted(f.name for f in _catalogs[0].iterdir()))


def find_language(text: str | None) -> Language | None:
    """Return the language that a text such as `de-AT` names, if there are texts in it."""
    return next((one for one in LANGUAGES if (text or "").strip().lower().startswith(one)), None)


def add_catalog(folder: Traversable) -> None:
    """Use the texts of a folder too; they add messages and replace none."""
    if folder.is_dir() and folder not in _catalogs:
        _catalogs.append(folder)
        forget()


def drop_catalogs() -> None:
    """Use the shared texts alone, until others are added again."""
    del _catalogs[1:]
    forget()


def forget() -> None:
    """Read all texts again when they are needed."""
    messages.cache_clear()
    help_texts.cache_clear()


def catalogs() -> tuple[Traversable, ...]:
    """Return the folders of all catalogs, the shared one first."""
    return tuple(_catalogs)


@cache
def messages(language: Language) -> Mapping[str, Message]:
    """Return all messages of a language by key; of two with the same key the first counts."""
    return ChainMap(*(messages_in(folder, language) for folder in _catalogs))


def messages_in(folder: Traversable, language: Language) -> dict[str, Message]:
    """Return the messages of one catalog by key; an error names the file."""
    found: dict[str, Message] = {}
    for file in _files_in(folder, language, ".json"):
        try:
            found |= json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
    return found


@cache
def help_texts(language: Language) -> Mapping[str, str]:
    """Return the help of all commands by dotted key, in English where there is no translation.

    They are not among the messages, so that only help waits until they are read.
    """
    languages = dict.fromkeys((language, SOURCE))
    return ChainMap(*(help_in(at, one) for one in languages for at in _catalogs))


def help_in(folder: Traversable, language: Language) -> dict[str, str]:
    """Return the help texts of one catalog, such as `board.show.about`."""
    file = folder / language / HELP
    return dict(_dotted(tomllib.loads(file.read_text(encoding="utf-8")))) if file.is_file() else {}


def _dotted(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a table and of those within it."""
    for name, value in table.items():
        if isinstance(value, str):
            yield path + name, value
        else:
            yield from _dotted(value, f"{path}{name}.")


def _files_in(folder: Traversable, language: Language, ending: str = "") -> Iterator[Traversable]:
    if (folder / language).is_dir():
        yield from (f for f in (folder / language).iterdir() if f.name.endswith(ending))


def has_page(folder: Traversable) -> bool:
    """Tell whether a catalog has a page of rules."""
    return (folder / SOURCE / PAGE).is_file()


def read_page(folder: Traversable, language: Language) -> str:
    """Return a catalog's page of rules as Markdown, in English where there is no translation."""
    page = folder / language / PAGE
    return (page if page.is_file() else folder / SOURCE / PAGE).read_text(encoding="utf-8")


def missing_texts(folder: Traversable, language: Language) -> list[str]:
    """Return the files of a catalog that a language lacks, its messages, and texts in TOML."""
    files = {file.name for file in _files_in(folder, SOURCE)}
    files -= {file.name for file in _files_in(folder, language)}
    keys = messages_in(folder, SOURCE).keys() - messages_in(folder, language).keys()
    tables = _keys_in_toml(folder, SOURCE) - _keys_in_toml(folder, language)
    return [*sorted(files), *sorted(keys), *sorted(tables)]


def _keys_in_toml(folder: Traversable, language: Language) -> set[str]:
    """Return the dotted keys of help, lessons and courses, such as `lessons: first.title`."""
    return {
        f"{file.name.removesuffix('.toml')}: {key}"
        for file in _files_in(folder, language, ".toml")
        for key, _ in _dotted(tomllib.loads(file.read_text(encoding="utf-8")))
    }
