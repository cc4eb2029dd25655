-- What a table decides together. `answers` holds an answer, or null, for each user who is asked.
CREATE TABLE votes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    proposer INTEGER NOT NULL,
    answers TEXT NOT NULL,
    result TEXT CHECK (result IN ('yes', 'no', 'lapsed')),
    at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_open_vote ON votes (game) WHERE result IS NULL;

-- When the thread of a game that has ended is put away.
ALTER TABLE tables ADD COLUMN archives REAL;
CREATE INDEX tables_by_archives ON tables (archives) WHERE archives IS NOT NULL;
