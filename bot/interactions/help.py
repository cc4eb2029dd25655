"""First steps and the rules of each title, page by page."""

from bot.games.catalog import FIRST_TITLE
from bot.games.page import Button, Choice, Menu
from bot.interactions.board import with_note
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import title_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.tables.lobby import rules_of
from bot.text.names import safe_name
from bot.text.rules_pages import PAGES, help_text, page_about, rules_page
from data.texts import text
from rules.catalog import all_titles


class HelpHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store

    async def rules(self, request: Request, title: str | None = None, topic: str | None = None) -> Post:
        """The rules of a title; of the channel's own one when none is named, or else one that has such a page."""
        table = await self.services.table_here(request)
        title = title or (table.title if table is not None else None)
        version = table.rules if table is not None and table.title == title else None
        if not topic:
            return rules_post(title, 1, version, request)
        mine = [table.title for table in await self.store.tables_of(request.user)]
        for each in [title] if title else [*mine, *all_titles()]:
            if (page := page_about(each, topic, request.language)) is not None:
                return rules_post(each, page, version, request)
        note = text("rules.no_topic", request.language, topic=safe_name(topic))
        return with_note(rules_post(title, 1, version, request), note)

    async def rules_of_table(self, request: Request) -> Post:
        table = await request.find_table()
        return rules_post(table.title, 1, table.rules, request) if table else help_post(request)

    async def page(self, request: Request) -> Post:
        """Another page of the rules: `usa.3`, or `usa.3.1` as version 1 has it."""
        title, page, version, *_ = [*(request.choice or "").split("."), "", ""]
        return rules_post(title or None, number(page) or 1, number(version), request)

    async def help(self, request: Request, topic: str | None = None) -> Post:
        return help_post(request, topic)

    async def titles(self, request: Request) -> Post:
        """Which game? Choosing one opens its lobby here, or in a thread where a table is here already."""
        language = request.language
        choices = tuple(
            Choice(label=title_name(title, language), value=title, description=players(title, language))
            for title in await self.services.titles_for(request.user)
        )
        menu = Menu(verb="new", placeholder=text("menu.title", language), choices=choices)
        return Post(text=text("lobby.which", language), rows=(menu,))


def rules_post(title: str | None, page: int, version: int | None, request: Request) -> Post:
    """A page of the rules, as the version has them that a game began with; without a title, the first steps."""
    if title is None:
        return help_post(request)
    if version == rules_of(title).rules_version:
        version = None
    found = rules_page(title, page, request.language, version)
    return Post(text=joined([found.text]), rows=(page_buttons(title, found.page, PAGES, version),))


def help_post(request: Request, topic: str | None = None) -> Post:
    language = request.language
    words = joined([help_text(language, topic or "start")])
    new = Button(label=text("press.new_table", language), verb="new_table", style="good")
    now = Button(label=text("press.play_now", language), verb="play_now", style="good")
    rules = Button(label=text("press.rules", language), verb="page", choice=f"{FIRST_TITLE}.1")
    return Post(text=words, rows=((new, now, rules),))


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
