"""What a person taps to do something, counted: a menu is opened, what is chosen is tapped, one of several is closed."""

from __future__ import annotations

from typing import Any

from bot.local.driver import Driver
from bot.local.world import components
from bot.local.world.model import Message
from tests.wire.station import Station, ok

ONE_CHOICE = 2
"""A menu is opened, and an entry tapped."""


class Thumb:
    """Somebody at a table, and how often they have tapped since their call."""

    def __init__(self, station: Station, table_id: int, person: Driver) -> None:
        self.station, self.game, self.person = station, table_id, person
        self.taps = 0
        self.page: Message
        self.form: Any = None

    async def call(self, verb: str = "play") -> None:
        """A button of the post that calls."""
        self.taps += 1
        self._see(await self.person.click(self.station.live_post(), custom_id=f"sm:{self.game}:-:{verb}"))
        await self._settle()

    async def press(self, verb: str, choice: str = "") -> None:
        self.taps += 1
        self._see(await self.person.click(self.page, custom_id=self.id_of(verb, choice)))
        await self._settle()

    async def choose(self, verb: str, value: str) -> None:
        self.taps += ONE_CHOICE
        self._see(await self.person.select(self.page, value, custom_id=self.id_of(verb)))
        await self._settle()

    async def send(self, name: str, *values: str) -> None:
        """Tick or choose in a field that shows all it has, and send the form."""
        field = components.find(self.form.modal["components"], name)
        assert field is not None
        assert field["type"] in (components.RADIO_GROUP, components.CHECKBOX_GROUP)
        self.taps += len(values) + 1
        given: object = values[0] if field["type"] == components.RADIO_GROUP else list(values)
        self._see(await self.person.submit_modal(self.form, {name: given}))
        await self._settle()

    def ids(self) -> list[str]:
        return [
            each["custom_id"]
            for each in components.walk(self.page.components)
            if each.get("custom_id") and not each.get("disabled")
        ]

    def id_of(self, verb: str, choice: str = "") -> str:
        parts = [one.split(":", 4) for one in self.ids()]
        return next(":".join(one) for one in parts if one[3] == verb and (not choice or one[4:] == [choice]))

    def _see(self, result: Any) -> None:
        self.last = self.form = result

    async def _settle(self) -> None:
        if self.last.modal is not None:
            return
        self.page = (await ok(self.last)).message
        await self.station.calm()
