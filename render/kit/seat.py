"""Who sits at the table, as pictures show it."""

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """`colour` is one of `theme.PLAYERS`; a game with colours of its own does without."""

    name: str
    colour: str
