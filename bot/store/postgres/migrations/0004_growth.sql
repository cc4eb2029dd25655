-- What is asked of all tables, votes and messages at once is found without reading them all.
CREATE INDEX tables_by_stage ON tables (stage);
CREATE INDEX votes_by_game ON votes (game, id);
CREATE INDEX messages_by_channel ON messages (channel);
