"""Triapon, slowly: three players close triads of three kinds and take each other's balls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from .common import Options, Outcome, SlowGame, a_bool, a_choice, returns_of, with_one

if TYPE_CHECKING:
    from collections.abc import Iterator

Hole = tuple[int, int]  # row and place, both from 0
Balls = tuple[frozenset[Hole], ...]

LETTERS = "abcdefghi"
HOLES: frozenset[Hole] = frozenset((row, place) for row in range(9) for place in range(row + 1))
PLAYERS = (0, 1, 2)
EACH = 9  # balls of a player
QUIET_ROUNDS = 15
KINDS = {"K": 1, "M": 3, "L": 7}  # squares of the distance between consecutive holes
LONGER = {"K": "ML", "M": "L", "L": ""}


def square_distance(first: Hole, second: Hole) -> int:
    """(x'-x)² + (y'-y)² for x = c - r/2, y = -r·√3/2; always a whole number."""
    rows, places = second[0] - first[0], second[1] - first[1]
    x, y_over_root_3 = places - Fraction(rows, 2), Fraction(rows, 2)
    return int(x * x + 3 * y_over_root_3 * y_over_root_3)


DIRECTIONS: dict[str, list[Hole]] = {
    kind: [
        (rows, places)
        for rows in range(4)
        for places in range(-3, 4)
        if (rows, places) > (0, 0) and square_distance((0, 0), (rows, places)) == square
    ]
    for kind, square in KINDS.items()
}


class Row(NamedTuple):
    """A longest unbroken chain of one player's balls."""

    owner: int
    kind: str
    holes: tuple[Hole, ...]


class State(NamedTuple):
    """All there is to know between two turns."""

    balls: Balls
    hand: tuple[int, ...]  # balls still to be placed
    taken: tuple[tuple[int, ...], ...]  # taken[p][q]: how many p took from q
    put_back: tuple[int, ...]  # barricades each player has put
    barricades: frozenset[Hole]
    out: frozenset[int]  # eliminated players
    moving: bool  # the moving phase has begun
    quiet: int  # turns of the moving phase since it began or since the last capture
    turn: int


class Triapon(SlowGame[State]):
    """The game with its options `barricades` and `crossing`."""

    name = "triapon"
    players = 3
    option_names = frozenset({"barricades", "crossing"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.barricades = a_bool(self.options, "barricades")
        self.crossing = a_choice(self.options, "crossing", ("any", "others"))

    def start(self) -> State:
        nothing: Balls = (frozenset(), frozenset(), frozenset())
        none = (0, 0, 0)
        return State(
            balls=nothing,
            hand=(EACH, EACH, EACH),
            taken=(none, none, none),
            put_back=none,
            barricades=frozenset(),
            out=frozenset(),
            moving=False,
            quiet=0,
            turn=0,
        )

    def turn(self, state: State) -> int:
        return state.turn

    # --- a turn: put a ball, take one, put a barricade

    def replies(self, state: State) -> dict[str, State]:
        found = {}
        for text, landed, after in first_parts(state):
            for text_taken, after_taken, has_taken in self.second_parts(text, landed, after):
                for text_all, after_all in self.third_parts(text_taken, after_taken):
                    found[text_all] = finished(after_all, has_taken)
        return found

    def second_parts(
        self, text: str, landed: Hole, state: State
    ) -> Iterator[tuple[str, State, bool]]:
        """The captures, one of which is due if the ball that landed closed a triad."""
        choice = self.takeable(state) if closes(state.balls[state.turn], landed) else []
        for ball in choice:
            yield f"{text}x{hole_name(ball)}", take(state, ball), True
        if not choice:
            yield text, state, False

    def third_parts(self, text: str, state: State) -> Iterator[tuple[str, State]]:
        """The barricades, and doing without one."""
        yield text, state
        # If the capture has left one player only, the game has ended there: no barricade.
        if not (self.barricades and state.moving and len(state.out) == 1):
            return
        (eliminated,) = state.out
        if state.taken[state.turn][eliminated] > state.put_back[state.turn]:
            for hole in free_holes(state):
                yield f"{text}+{hole_name(hole)}", barricaded(state, hole)

    # --- which balls can be taken

    def takeable(self, state: State) -> list[Hole]:
        """The balls of which one must be taken."""
        choice = {
            opponent: self.capturable(state, opponent)
            for opponent in still_in(state)
            if opponent != state.turn
        }
        with_any = [opponent for opponent in choice if choice[opponent]]
        most = max((balls_in_game(state, opponent) for opponent in with_any), default=0)
        return [
            ball
            for opponent in with_any
            if balls_in_game(state, opponent) == most
            for ball in choice[opponent]
        ]

    def capturable(self, state: State, owner: int) -> list[Hole]:
        """The capturable balls of a player."""
        # The balls of eliminated players still form rows, so these can cross ("any player").
        rows = all_rows(state.balls)
        return [
            ball
            for ball in state.balls[owner]
            if all(
                self.lets_go(row, ball, rows)
                for row in rows
                if row.owner == owner and ball in row.holes
            )
        ]

    def lets_go(self, row: Row, ball: Hole, rows: list[Row]) -> bool:
        """Whether a row lets a ball of it go."""
        before = row.holes.index(ball)
        after = len(row.holes) - 1 - before
        return max(before, after) >= 3 or any(self.frees(row, other) for other in rows)

    def frees(self, row: Row, other: Row) -> bool:
        """Whether another row is of a longer kind and crosses this one."""
        if self.crossing == "others" and other.owner == row.owner:
            return False
        return other.kind in LONGER[row.kind] and cross(row, other)

    # --- the end

    def outcome(self, state: State) -> Outcome | None:
        players = still_in(state)
        if len(players) == 1:
            return self.ended(state, players, "last-left")
        if not players:
            # All out at once when the moving phase begins: the rules are silent, nobody wins.
            return self.ended(state, [], "nobody-left")
        if state.moving and state.quiet >= QUIET_ROUNDS * len(players):
            return self.most_taken(state, "no-capture")
        if not self.moves(state):
            return self.ended(state, [], "no-move")
        return None

    def agree(self, state: State) -> Outcome:
        self.must_go_on(state)
        return self.most_taken(state, "agreement")

    def most_taken(self, state: State, reason: str) -> Outcome:
        """The outcome by balls taken, among those still in."""
        players = still_in(state)
        lead = max(sum(state.taken[player]) for player in players)
        leaders = [player for player in players if sum(state.taken[player]) == lead]
        if len(players) == 2 and len(leaders) == 2:
            leaders = more_from_the_eliminated(state, players)
        if len(leaders) == 3:
            leaders = []
        return self.ended(state, leaders, reason)

    def ended(self, state: State, winners: list[int], reason: str) -> Outcome:
        """The outcome, with an eliminated third player having the worst of a draw."""
        returns = returns_of(3, winners, state.out)
        return Outcome(winners=winners, points=None, reason=reason, returns=returns)

    def eliminate(self, state: State, player: int) -> State:
        """The state after a player has resigned or lost on time."""
        self.must_go_on(state)
        if player not in still_in(state):
            raise ValueError(f"player {player} is not in the game")
        hand = tuple(0 if other == player else state.hand[other] for other in PLAYERS)
        left = state._replace(out=state.out | {player}, hand=hand)
        left = moving_begun(left)
        return passed_on(left) if left.turn in left.out else left


def hole_name(hole: Hole) -> str:
    """The hole as it is written."""
    return LETTERS[hole[0]] + str(hole[1] + 1)


def shift(hole: Hole, way: Hole, times: int = 1) -> Hole:
    """The hole so many steps away, on the board or not."""
    return hole[0] + times * way[0], hole[1] + times * way[1]


def still_in(state: State) -> list[int]:
    """The players who are not eliminated."""
    return [player for player in PLAYERS if player not in state.out]


def balls_in_game(state: State, player: int) -> int:
    """Nine minus those lost; balls still to be placed are included."""
    return EACH - sum(state.taken[other][player] for other in PLAYERS)


def free_holes(state: State) -> frozenset[Hole]:
    """The holes without a ball or barricade."""
    return HOLES - state.balls[0] - state.balls[1] - state.balls[2] - state.barricades


def first_parts(state: State) -> Iterator[tuple[str, Hole, State]]:
    """Every way to put a ball: the text, its hole, and the state with it there."""
    return movements(state) if state.moving else placements(state)


def placements(state: State) -> Iterator[tuple[str, Hole, State]]:
    """A ball from the hand on any free hole."""
    hand = tuple(state.hand[other] - (other == state.turn) for other in PLAYERS)
    for hole in free_holes(state):
        own = state.balls[state.turn] | {hole}
        after = state._replace(balls=with_one(state.balls, state.turn, own), hand=hand)
        yield hole_name(hole), hole, after


def movements(state: State) -> Iterator[tuple[str, Hole, State]]:
    """An own ball to a free neighbouring hole, or with exactly three left to any free hole."""
    jumping = len(state.balls[state.turn]) == 3
    for origin in state.balls[state.turn]:
        for target in free_holes(state):
            if jumping or square_distance(origin, target) == 1:
                own = state.balls[state.turn] - {origin} | {target}
                after = state._replace(balls=with_one(state.balls, state.turn, own))
                yield f"{hole_name(origin)}-{hole_name(target)}", target, after


def adjoining(own: frozenset[Hole], hole: Hole, way: Hole) -> int:
    """How many own balls adjoin a hole on one side."""
    count = 0
    while shift(hole, way, count + 1) in own:
        count += 1
    return count


def closes(own: frozenset[Hole], landed: Hole) -> bool:
    """Whether the ball that landed (its old hole being empty now) closes a triad."""
    for ways in DIRECTIONS.values():
        for rows, places in ways:
            u = adjoining(own, landed, (rows, places))
            v = adjoining(own, landed, (-rows, -places))
            if u + 1 + v >= 3 and u < 3 and v < 3:
                return True
    return False


def all_rows(balls: Balls) -> list[Row]:
    """Every row of three or more: those that hold balls, and those that can cross."""
    return [
        Row(owner, kind, holes)
        for owner in PLAYERS
        for kind, ways in DIRECTIONS.items()
        for way in ways
        for holes in chains(balls[owner], way)
        if len(holes) >= 3
    ]


def chains(own: frozenset[Hole], way: Hole) -> Iterator[tuple[Hole, ...]]:
    """The longest unbroken chains of balls in a direction."""
    for first in own:
        if shift(first, way, -1) not in own:
            length = 1 + adjoining(own, first, way)
            yield tuple(shift(first, way, times) for times in range(length))


def cross(one: Row, other: Row) -> bool:
    """Whether two rows' segments, from first to last ball, meet in a point inside both.

    Row and place are coordinates along two slanting axes; straight lines, meeting points and
    being between do not depend on the angle of the axes, so no √3 is needed.
    """
    p, d = one.holes[0], difference(one.holes[-1], one.holes[0])
    q, e = other.holes[0], difference(other.holes[-1], other.holes[0])
    area = determinant(d, e)
    if area == 0:
        return False  # parallel; never so for rows of different kinds
    along_one = Fraction(determinant(difference(q, p), e), area)
    along_other = Fraction(determinant(difference(q, p), d), area)
    # "Inside" leaves the end balls out; a ball inside both rows is such a point too.
    return 0 < along_one < 1 and 0 < along_other < 1


def difference(first: Hole, second: Hole) -> Hole:
    """The way from the second to the first."""
    return first[0] - second[0], first[1] - second[1]


def determinant(first: Hole, second: Hole) -> int:
    """The area between two ways, with its sign."""
    return first[0] * second[1] - first[1] * second[0]


def take(state: State, ball: Hole) -> State:
    """The state after the player to move has taken a ball, and its owner perhaps is out."""
    (victim,) = (player for player in PLAYERS if ball in state.balls[player])
    balls = with_one(state.balls, victim, state.balls[victim] - {ball})
    taken = tuple(
        tuple(
            state.taken[taker][loser] + (taker == state.turn and loser == victim)
            for loser in PLAYERS
        )
        for taker in PLAYERS
    )
    after = state._replace(balls=balls, taken=taken)
    return eliminations(after) if after.moving else after


def eliminations(state: State) -> State:
    """The state with everybody out who has two balls or fewer on the board."""
    few = {player for player in PLAYERS if len(state.balls[player]) <= 2}
    return state._replace(out=state.out | few)


def barricaded(state: State, hole: Hole) -> State:
    """The state after the player to move has put back a ball as a barricade."""
    put_back = tuple(state.put_back[other] + (other == state.turn) for other in PLAYERS)
    return state._replace(barricades=state.barricades | {hole}, put_back=put_back)


def finished(state: State, has_taken: bool) -> State:
    """The state at the end of a turn, the next player to move."""
    if state.moving:
        state = state._replace(quiet=0 if has_taken else state.quiet + 1)
    return passed_on(moving_begun(state))


def moving_begun(state: State) -> State:
    """The state with the moving phase begun if nobody still in has a ball to place."""
    if state.moving or any(state.hand[player] for player in still_in(state)):
        return state
    return eliminations(state._replace(moving=True))


def passed_on(state: State) -> State:
    """The state with the turn of the next player still in."""
    following = [(state.turn + steps) % 3 for steps in (1, 2, 3)]
    players = [player for player in following if player not in state.out]
    return state._replace(turn=players[0]) if players else state


def more_from_the_eliminated(state: State, players: list[int]) -> list[int]:
    """Of two players, the one who took more from the third; none if they took equally many."""
    (third,) = state.out
    first, second = players
    difference_taken = state.taken[first][third] - state.taken[second][third]
    if difference_taken == 0:
        return []
    return [first if difference_taken > 0 else second]
