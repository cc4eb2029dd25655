"""What makes one title differ from another, beyond numbers: small classes that a map file names under `features`."""

from typing import TypeAlias

from rules.tickets.features.bonuses import Globetrotter, LongestRoute
from rules.tickets.features.harbours import Harbours
from rules.tickets.features.passengers import Passengers
from rules.tickets.features.pieces import Exchange, PieceChoice
from rules.tickets.features.tunnels import Tunnels

AnyFeature: TypeAlias = LongestRoute | Globetrotter | Passengers | Tunnels | PieceChoice | Harbours | Exchange
