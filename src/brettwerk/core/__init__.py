"""Game, Position, Move and Outcome, the definition of a game, and the registry of games."""
