"""The page about an environment, with the same headings for every game."""

from brettwerk.core.registry import definition
from brettwerk.i18n import SOURCE, Translator
from brettwerk.research.encoding import encoding
from brettwerk.research.encoding.base import Encoding
from brettwerk.research.environment import Environment, defaults
from brettwerk.research.statistics import Statistics

ENGLISH = Translator(SOURCE)
HEADINGS = ("rules", "options", "actions", "observation", "returns", "statistics", "version")


def page(found: Statistics, name: str, t: Translator = ENGLISH) -> str:
    """Return the page as Markdown."""
    known = encoding(name)
    env = Environment(name)
    parts = (
        t.of(known.name, "research-about", players=env.players),
        _options(t, known),
        _actions(t, known),
        _observation(t, known),
        _returns(t, env),
        _statistics(t, found, env),
        t("research-version", name=known.name, version=known.version),
    )
    heads = (t(f"research-heading-{heading}") for heading in HEADINGS)
    sections = (f"## {head}\n\n{part}\n" for head, part in zip(heads, parts, strict=True))
    return f"# {t.title(known.name)}\n\n" + "\n".join(sections)


def _options(t: Translator, known: Encoding) -> str:
    plain = definition(known.name).defaults
    lines = [t("research-options"), "|---|---|---|"]
    for name, value in defaults(known.name).items():
        there = _code(plain[name]) if name in plain else t("research-option-none")
        lines.append(f"| `{name}` | {_code(value)} | {there} |")
    return "\n".join(lines)


def _code(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)


def _actions(t: Translator, known: Encoding) -> str:
    own = definition(known.name).encoding
    key = f"{known.name}-research-actions" if own else "research-actions-listed"
    return t(
        "research-action-count",
        actions=str(known.num_actions),
        legal=str(known.max_legal),
        text=t(key) if t.has(key) else "",
        symmetries=len(known.symmetries),
        code=f"`encoding({known.name!r}).symmetries`",
    )


def _observation(t: Translator, known: Encoding) -> str:
    rows, columns = known.shape
    lines = [
        t("research-observation", planes=len(known.planes), rows=rows, columns=columns),
        "",
        t("research-planes"),
        "|---:|---|",
        *(f"| {at} | {known.plane_text(name, t)} |" for at, name in enumerate(known.planes)),
    ]
    return "\n".join(lines)


def _returns(t: Translator, env: Environment) -> str:
    two = definition(env.name).for_two
    parts = [
        t.of(env.name, "research-returns-two" if two else "research-returns"),
        t("research-returns-end"),
        t("research-cut", limit=str(env.limit)) if env.limit else "",
        t("research-bound", actions=str(env.max_actions)),
    ]
    return " ".join(filter(None, parts))


def _statistics(t: Translator, found: Statistics, env: Environment) -> str:
    def percent(share: float) -> str:
        return t.percent(round(100 * share, 1) / 100)  # where halves are not rounded to even

    both = zip(env.games[0].seats, map(percent, found.wins), strict=True)
    return t(
        "research-statistics",
        name=env.name,
        games=found.games,
        length=t.number(found.length, 1),
        shortest=str(found.shortest),
        longest=str(found.longest),
        branching=t.number(found.branching, 1),
        widest=str(found.widest),
        won=", ".join(f"{seat} {share}" for seat, share in both),
        drawn=percent(found.drawn),
        cut=percent(found.cut),
    )
