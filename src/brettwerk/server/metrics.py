"""What is counted and measured, for Prometheus; docs/hosting.md lists it."""

import asyncio

from prometheus_client import Counter, Gauge, Histogram

LAG_EVERY = 0.5  # seconds between two looks at the event loop
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

GAMES = Counter("brettwerk_games", "Games that were made")
EVENTS = Counter("brettwerk_events", "What happened in games", ["kind"])
COMMANDS = Histogram(
    "brettwerk_command_seconds",
    "How long commands took, from being read to being stored and answered",
    buckets=_SECONDS,
)
LOOP_LAG = Histogram(
    "brettwerk_loop_lag_seconds", "How much later than asked the event loop ran", buckets=_SECONDS
)
STORE_ERRORS = Counter("brettwerk_store_errors", "Reads and writes that the database failed")
LIMITS_HIT = Counter("brettwerk_limits_hit", "What was refused or closed by a limit", ["limit"])
GAMES_IN_MEMORY = Gauge("brettwerk_games_in_memory", "Games that this process holds in memory")
SOCKETS = Gauge("brettwerk_sockets", "Open WebSockets", ["kind"])
JOBS = Gauge("brettwerk_jobs", "Jobs that wait or are being done", ["queue"])


def limit_hit(limit: str) -> None:
    """Count that a limit was hit."""
    LIMITS_HIT.labels(limit).inc()


async def watch_loop() -> None:
    """Measure for ever how late the event loop runs."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LOOP_LAG.observe(max(0.0, loop.time() - due))
