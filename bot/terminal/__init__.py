"""The command line: `semafor simulate`, `replay` and `render`."""
