-- Which process answers and writes. It is taken before anything else is changed here, so the table may be there already.
CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    holder TEXT,
    epoch INTEGER NOT NULL,
    beat INTEGER NOT NULL,
    has_lock INTEGER NOT NULL
);
