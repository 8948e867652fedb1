"""`brettwerk texts`: what is not translated yet."""

from collections.abc import Iterator
from typing import Annotated

from typer import Argument

from brettwerk.cli.shared import translator
from brettwerk.core.registry import definition, names
from brettwerk.i18n import LANGUAGES, SOURCE, Language, Translator
from brettwerk.i18n.catalog import catalogs, missing_texts


def texts(languages: Annotated[list[str] | None, Argument(metavar="LANGUAGE")] = None) -> None:
    """List the texts that languages lack, of all games and of what they share."""
    t = translator()
    for language in languages or LANGUAGES:
        found = [*_untranslated(language), *(_unwritten() if language == SOURCE else ())]
        print(t("cli-texts", language=language, count=len(found)))
        for text in found:
            print(f"  {text}")


def _untranslated(language: Language) -> Iterator[str]:
    """Return the texts that exist in English only."""
    names()  # which brings the catalogs of all games
    for folder in catalogs():
        yield from (f"{folder}/{language}: {text}" for text in missing_texts(folder, language))


def _unwritten() -> Iterator[str]:
    """Return the messages that games lack altogether."""
    t = Translator(SOURCE)
    for name in names():
        game = definition(name)
        reasons = (f"reason-{code}" for code in game.rules.REASONS)
        wheres = ("page-option", "cli-option")
        options = (f"{where}-{option.name}" for where in wheres for option in game.option_specs)
        for key in ("title", "about", *reasons, *options):
            if not t.has(f"{name}-{key}") and not t.has(key):
                yield f"{game.folder}/text/{SOURCE}: {name}-{key}"
