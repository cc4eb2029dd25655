"""Games in one SQLite file: its transactions, its failures, the numbered scripts of its schema, backups."""
