"""Where games are kept: `protocol` says what a store does, `rows` are its values, `sql` how they are kept as rows."""
