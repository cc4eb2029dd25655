"""A sixth game: tic-tac-toe on squares A1 to C3. Nothing outside this folder knows of it.

`rules.py`, `pictures.py` and `face.py` are what a family of games has in `rules/`, `render/` and `bot/games/`;
`registered.py` is its line in each catalogue.
"""
