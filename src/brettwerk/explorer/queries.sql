-- begin
INSERT OR IGNORE INTO meta VALUES ('version', ?)
-- version
SELECT value FROM meta WHERE name = 'version'
-- add game
INSERT INTO game (name, players, result, date, plies, source, record) VALUES (?, ?, ?, ?, ?, ?, ?)
-- add visit
INSERT OR IGNORE INTO visit VALUES (?, ?, ?)
-- add edge
INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET games = games + excluded.games,
    rated = rated + excluded.rated, strength = strength + excluded.strength
-- count games
SELECT count(*) FROM game
-- edges
SELECT child, result, games, rated, strength FROM edge WHERE joined = ? AND parent = ?
-- games with
SELECT id, players, result, date, plies, source, ply FROM visit JOIN game ON game = id
WHERE position = ? ORDER BY date DESC, id LIMIT ?
-- record
SELECT record FROM game WHERE id = ?
