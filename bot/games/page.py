"""A page of a private panel: words, a picture, and things to tap. A page is a function of view, draft and language."""

from typing import Literal, TypeAlias

import msgspec

from rules.game import Action


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """`verb` and `choice` come back when it is tapped; together they fit a button's id."""

    label: str
    verb: str
    choice: str = ""
    style: Literal["plain", "good", "bad", "quiet"] = "plain"
    is_disabled: bool = False
    emoji: str = ""
    """The name of one of our own; where Discord has none, the label is enough."""
    table_id: int = 0
    """Of another table than the message's own."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    value: str
    description: str = ""
    is_chosen: bool = False
    emoji: str = ""


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """At most 25 choices; the values chosen come back under `verb`."""

    verb: str
    placeholder: str
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    lists_members: bool = False
    """Discord itself lists the server's members, in place of `choices`."""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """Which picture goes with the page; drawn off the event loop by whoever sends it.

    Every game has a `board` and a `hand`; for what else it draws, it adds a type with what that needs.
    """

    kind: str


Row: TypeAlias = tuple[Button, ...] | Menu


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """At most five rows: a menu, or up to five buttons."""

    text: str
    rows: tuple[Row, ...] = ()
    picture: Picture | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the table and the reader have chosen, and what the panel is told from outside."""

    confirm: bool = True
    """Off: a choice acts at once wherever it leaves nothing open."""
    table: str = ""
    """USA #12"""
    link: str = ""
    news: tuple[str, ...] = ()
    """Lines above the page: what the last tap brought."""
    since: tuple[str, ...] = ()
    """What others did since the reader's last turn, a line for each; stands below the page's first line."""
    coach: bool = False
    """Whether to show the coach line and the way to be rid of it."""
    leads: bool = False
    """Whether the reader is led through a first turn, step by step."""
    is_first: bool = False
    """Whether this is the reader's first turn of the title."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has tapped together but not confirmed: each game has its own. Kept by game, seat and decision;
    dropped with these."""

    page: str = "home"


class Tapped(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a tap: a new draft to show, or an action to carry out, or both one after the other."""

    draft: Draft
    actions: tuple[Action, ...] = ()
    note: str = ""
    """The key of a text to say above the page."""
    is_guess: bool = False
    """Whether the actions were understood from something that leaves room for others: misspelt, or not said to the end.
    `draft` has them ready to be confirmed,"""
    confirm: Button | None = None
    """or this button does, where no page would."""
