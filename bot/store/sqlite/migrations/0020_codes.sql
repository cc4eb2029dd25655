-- Tables on no server: by its code, whoever knows it may take a seat of a lobby. And the games room of a server: the
-- forum in which a table's thread is a post.
ALTER TABLE tables ADD COLUMN code TEXT;
ALTER TABLE tables ADD COLUMN room INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
