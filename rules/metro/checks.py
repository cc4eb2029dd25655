"""Whether an action is legal: each check raises what is wrong, or returns what the action means."""

from functools import cache
from typing import NoReturn, cast

from rules.errors import GameOver, NoSuchAction, NotYourTurn, UnknownPlayer
from rules.game import Action, PlayerId
from rules.metro.actions import TAKES, DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.board import CENTRE, PLACE_AT, PLACES, SPACES, SQUARE, SQUARES, STATIONS
from rules.metro.box import NOBODY, Box
from rules.metro.errors import (
    CentralSquare,
    ExchangeClosed,
    ModuleNotPlayed,
    MustPlaceDrawnTile,
    NoShareNeeded,
    NoSuchShare,
    NoSuchSpace,
    NoSuchSquare,
    NoSuchTile,
    NoSuchTurn,
    NoTile,
    NotReachable,
    OneTileLine,
    PileEmpty,
    ShareNeeded,
    ShareShown,
    SpaceTaken,
    SquareTaken,
    TileNotInHand,
    TrainUsed,
    TurnNotAllowed,
    WhichTile,
)
from rules.metro.options import COMPANIES, METRO_STATIONS
from rules.metro.placement import ONE_TILE_AT_CENTRE, ONE_TILE_AT_EDGE, one_tile_lines, squares_by_turn, squares_for
from rules.metro.state import State
from rules.metro.tiles import PATTERNS, TURNS
from rules.shape import is_sound


def check_asked(state: State, action: Action) -> None:
    player = action.player
    if type(player) is not int:
        raise NoSuchAction(type(action).__name__)
    if player not in range(state.seats):
        raise UnknownPlayer(player)
    if state.is_over:
        raise GameOver
    if player != state.player:
        raise NotYourTurn(player, (state.player,))


def check_action(box: Box, state: State, action: Action) -> None:
    check_asked(state, action)
    kind = type(action)
    if kind is PlaceTile:
        check_place(box, state, cast(PlaceTile, action))
    elif kind is DrawTile:
        check_draw(state)
    elif kind is ExchangeShare:
        check_exchange(box, state, cast(ExchangeShare, action))
    elif kind is PlaceTrain:
        check_train(box, state, cast(PlaceTrain, action))
    else:
        raise NoSuchAction(kind.__name__)


def check_place(box: Box, state: State, action: PlaceTile) -> tuple[int, str, int, bool]:
    """The square, the tile, the pattern it shows, and whether it makes a one-tile line that can't be helped."""
    tile, turn, where = action.tile, action.turn, action.square
    if type(turn) is not int or type(where) is not str or (tile is not None and type(tile) is not str):
        raise NoSuchAction("PlaceTile")
    if state.drawn is not None or tile not in state.hands[state.player]:
        tile = _chosen_tile(state, tile)
    if turn:
        _check_turn(state, turn)
    square = SQUARE.get(where)
    if square is None or not state.tracks.reachable >> square & 1:
        _refuse_square(state, where)
    pattern = PATTERNS[tile][turn // 90]
    bad = ONE_TILE_AT_EDGE[pattern] | (ONE_TILE_AT_CENTRE[pattern] & state.train_squares)
    is_one_tile = bool(bad >> square & 1)
    if is_one_tile:
        _check_forced(box, state, tile, square, pattern)
    return square, tile, pattern, is_one_tile


def _chosen_tile(state: State, tile: str | None) -> str:
    if tile is not None and tile not in PATTERNS:
        raise NoSuchTile(tile)
    if state.drawn is not None:
        if tile not in (None, state.drawn):
            raise MustPlaceDrawnTile(state.drawn)
        return state.drawn
    hand = state.hands[state.player]
    if not hand:
        raise NoTile
    if tile is not None:
        raise TileNotInHand(tile)
    if len(set(hand)) > 1:
        raise WhichTile(hand)
    return hand[0]


def _check_turn(state: State, turn: int) -> None:
    if turn not in TURNS:
        raise NoSuchTurn(turn)
    if state.options.direction == "arrow":
        raise TurnNotAllowed(turn)


def _refuse_square(state: State, name: str) -> NoReturn:
    square = SQUARE.get(name)
    if square is None:
        raise NoSuchSquare(name)
    if square in CENTRE:
        raise CentralSquare(name)
    if state.tracks.free >> square & 1:
        raise NotReachable(name)
    raise SquareTaken(name)


def _check_forced(box: Box, state: State, tile: str, square: int, pattern: int) -> None:
    """A one-tile line is legal only where this tile can't be placed in any other way."""
    reachable, trains = state.tracks.reachable, state.train_squares
    if state.options.direction == "arrow":
        legal = squares_for(reachable, trains, tile)
    else:
        legal = squares_by_turn(reachable, trains, tile)[PATTERNS[tile].index(pattern)]
    if not legal >> square & 1:
        starts = one_tile_lines(square, pattern)
        start = next(place for place in starts if place < STATIONS or state.trains[place] != NOBODY)
        raise OneTileLine(SQUARES[square], box.names(state.options.numbering)[start])


def check_draw(state: State) -> None:
    if state.drawn is not None:
        raise MustPlaceDrawnTile(state.drawn)
    if not state.has_pile:
        raise PileEmpty


def check_exchange(box: Box, state: State, action: ExchangeShare) -> int:
    """Which of the player's shares is exchanged."""
    if not is_sound(action):
        raise NoSuchAction("ExchangeShare")
    if state.drawn is not None:
        raise MustPlaceDrawnTile(state.drawn)
    if state.shares is None:
        raise ModuleNotPlayed(COMPANIES)
    if not is_exchange_open(box, state):
        leader = leading_company(box, state)
        raise ExchangeClosed(leader, max(state.points))
    which = _which_share(box, action.give)
    if state.shares.shown[state.player][which]:
        raise ShareShown(action.give, state.shares.held[state.player][which])
    return which


def is_exchange_open(box: Box, state: State) -> bool:
    """Until a company reaches 25, and, so that a game can't go on for ever, as long as there are tiles to draw."""
    return state.shares is not None and state.has_pile and max(state.points) < box.shares.exchange_closes_at


def leading_company(box: Box, state: State) -> str | None:
    """The company that has ended the exchange of shares, if one has."""
    most = max(state.points)
    return box.colours[state.points.index(most)] if most >= box.shares.exchange_closes_at else None


def _which_share(box: Box, percent: int) -> int:
    if percent not in box.shares.percents:
        raise NoSuchShare(percent)
    return box.shares.percents.index(percent)


def check_train(box: Box, state: State, action: PlaceTrain) -> tuple[int, int, int | None]:
    """The place, the index of the train's colour, and which share is shown for it, if any."""
    if not is_sound(action):
        raise NoSuchAction("PlaceTrain")
    if state.drawn is not None:
        raise MustPlaceDrawnTile(state.drawn)
    if METRO_STATIONS not in state.options.modules:
        raise ModuleNotPlayed(METRO_STATIONS)
    owner, which = _train_for(box, state, action.share)
    used = state.trains[STATIONS:]
    if owner in used:
        raise TrainUsed(box.colours[owner], SPACES[used.index(owner)])
    if action.space not in SPACES:
        raise NoSuchSpace(action.space)
    place = STATIONS + SPACES.index(action.space)
    if state.trains[place] != NOBODY:
        raise SpaceTaken(action.space)
    if is_one_tile_from(state, place):
        raise OneTileLine(SQUARES[PLACE_AT[place][0]], action.space)
    return place, owner, which


def _train_for(box: Box, state: State, share: int | None) -> tuple[int, int | None]:
    if state.shares is None:
        if share is not None:
            raise NoShareNeeded
        return state.player, None
    if share is None:
        raise ShareNeeded
    which = _which_share(box, share)
    return box.colours.index(state.shares.held[state.player][which]), which


def is_one_tile_from(state: State, place: int) -> bool:
    """The track from this place is complete already, and one tile long."""
    passes, end = state.tracks.line(place)
    return passes == 1 and end is not None


def free_spaces(state: State) -> list[str]:
    """Where a train may be put into the central station."""
    return [
        SPACES[place - STATIONS]
        for place in range(STATIONS, PLACES)
        if state.trains[place] == NOBODY and not is_one_tile_from(state, place)
    ]


def exchanges(box: Box, state: State) -> tuple[ExchangeShare, ...]:
    """Every exchange that the player to act may make."""
    if state.shares is None or not is_exchange_open(box, state):
        return ()
    return _exchanges_of(state.player, box.shares.percents, state.shares.shown[state.player])


@cache
def _exchanges_of(player: PlayerId, percents: tuple[int, ...], shown: tuple[bool, ...]) -> tuple[ExchangeShare, ...]:
    hidden = [percent for percent, is_shown in zip(percents, shown, strict=True) if not is_shown]
    return tuple(ExchangeShare(player, percent, take) for percent in hidden for take in TAKES)


def train_choices(box: Box, state: State, player: PlayerId) -> tuple[list[int | None], list[str]]:
    """The shares that a player may show for a train (None where none is needed), and the spaces it may go to."""
    if METRO_STATIONS not in state.options.modules:
        return [], []
    used = state.trains[STATIONS:]
    shares: list[int | None]
    if state.shares is None:
        shares = [] if player in used else [None]
    else:
        gone = [box.colours[owner] for owner in used if owner != NOBODY]
        held = zip(box.shares.percents, state.shares.held[player], strict=True)
        shares = [percent for percent, colour in held if colour not in gone]
    return shares, free_spaces(state) if shares else []
