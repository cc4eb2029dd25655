"""The board shows all of the last turn, not only its last action."""

from types import SimpleNamespace
from typing import Any

from bot.interactions.board import BoardHandlers
from bot.tables.snapshot import KeptAction
from rules.game import Event
from rules.tickets.events import CardDrawn, RouteClaimed, TurnBegan

CLAIM = RouteClaimed(0, "denver-omaha", (), 7, 38)
FIRST, SECOND = CardDrawn(1, "cards", True, None), CardDrawn(1, "cards", False, "red")
NEXT = TurnBegan(0, 9)


def kept(seq: int, turn: int, *events: Event) -> KeptAction:
    return KeptAction(seq=seq, turn=turn, player=turn % 2, at=0.0, events=events)


class Log:
    """The writer of tables, as far as it is asked here."""

    def __init__(self, *actions: KeptAction) -> None:
        self.actions = actions

    async def kept_actions(self, _table: int, after: int, _until: None, _reader: None) -> list[KeptAction]:
        return [action for action in self.actions if action.seq > after]


async def shown(*actions: KeptAction) -> list[Event]:
    services: Any = SimpleNamespace(tables=Log(*actions), pictures=None, allowance=None)
    snapshot: Any = SimpleNamespace(table=SimpleNamespace(id=12), seq=actions[-1].seq if actions else 0)
    return await BoardHandlers(services).last_turn(snapshot)


async def test_both_cards_of_the_last_turn_are_shown() -> None:
    assert await shown(kept(1, 7, CLAIM), kept(2, 8, FIRST), kept(3, 8, SECOND, NEXT)) == [FIRST, SECOND, NEXT]


async def test_a_turn_that_is_not_over_shows_what_was_done_in_it() -> None:
    assert await shown(kept(1, 7, CLAIM), kept(2, 8, FIRST)) == [FIRST]


async def test_before_the_first_action_there_is_nothing_to_show() -> None:
    assert await shown() == []
