-- The finished game that a table is the rematch of.
ALTER TABLE tables ADD COLUMN rematch_of INTEGER;
