"""The match around a game: people, rounds, points, clocks, offers and resignations, all pure."""

from brettwerk.match.clock import Clock, TimeControl, read_time, time_text
from brettwerk.match.course import Match
from brettwerk.match.rounds import Departure, Offer, Round

__all__ = [
    "Clock",
    "Departure",
    "Match",
    "Offer",
    "Round",
    "TimeControl",
    "read_time",
    "time_text",
]
