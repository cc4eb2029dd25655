"""Metro as the bot shows it: panel, typed moves, sentences, refusals, status."""
