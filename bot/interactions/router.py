"""Every command, button, menu and form finds its handler here, after a restart as before it.

`routes` is the one table of verbs. A button whose verb is not in it belongs to a decision: it is the game's own, and
goes to the panel, which asks the game's face.
"""

from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec, TypeAlias

import msgspec
from discord import InteractionType

from bot.errors import Refusal
from bot.games.catalog import FIRST_TITLE
from bot.interactions.board import BoardHandlers
from bot.interactions.components import tap_in
from bot.interactions.forms import asked_to_type, open_form, tap_from_form
from bot.interactions.help import HelpHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.opening import open_at_once, open_table
from bot.interactions.panel import PanelHandlers
from bot.interactions.request import Request, is_in_private
from bot.interactions.responder import answer, take_up
from bot.interactions.services import Services, Where
from bot.interactions.show import ShowHandlers
<<<<<<< HEAD
from bot.interactions.suggestions import Suggestions
=======
from bot.interactions.since import SinceHandlers
from bot.naming import table_label
>>>>>>> main
from bot.outbox.post import Post
from bot.text.slash import Interaction
from data.texts import text

P = ParamSpec("P")
Handler: TypeAlias = Callable[[Request], Awaitable[Post]]
TAPS = {InteractionType.component: tap_in, InteractionType.modal_submit: tap_from_form}
LARGEST_ID = 2**63 - 1
"""No number that Discord gives is larger, and the store keeps none."""


class VerbRoute(msgspec.Struct, frozen=True):
    handle: Handler
    is_private: bool = False
    """Only in our private messages: no public post has such a button, so one that comes from there is not ours."""
    in_panel: bool = False
    """Also on pages of the panel, beside the game's own verbs, whatever is asked there by now."""


class Router:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.boards = BoardHandlers(services)
        self.panel = PanelHandlers(services, self.boards)
        self.lobbies = LobbyHandlers(services)
        self.shows = ShowHandlers(services)
        self.help = HelpHandlers(services)
<<<<<<< HEAD
        self.suggestions = Suggestions(services)
        boards, panel, lobbies, shows = self.boards, self.panel, self.lobbies, self.shows
        self.routes: dict[str, VerbRoute] = {
            "board": VerbRoute(boards.board, in_panel=True),
            "board_text": VerbRoute(boards.board_text, is_private=True),
            "cancel": VerbRoute(lobbies.cancel),
            "colour": VerbRoute(lambda request: lobbies.colour(request, request.choice)),
            "dm_again": VerbRoute(self._try_dm_again, is_private=True, in_panel=True),
            "hand": VerbRoute(boards.hand, in_panel=True),
            "invite": VerbRoute(lobbies.ask_whom),
            "join": VerbRoute(lobbies.join),
            "leave": VerbRoute(lobbies.leave),
            "log": VerbRoute(self._log),
            "member_invite": VerbRoute(self._invite_members, is_private=True),
            "new": VerbRoute(lambda request: open_table(request, lobbies, request.choice or FIRST_TITLE)),
            "new_table": VerbRoute(self.help.titles),
            "option": VerbRoute(lambda request: lobbies.options(request, *option_in(request)), is_private=True),
            "options": VerbRoute(lobbies.options),
            "order": VerbRoute(lambda request: lobbies.order(request, request.choice or "random"), is_private=True),
            "page": VerbRoute(self.help.page, is_private=True),
            "play": VerbRoute(panel.open),
            "play_now": VerbRoute(lambda request: open_at_once(request, lobbies)),
            "robot": VerbRoute(lambda request: lobbies.robot(request, request.choice or "conductor")),
            "rules": VerbRoute(self.help.rules_of_table),
            "set_mine": VerbRoute(lambda request: shows.my_settings(request, *option_in(request)), is_private=True),
            "set_server": VerbRoute(
                lambda request: shows.server_settings(request, *option_in(request)), is_private=True
            ),
            "show_board": VerbRoute(boards.show_to_all, is_private=True),
            "start": VerbRoute(lobbies.start),
            "stop": VerbRoute(
                lambda request: lobbies.votes.sure(request, is_sure=request.choice == "yes"), is_private=True
            ),
            "tips": VerbRoute(panel.stop_tips, is_private=True, in_panel=True),
            "vote": VerbRoute(self._vote),
            "zoom": VerbRoute(lambda request: boards.board(request, request.choice), is_private=True),
=======
        self.news = SinceHandlers(services)
        self._public: dict[str, Answer] = {
            "play": lambda reader, tap: self.panel.open(reader, tap.table_id),
            "hand": lambda reader, tap: self.services.hand(reader, tap.table_id),
            "board": lambda reader, tap: self.services.board(reader, tap.table_id),
            "join": lambda reader, tap: self.lobbies.join(reader, tap.table_id),
            "leave": lambda reader, tap: self.lobbies.leave(reader, tap.table_id),
            "start": lambda reader, tap: self.lobbies.start(reader, tap.table_id),
            "cancel": lambda reader, tap: self.lobbies.cancel(reader, tap.table_id),
            "vote": self._vote,
            "rules": self._rules,
            "new_table": lambda reader, _: self.help.titles(reader),
            "invite": self._invite,
            "log": self._log,
            "since": lambda reader, tap: self.news.since(reader, tap.table_id),
            "options": lambda reader, tap: self.lobbies.options(reader, tap.table_id),
            "colour": lambda reader, tap: self.lobbies.colour(reader, tap.table_id, first(tap)),
            "robot": lambda reader, tap: self.lobbies.robot(reader, tap.table_id, first(tap) or "conductor"),
        }
        self._private: dict[str, Answer] = {
            "zoom": lambda reader, tap: self.services.board(reader, tap.table_id, first(tap)),
            "board_text": lambda reader, tap: self.services.board_text(reader, tap.table_id),
            "show_board": lambda reader, tap: self.show_to_all(reader, tap.table_id),
            "stop": lambda reader, tap: self.lobbies.votes.sure(reader, tap.table_id, is_sure=first(tap) == "yes"),
            "dm_again": self._try_dm_again,
            "member_invite": self._invite_members,
            "option": self._option,
            "order": lambda reader, tap: self.lobbies.order(reader, tap.table_id, first(tap) or "random"),
            "set_mine": lambda reader, tap: self.shows.my_settings(reader, *option_in(tap)),
            "set_server": lambda reader, tap: self.shows.server_settings(reader, *option_in(tap)),
            "page": lambda reader, tap: self.help.turn(reader, tap.values),
            "tips": self._no_tips,
>>>>>>> main
        }

    # Buttons, menus and forms

    async def use(self, interaction: Interaction) -> None:
        """What somebody has tapped or sent: known by its id alone, also after a restart.

        Public buttons open a private message; whatever is tapped in a private one changes that one.
        """
        data = dict(interaction.data or {})
        tap = TAPS[interaction.type](data) if interaction.type in TAPS else None
        if tap is None:
            await self.refuse(interaction, Refusal("refuse.changed"))
            return
        language = None if tap.is_form else asked_to_type(tap)
        if language is not None and not interaction.client.is_leaving:
            await open_form(interaction, tap, language)
            return
        request = await take_up(interaction, self.services.tables, tap, is_new=not is_in_private(interaction))
        if request is not None:
            await answer(request, self.handle(request))

    async def handle(self, request: Request) -> Post:
        """What the handler of a tap or a form makes of it."""
        request = await self.services.with_rights(request)
        tap, route = request.tap, self.routes.get(request.tap.verb)
        if tap.decision is None or (route is not None and route.in_panel):
            if route is None or (route.is_private and not request.is_private):
                raise Refusal("refuse.stale")
            return await route.handle(request)
        return await self.panel.typed(request) if tap.is_form else await self.panel.tap(request)

    async def refuse(self, interaction: Interaction, error: Exception) -> None:
        """Say kindly why nothing comes of it, in a message of its own."""
        request = await take_up(interaction, self.services.tables)
        if request is not None:
            await answer(request, raise_it(error))

    # Commands

    async def run(
        self,
        interaction: Interaction,
        where: Where,
        handle: Callable[Concatenate[Request, P], Awaitable[Post]],
        *options: P.args,
        **named: P.kwargs,
    ) -> None:
        """Answer a command with what a handler makes of its options, at the table that it is about."""
        request = await take_up(interaction, self.services.tables)
        if request is not None:
            await answer(request, self._run(request, where, handle, *options, **named))

    async def _run(
        self,
        request: Request,
        where: Where,
        handle: Callable[Concatenate[Request, P], Awaitable[Post]],
        *options: P.args,
        **named: P.kwargs,
    ) -> Post:
        request = await self.services.find_table(request, where)
        return await handle(await self.services.with_rights(request), *options, **named)

    # What a tap says, put into words for its handler

<<<<<<< HEAD
    async def _vote(self, request: Request) -> Post:
        is_yes, _, number = (request.choice or "").partition(".")
=======
        return {"play_now": play_now, "new": new}.get(tap.verb)

    def _work(self, tap: Tap, is_private: bool) -> Work:
        async def work(reader: Reader) -> Post:
            reader = await self._at_table(reader, tap.table_id)
            found = self._public.get(tap.verb) or (self._private.get(tap.verb) if is_private else None)
            is_outside = tap.decision is None or tap.verb in ("hand", "board", "since", "tips", "dm_again")
            if is_outside:
                if found is None:
                    raise Refusal("refuse.stale")
                return await found(reader, tap)
            return await self.panel.tap(reader, tap)

        return work

    async def _at_table(self, reader: Reader, table_id: int) -> Reader:
        """The reader as somebody at the table that a button or form is about."""
        table = await self.services.store.table(table_id) if table_id else None
        return reader if table is None else await self.services.at_table(reader, table)

    async def rules(self, reader: Reader, title: str | None, topic: str | None) -> Post:
        """The rules of a title; of the channel's own one when none is named, or else one that has such a page."""
        table = await self.services.store.table_in(reader.channel)
        title = title or (table.title if table is not None else None)
        version = table.rules if table is not None and table.title == title else None
        if not topic:
            return await self.help.rules(reader, title, version=version)
        mine = [table.title for table in await self.services.store.tables_of(reader.user)]
        for each in [title] if title else [*mine, *all_titles()]:
            if (page := page_about(each, topic, reader.language)) is not None:
                return await self.help.rules(reader, each, page, version)
        note = text("rules.no_topic", reader.language, topic=safe_name(topic))
        return with_note(await self.help.rules(reader, title, version=version), note)

    async def topics(self, interaction: Interaction, title: str | None, typed: str) -> list[Choice[str]]:
        """The pages of the rules by name; without a title, by what most titles call them."""
        language = await self.services.language(interaction)
        table = await self.services.store.table_in(interaction.channel_id or 0) if title is None else None
        title = title or (table.title if table is not None else None)
        known = rules_topics(title if title in all_titles() else FIRST_TITLE, language)
        return [Choice(name=entry.label, value=entry.value) for entry in find(known, typed[:100])]

    async def help_topics(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        known = help_topics(await self.services.language(interaction))
        return [Choice(name=entry.label, value=entry.value) for entry in find(known, typed[:100])]

    async def game_choices(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The reader's own running games by number and name, those first that wait for the reader."""
        language = await self.services.language(interaction)
        found = []
        for table in await self.services.store.tables_of(interaction.user.id):
            name = table_label(table, language)
            if table.stage == "running" and typed.casefold() in name.casefold():
                with suppress(Refusal):  # one that can't be loaded hides no other
                    snapshot = await self.services.tables.snapshot(table.id, interaction.user.id)
                    label = text("games.choice.your_turn", language, table=name) if snapshot.is_asked else name
                    found.append((not snapshot.is_asked, table.id, label))
        return [Choice(name=label[:100], value=f"#{game}") for _, game, label in sorted(found)[:25]]

    async def suggestions(self, interaction: Interaction, option: str, typed: str) -> list[Choice[str]]:
        """What an option offers, made from the reader's own view; nothing rather than something late or wrong."""
        user = interaction.user.id
        given = {name: str(value) for name, value in interaction.namespace if value is not None and name != option}
        try:
            table = await self._table_typed_at(interaction, given.get("game"))
            snapshot = await self.services.tables.snapshot(table.id, user)
        except Refusal:
            return []
        language = await self.services.language(interaction)
        if option == "zoom":
            found = suggest_zooms(snapshot.view, typed[:100], language)
        elif snapshot.seat is None or snapshot.legal is None:
            return []
        else:
            found = suggest(snapshot.view, snapshot.legal, option, typed[:100], language, snapshot.names, given)
        return [Choice(name=one.label, value=one.value) for one in found]

    async def _table_typed_at(self, interaction: Interaction, game: str | None) -> TableRow:
        reader = await reader_of(interaction, self.services.tables)
        return await self.services.table_meant(reader, game)

    async def _rules(self, reader: Reader, tap: Tap) -> Post:
        table = await self.services.store.table(tap.table_id)
        return await self.help.rules(reader, table.title, 1, table.rules) if table else await self.help.help(reader)

    async def _vote(self, reader: Reader, tap: Tap) -> Post:
        answer, _, number = (first(tap) or "").partition(".")
>>>>>>> main
        if number and not number.isdecimal():
            raise Refusal("refuse.no_vote")
        return await self.lobbies.votes.vote(request, is_yes == "yes", int(number) if number else None)

    async def _invite_members(self, request: Request) -> Post:
        """Robots can't be invited: whoever chose nothing else is asked again."""
        values = request.tap.values
        users = tuple(int(value) for value in values if value.isdecimal() and int(value) <= LARGEST_ID)
        return await (self.lobbies.invite(request, users) if users else self.lobbies.ask_whom(request))

    async def _log(self, request: Request) -> Post:
        page = request.choice
        return await self.shows.log(request, int(page) if page and page.isdecimal() else None)

    async def _try_dm_again(self, request: Request) -> Post:
        self.services.allowance.take(request.user)
        table = await request.find_table()
        if table is not None and table.stage == "lobby":
            return await self.lobbies.try_dm(request)
        if (await request.snapshot()).seat is None:
            raise Refusal("refuse.not_seated")
        await self.services.tables.retry_dm(request.table_id, request.user)
        return Post(text=text("hand.dm_again", request.language))


async def raise_it(error: Exception) -> Post:
    raise error


def option_in(request: Request) -> tuple[str | None, str | None]:
    """pace=daily"""
    name, _, value = (request.choice or "").partition("=")
    return name or None, value or None
