-- The log of a game that has ended, as one small value in place of its rows.
CREATE TABLE packed_logs (
    game INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    last INTEGER NOT NULL,
    log BLOB NOT NULL
) STRICT;

-- Games that have ended already are packed one after the other.
INSERT INTO timers (game, key, kind, due, payload)
SELECT id, 'pack', 'pack', CAST(strftime('%s', 'now') AS REAL) + id % 3600, '{}' FROM tables
WHERE stage IN ('over', 'closed') AND EXISTS (SELECT 1 FROM actions WHERE game = tables.id);
