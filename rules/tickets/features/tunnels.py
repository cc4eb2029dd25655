"""Tunnels: nobody knows how long one is before the cards are turned up."""

from typing import ClassVar

from rules.tickets.features.feature import Feature


class Tunnels(Feature, frozen=True, tag="tunnels"):
    """Tracks of the kind `tunnel` turn up cards once they are paid; `rules.tickets.tunnel` tells what comes of it."""

    answers: ClassVar[tuple[str, ...]] = ("top_up", "give_up")
    turned: int
