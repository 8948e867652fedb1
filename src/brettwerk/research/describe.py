"""The page about an environment, with the same headings for every game."""

from brettwerk.core.registry import definition
from brettwerk.i18n import SOURCE, Translator
from brettwerk.research.encoding import encoding
from brettwerk.research.encoding.base import Encoding
from brettwerk.research.environment import Environment, defaults
from brettwerk.research.statistics import Statistics

HEADINGS = ("Rules", "Options", "Actions", "Observation", "Returns", "Statistics", "Version")


def page(found: Statistics, name: str) -> str:
    """Return the page as Markdown."""
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
    return f"# {Translator(SOURCE).title(known.name)}\n\n" + "\n".join(sections)


def _options(known: Encoding) -> str:
    plain = definition(known.name).defaults
    lines = ["| option | here, unless chosen otherwise | in the library |", "|---|---|---|"]
    for name, value in defaults(known.name).items():
        there = _code(plain[name]) if name in plain else "(there is none)"
        lines.append(f"| `{name}` | {_code(value)} | {there} |")
    return "\n".join(lines)


def _code(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)


def _actions(known: Encoding) -> str:
    first, _, rest = (known.kernels.__doc__ or "").strip().partition("\n\n")
    text = rest or first.partition(": ")[2].capitalize()
    return (
        f"{known.num_actions} actions, of which at most {known.max_legal} are legal at a time. "
        f"{' '.join(text.split())}\n\n"
        f"{len(known.symmetries)} symmetries, the identity among them "
        f"(`encoding({known.name!r}).symmetries`)."
    )


def _observation(known: Encoding) -> str:
    rows, columns = known.shape
    text = (
        f"{len(known.planes)} planes of {rows} × {columns}, 32-bit floats from 0 to 1, seen by one "
        "player: that player is “own”, whichever colour it is. What is counted fills its plane."
    )
    lines = [
        text,
        "",
        "| plane | shows |",
        "|---:|---|",
        *(f"| {number} | {plane} |" for number, plane in enumerate(known.planes)),
    ]
    return "\n".join(lines)


def _returns(known: Encoding, env: Environment) -> str:
    cut = ""
    if env.limit:
        cut = (
            f" After {env.limit} plies (`ply_limit`) a game is cut short with 0 for all: truncated "
            "in Gymnasium's words, terminal in OpenSpiel's."
        )
    bound = f"No game takes more than {env.max_actions} actions."
    return f"{known.returns} Nothing before the end.{cut} {bound}"


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
