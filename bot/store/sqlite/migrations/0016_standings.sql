-- How players stand after all games that were counted: on one server (0: on all), in one title ('': in all). Worked out
-- from the results, and written with each game's end; the fact `counted` says until which game. Without that, they are
-- worked out anew.
CREATE TABLE standings (
    guild INTEGER NOT NULL,
    title TEXT NOT NULL,
    user INTEGER,
    robot TEXT,
    points REAL NOT NULL,
    doubt REAL NOT NULL,
    rated INTEGER NOT NULL,
    games REAL NOT NULL,
    wins REAL NOT NULL,
    total REAL NOT NULL,
    best INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    seconds REAL NOT NULL
) STRICT;

CREATE INDEX standings_by_player ON standings (guild, title, user, robot);
CREATE INDEX standings_by_user ON standings (user);

-- A person's rating after each of those games.
CREATE TABLE ratings (
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    title TEXT NOT NULL,
    rated INTEGER NOT NULL,
    points REAL NOT NULL,
    doubt REAL NOT NULL,
    PRIMARY KEY (user, guild, title, rated)
) STRICT, WITHOUT ROWID;
