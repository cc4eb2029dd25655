-- What a fair deal is made of: the secret, the salts that came, the lots that were drawn. Null where a table was opened
-- before there was such a thing.
ALTER TABLE tables ADD COLUMN deal TEXT;
