"""The commands of a session, in both languages."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.columns import Columns

from brettwerk.cli.moves import list_moves, move_label
from brettwerk.cli.output import expand_path
from brettwerk.cli.pictures import write_picture
from brettwerk.cli.rules import print_page
from brettwerk.cli.shared import typed_words
from brettwerk.cli.terminal.narration import print_legend
from brettwerk.cli.terminal.players import RANDOM
from brettwerk.cli.terminal.prompt import SessionLeft, confirm
from brettwerk.cli.terminal.saving import check_not_taken, save_session
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.core.game import Position
from brettwerk.errors import IllegalMove, InvalidMove, MatchError
from brettwerk.i18n import Language, Translator
from brettwerk.learn.rules import rules_text
from brettwerk.match import Match
from brettwerk.match.validation import COMPUTER_DRAW_PLY

MAX_LISTED = 300
HINT_NODES = 50_000
CERTAIN_SECONDS = 2


@dataclass(frozen=True)
class SessionCommand:
    """A command: its name, and a function that returns whether to show the board again.

    Help shows the first of its words in the language of the session, followed by `what`. Some
    commands are available only `in_play`, not when a round is over.
    """

    name: str
    run: Callable[[TerminalSession, str], bool]
    what: str = ""
    in_play: bool = False

    @property
    def words(self) -> frozenset[str]:
        """Return the words that people may type."""
        return typed_words(f"cli-order-{self.name}")

    @property
    def key(self) -> str:
        """Return the key of the line of help."""
        return f"cli-help-{self.name}"

    def usage(self, t: Translator) -> str:
        """Return the usage line for help."""
        word = t(f"cli-order-{self.name}").split()[0]
        return f"{word} {self.what.replace('FILE', t('cli-word-file'))}".strip()


def parse_command(line: str) -> tuple[SessionCommand, str] | None:
    """Parse a line into a command and its argument; None if it is not a command."""
    first, _, rest = line.partition(" ")
    for command in COMMANDS:
        if first.lower() in command.words:
            return command, rest.strip()
    return None


# -- information ----------------------------------------------------------------------------------
def _help(session: TerminalSession, _rest: str) -> bool:
    t, over = session.screen.t, session.match.round_over
    session.screen.write(_next_step_text(session))
    print_legend(session)
    commands = (command for command in COMMANDS if not (over and command.in_play))
    session.screen.columns((command.usage(t), t(command.key)) for command in commands)
    return False


def _next_step_text(session: TerminalSession) -> str:
    t, moves = session.screen.t, session.position.moves
    if session.match.round_over:
        return t("cli-help-game-over" if session.match.outcome else "cli-help-round-over")
    return t("cli-help-move", example=moves[len(moves) // 2].text)


def _moves(session: TerminalSession, filter_text: str) -> bool:
    filter_text, position = filter_text.lower(), session.position
    found = list_moves(position, filter_text)
    if not found:
        session.screen.print_message("cli-no-such-moves", wish=filter_text)
        return False
    some = found[:MAX_LISTED]
    shown = [f"{number:>3} {move_label(position, move, filter_text)}" for number, move in some]
    session.screen.console.print(Columns(shown, padding=(0, 2), column_first=True))
    if len(found) > MAX_LISTED:
        session.screen.print_message("cli-moves-more", count=len(found) - MAX_LISTED)
    session.screen.print_message("cli-moves-hint", style="dim")
    return False


def _hint(session: TerminalSession, _rest: str) -> bool:
    """Say which move the engine would play, and what it comes to."""
    from brettwerk.search import analyse
    from brettwerk.search.explain import line_words

    position, t = session.position, session.screen.t
    line = analyse(position, nodes=HINT_NODES).lines[0]
    words = line_words(position, line, t.language)
    session.screen.print_message("cli-hint", move=line.move.text, words=words)
    return False


def _certain(session: TerminalSession, _rest: str) -> bool:
    """Say who wins with best play and how soon, if that is certain."""
    from brettwerk.search import analyse
    from brettwerk.search.explain import exact_words

    position, t = session.position, session.screen.t
    found = analyse(position, seconds=CERTAIN_SECONDS)
    if found.exact:
        words = exact_words(position, found.exact, t.language, found.lines[0].moves)
        session.screen.print_message("words-certain-is", words=words)
    else:
        session.screen.print_message("words-certain-not")
    return False


def _why(session: TerminalSession, text: str) -> bool:
    """Say why a move is not allowed, or what it comes to."""
    t, position = session.screen.t, session.position
    if not text:
        session.screen.print_message("cli-why-what")
        return False
    try:
        move = position.move(text)
    except (IllegalMove, InvalidMove) as reason:
        session.screen.write(reason.localized(t.language))
        return False
    words, line = _prospect(position.play(move), t.language)
    session.screen.print_message("cli-why-legal", move=move.text, words=words)
    if line:
        session.screen.print_message("cli-why-line", moves=line)
    return False


def _prospect(after: Position, language: Language) -> tuple[str, str]:
    """Return what a position comes to, in words, and how the game may go on."""
    from brettwerk.search import analyse
    from brettwerk.search.explain import line_words

    if after.outcome:
        return after.sentence(language).rstrip("."), ""
    line = analyse(after, nodes=HINT_NODES).lines[0]
    words = line_words(after, line, language)
    return words, " ".join(move.text for move in line.moves[:6])


def _board(_session: TerminalSession, _rest: str) -> bool:
    return True


def _flip(session: TerminalSession, _rest: str) -> bool:
    session.flipped = not session.flipped
    return True


def _rules(session: TerminalSession, _rest: str) -> bool:
    language = session.screen.t.language
    print_page(session.screen.console, rules_text(session.match.game.name, language), language)
    return False


def _position(session: TerminalSession, _rest: str) -> bool:
    session.screen.write(session.position.text, whole=True)
    return False


def _svg(session: TerminalSession, name: str) -> bool:
    if not name:
        session.screen.print_message("cli-needs-file")
        return False
    check_not_taken(expand_path(name))
    write_picture(session.position.board_view, name, flipped=session.flipped)
    session.screen.print_message("cli-written", file=name)
    return False


# -- changing the match ---------------------------------------------------------------------------
def _undo(session: TerminalSession, _rest: str) -> bool:
    """Take back moves to the last human turn."""
    movers = [session.match.person_at(before.turn) for before in session.match.previous]
    plies = next((at for at, who in enumerate(reversed(movers), 1) if session.is_human(who)), 0)
    if not plies:
        session.screen.print_message("page-nothing-to-take-back")
        return False
    session.update_match(session.match.take_back(plies, session.now()))
    session.screen.print_message("cli-undone", count=plies)
    return True


def _draw(session: TerminalSession, _rest: str) -> bool:
    """Offer a draw to all others; one who declines ends the offer."""
    match, person = session.match, session.match.to_move
    if person is None or session.offered == len(match.moves):
        raise MatchError("cli-draw-offered")
    session.offered = len(match.moves)
    offered = match.offer_draw(person, session.now())
    for other in match.still_in:
        if other != person:
            if not _accepts_draw(session, other):
                session.screen.print_message("cli-draw-declined", who=session.label(other))
                return False
            offered = offered.accept(other, session.now())
    session.update_match(offered)
    return True


def _accepts_draw(session: TerminalSession, person: int) -> bool:
    """Ask a person; the random player tosses a coin; computers accept only late."""
    if session.saved_match.kinds[person] == RANDOM:
        return session.rng.random() < 0.5
    if not session.is_human(person):
        return len(session.match.moves) >= COMPUTER_DRAW_PLY
    return confirm(session.screen, session.screen.t("cli-draw-question", who=session.label(person)))


def _resign(session: TerminalSession, _rest: str) -> bool:
    person = session.match.to_move
    if person is None:
        return True
    resigned = session.match.resign(person, session.now())  # raises before asking
    costs = _resignation_costs(session, person, resigned)
    if not confirm(session.screen, f"{costs}{session.screen.t('cli-resign-question')}"):
        return False
    session.update_match(resigned)
    return True


def _resignation_costs(session: TerminalSession, person: int, resigned: Match) -> str:
    """Return what resigning the round costs now, and whether it loses the match."""
    points = session.match.resignation_points
    if points is None:
        return ""
    key = "match-resign-loses" if resigned.outcome else "match-resign-costs"
    return session.screen.t(key, who=session.label(1 - person), count=points[person]) + " "


# -- saving and leaving ---------------------------------------------------------------------------
def _save(session: TerminalSession, name: str) -> bool:
    save_session(session, expand_path(name) if name else session.file)
    return False


def _quit(_session: TerminalSession, _rest: str) -> bool:
    raise SessionLeft


COMMANDS = (
    SessionCommand("help", _help),
    SessionCommand("moves", _moves, "[c3]", in_play=True),
    SessionCommand("tip", _hint, in_play=True),
    SessionCommand("certain", _certain, in_play=True),
    SessionCommand("why", _why, "c3", in_play=True),
    SessionCommand("board", _board),
    SessionCommand("flip", _flip),
    SessionCommand("undo", _undo, in_play=True),
    SessionCommand("draw", _draw, in_play=True),
    SessionCommand("resign", _resign, in_play=True),
    SessionCommand("rules", _rules),
    SessionCommand("save", _save, "[FILE]"),
    SessionCommand("svg", _svg, "FILE"),
    SessionCommand("position", _position),
    SessionCommand("quit", _quit),
)
