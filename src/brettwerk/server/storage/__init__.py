"""Where games are kept: SQLite by default, PostgreSQL by its address."""

from brettwerk.server.storage.store import Kept, Store

__all__ = ["Kept", "Store"]
