-- Tables on no server: by its code, whoever knows it may take a seat of a lobby.
ALTER TABLE tables ADD COLUMN code TEXT;
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
