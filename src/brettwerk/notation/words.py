"""Reading what people type: forgiving of case, spaces and the kind of dash, bounded in length."""

from __future__ import annotations

import unicodedata

LONGEST = 64
_SAME = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", ":": "x"})


def squeezed(text: str) -> str:
    """A move as typed, without spaces, in small letters, dashes and crosses made plain."""
    return "".join(text[:LONGEST].translate(_SAME).split()).lower()


def folded(name: str) -> str:
    """A name for looking up: `Das Bedrängnis` and `das-bedraengnis` become the same."""
    small = name[:LONGEST].casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    plain = unicodedata.normalize("NFKD", small.replace("ß", "ss"))
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())


def shown(value: object, longest: int = 40) -> str:
    """Something that came from outside, safe and short enough to repeat in a message."""
    text = "".join(c if c.isprintable() else "�" for c in str(value)[: longest + 1])
    return text if len(text) <= longest else text[:longest] + "…"
