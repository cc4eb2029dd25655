"""Games in one SQLite file: all SQL there is, the numbered scripts of the schema, backups."""
