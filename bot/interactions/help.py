"""First steps and the rules of each title, page by page."""

from collections.abc import Sequence

from bot.games.catalog import FIRST_TITLE
from bot.games.page import Button, Choice, Menu
from bot.interactions.responder import Reader
from bot.interactions.services import Services
from bot.naming import title_name
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.tables.lobby import rules_of
from bot.text.rules_pages import PAGES, help_text, rules_page
from data.texts import text
from rules.catalog import all_titles


class HelpHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services

    async def rules(self, reader: Reader, title: str | None, page: int = 1, version: int | None = None) -> Post:
        """A page of the rules, as the version has them that a game began with; without a title, the first steps."""
        if title is None:
            return await self.help(reader)
        if version == rules_of(title).rules_version:
            version = None
        found = rules_page(title, page, reader.language, version)
        return Post(text=joined([found.text]), rows=(page_buttons(title, found.page, PAGES, version),))

    async def help(self, reader: Reader, topic: str | None = None) -> Post:
        words = joined([help_text(reader.language, topic or "start")])
        new = Button(label=text("press.new_table", reader.language), verb="new_table", style="good")
        now = Button(label=text("press.play_now", reader.language), verb="play_now", style="good")
        rules = Button(label=text("press.rules", reader.language), verb="page", choice=f"{FIRST_TITLE}.1")
        return Post(text=words, rows=((new, now, rules),) if reader.guild is not None else ((rules,),))

    async def titles(self, reader: Reader) -> Post:
        """Which game? Choosing one opens its lobby here, or in a thread where a table is here already."""
        choices = tuple(
            Choice(label=title_name(title, reader.language), value=title, description=players(title, reader.language))
            for title in all_titles()
        )
        menu = Menu(verb="new", placeholder=text("menu.title", reader.language), choices=choices)
        return Post(text=text("lobby.which", reader.language), rows=(menu,))

    async def turn(self, reader: Reader, values: Sequence[str]) -> Post:
        """Another page of the rules: `usa.3`, or `usa.3.1` as version 1 has it."""
        title, page, version, *_ = [*(values[0] if values else "").split("."), "", ""]
        return await self.rules(reader, title or None, number(page) or 1, number(version))


def players(title: str, language: str) -> str:
    """2–5 players"""
    seats = rules_of(title).seats
    return text("lobby.players", language, least=seats[0], most=seats[-1])


def number(written: str) -> int | None:
    return int(written) if written.isdecimal() and len(written) < 4 else None


def page_buttons(title: str, page: int, pages: int, version: int | None) -> tuple[Button, ...]:
    end = f".{version}" if version else ""
    back = Button(label="◀", verb="page", choice=f"{title}.{page - 1}{end}", is_disabled=page == 1)
    forth = Button(label="▶", verb="page", choice=f"{title}.{page + 1}{end}", is_disabled=page == pages)
    return back, forth
