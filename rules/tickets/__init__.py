"""The four ticket games: one engine, a map file each."""
