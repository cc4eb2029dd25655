"""A player who only taps: reads the panel's components and uses them."""

from random import Random
from typing import Any

from bot.games.menus import OTHER
from bot.games.tickets.cards import payment_text
from rules.tickets.actions import Cards
from tests.bot.town import Town

BESIDE = {"hand", "board", "tips", "since", "note", "next", "undo", "keep_form", "claim_form"}
"""Verbs of buttons that make no move."""


def components(message: Any) -> list[dict[str, Any]]:
    return [part for row in message.components for part in row["components"]]


def filled(modal: Any, cards: Cards, language: str = "en") -> dict[str, Any]:
    """A form for a payment, filled in: a number for each card, or all of it typed."""
    names = [row["component"]["custom_id"] for row in modal["components"]]
    if names == ["typed"]:
        return {"typed": payment_text(cards, language)}
    return {name: [f"{name}{dict(cards).get(name, 0)}"] for name in names}


class Tapper:
    """Prefers buttons that commit, and menus to buttons, so that games come to an end; otherwise taps at random."""

    beside = BESIDE
    """What is not tapped."""

    def __init__(self, town: Town, table_id: int, seed: int = 1) -> None:
        self.town = town
        self.game = table_id
        self.random = Random(seed)
        self.panels: dict[int, Any] = {}
        self.last: Any = None

    async def tap(self, person: Any) -> Any:
        """One tap in the person's panel, which is opened from the live post where there is none yet."""
        panel = self.panels.get(person.id)
        if panel is None:
            post = await self.live_post()
            result = await person.click(post, custom_id=f"sm:{self.game}:-:play")
        else:
            result = await self.use(person, panel)
        assert result.acknowledged, self.last
        self.panels[person.id] = result.response if self.is_asking(result.response) else None
        return result

    def is_asking(self, message: Any) -> bool:
        verbs = {part["custom_id"].split(":")[3] for part in components(message)}
        return bool(verbs - self.beside)

    async def live_post(self) -> Any:
        kept = await self.town.bot.store.message(self.game, "post")
        assert kept is not None
        return next(message for message in self.town.channel.history() if message.id == kept.message)

    async def use(self, person: Any, panel: Any) -> Any:
        part = self.last = self.choice(panel)
        if part["type"] == 2:
            return await person.click(panel, custom_id=part["custom_id"])
        values = [option["value"] for option in part["options"] if not option["value"].startswith(OTHER)]
        most = self.random.randint(max(1, part.get("min_values", 1)), part.get("max_values", 1))
        return await person.select(panel, self.random.sample(values, most), custom_id=part["custom_id"])

    def choice(self, panel: Any) -> dict[str, Any]:
        usable = [
            part
            for part in components(panel)
            if not part.get("disabled") and part["custom_id"].split(":")[3] not in self.beside
        ]
        good = [part for part in usable if part.get("style") == 3]
        menus = [part for part in usable if part["type"] == 3]
        roll = self.random.random()
        if good and roll < 0.6:
            return self.random.choice(good)
        if menus and roll < 0.85:
            return self.random.choice(menus)
        return self.random.choice(usable)
