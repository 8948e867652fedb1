"""Where games are stored: SQLite by default, PostgreSQL by its address."""

from brettwerk.server.storage.store import GameStore, StoredGame

__all__ = ["GameStore", "StoredGame"]
