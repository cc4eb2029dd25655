-- Tables on no server, and games rooms.
ALTER TABLE tables ADD COLUMN code TEXT;
ALTER TABLE tables ADD COLUMN room BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
