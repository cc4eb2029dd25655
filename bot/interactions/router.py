"""Every command, button, menu and form finds its handler here, after a restart as before it.

`routes` is the one table of verbs. A button whose verb is not in it belongs to a decision: it is the game's own, and
goes to the panel, which asks the game's face.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec, TypeAlias

import msgspec
from discord import InteractionType

from bot.errors import Refusal
from bot.games.catalog import FIRST_TITLE
from bot.games.form import ASKS, Form
from bot.interactions.board import BoardHandlers
from bot.interactions.clocks import ClockHandlers
from bot.interactions.components import Tap, tap_in
from bot.interactions.forms import BETWEEN, modal_of, open_form, send_form, tap_from_form
from bot.interactions.habits import HabitHandlers, away_form
from bot.interactions.help import HelpHandlers
from bot.interactions.lobby import WITHOUT, LobbyHandlers
from bot.interactions.log import LogHandlers
from bot.interactions.notes import NoteHandlers
from bot.interactions.opening import open_rematch, open_table
from bot.interactions.option_menus import span_form
from bot.interactions.panel import PanelHandlers
from bot.interactions.past import PastHandlers
from bot.interactions.plans import PlanHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.request import Request, is_in_private, read_request, spoken
from bot.interactions.responder import answer, remember, take_up
from bot.interactions.services import Services, Where
from bot.interactions.show import ShowHandlers
from bot.interactions.since import SinceHandlers
from bot.interactions.solo import SoloHandlers
from bot.interactions.stats import StatsHandlers
from bot.interactions.suggestions import Suggestions
from bot.interactions.undo import UndoHandlers
from bot.outbox.post import Post
from bot.store.protocol import StoreError
from bot.store.rows import ANYBODY
from bot.text.slash import Interaction
from data.texts import text

P = ParamSpec("P")
Handler: TypeAlias = Callable[[Request], Awaitable[Post]]
TAPS = {InteractionType.component: tap_in, InteractionType.modal_submit: tap_from_form}
LONGEST_LOOK = 1.0
"""Seconds; of the three in which Discord wants a form."""
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
        self.solos = SoloHandlers(self.lobbies)
        self.shows = ShowHandlers(services)
        self.help = HelpHandlers(services)
        self.habits = HabitHandlers(services)
        self.logs = LogHandlers(services)
        self.news = SinceHandlers(services)
        self.clocks = ClockHandlers(services)
        self.undos = UndoHandlers(services, self.panel, self.lobbies.votes)
        self.notes = NoteHandlers(services, self.panel)
        self.privacy = PrivacyHandlers(services)
        self.stats = StatsHandlers(services)
        self.past = PastHandlers(services)
        self.plans = PlanHandlers(services)
        self.suggestions = Suggestions(services)
        self.own_forms: dict[str, Callable[[Request], Form | None]] = {
            "away": lambda request: away_form(request.language),
            "option": lambda request: span_form(request.choice or "", request.language),
        }
        """What is asked in fields and is no game's own."""
        self.routes: dict[str, VerbRoute] = {
            **self._table_routes(),
            **self._clock_routes(),
            **self._game_routes(),
            **self._past_routes(),
            **self._own_routes(),
        }

    # The table of verbs

    def _table_routes(self) -> dict[str, VerbRoute]:
        """What people do about a table: its lobby, its seats, what is voted on."""
        lobbies = self.lobbies
        return {
            "cancel": VerbRoute(lobbies.cancel),
            "colour": VerbRoute(lambda request: lobbies.colour(request, request.choice)),
            "decline": VerbRoute(lambda request: lobbies.seats.decline(request, seat_in(request))),
            "help": VerbRoute(self.help.help),
            "hand_on": VerbRoute(self._hand_on, is_private=True),
            "invite": VerbRoute(lobbies.ask_whom),
            "join": VerbRoute(lobbies.join),
            "kick": VerbRoute(lambda request: lobbies.seats.kick(request, seat_in(request)), is_private=True),
            "leave": VerbRoute(lobbies.leave),
            "member_invite": VerbRoute(self._invite_members, is_private=True),
            "new": VerbRoute(lambda request: open_table(request, lobbies, request.choice or FIRST_TITLE)),
            "new_table": VerbRoute(self.help.titles),
            "option": VerbRoute(lambda request: lobbies.options(request, *option_in(request)), is_private=True),
            "options": VerbRoute(lobbies.options),
            "order": VerbRoute(lambda request: lobbies.order(request, request.choice or "random"), is_private=True),
            "pause": VerbRoute(lobbies.pauses.pause, is_private=True),
            "play_now": VerbRoute(self.solos.play),
            "rematch": VerbRoute(lambda request: open_rematch(request, lobbies)),
            "resign": VerbRoute(lobbies.seats.resign, is_private=True),
            "resume": VerbRoute(lobbies.pauses.resume, is_private=True),
            "return": VerbRoute(lobbies.seats.come_back, is_private=True),
            "robot": VerbRoute(lambda request: lobbies.robot(request, request.choice or None)),
            "rules": VerbRoute(self.help.rules_of_table),
            "solo": VerbRoute(self.solos.page, is_private=True),
            "start": VerbRoute(lambda request: lobbies.start(request, without_awaited=request.choice == WITHOUT)),
            "stop": VerbRoute(lobbies.votes.sure, is_private=True),
            "substitute": VerbRoute(
                lambda request: lobbies.seats.offer(request, seat_in(request), ANYBODY), is_private=True
            ),
            "take": VerbRoute(lambda request: lobbies.seats.take(request, seat_in(request))),
            "vote": VerbRoute(self._vote),
            "withdraw": VerbRoute(
                lambda request: lobbies.seats.offer(request, seat_in(request), None), is_private=True
            ),
        }

    def _clock_routes(self) -> dict[str, VerbRoute]:
        """Whoever is waited for, and those who wait."""
        habits = self.habits
        return {
            "ask": VerbRoute(lambda request: self.clocks.answer(request, request.choice or "")),
            "away": VerbRoute(lambda request: habits.away(request, *days_in(request))),
            "mute": VerbRoute(self.clocks.mute),
            "nudge": VerbRoute(self.clocks.nudge),
            "wake": VerbRoute(self.clocks.wake),
        }

    def _game_routes(self) -> dict[str, VerbRoute]:
        """Whatever stands beside the game's own verbs."""
        boards, panel, plans = self.boards, self.panel, self.plans
        return {
            "board": VerbRoute(boards.board, in_panel=True),
            "board_text": VerbRoute(boards.board_text, is_private=True),
            "dm_again": VerbRoute(self._try_dm_again, is_private=True, in_panel=True),
            "hand": VerbRoute(boards.hand, in_panel=True),
            "hint": VerbRoute(panel.hint, is_private=True, in_panel=True),
            "know_it": VerbRoute(panel.stop_leading, is_private=True, in_panel=True),
            "note": VerbRoute(self.notes.submit, in_panel=True),
            "note_clear": VerbRoute(self.notes.clear, is_private=True),
            "plan": VerbRoute(plans.show, is_private=True, in_panel=True),
            "plan_add": VerbRoute(plans.add_wish, is_private=True),
            "plan_clear": VerbRoute(plans.clear, is_private=True),
            "plan_remove": VerbRoute(plans.remove_last, is_private=True),
            "plan_stop": VerbRoute(plans.add_condition, is_private=True),
            "play": VerbRoute(panel.open),
            "show_board": VerbRoute(boards.show_to_all, is_private=True),
            "since": VerbRoute(self.news.since, in_panel=True),
            "tips": VerbRoute(panel.stop_tips, is_private=True, in_panel=True),
            "undo": VerbRoute(self.undos.tap, in_panel=True),
            "zoom": VerbRoute(lambda request: boards.board(request, request.choice), is_private=True),
        }

    def _past_routes(self) -> dict[str, VerbRoute]:
        """Looking back."""
        shows = self.shows
        return {
            "film": VerbRoute(lambda request: self.past.film(request, request.choice or "all")),
            "games": VerbRoute(lambda request: shows.games(request, request.choice or "mine"), is_private=True),
            "log": VerbRoute(self.logs.tap),
            "record": VerbRoute(self.past.record),
            "review": VerbRoute(self.past.review),
            "step": VerbRoute(self._step, is_private=True),
        }

    def _own_routes(self) -> dict[str, VerbRoute]:
        """What is somebody's own, and the server's."""
        shows, habits = self.shows, self.habits
        return {
            "days_off": VerbRoute(lambda request: habits.days_off(request, request.tap.values), is_private=True),
            "habits": VerbRoute(habits.page, is_private=True),
            "listed": VerbRoute(
                lambda request: self.stats.set_listed(request, is_listed=request.choice == "on"), is_private=True
            ),
            "page": VerbRoute(self.help.page, is_private=True),
            "privacy_erase": VerbRoute(
                lambda request: self.privacy.erase(request, request.choice == "yes" if request.choice else None),
                is_private=True,
            ),
            "privacy_export": VerbRoute(self.privacy.export, is_private=True),
            "quiet": VerbRoute(lambda request: habits.set(request, "quiet", request.choice or ""), is_private=True),
            "set_mine": VerbRoute(lambda request: shows.my_settings(request, *option_in(request)), is_private=True),
            "set_server": VerbRoute(
                lambda request: shows.server_settings(request, *option_in(request)), is_private=True
            ),
            "zone": VerbRoute(lambda request: habits.set(request, "zone", request.choice or ""), is_private=True),
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
        if (tap.asks_in or tap.verb.endswith(ASKS)) and await self._ask(interaction, tap):
            return
        language = tap.asks_in
        if language is not None and not interaction.client.is_leaving:
            # A public button speaks the table's language; what it asks for, the reader's own.
            own = language if is_in_private(interaction) else spoken(interaction.locale)
            await open_form(interaction, tap, own, await self._noted(interaction, tap))
            return
        request = await take_up(interaction, self.services.tables, tap, is_new=not is_in_private(interaction))
        if request is not None:
            await answer(request, self.handle(request))

    async def _ask(self, interaction: Interaction, tap: Tap) -> bool:
        """Open the form that a game has for a tap, if it is found in time, and there is one now."""
        if interaction.client.is_leaving or interaction.id in interaction.client.met:
            return False
        try:
            async with asyncio.timeout(LONGEST_LOOK):
                request = await read_request(interaction, self.services.tables, tap)
                form = await self._form(request)
                decision = (await request.snapshot()).decision if form and form.is_of_game else tap.decision
        except (TimeoutError, StoreError, Refusal):
            return False
        if form is None:
            return False
        remember(interaction)
        await send_form(interaction, modal_of(form, tap.table_id, decision, interaction.client.known_emojis))
        return True

    async def _form(self, request: Request) -> Form | None:
        own = self.own_forms.get(request.tap.verb)
        if own is not None:
            return own(request)
        is_of_game = request.tap.decision is not None or request.tap.verb.endswith(ASKS)
        return await self.panel.form(request) if is_of_game else None

    async def _noted(self, interaction: Interaction, tap: Tap) -> str | None:
        """The own note, for the form in which it is changed; on a bad day the form is empty rather than late."""
        if tap.verb != "note":
            return None
        try:
            async with asyncio.timeout(LONGEST_LOOK):
                return await self.services.store.note(tap.table_id, interaction.user.id) or ""
        except (TimeoutError, StoreError):
            return ""

    async def handle(self, request: Request) -> Post:
        """What the handler of a tap or a form makes of it."""
        request = await self.services.with_rights(request)
        tap, route = request.tap, self.routes.get(request.tap.verb)
        if tap.decision is None or (route is not None and route.in_panel):
            if route is None and tap.verb.endswith(ASKS):
                return await self.panel.open(request)
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

    async def _vote(self, request: Request) -> Post:
        is_yes, _, number = (request.choice or "").partition(".")
        if number and not number.isdecimal():
            raise Refusal("refuse.no_vote")
        return await self.lobbies.votes.vote(request, is_yes == "yes", int(number) if number else None)

    async def _invite_members(self, request: Request) -> Post:
        """Robots can't be invited: whoever chose nothing else is asked again."""
        users = users_in(request)
        return await (self.lobbies.invite(request, users) if users else self.lobbies.ask_whom(request))

    async def _hand_on(self, request: Request) -> Post:
        return await self.lobbies.seats.hand_on(request, next(iter(users_in(request)), None))

    async def _step(self, request: Request) -> Post:
        number = request.choice
        return await self.past.step(request, int(number) if number and number.isdecimal() else None)

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


def seat_in(request: Request) -> int:
    """A seat by its number, from 0; what is none is one that no table has."""
    return int(request.choice) if request.choice and request.choice.isdecimal() else -1


def users_in(request: Request) -> tuple[int, ...]:
    values = request.tap.values
    return tuple(int(value) for value in values if value.isdecimal() and int(value) <= LARGEST_ID)


def days_in(request: Request) -> tuple[str | None, str | None]:
    """Until when, and since when if that was said; in a form of old, until when."""
    if request.tap.is_form:
        return request.choice, None
    until, since = [*request.tap.values, "", ""][:2]
    return until or None, since or None


def option_in(request: Request) -> tuple[str | None, str | None]:
    """pace=daily; or what was typed into the form of an option"""
    if request.tap.is_form:
        typed, option = request.tap.values
        return option or None, typed.replace(BETWEEN, " ")
    name, _, value = (request.choice or "").partition("=")
    return name or None, value or None
