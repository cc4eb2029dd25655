"""The four ticket games: one engine, a map file each, and small features that a map file names."""
