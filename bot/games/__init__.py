"""Games as people meet them: what each shows, offers, understands and says, as plain values.

`face.py` says what the bot asks of a game, `catalog.py` whom to ask by title; each family of games has a folder of its
own. Around them lies what all of them share. Only the `commands.py` of a family knows Discord; nobody here knows
tables, and nothing is ever written from here.
"""
