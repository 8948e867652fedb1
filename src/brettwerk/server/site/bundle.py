"""All pages, drawings and data of one language in one file, as a device keeps them.

Pages have most of their lines and drawings in common, and gzip looks back only 32 kB. So the file
has every passage once, and for each address the numbers of its passages.
"""

import re
from collections.abc import Iterable

from msgspec import Struct, json
from starlette.applications import Starlette

from brettwerk.i18n import Language
from brettwerk.server.site.contents import data_addresses, drawing_addresses, page_addresses
from brettwerk.server.site.render import render

_SEAMS = re.compile(r"(?=<g data-cell|<defs|<use|<script|<figure|<figcaption)|(?<=</defs>)|(?<=\n)")


class Bundle(Struct, frozen=True):
    """Texts by their addresses, each as the numbers of its passages."""

    passages: list[str]
    files: dict[str, list[int]]


def bundle(files: Iterable[tuple[str, str]]) -> bytes:
    """Return texts by their addresses as one file."""
    numbers = dict[str, int]()
    found = {
        address: [numbers.setdefault(part, len(numbers)) for part in _SEAMS.split(text)]
        for address, text in files
    }
    return json.encode(Bundle(list(numbers), found))


def bundled_addresses(language: Language) -> list[str]:
    """Return the addresses of everything in the bundle of a language."""
    return [*page_addresses(), *drawing_addresses(), *data_addresses(language)]


async def server_bundle(app: Starlette, language: Language) -> bytes:
    """Return the bundle of a server: a page's address has the language in its query."""
    found = list[tuple[str, str]]()
    for address in bundled_addresses(language):
        text = (await render(app, address, language)).body.decode()
        path = address.removeprefix("/")
        found.append((path if "." in path else f"{path}?lang={language}", text))
    return bundle(found)
