"""Metro tables with their hidden half dealt differently: everything that some readers can't know, nothing else."""

from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from rules.game import PlayerId
from rules.metro.shares import Shares, with_item
from rules.metro.state import State
from tests.rules.metro.playing import BOX

Known: TypeAlias = tuple[PlayerId | None, ...]


def otherwise(state: State, reader: PlayerId | None, random: Random, *more: PlayerId) -> State:
    """The same table as far as the reader, and `more`, can know, with everything else dealt again."""
    known = (reader, *more)
    state = _other_tiles(state, known, random)
    if state.shares is not None:
        state = replace(state, shares=_other_shares(state.shares, known, random))
    if state.numbers:
        state = replace(state, numbers=_other_numbers(state, known, random))
    return state


def _other_tiles(state: State, known: Known, random: Random) -> State:
    others = [player for player in range(state.seats) if player not in known]
    hides_drawn = state.drawn is not None and state.player not in known
    pool = [tile for player in others for tile in state.hands[player]] + list(state.pile[state.taken :])
    pool += [state.drawn] if hides_drawn and state.drawn is not None else []
    random.shuffle(pool)
    hands = state.hands
    for player in others:
        hands = with_item(hands, player, tuple(pool.pop() for _ in hands[player]))
    drawn = pool.pop() if hides_drawn else state.drawn
    pile = list(state.pile[: state.taken])
    random.shuffle(pile)  # what was drawn when is nobody's knowledge either
    return replace(state, hands=hands, drawn=drawn, pile=(*pile, *pool))


def _other_shares(shares: Shares, known: Known, random: Random) -> Shares:
    for which in range(4):
        hidden = [p for p in range(len(shares.held)) if p not in known and not shares.shown[p][which]]
        pool = [shares.held[player][which] for player in hidden] + list(shares.piles[which])
        random.shuffle(pool)
        held = shares.held
        for player in hidden:
            held = with_item(held, player, with_item(held[player], which, pool.pop()))
        shares = replace(shares, held=held, piles=with_item(shares.piles, which, tuple(pool)))
    return shares


def _other_numbers(state: State, known: Known, random: Random) -> tuple[tuple[int, ...], ...]:
    own = {number for player in known if player is not None for number in state.numbers[player]}
    numbers = list(state.numbers)
    pools = [[n for n in range(first, last + 1) if n not in own] for first, last in BOX.number_groups]
    for pool in pools:
        random.shuffle(pool)
    for player in range(state.seats):
        if player not in known:
            numbers[player] = tuple(sorted(pool.pop() for pool in pools for _ in range(state.options.cards)))
    return tuple(numbers)
