"""Every refusal by its name; those of the placement rule and of the modules have more tests beside them."""

from dataclasses import is_dataclass

import pytest
from msgspec.structs import replace

from rules.errors import GameOver, IllegalAction, NotYourTurn, UnknownPlayer
from rules.metro import errors
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.state import State
from rules.metro.tracing import tracks_with
from tests.rules.metro.playing import GAME, do, parsed, place, plain, played, table
from tests.rules.metro.test_shares import SORTED, markers

START = table(tiles=["aaaa", "dddd", "bbbb"])
AFTER_ONE = place(START, "B1")
DRAWN = do(START, DrawTile(0))
COMPANIES = table(modules="1", orders=SORTED)
TRAINS = do(table(modules="2"), PlaceTrain(0, "C1"))
BOTH = replace(do(table(modules="1+2", orders=SORTED), PlaceTrain(0, "C1", 10)), player=0)
TURNED_BACK = replace(table(modules="2"), tracks=tracks_with(parsed("E1 aaaa, E2 aaaa, E3 ccda")))

REFUSED: list[tuple[State, MetroAction, IllegalAction]] = [
    (START, PlaceTile(1, "B1"), NotYourTurn(1, (0,))),
    (START, PlaceTile(2, "B1"), UnknownPlayer(2)),
    (START, DrawTile(-1), UnknownPlayer(-1)),
    (played(2, {}, 1)[0], DrawTile(0), GameOver()),
    (START, PlaceTile(0, "I1"), errors.NoSuchSquare("I1")),
    (START, PlaceTile(0, "b1"), errors.NoSuchSquare("b1")),
    (START, PlaceTile(0, "D4"), errors.CentralSquare("D4")),
    (AFTER_ONE, PlaceTile(1, "B1"), errors.SquareTaken("B1")),
    (START, PlaceTile(0, "B2"), errors.NotReachable("B2")),
    (AFTER_ONE, PlaceTile(1, "C1"), errors.OneTileLine("C1", "6")),
    (START, PlaceTile(0, "B1", "abcd"), errors.NoSuchTile("abcd")),
    (START, PlaceTile(0, "B1", "dddd"), errors.TileNotInHand("dddd")),
    (table(tiles=["aaaa", "bbbb"], hand="2"), PlaceTile(0, "B1"), errors.WhichTile(("aaaa", "bbbb"))),
    (DRAWN, PlaceTile(0, "B1", "aaaa"), errors.MustPlaceDrawnTile("bbbb")),
    (DRAWN, DrawTile(0), errors.MustPlaceDrawnTile("bbbb")),
    (DRAWN, ExchangeShare(0, 10, "open"), errors.MustPlaceDrawnTile("bbbb")),
    (DRAWN, PlaceTrain(0, "C1"), errors.MustPlaceDrawnTile("bbbb")),
    (replace(TRAINS, hands=((), ()), taken=60), PlaceTile(1, "B1"), errors.NoTile()),
    (replace(START, taken=60), DrawTile(0), errors.PileEmpty()),
    (START, PlaceTile(0, "B1", "aaaa", 45), errors.NoSuchTurn(45)),
    (START, PlaceTile(0, "B1", "aaaa", 90), errors.TurnNotAllowed(90)),
    (START, ExchangeShare(0, 10, "open"), errors.ModuleNotPlayed(1)),
    (START, PlaceTrain(0, "C1"), errors.ModuleNotPlayed(2)),
    (COMPANIES, ExchangeShare(0, 15, "open"), errors.NoSuchShare(15)),
    (BOTH, ExchangeShare(0, 10, "open"), errors.ShareShown(10, "yellow")),
    (replace(COMPANIES, points=markers(blue=31)), ExchangeShare(0, 10, "open"), errors.ExchangeClosed("blue", 31)),
    (replace(COMPANIES, taken=60), ExchangeShare(0, 10, "open"), errors.ExchangeClosed(None, 0)),
    (TRAINS, PlaceTrain(1, "C9"), errors.NoSuchSpace("C9")),
    (TRAINS, PlaceTrain(1, "C1"), errors.SpaceTaken("C1")),
    (TRAINS, PlaceTrain(1, "C2", 10), errors.NoShareNeeded()),
    (replace(TRAINS, player=0), PlaceTrain(0, "C2"), errors.TrainUsed("yellow", "C1")),
    (TURNED_BACK, PlaceTrain(0, "C2"), errors.OneTileLine("E3", "C2")),
    (BOTH, PlaceTrain(0, "C2"), errors.ShareNeeded()),
    (BOTH, PlaceTrain(0, "C2", 10), errors.TrainUsed("yellow", "C1")),
    (BOTH, PlaceTrain(0, "C2", 55), errors.NoSuchShare(55)),
]


@pytest.mark.parametrize(("state", "action", "refusal"), REFUSED, ids=lambda value: repr(value)[:60])
def test_refused(state: State, action: MetroAction, refusal: IllegalAction) -> None:
    before = plain(state)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, action)
    assert refused.value == refusal
    assert type(refused.value) is type(refusal)
    assert action not in GAME.legal_actions(state, action.player)
    assert plain(state) == before


def test_every_refusal_of_metro_has_its_case() -> None:
    ours = {cls for cls in vars(errors).values() if is_dataclass(cls) and cls.__module__ == errors.__name__}
    assert {type(refusal) for _, _, refusal in REFUSED} >= ours


def test_other_players_have_nothing_to_choose() -> None:
    assert list(GAME.legal_actions(START, 1)) == []
    assert not GAME.legal_actions(START, 1)
    assert PlaceTile(1, "B1") not in GAME.legal_actions(START, 1)
    assert "B1" not in GAME.legal_actions(START, 0)
