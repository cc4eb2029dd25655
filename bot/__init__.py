"""Talks to Discord and to the command line, and remembers games. Knows no rule: asks `rules` and shows the answer."""
