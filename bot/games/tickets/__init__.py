"""The ticket games as the bot shows them: panel, typed moves, sentences, refusals, status."""
