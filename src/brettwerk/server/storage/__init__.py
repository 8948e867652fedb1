"""Where games are stored: SQLite by default, PostgreSQL by its address."""
