"""The command line: `semafor simulate`, `replay`, `render` and `map`."""
