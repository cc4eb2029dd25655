"""A game against robots: one page asks for title, number and strength, and one tap begins it.

What is chosen so far is in the ids: each entry of a menu says how the page stands once it is chosen, and the button
that begins says all of it. So the page outlives a restart, and nothing is kept of somebody who doesn't begin.
"""

import msgspec
from msgspec.structs import replace

from bot.games.page import Button, Choice, Menu
from bot.interactions.components import SEVERAL
from bot.interactions.help import players
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.opening import open_alone
from bot.interactions.request import Request
from bot.naming import title_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.tables.lobby import ROBOT, rules_of
from bot.text.labels import LABEL, clipped
from bot.text.names import capital
from data.texts import text
from rules.catalog import all_titles
from rules.robots import STRENGTHS

GENTLEST = STRENGTHS[0]


class Solo(msgspec.Struct, frozen=True):
    """What somebody would play."""

    title: str
    robots: int
    strength: str

    @property
    def id(self) -> str:
        return f"{self.title}.{self.robots}.{self.strength}"

    @property
    def most(self) -> int:
        """Robots that fit beside one person."""
        return rules_of(self.title).seats[-1] - 1


class SoloHandlers:
    def __init__(self, lobbies: LobbyHandlers) -> None:
        self.lobbies = lobbies
        self.store = lobbies.store

    async def play(self, request: Request) -> Post:
        """Begin what a button says; one that says nothing asks first."""
        chosen = solo_from(request.choice or "")
        if chosen is None:
            return await self.page(request)
        return await open_alone(request, self.lobbies, chosen.title, chosen.robots, chosen.strength)

    async def page(self, request: Request) -> Post:
        titles = await self.lobbies.services.titles_for(request.user)
        solo = solo_from(request.choice or "") or await self._usual(request, titles)
        return solo_page(solo, titles, request.language)

    async def _usual(self, request: Request, titles: tuple[str, ...]) -> Solo:
        """What they played last, against one robot; a gentle one for whoever has not finished a game yet."""
        is_new = not await self.store.finished_of(request.user)
        least = rules_of(titles[0]).seats[0] - 1
        return Solo(titles[0], least, GENTLEST if is_new else ROBOT)


def solo_from(written: str) -> Solo | None:
    """usa.2.conductor as a button carries it, with as many robots as fit; None where it isn't written like that."""
    title, robots, strength = [*written.split("."), "", ""][:3]
    if title not in all_titles() or strength not in STRENGTHS or not robots.isdecimal() or len(robots) > 2:
        return None
    solo = Solo(title, int(robots), strength)
    return replace(solo, robots=min(max(solo.robots, rules_of(title).seats[0] - 1), solo.most))


def solo_page(solo: Solo, titles: tuple[str, ...], language: str) -> Post:
    named = {"title": title_name(solo.title, language), "n": solo.robots}
    counted = text("solo.robots", language, n=solo.robots)
    strength = text(f"choice.strength.{solo.strength}", language)
    lines = [text("solo.prompt", language), f"**{named['title']}** · {counted} · {strength}"]
    begin = Button(
        label=clipped(text("press.solo", language, **named), LABEL), verb="play_now", choice=solo.id, style="good"
    )
    rules = Button(label=text("press.rules", language), verb="page", choice=f"{solo.title}.1")
    menus = (title_menu(solo, titles, language), robot_menu(solo, language), strength_menu(solo, language))
    return Post(text=joined(lines), rows=(*(menu for menu in menus if len(menu.choices) > 1), (begin, rules)))


def title_menu(solo: Solo, titles: tuple[str, ...], language: str) -> Menu:
    """In another title as many robots sit as fit there."""
    found = [solo_from(replace(solo, title=title).id) or solo for title in titles]
    choices = tuple(
        Choice(
            label=title_name(one.title, language),
            value=one.id,
            description=players(one.title, language),
            is_chosen=one == solo,
        )
        for one in found
    )
    return Menu(verb=f"solo{SEVERAL}title", placeholder=text("menu.title", language), choices=choices)


def robot_menu(solo: Solo, language: str) -> Menu:
    least = rules_of(solo.title).seats[0] - 1
    choices = tuple(
        Choice(label=text("solo.robots", language, n=n), value=replace(solo, robots=n).id, is_chosen=n == solo.robots)
        for n in range(least, solo.most + 1)
    )
    return Menu(verb=f"solo{SEVERAL}robots", placeholder=text("menu.robots", language), choices=choices)


def strength_menu(solo: Solo, language: str) -> Menu:
    choices = tuple(
        Choice(
            label=capital(text(f"choice.strength.{one}", language)),
            value=replace(solo, strength=one).id,
            description=text(f"about.strength.{one}", language),
            is_chosen=one == solo.strength,
        )
        for one in STRENGTHS
    )
    return Menu(verb=f"solo{SEVERAL}strength", placeholder=text("menu.strength", language), choices=choices)
