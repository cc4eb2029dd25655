"""Where games are kept: `protocol` says what a store does, `rows` are its values, `sqlite` is one."""
