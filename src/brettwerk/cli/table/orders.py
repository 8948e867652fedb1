"""What people at the table can say besides moves, in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.columns import Columns

from brettwerk.cli.moves import listed, with_target
from brettwerk.cli.output import path_of, write_picture
from brettwerk.cli.rules import print_page
from brettwerk.cli.table.asking import Left, agrees
from brettwerk.cli.table.keeping import keep, refuse_taken
from brettwerk.cli.table.players import RANDOM
from brettwerk.cli.table.telling import tell_legend
from brettwerk.errors import MatchError
from brettwerk.learn.rules import as_text
from brettwerk.match.terms import COMPUTERS_TIRE

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.cli.table.table import Table
    from brettwerk.cli.voice import Voice

MOST_LISTED = 300


@dataclass(frozen=True)
class Order:
    """An order: its words, and what it does; that returns whether there is something new to see.

    `words` begin with the English and the German one that help shows; `what` follows them there.
    Some make sense only `in_play`, not when a round is over.
    """

    words: tuple[str, ...]
    obey: Callable[[Table, str], bool]
    what: str = ""
    in_play: bool = False

    @property
    def key(self) -> str:
        """The key of its line of help."""
        return f"cli-help-{self.words[0]}"

    def shown(self, voice: Voice) -> str:
        """How help shows it."""
        word = self.words[voice.language == "de"]
        return f"{word} {self.what.replace('FILE', voice('cli-word-file'))}".strip()


def order_of(line: str) -> tuple[Order, str] | None:
    """The order that a line gives, and what follows its first word; None if it gives none."""
    first, _, rest = line.partition(" ")
    for order in ORDERS:
        if first.lower() in order.words:
            return order, rest.strip()
    return None


# -- looking --------------------------------------------------------------------------------------
def _help(table: Table, _rest: str) -> bool:
    voice, over = table.screen.voice, table.match.round_over
    table.screen.write(_how_to_go_on(table))
    tell_legend(table)
    orders = (order for order in ORDERS if not (over and order.in_play))
    table.screen.columns((order.shown(voice), voice(order.key)) for order in orders)
    return False


def _how_to_go_on(table: Table) -> str:
    voice, moves = table.screen.voice, table.position.moves
    if table.match.round_over:
        return voice("cli-help-game-over" if table.match.outcome else "cli-help-round-over")
    return voice("cli-help-move", example=moves[len(moves) // 2].text)


def _moves(table: Table, wish: str) -> bool:
    wish, position = wish.lower(), table.position
    found = listed(position, wish)
    if not found:
        table.screen.tell("cli-no-such-moves", wish=wish)
        return False
    some = found[:MOST_LISTED]
    shown = [f"{number:>3} {with_target(position, move, wish)}" for number, move in some]
    table.screen.console.print(Columns(shown, padding=(0, 2), column_first=True))
    if len(found) > MOST_LISTED:
        table.screen.tell("cli-moves-more", count=len(found) - MOST_LISTED)
    table.screen.tell("cli-moves-hint", style="dim")
    return False


def _board(_table: Table, _rest: str) -> bool:
    return True


def _flip(table: Table, _rest: str) -> bool:
    table.flipped = not table.flipped
    return True


def _rules(table: Table, _rest: str) -> bool:
    language = table.screen.voice.language
    print_page(table.screen.console, as_text(table.match.game.name, language), language)
    return False


def _position(table: Table, _rest: str) -> bool:
    table.screen.write(table.position.text, whole=True)
    return False


def _svg(table: Table, name: str) -> bool:
    if not name:
        table.screen.tell("cli-needs-file")
        return False
    refuse_taken(path_of(name))
    write_picture(table.position.scene, name, flipped=table.flipped)
    table.screen.tell("cli-written", file=name)
    return False


# -- changing the match ---------------------------------------------------------------------------
def _undo(table: Table, _rest: str) -> bool:
    """Back to the last turn of someone at the keyboard."""
    movers = [table.match.person_at(before.turn) for before in table.match.past]
    plies = next((at for at, who in enumerate(reversed(movers), 1) if table.is_human(who)), 0)
    if not plies:
        table.screen.tell("cli-nothing-to-undo")
        return False
    table.go_on(table.match.taken_back(plies, table.now()))
    table.screen.tell("cli-undone", count=plies)
    return True


def _draw(table: Table, _rest: str) -> bool:
    """Offer a draw to all others; the first who declines ends the offer."""
    match, person = table.match, table.match.to_move
    if person is None or table.offered == len(match.moves):
        raise MatchError("cli-draw-offered")
    table.offered = len(match.moves)
    offered = match.offer_draw(person, table.now())
    for other in match.still_in:
        if other != person:
            if not _accepts_draw(table, other):
                table.screen.tell("cli-draw-declined", who=table.who(other))
                return False
            offered = offered.accept(other, table.now())
    table.go_on(offered)
    return True


def _accepts_draw(table: Table, person: int) -> bool:
    """People are asked; who plays at random tosses a coin; computers play on for long."""
    if table.sitting.kinds[person] == RANDOM:
        return table.rng.random() < 0.5
    if not table.is_human(person):
        return len(table.match.moves) >= COMPUTERS_TIRE
    return agrees(table.screen, table.screen.voice("cli-draw-question", who=table.who(person)))


def _resign(table: Table, _rest: str) -> bool:
    person = table.match.to_move
    if person is None:
        return True
    resigned = table.match.resign(person, table.now())  # refused before anyone is asked
    if not agrees(table.screen, table.screen.voice("cli-resign-question")):
        return False
    table.go_on(resigned)
    return True


# -- keeping and leaving --------------------------------------------------------------------------
def _save(table: Table, name: str) -> bool:
    keep(table, path_of(name) if name else table.file)
    return False


def _quit(_table: Table, _rest: str) -> bool:
    raise Left


ORDERS = (
    Order(("help", "hilfe", "?", "h"), _help),
    Order(("moves", "züge", "zuege"), _moves, "[c3]", in_play=True),
    Order(("board", "brett", "redraw"), _board),
    Order(("flip", "drehen"), _flip),
    Order(("undo", "zurück", "zurueck", "back"), _undo, in_play=True),
    Order(("draw", "remis", "unentschieden"), _draw, in_play=True),
    Order(("resign", "aufgeben"), _resign, in_play=True),
    Order(("rules", "regeln"), _rules),
    Order(("save", "speichern", "sichern"), _save, "[FILE]"),
    Order(("svg", "bild", "picture"), _svg, "FILE"),
    Order(("position", "stellung"), _position),
    Order(("quit", "ende", "exit", "beenden", "q"), _quit),
)
