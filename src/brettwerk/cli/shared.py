"""Parts of all commands: the language and error messages."""

import errno
import os
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from brettwerk.errors import BrettwerkError, translator_of
from brettwerk.i18n import LANGUAGES, SOURCE, Language, Translator, find_language

LANG = "--lang"
_chosen: ContextVar[Language | None] = ContextVar("language", default=None)


def localized(fault: BrettwerkError | OSError, language: Language) -> str:
    """Return the message of an error."""
    if isinstance(fault, BrettwerkError):
        return fault.localized(language)
    t = Translator(language)
    reasons = {errno.ENOENT: "missing", errno.EISDIR: "folder", errno.EACCES: "forbidden"}
    reason = reasons.get(fault.errno or 0)
    if not reason:
        file = fault.filename or t("cli-file-standard")
        return t("cli-file-fault", file=file, reason=fault.strerror or fault)
    if reason == "missing" and (folder := _missing_folder(str(fault.filename))):
        return t("cli-folder-missing", folder=folder, file=fault.filename)
    return t(f"cli-file-{reason}", file=fault.filename)


def _missing_folder(file: str) -> str:
    """Return the folder of a file if it is missing, too."""
    folder = Path(file).parent
    return "" if folder.is_dir() else str(folder)


# -- the language ---------------------------------------------------------------------------------
def language_of_environment() -> Language:
    """Return the language of the environment, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if text := os.environ.get(name):
            return find_language(text) or SOURCE
    return SOURCE


@cache
def typed_words(key: str) -> frozenset[str]:
    """Return the words that people may type for something, in any language."""
    return frozenset(word for one in LANGUAGES for word in Translator(one)(key).split())


def take_language(arguments: list[str]) -> list[str]:
    """Use the language of `--lang` from now on; return the other arguments."""
    _chosen.set(None)
    others, words = [], iter(arguments)
    for word in words:
        flag, sign, value = word.partition("=")
        if flag == LANG:
            _choose_language(value if sign else next(words, ""))
        else:
            others.append(word)
    return others


def _choose_language(text: str) -> None:
    _chosen.set(translator_of(text).language)


def translator() -> Translator:
    """Return the translator of the language that was chosen, or of that of the environment."""
    return Translator(_chosen.get() or language_of_environment())
