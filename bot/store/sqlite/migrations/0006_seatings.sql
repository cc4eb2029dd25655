-- Who sat where from which action on. A seat that nobody has changed hands of has one row, from the deal on.
CREATE TABLE seatings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    after INTEGER NOT NULL,
    user INTEGER,
    robot TEXT,
    name TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX seatings_by_game ON seatings (game, id);
CREATE INDEX seatings_by_user ON seatings (user);

INSERT INTO seatings (game, seat, after, user, robot, name, at)
SELECT seats.game, seats.seat, 0, seats.user, seats.robot, seats.name, tables.opened
FROM seats JOIN tables ON tables.id = seats.game
WHERE tables.seed IS NOT NULL
ORDER BY seats.game, seats.seat;

-- To whom a seat is offered: a user, or 0 for whoever comes.
ALTER TABLE seats ADD COLUMN offered INTEGER;

-- A DM belongs to a person, whichever seat they have.
UPDATE messages SET slot = 'hand:' || (
    SELECT user FROM seats WHERE seats.game = messages.game AND 'dm:' || seats.seat = messages.slot
)
WHERE EXISTS (
    SELECT 1 FROM seats WHERE seats.game = messages.game AND 'dm:' || seats.seat = messages.slot AND user IS NOT NULL
);
