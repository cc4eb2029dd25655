-- A table from its lobby to its end. The log (actions) is the truth; a snapshot only saves time.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    owns_thread INTEGER NOT NULL DEFAULT 0,
    title TEXT NOT NULL,
    name TEXT NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('lobby', 'running', 'over', 'closed', 'aside')),
    host INTEGER NOT NULL,
    size INTEGER NOT NULL,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    language TEXT NOT NULL,
    posts TEXT NOT NULL,
    seating TEXT NOT NULL,
    opened REAL NOT NULL,
    closes REAL,
    is_warned INTEGER NOT NULL DEFAULT 0,
    rules INTEGER,
    options TEXT,
    seed TEXT,
    told INTEGER NOT NULL DEFAULT 0,
    blocked TEXT,
    error TEXT
) STRICT;

CREATE INDEX tables_by_channel ON tables (channel, stage);
CREATE INDEX tables_by_guild ON tables (guild, stage);

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER,
    robot TEXT,
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    dm TEXT NOT NULL DEFAULT 'untried',
    PRIMARY KEY (game, seat),
    UNIQUE (game, user)
) STRICT;

CREATE INDEX seats_by_user ON seats (user);

CREATE TABLE invitations (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    PRIMARY KEY (game, user)
) STRICT;

CREATE TABLE actions (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    player INTEGER NOT NULL,
    action BLOB NOT NULL,
    events BLOB NOT NULL,
    turn INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    game INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    state BLOB NOT NULL,
    questions TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    question INTEGER NOT NULL,
    draft TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;

-- What is still to be told. A slot holds one letter: a newer one replaces an older one that was not sent yet.
CREATE TABLE letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    slot TEXT NOT NULL,
    kind TEXT NOT NULL,
    about TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    tries INTEGER NOT NULL DEFAULT 0,
    written REAL NOT NULL,
    due REAL NOT NULL DEFAULT 0,
    UNIQUE (game, slot)
) STRICT;

-- Messages that are edited later: the lobby, the live post, one DM a seat.
CREATE TABLE messages (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    slot TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    about TEXT NOT NULL,
    PRIMARY KEY (game, slot)
) STRICT;

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
