"""Normalising what people type: case, spaces and kinds of dashes do not matter."""

import unicodedata

MAX_LENGTH = 64
_SAME = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "×": "x", ":": "x"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def normalize_move(text: str) -> str:
    """Return the text of a move without spaces, in lower case, with plain dashes and crosses.

    Text that is too long for a move becomes empty.
    """
    return "".join(text.translate(_SAME).split()).lower() if len(text) <= MAX_LENGTH else ""


def normalize_name(name: str) -> str:
    """Return a name for lookup: `Das Bedrängnis` and `das-bedraengnis` become the same."""
    small = name[: MAX_LENGTH + 1].casefold().translate(_UMLAUTS)
    if len(small) > MAX_LENGTH:
        return ""
    plain = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
