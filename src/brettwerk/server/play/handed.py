"""Games that were played on a device until now, and go on here."""

import re

from msgspec.structs import replace

from brettwerk.server.errors import ServerError
from brettwerk.server.play.config import checked_config
from brettwerk.server.play.messages import HandedGame
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.storage.model import Event, GameConfig

MOST_HANDED = 2000  # events of a game from a device
# fmt: off
HANDED_KINDS = frozenset({
    "play", "next", "flag", "resign", "forfeit", "outage", "pause", "resume", "draw", "continue",
    "decline", "takeback", "name",
})
# fmt: on
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?")  # as JavaScript writes a number


def checked_events(handed: HandedGame, now: float, wall: float) -> tuple[GameConfig, list[Event]]:
    """Return the configuration and the events of a game; ServerError if they are not like ours.

    The clock of a device may be wrong, so no event is later than the server's time.
    """
    if len(handed.events) > MOST_HANDED:
        raise ServerError(409, "page-game-too-long")
    config = checked_config(handed.config)
    own = {"wall": wall, "lag": 0.0, "command_id": None, "version": None}
    events = [replace(event, at=min(event.at, now), **own) for event in handed.events]
    if not all(_could_be_handed(event, config) for event in events):
        raise ServerError(400, "page-unknown-act")
    return config, events


def replayed(config: GameConfig, events: list[Event]) -> tuple[GameState, list[Event]]:
    """Return the state after these events, and them; a clock that ran stands from now on."""
    state = replay(GameState.new(config), events)
    if not state.clock_runs:
        return state, events
    pause = replace(events[-1], kind="pause", people=config.people, text="")
    return state.apply(pause), [*events, pause]


def _could_be_handed(event: Event, config: GameConfig) -> bool:
    """Return whether an event from a device has the form of one of ours."""
    people = {*event.people} | ({event.person} - {None})
    seconds = event.kind != "outage" or _SECONDS.fullmatch(event.text)
    return event.kind in HANDED_KINDS and people <= {*range(len(config.seats))} and bool(seconds)
