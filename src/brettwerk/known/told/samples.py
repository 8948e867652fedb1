"""What games of the engine against itself show, told for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.catalogue import face
from brettwerk.known.told.section import Section, Table, Teller
from brettwerk.notation.charts import Bar, Point, bars, columns, curve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.known.facts import Estimate, Facts, Sample

# About so many columns and rows are drawn and listed, however long games are.
_COLUMNS, _ROWS = 24, 20


def told(facts: Facts, teller: Teller) -> Iterator[Section]:
    """The facts of all samples, and how large the game is."""
    for sample in facts.samples:
        yield _about(facts.game, sample, teller)
        yield advantage(facts.game, sample, teller)
        yield _length(facts.game, sample, teller)
        yield _choice(facts.game, sample, teller)
        yield _ends(facts.game, sample, teller)
    yield _size(facts, teller)


def _about(game: str, sample: Sample, teller: Teller) -> Section:
    how = sample.how
    key = how.opening_plies if how.opening_plies < 2 else "more"
    opening = teller(f"known-opening-{key}", plies=how.opening_plies)
    played = teller(
        "known-played",
        games=teller.whole(sample.games),
        nodes=teller.whole(how.nodes),
        opening=opening,
    )
    made = teller("known-made", date=how.date, version=how.version, most=how.most_plies)
    title = teller(f"known-plan-{game}-{sample.name}")
    about = teller(f"known-plan-{game}-{sample.name}-about")
    return Section(sample.name, title, (about, played, made), depth=2, command=how.command)


def advantage(game: str, sample: Sample, teller: Teller) -> Section:
    """Who gets how much of the wins."""
    seats = [teller.seat(seat) for seat in face(game).seats]
    even = 1 / len(seats)
    sentences = [
        teller("known-advantage-first", seat=seats[0], **teller.span(sample.scores[0])),
        _verdict(sample.scores[0], even, teller),
        *(
            teller("known-advantage-other", seat=seats[at], **teller.span(sample.scores[at]))
            for at in (range(1, len(seats)) if len(seats) > 2 else ())
        ),
        teller(
            "known-advantage-shared",
            shared=teller.whole(sample.shared),
            games=teller.whole(sample.games),
        ),
    ]
    head = ["known-seat", "known-wins", "known-share", "known-between"]
    rows = [
        [
            seats[at],
            teller.whole(sample.wins[at]),
            teller.percent(share.value),
            f"{teller.percent(share.low)} – {teller.percent(share.high)}",
        ]
        for at, share in enumerate(sample.scores)
    ]
    if sample.points:
        head.append("known-points")
        for row, points in zip(rows, sample.points, strict=True):
            row.append(teller.decimal(points.value, 2))
    title = teller("known-advantage")
    drawn = [
        Bar(seats[at], share.value, teller.percent(share.value, 0), share.low, share.high, even)
        for at, share in enumerate(sample.scores)
    ]
    name = teller("known-advantage-picture", plan=teller(f"known-plan-{game}-{sample.name}"))
    return Section(
        f"{sample.name}-advantage",
        title,
        tuple(sentences),
        bars(drawn, 1, name),
        Table(tuple(map(teller, head)), tuple(map(tuple, rows))),
    )


def _verdict(share: Estimate, even: float, teller: Teller) -> str:
    which = "more" if share.low > even else "less" if share.high < even else "open"
    return teller(f"known-advantage-{which}", even=teller.percent(even))


def _length(game: str, sample: Sample, teller: Teller) -> Section:
    lengths = sample.lengths
    sentence = teller(
        "known-length-told",
        mean=teller.decimal(lengths.mean.value),
        between=teller.between(lengths.mean),
        median=lengths.median,
        shortest=lengths.shortest,
        longest=lengths.longest,
    )
    counted = binned(lengths.counts)
    name = teller("known-length-picture", plan=teller(f"known-plan-{game}-{sample.name}"))
    rows = tuple((label, teller.whole(count)) for label, count in counted)
    return Section(
        f"{sample.name}-length",
        teller("known-length"),
        (sentence,),
        columns(
            [(label.partition("–")[0], n) for label, n in counted], teller("known-moves"), name
        ),
        Table((teller("known-moves"), teller("known-games")), rows),
    )


def binned(counts: dict[int, int]) -> list[tuple[str, int]]:
    """How often each number occurred; several together where there are very many."""
    first, last = min(counts), max(counts)
    wide = -(-(last - first + 1) // _COLUMNS)
    found = []
    for low in range(first - first % wide, last + 1, wide):
        count = sum(counts.get(number, 0) for number in range(low, low + wide))
        found.append((str(low) if wide == 1 else f"{low}–{low + wide - 1}", count))
    return found


def _choice(game: str, sample: Sample, teller: Teller) -> Section:
    sentence = teller(
        "known-choice-told",
        mean=teller.decimal(sample.branching.value),
        between=teller.between(sample.branching),
    )
    points = [Point(one.ply + 1, one.mean, one.lower, one.upper) for one in sample.by_ply]
    every = -(-len(points) // _ROWS)
    rows = tuple(
        (
            str(one.ply + 1),
            teller.decimal(one.mean),
            f"{one.lower} – {one.upper}",
            teller.whole(one.games),
        )
        for one in sample.by_ply[::every]
    )
    name = teller("known-choice-picture", plan=teller(f"known-plan-{game}-{sample.name}"))
    head = ("known-move", "known-choices", "known-half", "known-games")
    return Section(
        f"{sample.name}-choice",
        teller("known-choice"),
        (sentence, teller("known-choice-band")),
        curve(points, teller("known-move"), name),
        Table(tuple(map(teller, head)), rows),
    )


def _ends(game: str, sample: Sample, teller: Teller) -> Section:
    rows = tuple(
        (teller.reason(game, code), teller.whole(count), teller.percent(count / sample.games))
        for code, count in sample.ends.items()
    )
    head = ("known-end", "known-games", "known-part")
    return Section(
        f"{sample.name}-ends",
        teller("known-ends"),
        (),
        "",
        Table(tuple(map(teller, head)), rows),
        kind="open",
    )


def _size(facts: Facts, teller: Teller) -> Section:
    """How many ways there are to begin, and about how many games."""
    counts: list[int] = facts.exact["sequences"]
    about = [
        teller("known-size-told", power=round(sample.magnitude.value))
        for sample in facts.samples[:1]
    ]
    rows = tuple((str(at), teller.whole(count)) for at, count in enumerate(counts, start=1))
    return Section(
        "size",
        teller("known-size"),
        (*about, teller("known-size-sequences")),
        "",
        Table((teller("known-moves"), teller("known-sequences")), rows),
        f"brettwerk perft {facts.game} {len(counts)}",
        depth=2,
    )
