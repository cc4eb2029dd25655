-- How long somebody's clock stands still at a table while they are away: 14d, or none for no limit.
ALTER TABLE tables ADD COLUMN away TEXT NOT NULL DEFAULT 'none';
