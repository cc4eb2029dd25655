"""A game is played through the real store while the process is killed at random moments, hundreds of times.

`make soak`, or `python -m tests.soak 500`. At the end the record must be the one of an undisturbed run, every post must
have arrived, none twice, and nobody may have been rung twice for one thing.
"""
