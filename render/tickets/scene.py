"""What a picture is made from: a view, the players' names and colours, the last move, theme and language."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from render.kit.seat import Seat
from render.kit.theme import PLAYERS, PlayerColour, Theme, theme_named
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from rules.game import Event, PlayerId
from rules.tickets.actions import Cards
from rules.tickets.events import (
    CardDrawn,
    HarbourBuilt,
    Passed,
    PassengerTaken,
    PiecesExchanged,
    RouteClaimed,
    TicketsDrawn,
    TicketsKept,
    TunnelGivenUp,
    TunnelTurned,
    TurnBegan,
)
from rules.tickets.view import PlayerView, TicketView


class LastMove(msgspec.Struct, frozen=True, kw_only=True):
    player: PlayerId
    kind: str
    """claim, harbour, cards, tickets, exchange, tunnel, gave_up, pass"""
    track: str | None = None
    city: str | None = None
    points: int = 0
    cards: tuple[str | None, ...] = ()
    """Cards drawn, None for a hidden one; or those turned up for a tunnel."""
    count: int = 0
    paid: Cards = ()
    """Cards laid down, by kind."""
    passengers: tuple[str, ...] = ()
    """The colours of those who were taken along."""

    @property
    def place(self) -> str | None:
        """The track or city that it has changed; None where nothing stands on the map that wasn't there before."""
        return {"claim": self.track, "harbour": self.city}.get(self.kind)

    def is_continued_by(self, other: "LastMove") -> bool:
        """Whether both are parts of one turn, and the other says more."""
        if self.player != other.player or self.track != other.track or self.city != other.city:
            return False
        return self.kind in (other.kind, "tunnel")


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    view: TicketView
    seats: tuple[Seat, ...]
    theme: Theme
    language: str
    table: str
    moves: tuple[LastMove, ...] = ()
    """What the events tell, a value for each turn, the last one last."""
    is_since: bool = False
    """Whether what the events tell is numbered, and all else paler."""
    stands_out: frozenset[str] | None = None
    """Tracks and cities beside which all others are paler."""

    @property
    def drawn_map(self) -> DrawnMap:
        return drawn_map_of(self.view.game)

    def colour(self, player: PlayerId) -> PlayerColour:
        return PLAYERS[self.seats[player].colour]

    def name(self, player: PlayerId) -> str:
        return self.seats[player].name

    def points(self, player: PlayerId) -> int:
        """The points on the board, or the whole result once the game is over."""
        if self.view.is_over:
            return sum(line.points for line in self.view.scores if line.player == player)
        return self.player(player).points

    @property
    def last(self) -> LastMove | None:
        """The move that the picture is about; at the end it is about the result."""
        return self.moves[-1] if self.moves and not self.view.is_over else None

    @property
    def has_several(self) -> bool:
        """Whether the picture tells of several turns, each under its number."""
        return len(self.moves) > 1 and not self.view.is_over

    @property
    def news(self) -> dict[str, int]:
        """What was put on the map, and in which of the turns; the first one is 1."""
        return {move.place: number for number, move in enumerate(self.moves, start=1) if move.place}

    def is_pale(self, place: str) -> bool:
        """Whether a track, or a city's harbour, is none of what this picture is about."""
        if self.stands_out is not None:
            return place not in self.stands_out
        return self.is_since and bool(self.news) and place not in self.news and not self.view.is_over

    @property
    def longest(self) -> tuple[str, ...]:
        """At the end, the tracks of the longest route where it scores; all of them where several tie."""
        holders = {line.player for line in self.view.scores if line.category == "longest_route"}
        return tuple(track for final in self.view.final if final.player in holders for track in final.longest)

    def place(self, player: PlayerId) -> int:
        """At the end, counted from 1; after a shared place the next ones are skipped."""
        better = 1
        for group in self.view.ranking:
            if player in group:
                break
            better += len(group)
        return better

    def player(self, player: PlayerId) -> PlayerView:
        return self.view.players[player]


def scene_of(
    view: TicketView,
    seats: Sequence[Seat],
    events: Sequence[Event],
    theme: str,
    language: str,
    table: str,
    is_since: bool = False,
) -> Scene:
    assert len(seats) == view.seats
    return Scene(
        view=view,
        seats=tuple(seats),
        theme=theme_named(theme),
        language=language,
        table=table,
        moves=moves_in(events),
        is_since=is_since,
    )


def moves_in(events: Sequence[Event]) -> tuple[LastMove, ...]:
    """What was done in each turn, in one value; a claim weighs more than the tunnel that led to it."""
    found: list[LastMove] = []
    is_new_turn = True
    for event in events:
        is_new_turn = is_new_turn or isinstance(event, TurnBegan)
        before = None if is_new_turn else found[-1]
        move = after(before, event)
        if move is None or move is before:
            continue
        if before and before.is_continued_by(move):
            found[-1] = move
        else:
            found.append(move)
        is_new_turn = False
    return tuple(found)


def after(last: LastMove | None, event: Event) -> LastMove | None:
    match event:
        case RouteClaimed(player=player, track=track, points=points, cards=cards):
            return LastMove(player=player, kind="claim", track=track, points=points, paid=cards)
        case PassengerTaken(colour=colour) if last:
            return replace(last, passengers=(*last.passengers, colour))
        case TunnelTurned(player=player, track=track, turned=turned, asked=asked):
            return LastMove(player=player, kind="tunnel", track=track, count=asked, cards=turned)
        case TunnelGivenUp(player=player, track=track):
            return LastMove(player=player, kind="gave_up", track=track)
        case HarbourBuilt(player=player, city=city, cards=cards):
            return LastMove(player=player, kind="harbour", city=city, paid=cards)
        case PiecesExchanged(player=player, count=count):
            return LastMove(player=player, kind="exchange", count=count, points=-count)
        case TicketsDrawn(player=player, count=count) | TicketsKept(player=player, kept=count):
            return LastMove(player=player, kind="tickets", count=count)
        case Passed(player=player):
            return LastMove(player=player, kind="pass")
        case CardDrawn(player=player, card=card):
            before = last.cards if last and last.kind == "cards" and last.player == player else ()
            return LastMove(player=player, kind="cards", cards=(*before, card)[-2:])
    return last
