-- What somebody has prepared for the next turn of their seat: of `outcome` NULL, still to be carried out.
CREATE TABLE plans (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,
    plan TEXT NOT NULL,
    armed INTEGER NOT NULL,
    outcome TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
