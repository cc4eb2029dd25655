"""What a reader sees of a ticket game. Built up name by name: what isn't put in stays secret."""

import msgspec

from rules.game import PlayerId, View
from rules.tickets.actions import Cards


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of one player."""

    player: PlayerId
    points: int
    cards: int
    cards_by_deck: dict[str, int]
    """World: the backs tell wagon cards from ship cards."""
    tickets: int
    is_choosing: bool
    """Still owes an opening choice."""
    wagons: int | None
    """None while the choice of pieces is secret; one's own choice is known as soon as it is made."""
    ships: int | None
    """None while secret; 0 where there are no ships."""
    harbours_left: int
    passengers: dict[str, int]
    """By colour, those taken."""
    turns_left: int | None
    """Further turns once the last round has begun."""


class HarbourView(msgspec.Struct, frozen=True):
    city: str
    player: PlayerId


class TunnelView(msgspec.Struct, frozen=True):
    """An open tunnel: everyone saw what was laid and what was turned up."""

    player: PlayerId
    track: str
    laid: Cards
    turned: tuple[str, ...]
    asked: int
    colour: str | None
    """The colour that may top it up beside locomotives; None when locomotives alone may."""


class TicketStanding(msgspec.Struct, frozen=True):
    """One of the reader's own tickets now, or anybody's at the end."""

    ticket: str
    is_done: bool
    can_be_done: bool
    """Whether the cities could still be joined over tracks that are free to this player, pieces left out of account."""
    points: int
    """What it counts as things stand: its value, a tour's better or lesser value, or the loss."""


class FinalView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's end of the game, everything revealed."""

    player: PlayerId
    tickets: tuple[TicketStanding, ...]
    longest: tuple[str, ...]
    """The tracks of the longest route in walking order."""
    longest_length: int


class TicketView(View, frozen=True, kw_only=True):
    phase: str
    """opening, turn, second_card, choosing_tickets, tunnel, over"""
    asked: tuple[str, ...]
    """What the reader is asked now: short names of the actions that can answer; empty when nothing is asked."""
    current: PlayerId | None
    """Whose turn it is; None during the opening and after the end."""
    row: tuple[str | None, ...]
    """Face-up cards by place; None where a place is empty."""
    decks: dict[str, int]
    """Cards left, by deck."""
    discards: dict[str, int]
    """Every discarded card, by kind: all of them were seen."""
    piles: dict[str, int]
    """Tickets left, by pile."""
    owners: dict[str, PlayerId]
    """Claimed tracks."""
    closed: tuple[str, ...]
    """Tracks that nobody can claim any more because a sister track is taken."""
    players: tuple[PlayerView, ...]
    turns_left: int | None
    """Turns to the end of the game, all players together, once the last round has begun."""
    passengers: dict[str, tuple[str, ...]]
    """Those still waiting, by place."""
    harbours: tuple[HarbourView, ...]
    tunnel: TunnelView | None

    hand: dict[str, int] | None
    """The reader's own cards by kind; None for the channel."""
    tickets: tuple[TicketStanding, ...] | None
    """The reader's own kept tickets."""
    offer: tuple[str, ...]
    """Tickets the reader has to choose from now."""
    keep_at_least: int
    own_pieces: tuple[int, int] | None
    """The reader's own wagons and ships, known to the reader while still secret; None before they are chosen."""

    final: tuple[FinalView, ...]
    """Everybody's tickets and longest route once the game is over."""
