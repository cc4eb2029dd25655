"""Games in a PostgreSQL database, for several processes: its transactions, its failures, the scripts of its schema."""
