"""Every button and menu finds its answer here, after a restart as before it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from discord import InteractionType
from discord.app_commands import Choice

from bot.errors import Refusal
from bot.games.catalog import FIRST_TITLE
from bot.games.suggestions import suggest, suggest_zooms
from bot.interactions.clocks import ClockHandlers
from bot.interactions.components import Tap, tap_in
from bot.interactions.forms import asked_to_type, open_form, tap_from_form
from bot.interactions.help import HelpHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.opening import open_at_once, open_table
from bot.interactions.panel import PanelHandlers
from bot.interactions.responder import Interaction, Reader, Work, answer, reader_of
from bot.interactions.services import Services, with_note
from bot.interactions.show import ShowHandlers
from bot.interactions.since import SinceHandlers
from bot.naming import table_label
from bot.outbox.post import Post
from bot.store.rows import TableRow
from bot.text.matching import find
from bot.text.names import safe_name
from bot.text.rules_pages import help_topics, page_about, rules_topics
from data.texts import text
from rules.catalog import all_titles

Answer = Callable[[Reader, Tap], Awaitable[Post]]
LARGEST_ID = 2**63 - 1
"""No number that Discord gives is larger, and the store keeps none."""


class Router:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.panel = PanelHandlers(services)
        self.lobbies = LobbyHandlers(services)
        self.shows = ShowHandlers(services)
        self.help = HelpHandlers(services)
        self.clocks = ClockHandlers(services)
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
            "mute": lambda reader, tap: self.clocks.mute(reader, tap.table_id),
            "nudge": lambda reader, tap: self.clocks.nudge(reader, tap.table_id),
            "ask": lambda reader, tap: self.clocks.answer(reader, tap.table_id, first(tap) or ""),
            "wake": lambda reader, tap: self.clocks.wake(reader, tap.table_id),
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
        }

    async def used(self, interaction: Interaction) -> None:
        """A button, a menu or a form: known by its id alone, also after a restart."""
        data = dict(interaction.data or {})
        if interaction.type is InteractionType.component and (tap := tap_in(data)) is not None:
            await self.tapped(interaction, tap)
        elif interaction.type is InteractionType.modal_submit and (tap := tap_from_form(data)) is not None:
            await self.submitted(interaction, tap)
        else:
            await self.not_understood(interaction, Refusal("refuse.changed"))

    async def not_understood(self, interaction: Interaction, error: Exception) -> None:
        """Say kindly why nothing comes of it, in a message of its own."""

        async def work(_: Reader) -> Post:
            raise error

        await answer(interaction, self.services.tables, work)

    async def tapped(self, interaction: Interaction, tap: Tap) -> None:
        """Public buttons open a private message; whatever is tapped in a private one changes that one."""
        if (language := asked_to_type(tap)) is not None and not interaction.client.is_leaving:
            await open_form(interaction, tap, language)
            return
        is_private = is_in_private(interaction)
        opening = self._opening(interaction, tap)
        work = opening or self._work(tap, is_private)
        await answer(interaction, self.services.tables, work, is_new=not is_private)

    async def submitted(self, interaction: Interaction, tap: Tap) -> None:
        """A form was sent: what it holds is read as if it had been typed into a command."""

        async def work(reader: Reader) -> Post:
            return await self.panel.typed(await self._at_table(reader, tap.table_id), tap)

        await answer(interaction, self.services.tables, work, is_new=not is_in_private(interaction))

    def _opening(self, interaction: Interaction, tap: Tap) -> Work | None:
        """Taps that open a table: a lobby of the title chosen, or at once a game for one against a robot."""

        async def play_now(reader: Reader) -> Post:
            return await open_at_once(interaction, self.lobbies, reader)

        async def new(reader: Reader) -> Post:
            return await open_table(interaction, self.lobbies, reader, first(tap) or FIRST_TITLE)

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
        if number and not number.isdecimal():
            raise Refusal("refuse.no_vote")
        return await self.lobbies.votes.vote(reader, tap.table_id, answer == "yes", int(number) if number else None)

    async def _invite(self, reader: Reader, tap: Tap) -> Post:
        return self.lobbies.ask_whom(reader, tap.table_id)

    async def _invite_members(self, reader: Reader, tap: Tap) -> Post:
        """Robots can't be invited: whoever chose nothing else is asked again."""
        users = tuple(int(value) for value in tap.values if value.isdecimal() and int(value) <= LARGEST_ID)
        if not users:
            return self.lobbies.ask_whom(reader, tap.table_id)
        return await self.lobbies.invite(reader, tap.table_id, users)

    async def _log(self, reader: Reader, tap: Tap) -> Post:
        page = first(tap)
        return await self.shows.log(reader, tap.table_id, int(page) if page and page.isdecimal() else None)

    async def _option(self, reader: Reader, tap: Tap) -> Post:
        option, value = option_in(tap)
        return await self.lobbies.options(reader, tap.table_id, option, value)

    async def show_to_all(self, reader: Reader, table_id: int) -> Post:
        """Post the board for all to see: for whoever has a seat."""
        snapshot = await self.services.tables.snapshot(table_id, reader.user)
        if snapshot.seat is None:
            raise Refusal("refuse.not_seated")
        self.services.allowance.take(reader.user)
        await self.services.tables.show_board(table_id)
        return Post(text=text("table.shown", reader.language))

    async def _try_dm_again(self, reader: Reader, tap: Tap) -> Post:
        self.services.allowance.take(reader.user)
        table = await self.services.store.table(tap.table_id)
        if table is not None and table.stage == "lobby":
            return await self.lobbies.try_dm(reader, tap.table_id)
        snapshot = await self.services.tables.snapshot(tap.table_id, reader.user)
        if snapshot.seat is None:
            raise Refusal("refuse.not_seated")
        await self.services.tables.retry_dm(tap.table_id, reader.user)
        return Post(text=text("hand.dm_again", reader.language))

    async def _no_tips(self, reader: Reader, tap: Tap) -> Post:
        snapshot = await self.services.tables.snapshot(tap.table_id, reader.user)
        return await self.panel.open(await self.panel.no_more_tips(reader, snapshot.table.title), tap.table_id)


def is_in_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def first(tap: Tap) -> str | None:
    return tap.values[0] if tap.values else None


def option_in(tap: Tap) -> tuple[str | None, str | None]:
    name, _, value = (first(tap) or "").partition("=")
    return name or None, value or None
