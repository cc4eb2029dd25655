"""The table before the first turn."""

from rules.chance import Chance
from rules.metro.board import CENTRE, SQUARES
from rules.metro.box import COMPANY_TABLE, Box
from rules.metro.numbers import deal_numbers
from rules.metro.options import CENTRAL_TRACKS, COMPANIES, STATION_NUMBERS, Options
from rules.metro.shares import deal_shares
from rules.metro.state import State
from rules.metro.tiles import TURNS
from rules.metro.tracing import Laid, empty_tracks


def new_game(box: Box, options: Options, seats: int, chance: Chance) -> State:
    """From the top of the pile, each player in turn order takes a whole hand."""
    pile = chance.shuffled(box.all_tiles, "tiles")
    hand = options.hand
    has_companies = COMPANIES in options.modules
    return State(
        options=options,
        seats=seats,
        pile=pile,
        taken=seats * hand,
        hands=tuple(pile[player * hand : (player + 1) * hand] for player in range(seats)),
        drawn=None,
        player=0,
        turn=1,
        tracks=empty_tracks(central_tiles(box, chance) if CENTRAL_TRACKS in options.modules else ()),
        trains=box.trains(COMPANY_TABLE if has_companies else str(seats), options.numbering),
        train_squares=0,
        points=(0,) * (len(box.colours) if has_companies else seats),
        shares=deal_shares(box, seats, chance) if has_companies else None,
        numbers=deal_numbers(box, seats, options, chance) if STATION_NUMBERS in options.modules else (),
    )


def shuffles(box: Box, options: Options) -> set[str]:
    """What is shuffled at a table, by purpose."""
    found = {"tiles"}
    if COMPANIES in options.modules:
        found |= {f"shares {percent}" for percent in box.shares.percents}
    if CENTRAL_TRACKS in options.modules:
        found |= {"central tiles", *(f"turn of {SQUARES[square]}" for square in CENTRE)}
    if STATION_NUMBERS in options.modules:
        found |= {f"numbers {first}-{last}" for first, last in box.number_groups}
    return found


def central_tiles(box: Box, chance: Chance) -> tuple[Laid, ...]:
    """Four of the central tiles on D4, E4, D5 and E5, each turned at random: the first of its shuffled turns."""
    order = chance.shuffled(box.all_central_tiles, "central tiles")
    laid = []
    for square, tile in zip(CENTRE, order, strict=False):
        turns = chance.shuffled([str(turn) for turn in TURNS], f"turn of {SQUARES[square]}")
        laid.append(Laid(SQUARES[square], tile, int(turns[0])))
    return tuple(laid)
