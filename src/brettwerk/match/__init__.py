"""The match around a game: people, rounds, points, clocks, draw offers and resignations."""

from brettwerk.match.clock import Clock, TimeControl, format_time_control, parse_time_control
from brettwerk.match.match import Match
from brettwerk.match.state import Departure, Offer, Round

__all__ = [
    "Clock",
    "Departure",
    "Match",
    "Offer",
    "Round",
    "TimeControl",
    "format_time_control",
    "parse_time_control",
]
