-- What falls due at a table, and when. A key holds one timer: a newer one takes the place of an older one.
CREATE TABLE timers (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    due REAL NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (game, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_by_due ON timers (due);

-- What was looked for in the tables until now: lobbies that nobody starts, threads of ended games.
INSERT INTO timers (game, key, kind, due, payload)
SELECT id, 'warn', 'warn', closes - 86400.0, '{}' FROM tables WHERE stage = 'lobby' AND closes IS NOT NULL AND NOT is_warned;
INSERT INTO timers (game, key, kind, due, payload)
SELECT id, 'close', 'close', closes, '{}' FROM tables WHERE stage = 'lobby' AND closes IS NOT NULL;
INSERT INTO timers (game, key, kind, due, payload)
SELECT id, 'archive', 'archive', archives, '{}' FROM tables WHERE archives IS NOT NULL;

DROP INDEX tables_by_archives;
ALTER TABLE tables DROP COLUMN archives;
ALTER TABLE tables DROP COLUMN is_warned;
