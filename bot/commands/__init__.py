"""Slash commands, one module a topic. Each reads its input, asks a handler and shows the answer."""
