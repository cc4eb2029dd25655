"""What a picture is made from: a view, the players' names and colours, the last move, theme and language."""

from collections.abc import Sequence

import msgspec

from render.kit.seat import Seat
from render.kit.theme import PLAYERS, PlayerColour, Theme, theme_named
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from rules.game import Event, PlayerId
from rules.tickets.events import (
    CardDrawn,
    HarbourBuilt,
    Passed,
    PiecesExchanged,
    RouteClaimed,
    TicketsDrawn,
    TicketsKept,
    TunnelGivenUp,
    TunnelTurned,
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


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    view: TicketView
    seats: tuple[Seat, ...]
    theme: Theme
    language: str
    table: str
    last: LastMove | None
    claimed: tuple[str, ...]
    """Tracks claimed in the events that the picture is about, the last one last."""
    built: tuple[str, ...] = ()
    """Cities in which harbours were built in these events."""
    is_since: bool = False
    """Whether what the events tell is numbered, and all else paler."""

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
    def news(self) -> tuple[str, ...]:
        """Tracks and cities by the number that they get, the first one first."""
        return (*self.claimed, *self.built)

    def is_pale(self, place: str) -> bool:
        """Whether a track, or a city's harbour, is none of the news that this picture is about."""
        return self.is_since and bool(self.news) and place not in self.news and not self.longest

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
        last=last_move(events),
        claimed=tuple(event.track for event in events if isinstance(event, RouteClaimed)),
        built=tuple(event.city for event in events if isinstance(event, HarbourBuilt)),
        is_since=is_since,
    )


def last_move(events: Sequence[Event]) -> LastMove | None:
    """The last thing that somebody did, in one value; later events weigh more, a claim more than its draw of cards."""
    found: LastMove | None = None
    for event in events:
        found = after(found, event)
    return found


def after(last: LastMove | None, event: Event) -> LastMove | None:
    match event:
        case RouteClaimed(player=player, track=track, points=points):
            return LastMove(player=player, kind="claim", track=track, points=points)
        case TunnelTurned(player=player, track=track, turned=turned, asked=asked):
            return LastMove(player=player, kind="tunnel", track=track, count=asked, cards=turned)
        case TunnelGivenUp(player=player, track=track):
            return LastMove(player=player, kind="gave_up", track=track)
        case HarbourBuilt(player=player, city=city):
            return LastMove(player=player, kind="harbour", city=city)
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
