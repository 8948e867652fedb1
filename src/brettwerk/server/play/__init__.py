"""Live games: their state, sessions, clocks, computers, sockets and records."""
