"""Addresses of the static site: pages in a folder for each language, files without a query."""

import re
from html import escape
from posixpath import relpath
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from brettwerk.i18n import Language, find_language

_LINK = re.compile(r'(\s(?:href|src|action)=")(/[^"]*)(?=")')
# As in `places.js`.
_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")


def place_of(address: str, language: Language) -> str:
    """Return where an address of the server lies in the site, without a slash before it.

    >>> place_of("/learn/drei", "de"), place_of("/", "en"), place_of("/learn?lang=en", "de")
    ('de/learn/drei/', 'en/', 'en/learn/')
    >>> place_of("/board/drei.svg?flipped=1", "de"), place_of("/puzzles/drei?p=1#more", "de")
    ('board/drei_flipped_1.svg', 'de/puzzles/drei/?p=1#more')
    """
    address, hash_sign, fragment = address.partition("#")
    path, _, query = address.partition("?")
    folder, _, name = path.removeprefix("/").rpartition("/")
    if "." in name:
        stem, _, ending = name.rpartition(".")
        asked = "".join(f"_{part}" for part in _UNSAFE.split(_plain(query)) if part)
        return f"{folder}/{stem}{asked}.{ending}".removeprefix("/")
    wishes = dict(parse_qsl(query.replace("&amp;", "&")))
    language = find_language(wishes.pop("lang", None)) or language
    more = f"?{urlencode(wishes)}" if wishes else ""
    page = f"{path.strip('/')}/" if path != "/" else ""
    return f"{language}/{page}{more}{hash_sign}{fragment}"


def _plain(query: str) -> str:
    """Return the names and values of a query in turn."""
    return " ".join(f"{name} {value}" for name, value in parse_qsl(query))


class Links(NamedTuple):
    """The links of a page that lies at `place` in the site; with a `prefix` they begin with that.

    What is not among the `pages` of the site leads to `elsewhere`, a server or a page of the site;
    but what lies below one of the `books` is shown by that page: `book/7` is `book#7`.
    """

    place: str
    language: Language
    pages: frozenset[str]
    elsewhere: str
    prefix: str = ""
    books: frozenset[str] = frozenset()

    def relative(self, html: str) -> str:
        """Return a page with links that hold wherever the site lies."""
        return _LINK.sub(lambda match: match[1] + self._target(match[2]), html)

    def _target(self, address: str) -> str:
        path = re.split(r"[?#]", address)[0]
        book, _, leaf = path.rpartition("/")
        if book in self.books:
            path, address = book, f"{book}#{leaf}"
        if "." not in path and path not in self.pages:
            if not self.elsewhere.startswith("/"):
                return escape(self.elsewhere) + address.removeprefix("/")
            address = self.elsewhere
        target = place_of(address, self.language).replace("&", "&amp;")
        return self.prefix + target if self.prefix else relative_to(self.place, target)


def relative_to(place: str, target: str) -> str:
    """Return the way from a page to another place in the site.

    >>> relative_to("de/learn/", "de/learn/drei/"), relative_to("de/", "static/x.js")
    ('drei/', '../static/x.js')
    """
    path = re.split(r"[?#]", target)[0]
    way = relpath("/" + path, "/" + place.rpartition("/")[0])
    return (f"{way}/" if path.endswith("/") else way) + target[len(path) :]
