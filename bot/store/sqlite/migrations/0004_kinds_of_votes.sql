-- What a vote is about besides its kind, and from when on silence counts as agreement.
ALTER TABLE votes ADD COLUMN about TEXT NOT NULL DEFAULT '{}';
ALTER TABLE votes ADD COLUMN due REAL;

-- The log says what was proposed.
UPDATE audit SET what = 'proposed.stop' WHERE what = 'proposed';
UPDATE audit SET what = 'opposed' WHERE what = 'kept';
