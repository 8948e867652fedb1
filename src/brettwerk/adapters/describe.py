"""The page of an environment, with the same headings for every game."""

from __future__ import annotations

from inspect import getmodule
from typing import TYPE_CHECKING, Any

from brettwerk.adapters.encoding import encoding
from brettwerk.adapters.environment import Environment, defaults
from brettwerk.games.catalogue import face
from brettwerk.texts import sentences

if TYPE_CHECKING:
    from brettwerk.adapters.encoding.base import Encoding
    from brettwerk.adapters.statistics import Statistics

HEADINGS = ("Rules", "Options", "Actions", "Observation", "Returns", "Statistics", "Version")


def page(found: Statistics, name: str) -> str:
    """The page as Markdown."""
    known = encoding(name)
    env = Environment(name)
    parts = (
        known.about,
        _options(known),
        _actions(known),
        _observation(known),
        _returns(known, env),
        _statistics(found, env),
        f"`{known.name}_v{known.version}`. The numbers of actions and planes change only with it.",
    )
    sections = (f"## {head}\n\n{part}\n" for head, part in zip(HEADINGS, parts, strict=True))
    return f"# {sentences('en')[f'game-{known.name}']}\n\n" + "\n".join(sections)


def _options(known: Encoding) -> str:
    plain = {option.name: option.default for option in face(known.name).known}
    lines = ["| option | here, unless chosen otherwise | in the library |", "|---|---|---|"]
    for name, value in defaults(known.name).items():
        there = _shown(plain[name]) if name in plain else "(there is none)"
        lines.append(f"| `{name}` | {_shown(value)} | {there} |")
    return "\n".join(lines)


def _shown(value: Any) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)


def _actions(known: Encoding) -> str:
    module = getmodule(type(known))
    text = ((module and module.__doc__) or "").strip()
    first, _, rest = text.partition("\n\n")
    told = rest or first.partition(": ")[2].capitalize()
    return (
        f"{known.actions} actions, of which at most {known.most} are legal at a time. "
        f"{' '.join(told.split())}\n\n"
        f"{len(known.symmetries)} symmetries, the identity among them "
        f"(`encoding({known.name!r}).symmetries`)."
    )


def _observation(known: Encoding) -> str:
    rows, columns = known.shape
    told = (
        f"{len(known.planes)} planes of {rows} × {columns}, 32-bit floats from 0 to 1, seen by one "
        "player: that player is “own”, whichever colour it is. What is counted fills its plane."
    )
    lines = [
        told,
        "",
        "| plane | shows |",
        "|---:|---|",
        *(f"| {number} | {plane} |" for number, plane in enumerate(known.planes)),
    ]
    return "\n".join(lines)


def _returns(known: Encoding, env: Environment) -> str:
    told = "+1 for the winner and −1 for the other; 0 for a draw."
    if env.players == 3:
        told = (
            "+1 for a sole winner and −½ for the others, +½ for each of two winners and −1 for the "
            "third, 0 for a draw of all; if two draw after the third was eliminated, +½, +½ and −1."
        )
    cut = ""
    if env.limit:
        cut = (
            f" After {env.limit} plies (`ply_limit`) a game is cut short with 0 for all: truncated "
            "in Gymnasium's words, terminal in OpenSpiel's."
        )
    return f"{told} Nothing before the end.{cut} No game takes more than {env.longest} actions."


def _statistics(found: Statistics, env: Environment) -> str:
    shares = ", ".join(
        f"{seat} {share:.1%}" for seat, share in zip(env.games[0].seats, found.wins, strict=True)
    )
    return (
        f"{found.games:,} random games (`brettwerk environment {env.name}`):\n\n"
        "| | |\n|---|---|\n"
        f"| actions a game | {found.length:.1f} ({found.shortest} to {found.longest}) |\n"
        f"| legal actions a position | {found.branching:.1f} (at most {found.widest}) |\n"
        f"| won | {shares} |\n"
        f"| drawn | {found.drawn:.1%} |\n"
        f"| cut short | {found.cut:.1%} |"
    )
