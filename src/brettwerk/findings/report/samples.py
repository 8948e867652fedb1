"""The sections of a report about samples of self-play games."""

from collections.abc import Iterator

from brettwerk.arena.game import PLY_BOUND
from brettwerk.core.registry import definition
from brettwerk.findings.facts import Estimate, GameFindings, GameSample
from brettwerk.findings.report.section import ReportSection, ReportTable, between, span
from brettwerk.i18n import Translator
from brettwerk.notation.charts import Bar, CurvePoint, bars, columns, curve

# The approximate numbers of columns drawn and rows listed.
_COLUMNS, _ROWS = 24, 20


def sections(facts: GameFindings, t: Translator) -> Iterator[ReportSection]:
    """Yield the sections of all samples, and that of the size of the game."""
    for sample in facts.samples:
        yield _about(facts.game, sample, t)
        yield advantage(facts.game, sample, t)
        yield _length(facts.game, sample, t)
        yield _choice(facts.game, sample, t)
        yield _ends(facts.game, sample, t)
    yield _size(facts, t)


def _about(game: str, sample: GameSample, t: Translator) -> ReportSection:
    how = sample.how
    plies = how.opening_plies
    opening = t("known-opening", count=plies) if plies else t("known-opening-none")
    played = t("known-played", count=sample.games, nodes=how.nodes, opening=opening)
    made = t("known-made", date=how.date, version=how.version, most=how.most_plies)
    title = t.name("known-plan", sample.name, game)
    about = t.of(game, f"known-plan-{sample.name}-about")
    sentences = (about, played, made, *capped(sample, t))
    return ReportSection(sample.name, title, sentences, depth=2, command=how.command)


def capped(sample: GameSample, t: Translator) -> tuple[str, ...]:
    """Say how many games were ended by the limit and not by the rules, if any were."""
    count = sample.ends.get(PLY_BOUND, 0)
    share = t.percent(count / sample.games)
    told = t(
        "known-capped", count=count, games=sample.games, share=share, most=sample.how.most_plies
    )
    return (told,) if count else ()


def advantage(game: str, sample: GameSample, t: Translator) -> ReportSection:
    """Return the section about the share of wins by seat."""
    seats = [t.seat(seat) for seat in definition(game).seats]
    even = 1 / len(seats)
    sentences = [
        t("known-advantage-first", seat=seats[0], **span(t, sample.scores[0])),
        _significance(sample.scores[0], even, t),
        *(
            t("known-advantage-other", seat=seats[at], **span(t, sample.scores[at]))
            for at in (() if definition(game).for_two else range(1, len(seats)))
        ),
        t("known-advantage-shared", shared=sample.shared, games=sample.games),
        *capped(sample, t),
    ]
    head = ["known-seat", "known-wins", "known-share", "known-between"]
    rows = [
        [
            seats[at],
            t.number(sample.wins[at]),
            t.percent(share.value),
            f"{t.percent(share.low)} – {t.percent(share.high)}",
        ]
        for at, share in enumerate(sample.scores)
    ]
    if sample.points:
        head.append("known-points")
        for row, points in zip(rows, sample.points, strict=True):
            row.append(t.number(points.value, 2))
    title = t("known-advantage")
    drawn = [
        Bar(seats[at], share.value, t.percent(share.value, 0), share.low, share.high, even)
        for at, share in enumerate(sample.scores)
    ]
    name = t("known-advantage-picture", plan=t.name("known-plan", sample.name, game))
    return ReportSection(
        f"{sample.name}-advantage",
        title,
        tuple(sentences),
        bars(drawn, 1, name),
        ReportTable(tuple(map(t, head)), tuple(map(tuple, rows))),
    )


def _significance(share: Estimate, even: float, t: Translator) -> str:
    which = "more" if share.low > even else "less" if share.high < even else "open"
    return t(f"known-advantage-{which}", even=t.percent(even))


def _length(game: str, sample: GameSample, t: Translator) -> ReportSection:
    lengths = sample.lengths
    sentence = t(
        "known-length-told",
        mean=t.number(lengths.mean.value, 1),
        between=between(t, lengths.mean),
        median=lengths.median,
        shortest=lengths.shortest,
        longest=lengths.longest,
    )
    counted = bin_counts(lengths.counts)
    name = t("known-length-picture", plan=t.name("known-plan", sample.name, game))
    rows = tuple((label, t.number(count)) for label, count in counted)
    return ReportSection(
        f"{sample.name}-length",
        t("known-length"),
        (sentence,),
        columns([(label.partition("–")[0], n) for label, n in counted], t("known-moves"), name),
        ReportTable((t("known-moves"), t("known-games")), rows),
    )


def bin_counts(counts: dict[int, int]) -> list[tuple[str, int]]:
    """Return the counts by number, in bins if there are many."""
    first, last = min(counts), max(counts)
    size = -(-(last - first + 1) // _COLUMNS)
    found = []
    for low in range(first - first % size, last + 1, size):
        count = sum(counts.get(number, 0) for number in range(low, low + size))
        found.append((str(low) if size == 1 else f"{low}–{low + size - 1}", count))
    return found


def _choice(game: str, sample: GameSample, t: Translator) -> ReportSection:
    sentence = t(
        "known-choice-told",
        mean=t.number(sample.branching.value, 1),
        between=between(t, sample.branching),
    )
    points = [CurvePoint(one.ply + 1, one.mean, one.lower, one.upper) for one in sample.by_ply]
    every = -(-len(points) // _ROWS)
    rows = tuple(
        (
            str(one.ply + 1),
            t.number(one.mean, 1),
            f"{one.lower} – {one.upper}",
            t.number(one.games),
        )
        for one in sample.by_ply[::every]
    )
    name = t("known-choice-picture", plan=t.name("known-plan", sample.name, game))
    head = ("known-move", "known-choices", "known-half", "known-games")
    return ReportSection(
        f"{sample.name}-choice",
        t("known-choice"),
        (sentence, t("known-choice-band")),
        curve(points, t("known-move"), name),
        ReportTable(tuple(map(t, head)), rows),
    )


def _ends(game: str, sample: GameSample, t: Translator) -> ReportSection:
    rows = tuple(
        (t.reason(game, code), t.number(count), t.percent(count / sample.games))
        for code, count in sample.ends.items()
    )
    head = ("known-end", "known-games", "known-part")
    return ReportSection(
        f"{sample.name}-ends",
        t("known-ends"),
        (),
        "",
        ReportTable(tuple(map(t, head)), rows),
        kind="open",
    )


def _size(facts: GameFindings, t: Translator) -> ReportSection:
    """Return the section about the number of move sequences and of games."""
    counts: list[int] = facts.exact["sequences"]
    about = [
        t("known-size-told", power=round(sample.magnitude.value)) for sample in facts.samples[:1]
    ]
    if complete := facts.exact.get("complete"):  # counted, so nothing has to be estimated
        numbers = t.join([t.number(count) for count in complete])
        about = [t.of(facts.game, "known-size-complete", counts=numbers)]
    rows = tuple((str(at), t.number(count)) for at, count in enumerate(counts, start=1))
    return ReportSection(
        "size",
        t("known-size"),
        (*about, t("known-size-sequences")),
        "",
        ReportTable((t("known-moves"), t("known-sequences")), rows),
        f"brettwerk perft {facts.game} {len(counts)}",
        depth=2,
    )
