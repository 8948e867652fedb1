"""Reading what people type: forgiving of case, spaces and the kind of dash, bounded in length."""

from __future__ import annotations

import unicodedata

LONGEST = 64
_SAME = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", ":": "x"})


def squeezed(text: str) -> str:
    """A move as typed, without spaces, in small letters, dashes and crosses made plain.

    What is longer than any move becomes nothing, which is no move either.
    """
    return "".join(text.translate(_SAME).split()).lower() if len(text) <= LONGEST else ""


def folded(name: str) -> str:
    """A name for looking up: `Das Bedrängnis` and `das-bedraengnis` become the same."""
    small = name[: LONGEST + 1].casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    if len(small) > LONGEST:
        return ""
    plain = unicodedata.normalize("NFKD", small.replace("ß", "ss"))
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
