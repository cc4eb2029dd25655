-- How finished games went: a row for each seat and each of those who held it, written with the game's end.
CREATE TABLE results (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    part INTEGER NOT NULL,
    user INTEGER,
    robot TEXT,
    points INTEGER NOT NULL,
    place INTEGER NOT NULL,
    share REAL NOT NULL,
    turns INTEGER NOT NULL,
    seconds REAL NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, seat, part)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_user ON results (user);
