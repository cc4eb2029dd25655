-- What people write down for themselves at a table. A note goes with the person, whoever has the seat.
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    note TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_by_user ON notes (user);
