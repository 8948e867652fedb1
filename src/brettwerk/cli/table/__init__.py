"""A game at the terminal: the table, who sits at it, what they can say, and saved games."""
