"""Slash commands, one module a topic. Each reads its input, asks a desk and shows the answer."""
