"""The conductor's weights: named numbers by title and number of seats, from `data/robots/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import msgspec

import data

Weights: TypeAlias = Mapping[str, float]

USUAL: dict[str, float] = {
    "turn": 2.8,
    "cards_a_turn": 1.45,
    "pace_cards": 1.9,
    "pace_length": 3.0,
    "pace_hand": 0.7,
    "track_points": 0.7,
    "least_cost": 0.4,
    "from_hand": 0.5,
    "piece": 0.1,
    "contest": 0.5,
    "touch_one": 0.12,
    "touch_two": 0.3,
    "long_wanted": 0.1,
    "risk": 0.3,
    "spread": 0.45,
    "detours": 1.0,
    "hopeless": 2.0,
    "spare_pieces": 2.0,
    "exchange": 2.0,
    "tree": 0.8,
    "ticket": 0.0,
    "second_ticket": 0.5,
    "draw_tickets": 0.0,
    "near": 0.4,
    "urgency": 1.0,
    "claim": 0.6,
    "claim_points": 0.1,
    "card_for_tickets": 0.75,
    "card_for_filler": 0.3,
    "spared_card": 0.3,
    "spent_card": 0.02,
    "any_card": 0.12,
    "wild_card": 0.35,
    "held_card": 0.02,
    "push": 0.7,
    "late": 2.0,
    "filler": 0.1,
    "makeshift": 0.2,
    "unknown": 0.9,
    "longest": 1.0,
    "guess_ticket": 5.0,
    "end": 0.3,
    "on_the_way": 0.5,
    "passenger": 1.0,
    "passenger_spread": 0.6,
    "opening_long": 2.0,
    "harbour": 0.6,
    "harbour_card": 0.5,
    "spare_wagons": 0.33,
    "block": 1.0,
    "keep_wild": 0.4,
}
"""Where a file says nothing else. In points, unless it is plain from the name."""


@lru_cache(maxsize=64)
def weights_for(title: str, seats: int) -> Weights:
    """Those of the nearest number of seats that the title's file has; a map without a file plays by the usual ones."""
    try:
        found = msgspec.json.decode(data.read(f"robots/{title}.json"), type=dict[int, dict[str, float]])
    except FileNotFoundError:
        found = {}
    nearest = min(found, key=lambda known: (abs(known - seats), known), default=None)
    return USUAL if nearest is None else {**USUAL, **found[nearest]}
