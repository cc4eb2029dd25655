"""What a page is made from, gathered; and the rows that many pages share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.games.menus import MENU, MORE, part
from bot.games.page import Button, Choice, Draft, Menu, Page, Picture, Row, Settings
from bot.text.labels import LABEL, OPTION, PAGE, clipped
from bot.text.names import Names
from data.texts import has_text, text
from rules.game import PlayerId, View

V = TypeVar("V", bound=View)
L = TypeVar("L")
D = TypeVar("D", bound=Draft)


@dataclass(frozen=True)
class Panel(ABC, Generic[V, L, D]):
    view: V
    legal: L
    draft: D
    settings: Settings
    language: str
    names: Names

    @property
    def me(self) -> PlayerId:
        assert self.view.reader is not None
        return self.view.reader

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)

    def button(
        self,
        key: str,
        verb: str,
        choice: str = "",
        *,
        good: bool = False,
        off: bool = False,
        emoji: str = "",
        **fields: object,
    ) -> Button:
        return Button(
            label=clipped(self.say(key, **fields), LABEL),
            verb=verb,
            choice=choice,
            style="good" if good else "plain",
            is_disabled=off,
            emoji=emoji,
        )

    def header(self) -> str:
        """USA #12 · your turn 24, with the way to the table."""
        settings, view = self.settings, self.view
        table = settings.table or self.say(f"word.game.{view.game}")
        line = self.say("home.header", table=table, n=view.turn) if view.turn else self.say("home.opening", table=table)
        return f"{line} · {settings.link}" if settings.link else line

    def back(self) -> Button:
        return self.button("button.back", "home")

    def menu(
        self, verb: str, placeholder: str, choices: Sequence[Choice], offset: int = 0, last: Sequence[Choice] = ()
    ) -> Menu:
        """A menu of one; what doesn't fit waits behind its last entry, but for what always stands `last`."""
        shown, is_long = part(choices, offset, MENU - len(last))
        rest = len(choices) - len(shown)
        more = (choice(self.say("menu.more", n=rest), MORE),) if is_long else ()
        return Menu(verb=verb, placeholder=clipped(placeholder, OPTION), choices=(*shown, *more, *last))

    def page(
        self, lines: Sequence[str], rows: Sequence[Row], picture: Picture | None = None, *, is_plain: bool = False
    ) -> Page:
        """The page under the news and, for newcomers, with one line of advice, unless it is too plain for any. Whoever
        has never made a turn is told what to do on each."""
        above = [line for line in self.settings.news if line]
        shown = [as_button(row) for row in rows if row and not is_settled(row)]
        settled = [menu for menu in rows if isinstance(menu, Menu) and is_settled(menu)]
        is_asked = self.view.reader in self.view.to_act
        is_advised = self.settings.coach and is_asked and self.view.turn > 0 and not is_plain
        advice = []
        if self.settings.leads and is_asked:
            advice = [self.say(self.lead)]
            shown = with_last(shown, Button(label=self.say("button.know_it"), verb="know_it", style="quiet"))
        elif is_advised:
            advice = [self.say(f"coach.{self.coach_topic}")]
            shown = with_last(shown, Button(label=self.say("button.no_tips"), verb="tips", style="quiet"))
        told = [line for line in [*lines[:1], *self.settings.since, *lines[1:]] if line]
        words = "\n".join([*above, *told, *map(in_words, settled), *advice])
        return Page(text=clipped(words, PAGE), rows=tuple(shown[:5]), picture=picture)

    @property
    @abstractmethod
    def coach_topic(self) -> str:
        """What the one line of advice is about: the page, else the turn as a whole."""

    @property
    def lead(self) -> str:
        """The text that tells somebody who plays for the first time what to do on this page."""
        key = f"lead.{self.lead_topic}"
        return key if has_text(key, self.language) else f"coach.{self.coach_topic}"

    @property
    def lead_topic(self) -> str:
        """As `coach_topic`, where more pages have to be told apart."""
        return self.coach_topic


def is_settled(row: Row) -> bool:
    """A menu whose only entry is chosen already leaves nothing to choose: the page says it in words."""
    return isinstance(row, Menu) and len(row.choices) == 1 and row.choices[0].is_chosen


def as_button(row: Row) -> Row:
    """A menu with one entry is opened for nothing: a button says it all."""
    if not isinstance(row, Menu) or len(row.choices) != 1 or row.lists_members:
        return row
    (only,) = row.choices
    label = f"{only.label} · {only.description}" if only.description else only.label
    return (Button(label=clipped(label, LABEL), verb=row.verb, choice=only.value, emoji=only.emoji),)


def in_words(menu: Menu) -> str:
    """Pay with: 2 red"""
    return f"{menu.placeholder}: {menu.choices[0].label}"


def with_last(rows: list[Row], button: Button) -> list[Row]:
    """One more button: in a row of its own, else in the last row that has room for it."""
    if len(rows) < 5:
        return [*rows, (button,)]
    for place, row in reversed(list(enumerate(rows))):
        if isinstance(row, tuple) and len(row) < 5:
            return [*rows[:place], (*row, button), *rows[place + 1 :]]
    return rows


def choice(label: str, value: str, description: str = "", *, is_chosen: bool = False, emoji: str = "") -> Choice:
    return Choice(
        label=clipped(label, OPTION),
        value=value,
        description=clipped(description, OPTION),
        is_chosen=is_chosen,
        emoji=emoji,
    )
