"""The rules of every game, pure and deterministic.

Nothing here does I/O, reads a clock, draws from a global random generator, or knows of Discord or pictures. A game is a
stateless object (`rules.game.Game`), a state is a frozen value, and the outside sees views, never states.
"""
