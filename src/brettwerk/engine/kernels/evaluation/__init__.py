"""One file a game: what a search asks of it, above all the features by which it is judged."""
