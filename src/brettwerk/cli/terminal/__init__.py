"""A game in the terminal: the session, its players, its commands, and saved games."""
