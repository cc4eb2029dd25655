-- What a table has agreed on about time, besides its pace: of its own pace the first reminder and the deadline, and what
-- comes when the deadline has passed. `missed` counts the turns that robots have played since a person last moved.
ALTER TABLE tables ADD COLUMN reminder TEXT NOT NULL DEFAULT '1d';
ALTER TABLE tables ADD COLUMN deadline TEXT NOT NULL DEFAULT '4d';
ALTER TABLE tables ADD COLUMN consequence TEXT NOT NULL DEFAULT 'ask';
ALTER TABLE tables ADD COLUMN paused REAL;
ALTER TABLE tables ADD COLUMN is_asleep INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;

-- Whom a running game waits for, and how their clock stands.
CREATE TABLE waits (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    since REAL NOT NULL,
    start REAL NOT NULL,
    rung INTEGER NOT NULL,
    is_muted INTEGER NOT NULL,
    has_reminder INTEGER NOT NULL,
    has_stand_in INTEGER NOT NULL,
    asked REAL,
    answers TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
