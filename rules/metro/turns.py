"""What each action does, and whose turn comes next."""

from msgspec.structs import replace

from rules.game import Event, PlayerId, Step
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.board import PLACE_AT
from rules.metro.box import Box
from rules.metro.checks import (
    check_draw,
    check_exchange,
    check_place,
    check_train,
    is_exchange_open,
    leading_company,
    train_choices,
)
from rules.metro.events import (
    ExchangeEnded,
    GameEnded,
    PlayerSkipped,
    ShareExchanged,
    TileDrawn,
    TilePlaced,
    TrainPlaced,
)
from rules.metro.scoring import ranking, score_lines
from rules.metro.shares import exchanged, with_item, with_shown
from rules.metro.state import State
from rules.metro.tracing import Finish, Laid


def place_tile(box: Box, state: State, action: PlaceTile) -> Step[State]:
    square, tile, pattern, is_forced = check_place(box, state, action)
    player = state.player
    tracks, finished = state.tracks.lay(square, Laid(action.square, tile, action.turn), pattern)
    events: list[Event] = [TilePlaced(player, action.square, tile, action.turn, is_forced)]
    points = score_lines(box, state, state.trains, finished, events) if finished else state.points
    hands, taken = state.hands, state.taken
    if state.drawn is None:
        hands, taken = _hands_after(state, tile, events)
    following = (player + 1) % state.seats
    after = State(
        state.options,
        state.seats,
        state.pile,
        taken,
        hands,
        None,
        following,
        state.turn + 1,
        tracks,
        state.trains,
        state.train_squares,
        points,
        state.shares,
        state.numbers,
    )
    may_end_exchange = state.shares is not None and (finished or taken == len(state.pile))
    if may_end_exchange or not hands[following]:
        after = _settled(box, state, after, events)
    return Step(after, tuple(events))


def _hands_after(state: State, tile: str, events: list[Event]) -> tuple[tuple[tuple[str, ...], ...], int]:
    """All hands once `tile` has left the player's, which is filled up again as far as the pile allows."""
    player, hands, taken = state.player, state.hands, state.taken
    hand = hands[player]
    at = hand.index(tile)
    hand = hand[:at] + hand[at + 1 :]
    if taken < len(state.pile):
        drawn = state.pile[taken]
        taken += 1
        hand += (drawn,)
        events.append(TileDrawn(player, drawn, False))
    after = list(hands)
    after[player] = hand
    return tuple(after), taken


def draw_tile(box: Box, state: State, action: DrawTile) -> Step[State]:
    check_draw(state)
    tile = state.pile[state.taken]
    after = replace(state, drawn=tile, taken=state.taken + 1)
    events: list[Event] = [TileDrawn(action.player, tile, True)]
    _tell_end_of_exchange(box, state, after, events)
    return Step(after, tuple(events))


def _tell_end_of_exchange(box: Box, before: State, after: State, events: list[Event]) -> None:
    if is_exchange_open(box, before) and not is_exchange_open(box, after):
        events.append(ExchangeEnded(leading_company(box, after)))


def exchange_share(box: Box, state: State, action: ExchangeShare) -> Step[State]:
    which = check_exchange(box, state, action)
    before = state.shares
    assert before is not None
    player = action.player
    shares = exchanged(before, player, which, action.take)
    event = ShareExchanged(
        player,
        percent=action.give,
        take=action.take,
        given=before.held[player][which],
        taken=shares.held[player][which],
        turned_up=shares.open[which] if action.take == "open" else None,
    )
    return _next_turn(box, state, replace(state, shares=shares), [event])


def place_train(box: Box, state: State, action: PlaceTrain) -> Step[State]:
    """A train on a track that leads to an arrival already is scored at once."""
    place, owner, which = check_train(box, state, action)
    events: list[Event] = [TrainPlaced(action.player, action.space, box.colours[owner], action.share)]
    trains = with_item(state.trains, place, owner)
    passes, end = state.tracks.line(place)
    finished = [] if end is None else [Finish(place, end, passes)]
    after = replace(
        state,
        trains=trains,
        train_squares=state.train_squares | 1 << PLACE_AT[place][0],
        points=score_lines(box, state, trains, finished, events),
    )
    if state.shares is not None and which is not None:
        after = replace(after, shares=with_shown(state.shares, action.player, which))
    return _next_turn(box, state, after, events)


def _next_turn(box: Box, before: State, after: State, events: list[Event]) -> Step[State]:
    after = replace(after, player=(before.player + 1) % before.seats, turn=before.turn + 1)
    return Step(_settled(box, before, after, events), tuple(events))


def _settled(box: Box, before: State, after: State, events: list[Event]) -> State:
    """The end of the exchange, players with nothing to do, and the end of the game."""
    _tell_end_of_exchange(box, before, after, events)
    if after.is_over:
        events.append(GameEnded(ranking(box, after)[0]))
        return after
    player = after.player
    while not can_act(box, after, player):
        events.append(PlayerSkipped(player))
        player = (player + 1) % after.seats
    return after if player == after.player else replace(after, player=player)


def can_act(box: Box, state: State, player: PlayerId) -> bool:
    return bool(state.hands[player]) or state.has_pile or all(train_choices(box, state, player))
