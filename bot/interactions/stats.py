"""How games went on a server: of one member, and of all. Whoever doesn't want to be listed is nowhere in it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta

from babel.dates import format_timedelta
from babel.numbers import format_decimal
from msgspec.structs import replace

from bot.errors import Refusal
from bot.games.page import Button
from bot.interactions.allowance import A_PAGE
from bot.interactions.board import tuple_of
from bot.interactions.request import Request
from bot.interactions.responder import show_to_all
from bot.interactions.services import Services
from bot.naming import title_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.store.rows import PlayedRow, StandingRow
from bot.tables.statistics import NEWCOMER, Course, Player, head_to_head, of_player, player_of, summary
from bot.text.names import safe_name
from data.texts import text

MOST_LISTED = 15
MOST_MET = 5


class StatsHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def player(
        self, request: Request, user: int | None = None, title: str | None = None, is_public: bool = False
    ) -> Post:
        """Of a member, or of whoever asks. In a DM, of whoever asks and on all servers together."""
        user = request.user if user is None else user
        if request.reader.guild is None and user != request.user:
            raise Refusal("refuse.stats_dm")
        if not await self._is_listed(user):
            return self._hidden(request, user)
        self.services.allowance.take(request.user, A_PAGE)
        return await self._player(request, user, title, is_public)

    async def server(self, request: Request, title: str | None = None, is_public: bool = False) -> Post:
        """People by what they have shown for sure, and robots apart from them."""
        guild = guild_of(request)
        self.services.allowance.take(request.user, A_PAGE)
        if not is_public:
            return await self._board(guild, title, request.language)
        return await self._shown_to_all(request, await self._board(guild, title, await request.server_language()))

    async def set_listed(self, request: Request, *, is_listed: bool) -> Post:
        """At once, and everywhere."""
        await self.tables.people.change(request.user, lambda before: replace(before, listed=is_listed))
        return await self._player(request, request.user) if is_listed else self._hidden(request, request.user)

    async def _player(self, request: Request, user: int, title: str | None = None, is_public: bool = False) -> Post:
        """Of somebody who may be shown."""
        guild = request.reader.guild
        if is_public and guild is not None:
            post = await self._figures(guild, user, title, "light", await request.server_language())
            return await self._shown_to_all(request, post)
        post = await self._figures(guild, user, title, request.reader.settings.theme, request.language)
        hide = (listed_button(False, request.language),)
        return replace(post, rows=(hide,)) if user == request.user else post

    async def _figures(self, guild: int | None, user: int, title: str | None, theme: str, language: str) -> Post:
        """On one server, or on all together."""
        every = of_title(await self.store.results_of(user, guild), title)
        rows = [row for row in every if not row.is_coached]
        own = of_player(rows, user)
        apart = await self._apart(every, user, guild, language)
        if not own:
            none = "" if apart[0] else text("stats.none_own" if guild is None else "stats.none", language)
            return Post(text=joined([none, *apart]))
        course = await self._course(own, user, guild, title)
        lines = [
            text("stats.own" if guild is None else "stats.player", language, name=safe_name(own[-1].name)),
            f"{summary_text(own, language)} · {rating_text(*course.ratings[-1], language)}",
            *parts_by(own, [title_name(row.title, language) for row in own], language),
            *parts_by(own, [text("choice.seats", language, n=row.seats) for row in own], language),
            await self._met(rows, user, language),
            *apart,
        ]
        picture = await self.services.pictures.stats(own[-1].name, course, theme, language)
        return Post(text=joined(lines), files=tuple_of(picture))

    async def _apart(self, rows: Sequence[PlayedRow], user: int, guild: int | None, language: str) -> tuple[str, str]:
        """What counts for no rating: games with a coach, and those that were stopped."""
        coached = of_player([row for row in rows if row.is_coached], user)
        stopped = (await self.store.stopped_games(guild)).get(user, 0)
        return (
            text("stats.coached", language, games=summary_text(coached, language)) if coached else "",
            text("stats.stopped", language, n=stopped) if stopped else "",
        )

    async def _course(self, own: Sequence[PlayedRow], user: int, guild: int | None, title: str | None) -> Course:
        """The ratings in all titles or in one; scores of one alone, the one played most: those of two don't compare."""
        await self.tables.standings.ensure()
        shown = most_played(own)
        ratings = await self.store.rating_history(user, guild or 0, title or "")
        return Course(
            ratings=((NEWCOMER.points, NEWCOMER.doubt), *ratings),
            scores=tuple(row.result.points for row in own if row.title == shown),
            title=shown,
        )

    async def _board(self, guild: int, title: str | None, language: str) -> Post:
        await self.tables.standings.ensure()
        found = sorted(await self.store.standings(guild, title or ""), key=lambda standing: -standing.least)
        people, robots = await self._listed(found), [standing for standing in found if standing.robot]
        if not people and not robots:
            return Post(text=text("stats.none", language))
        names = await self.store.last_names([standing.user for standing in people if standing.user], guild)
        lines = [text("stats.server", language)]
        for place, standing in enumerate(people, start=1):
            name = safe_name(names.get(standing.user or 0, "?"))
            lines.append(f"{place}. {standing_line(name, standing, language)}")
        lines += [text("stats.robots", language)] if robots else []
        for standing in robots:
            name = text(f"choice.strength.{standing.robot}", language)
            lines.append(f"- {standing_line(name, standing, language)}")
        return Post(text=joined(lines))

    async def _listed(self, standings: Sequence[StandingRow]) -> list[StandingRow]:
        """The first people who want to be seen."""
        found: list[StandingRow] = []
        for standing in standings:
            if len(found) < MOST_LISTED and standing.user is not None and await self._is_listed(standing.user):
                found.append(standing)
        return found

    async def _shown_to_all(self, request: Request, post: Post) -> Post:
        await show_to_all(request.interaction, post, await request.server_language())
        return Post(text=text("stats.posted", request.language))

    def _hidden(self, request: Request, user: int) -> Post:
        if user != request.user:
            return Post(text=text("stats.hidden", request.language))
        return Post(text=text("stats.you_hidden", request.language), rows=((listed_button(True, request.language),),))

    async def _is_listed(self, player: Player) -> bool:
        return isinstance(player, str) or (await self.store.user(player)).listed

    async def _met(self, rows: Sequence[PlayedRow], user: int, language: str) -> str:
        """Bo 2 : 1 (3) · …"""
        met, names = head_to_head(rows, user), names_in(rows, language)
        shown = [player for player in met if await self._is_listed(player)][:MOST_MET]
        told = [f"{names[one]} {met[one].better} : {met[one].worse} ({met[one].games})" for one in shown]
        return text("stats.met", language, people=" · ".join(told)) if told else ""


def guild_of(request: Request) -> int:
    if request.reader.guild is None:
        raise Refusal("refuse.server_only")
    return request.reader.guild


def of_title(rows: Iterable[PlayedRow], title: str | None) -> list[PlayedRow]:
    return [row for row in rows if title in (None, row.title)]


def names_in(rows: Iterable[PlayedRow], language: str) -> dict[Player, str]:
    """What everybody was called last; robots by their strength."""
    found: dict[Player, str] = {}
    for row in rows:
        player = player_of(row)
        if player is not None:
            is_robot = isinstance(player, str)
            found[player] = text(f"choice.strength.{player}", language) if is_robot else safe_name(row.name)
    return found


def most_played(rows: Iterable[PlayedRow]) -> str:
    """Of these games, the title of most."""
    return Counter(row.title for row in rows).most_common(1)[0][0]


def parts_by(rows: Sequence[PlayedRow], kinds: Sequence[str], language: str) -> list[str]:
    """The same, for each title or number of players, where there is more than one."""
    if len(set(kinds)) < 2:
        return []
    groups: dict[str, list[PlayedRow]] = {}
    for row, kind in zip(rows, kinds, strict=True):
        groups.setdefault(kind, []).append(row)
    return [f"- {kind}: {summary_text(part, language)}" for kind, part in groups.items()]


def summary_text(rows: Sequence[PlayedRow], language: str) -> str:
    return standing_text(summary(rows), language, is_mixed=len({row.title for row in rows}) > 1)


def standing_line(name: str, standing: StandingRow, language: str) -> str:
    """**Ada** · rating 1042 ± 80 · 4 games, 2 won"""
    rating = rating_text(standing.points, standing.doubt, language)
    return f"**{name}** · {rating} · {standing_text(standing, language, is_mixed=not standing.title)}"


def standing_text(found: StandingRow, language: str, *, is_mixed: bool) -> str:
    """4 games, 2 won · average 88.5, best 112 · 3 hours a move; scores of several titles are not thrown together."""
    told = text(
        "stats.summary.mixed" if is_mixed else "stats.summary",
        language,
        games=number(found.games, language),
        wins=number(found.wins, language),
        average=number(found.average, language),
        best=found.best,
    )
    if found.pace is None:
        return told
    pace = format_timedelta(timedelta(seconds=max(1, round(found.pace))), locale=language)
    return f"{told} · {text('stats.pace', language, time=pace)}"


def rating_text(points: float, doubt: float, language: str) -> str:
    return text("stats.rating", language, points=round(points), doubt=round(doubt))


def number(value: float, language: str) -> str:
    return format_decimal(round(value, 1), locale=language)


def listed_button(is_listed: bool, language: str) -> Button:
    key = "press.list_me" if is_listed else "press.hide_me"
    return Button(label=text(key, language), verb="listed", choice="on" if is_listed else "off")
