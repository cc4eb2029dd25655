"""Every kind of picture as it was once looked at and found good."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from render.kit.theme import THEMES
from render.tickets.board import draw_board
from render.tickets.hand import draw_hand
from render.tickets.preview import ClaimPlan, draw_preview
from render.tickets.scores import draw_scores
from render.tickets.zoom import draw_zoom
from rules.game import Score
from rules.tickets.events import CardDrawn, HarbourBuilt, TicketsKept, TunnelTurned
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from tests.render.golden import assert_golden
from tests.render.tickets.positions import empty, finished, for_player, in_last_round, midgame, seats

CLAIMS = {"usa": 42, "nordic": 27, "germany": 42, "world": 42, "lantern": 12}
SEATS = {"usa": 4, "nordic": 3, "germany": 4, "world": 4, "lantern": 3}


def board(game: str, theme: str = "light", players: int | None = None, language: str = "en") -> bytes:
    count = players or SEATS[game]
    view, events = midgame(game, count, CLAIMS[game])
    return draw_board(view, seats(count), events=events, theme=theme, language=language, table="#12")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", CLAIMS)
def test_boards(game: str, theme: str, request: pytest.FixtureRequest) -> None:
    assert_golden(f"board-{game}-{theme}", board(game, theme), request)


def own_view(game: str, players: int, tickets: int) -> TicketView:
    file, random = load_map(game), Random(game)
    view, _ = midgame(game, players, CLAIMS[game] // 2)
    chosen = random.sample([ticket.id for ticket in file.tickets], tickets)
    hand = {card.id: random.choice((0, 0, 1, 2, 5, 11)) for card in file.cards}
    return for_player(view, 1, [(ticket, i % 3 == 0, i % 3 != 2) for i, ticket in enumerate(chosen)], hand)


def opening() -> bytes:
    view = empty("world", 4)
    players = tuple(replace(player, is_choosing=player.player != 2, wagons=None, ships=None) for player in view.players)
    return draw_board(replace(view, phase="opening", current=None, turn=0, to_act=(0, 1, 3), players=players), seats(4))


def last_round(game: str, players: int) -> bytes:
    view, events = midgame(game, players, CLAIMS[game])
    return draw_board(in_last_round(view), seats(players), events=events, language="pl", table="#7")


def after_cards() -> bytes:
    view, _ = midgame("usa", 5, 20)
    events = (CardDrawn(1, "cards", False, "red"), CardDrawn(1, "cards", True, None))
    return draw_board(
        replace(view, phase="second_card", row=("red", "loco", None, "blue", "white")), seats(5), events=events
    )


def tunnel() -> bytes:
    view, _ = midgame("nordic", 2, 14)
    events = (TunnelTurned(0, "bergen-oslo", (("blue", 4),), ("blue", "red", "loco"), 2),)
    return draw_board(replace(view, phase="tunnel", current=0), seats(2), events=events)


def new_harbour() -> bytes:
    view, _ = midgame("world", 3, 30)
    built = view.harbours[0]
    return draw_board(view, seats(3), events=(HarbourBuilt(built.player, built.city, (), 2),), theme="dark")


def all_passengers() -> bytes:
    return draw_board(empty("germany", 2), seats(2), events=(TicketsKept(0, 2, 2, None),))


def offered() -> bytes:
    view = own_view("usa", 3, 2)
    tickets = [
        ticket.id for ticket in load_map("usa").tickets if ticket.id not in {t.ticket for t in view.tickets or ()}
    ]
    return draw_hand(replace(view, offer=tuple(tickets[4:7]), keep_at_least=1), seats(3))


def end(game: str, players: int, extra: tuple[Score, ...], theme: str = "light") -> bytes:
    view = finished(game, players)
    random, points = Random(4), [0] * players
    history = [tuple(points)]
    for turn in range(48):
        points[turn % players] += random.choice((0, 0, 2, 4, 7))
        history.append(tuple(points))
    return draw_scores(
        replace(view, scores=view.scores + extra), seats(players), history=history, theme=theme, language="pl"
    )


def ended_board() -> bytes:
    view = finished("usa", 3)
    return draw_board(replace(view, scores=(*view.scores, Score(0, "longest_route", 10))), seats(3))


def preview(game: str, plan: ClaimPlan) -> bytes:
    return draw_preview(own_view(game, 3, 1), seats(3), plan)


def zoom(game: str, what: str, theme: str) -> bytes:
    view, events = midgame(game, 3, CLAIMS[game])
    return draw_zoom(replace(view, reader=1), seats(3), what, events=events, theme=theme)


SITUATIONS: dict[str, Callable[[], bytes]] = {
    "board-usa-5-players": lambda: board("usa", players=5, language="pl"),
    "board-germany-5-last-round": lambda: last_round("germany", 5),
    "board-world-5-last-round": lambda: last_round("world", 5),
    "board-germany-3-last-round": lambda: last_round("germany", 3),
    "board-nordic-2-players": lambda: board("nordic", players=2),
    "board-world-opening": opening,
    "board-usa-cards-drawn": after_cards,
    "board-nordic-tunnel": tunnel,
    "board-world-harbour-dark": new_harbour,
    "board-germany-all-passengers": all_passengers,
    "board-usa-over": ended_board,
    "hand-usa": lambda: draw_hand(own_view("usa", 3, 5), seats(3)),
    "hand-nordic-contrast": lambda: draw_hand(own_view("nordic", 3, 4), seats(3), theme="contrast"),
    "hand-germany-dark": lambda: draw_hand(own_view("germany", 4, 10), seats(4), theme="dark"),
    "hand-world": lambda: draw_hand(own_view("world", 4, 7), seats(4), language="pl"),
    "hand-usa-offered": offered,
    "scores-usa": lambda: end("usa", 5, (Score(0, "longest_route", 10),)),
    "scores-germany-dark": lambda: end("germany", 4, tuple(Score(p, "passengers", 30) for p in range(4)), "dark"),
    "scores-world": lambda: end("world", 3, (Score(0, "harbours", 40), Score(1, "exchanges", -3))),
    "preview-usa": lambda: preview("usa", ClaimPlan(track="denver-omaha")),
    "preview-world-harbour": lambda: preview("world", ClaimPlan(city="lagos")),
    "zoom-germany-mine-dark": lambda: zoom("germany", "mine", "dark"),
    "zoom-nordic-last": lambda: zoom("nordic", "last", "light"),
    "zoom-world-city": lambda: zoom("world", "tokyo", "light"),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situations(name: str, request: pytest.FixtureRequest) -> None:
    assert_golden(name, SITUATIONS[name](), request)
