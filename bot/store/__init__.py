"""Where games are kept: SQLite, one writer, one transaction a turn; `rows` are its values."""
