-- An index of games. Keys of positions are digests (keys.py).
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- The games, each with its whole record as a line of JSON.
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    players TEXT NOT NULL,
    result TEXT NOT NULL,
    date TEXT NOT NULL,
    plies INTEGER NOT NULL,
    source TEXT NOT NULL,
    record TEXT NOT NULL
);

-- How often one position led to another, by result; `joined` counts images as one position.
-- `strength` is the sum over the `rated` games in which the mover's strength is known.
CREATE TABLE IF NOT EXISTS edge (
    joined INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    child INTEGER NOT NULL,
    result TEXT NOT NULL,
    games INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    strength INTEGER NOT NULL,
    PRIMARY KEY (joined, parent, child, result)
) WITHOUT ROWID;

-- Which games had a position, and after how many plies first.
CREATE TABLE IF NOT EXISTS visit (
    position INTEGER NOT NULL,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    PRIMARY KEY (position, game)
) WITHOUT ROWID;
