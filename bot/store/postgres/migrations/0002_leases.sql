-- Which process answers and writes. It is taken before anything else is changed here, so the table may be there already.
CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    holder TEXT,
    epoch BIGINT NOT NULL,
    beat BIGINT NOT NULL,
    has_lock BIGINT NOT NULL
);
