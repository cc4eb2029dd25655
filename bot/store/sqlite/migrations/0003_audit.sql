-- Who stopped, changed or took over a table. `user` is null where nobody did: a lobby that nobody has started.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX audit_by_game ON audit (game, id);
CREATE INDEX tables_by_host ON tables (host, stage);
