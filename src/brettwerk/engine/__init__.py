"""Computer players and analysis: search written once for all games, an evaluation for each."""
