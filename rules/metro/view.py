"""What one reader may see: enough for a picture, a preview and a robot, and nothing that others hold."""

from functools import lru_cache

import msgspec

from rules.game import PlayerId, View
from rules.metro.board import PLACE_AT, PLACES, SPACES, SQUARES, STATIONS
from rules.metro.box import NOBODY, Box
from rules.metro.checks import is_exchange_open
from rules.metro.options import METRO_STATIONS, Options
from rules.metro.scoring import number_points, ranking, scores
from rules.metro.shares import Shares, company_values
from rules.metro.state import State
from rules.metro.tiles import SIDES
from rules.metro.tracing import Laid, TilePass, Tracks, points_of, tracks_with


class Place(msgspec.Struct, frozen=True):
    """A station or a space of the central station, where one line may depart and one may arrive."""

    name: str
    """The station's number, or C1 to C8."""
    square: str
    """The square that its tracks lead into,"""
    side: str
    """on this side of that square: N, E, S or W."""
    entry: int
    """The end of the square where the departing line enters,"""
    exit: int
    """and the one through which a line arrives."""
    owner: str | None
    """The colour of the train that stands here."""
    player: PlayerId | None
    """Whose train it is; None for a company's."""


class Line(msgspec.Struct, frozen=True):
    """The line that departs from one place, as far as it has come."""

    start: str
    owner: str | None
    player: PlayerId | None
    passes: tuple[TilePass, ...]
    end: str | None
    """The place where it has arrived, once it has."""
    points: int
    """What it has scored, or would have where no train stands; 0 until it is finished."""

    @property
    def is_finished(self) -> bool:
        return self.end is not None


class Share(msgspec.Struct, frozen=True):
    percent: int
    company: str
    is_shown: bool = False


class Company(msgspec.Struct, frozen=True):
    colour: str
    points: int
    value: int
    """What it would be worth if the game ended now."""
    space: str | None
    """Where its extra train stands in the central station."""


class NumberCard(msgspec.Struct, frozen=True):
    number: int
    points: int
    """What the line that has arrived there brings its holder."""


class Holding(msgspec.Struct, frozen=True):
    """What a player held in secret, shown when the game is over."""

    shares: tuple[Share, ...]
    numbers: tuple[NumberCard, ...]


class MetroView(View, frozen=True, kw_only=True):
    options: Options
    colours: tuple[str, ...]
    """Of the players; nobody has one where companies own the lines."""
    laid: tuple[Laid, ...]
    """All tiles on the board in the order in which they came, the newest last."""
    central_tiles: tuple[Laid, ...]
    """Module 3: on D4, E4, D5 and E5."""
    stations: tuple[Place, ...]
    """All 32, clockwise from the top left corner."""
    spaces: tuple[Place, ...]
    """C1 to C8; none where lines run through the centre."""
    lines: tuple[Line, ...]
    """One for each station and space, in that order."""
    hand: tuple[str, ...]
    """The reader's tiles, without the one drawn instead."""
    drawn: str | None
    """The tile that the reader has drawn instead, and now has to place."""
    has_drawn: bool
    """Whether the player to act has drawn a tile instead and now has to place it."""
    hand_sizes: tuple[int, ...]
    pile: int
    unseen: dict[str, int]
    """How many tiles of each kind the reader has not seen yet: in the pile or in other hands."""
    companies: tuple[Company, ...]
    is_exchange_open: bool
    open_shares: tuple[Share, ...]
    """Beside their piles."""
    hidden_shares: int
    """How many shares lie face down in each pile."""
    shares: tuple[Share, ...]
    """The reader's own."""
    shown_shares: tuple[tuple[Share, ...], ...]
    """For each player: what was shown for trains."""
    trains_left: tuple[str, ...]
    """Module 2: the colours of the trains that can still be put into the central station."""
    numbers: tuple[NumberCard, ...]
    """Module 4: the reader's own cards."""
    holdings: tuple[Holding, ...]
    """For each player, once the game is over."""


def view_for(box: Box, state: State, reader: PlayerId | None) -> MetroView:
    places = _places(box, state)
    owns = reader is not None
    return MetroView(
        game="metro",
        reader=reader,
        seats=state.seats,
        turn=state.turn,
        to_act=() if state.is_over else (state.player,),
        is_over=state.is_over,
        scores=scores(box, state),
        ranking=ranking(box, state) if state.is_over else (),
        options=state.options,
        colours=box.colours[: state.seats] if state.shares is None else (),
        laid=state.tracks.laid,
        central_tiles=state.tracks.central,
        stations=places[:STATIONS],
        spaces=places[STATIONS:],
        lines=_lines(state.tracks, places),
        hand=state.hands[reader] if reader is not None else (),
        drawn=state.drawn if owns and reader == state.player else None,
        has_drawn=state.drawn is not None,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        pile=len(state.pile) - state.taken,
        unseen=_unseen(box, state, reader),
        companies=_companies(box, state),
        is_exchange_open=is_exchange_open(box, state),
        open_shares=_shares(box, state.shares.open) if state.shares else (),
        hidden_shares=len(state.shares.piles[0]) if state.shares else 0,
        shares=_held(box, state.shares, reader) if state.shares and reader is not None else (),
        shown_shares=_shown(box, state),
        trains_left=_trains_left(box, state),
        numbers=_numbers(box, state, reader) if reader is not None else (),
        holdings=_holdings(box, state) if state.is_over else (),
    )


def tracks_in(view: MetroView) -> Tracks:
    """The board of a view, to trace on."""
    return _tracks_of(view.laid, view.central_tiles)


@lru_cache(maxsize=64)
def _tracks_of(laid: tuple[Laid, ...], central: tuple[Laid, ...]) -> Tracks:
    """A list of moves asks for the same board once for each of them."""
    return tracks_with(laid, central)


def _places(box: Box, state: State) -> tuple[Place, ...]:
    names = box.names(state.options.numbering)
    count = STATIONS if state.tracks.central else PLACES
    return tuple(_place(box, state, place, names[place]) for place in range(count))


def _place(box: Box, state: State, place: int, name: str) -> Place:
    square, side = PLACE_AT[place]
    owner = state.trains[place]
    return Place(
        name=name,
        square=SQUARES[square],
        side=SIDES[side],
        entry=2 * side,
        exit=2 * side + 1,
        owner=None if owner == NOBODY else box.colours[owner],
        player=None if owner == NOBODY or state.shares is not None else owner,
    )


def _lines(tracks: Tracks, places: tuple[Place, ...]) -> tuple[Line, ...]:
    lines = []
    for start, path in enumerate(tracks.paths(range(len(places)))):
        place = places[start]
        passes, end = tracks.line(start)
        name, points = (None, 0) if end is None else (places[end].name, points_of(start, end, passes))
        lines.append(Line(place.name, place.owner, place.player, path, name, points))
    return tuple(lines)


def _unseen(box: Box, state: State, reader: PlayerId | None) -> dict[str, int]:
    left = dict(box.tiles)
    for tile in state.tracks.laid:
        left[tile.tile] -= 1
    if reader is not None:
        own = state.hands[reader]
        if state.drawn is not None and reader == state.player:
            own = (*own, state.drawn)
        for code in own:
            left[code] -= 1
    return left


def _companies(box: Box, state: State) -> tuple[Company, ...]:
    if state.shares is None:
        return ()
    values = company_values(box, state.points)
    used = state.trains[STATIONS:]
    return tuple(
        Company(colour, state.points[owner], values[owner], SPACES[used.index(owner)] if owner in used else None)
        for owner, colour in enumerate(box.colours)
    )


def _shares(box: Box, colours: tuple[str, ...]) -> tuple[Share, ...]:
    return tuple(Share(percent, colour) for percent, colour in zip(box.shares.percents, colours, strict=True))


def _held(box: Box, shares: Shares, player: PlayerId) -> tuple[Share, ...]:
    held = zip(box.shares.percents, shares.held[player], shares.shown[player], strict=True)
    return tuple(Share(percent, colour, is_shown) for percent, colour, is_shown in held)


def _shown(box: Box, state: State) -> tuple[tuple[Share, ...], ...]:
    shares = state.shares
    if shares is None:
        return ()
    return tuple(
        tuple(share for share in _held(box, shares, player) if share.is_shown) for player in range(state.seats)
    )


def _trains_left(box: Box, state: State) -> tuple[str, ...]:
    if METRO_STATIONS not in state.options.modules:
        return ()
    used = state.trains[STATIONS:]
    return tuple(box.colours[owner] for owner in range(len(state.points)) if owner not in used)


def _numbers(box: Box, state: State, player: PlayerId) -> tuple[NumberCard, ...]:
    if not state.numbers:
        return ()
    return tuple(NumberCard(number, number_points(box, state, number)) for number in state.numbers[player])


def _holdings(box: Box, state: State) -> tuple[Holding, ...]:
    return tuple(
        Holding(_held(box, state.shares, player) if state.shares else (), _numbers(box, state, player))
        for player in range(state.seats)
    )
