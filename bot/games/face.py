"""What the bot needs of a game besides its rules: the `Face` protocol and the few types in it.

`bot.games.catalog` knows the face of each title; everybody else asks it. A face is told whatever a reader may know, and
changes nothing: what a tap or typed words come to is carried out by whoever asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import msgspec

from bot.games.form import Form
from bot.games.narrator import Narrator
from bot.games.page import Draft, Page, Picture, Settings, Tapped
from bot.games.plans import AnyPlanner
from bot.games.refusal_context import Instead, RefusalContext, RefusalFields
from bot.games.turn_groups import EventKinds, TurnGroup
from bot.text.matching import Entry
from bot.text.names import Names
from rules.errors import RulesError
from rules.game import AnyLegal, PlayerId, View

if TYPE_CHECKING:
    from discord import app_commands
    from discord.app_commands import Choice

    from bot.text.slash import Autocomplete, Interaction, Tree
    from render.kit.seat import Seat

V_contra = TypeVar("V_contra", bound=View, contravariant=True)
L_contra = TypeVar("L_contra", bound=AnyLegal, contravariant=True)
D = TypeVar("D", bound=Draft)

Parse: TypeAlias = Callable[..., Tapped]
"""What a command means to the reader of a view: called with view, legal actions, the command's own options, and the
reader's `language` by name. Raises a refusal where it means nothing."""


class Offers(msgspec.Struct, frozen=True, kw_only=True):
    """What an option offers while it is typed."""

    found: Sequence[Entry] = ()
    barred: Sequence[Entry] = ()
    """What it would offer if it were legal, each with the reason."""
    more: str = "list.more"
    """The text that counts what doesn't fit the list."""


class ZoomOffers(msgspec.Struct, frozen=True, kw_only=True):
    """What can be enlarged on a board."""

    parts: Sequence[Entry] = ()
    """Few enough for a menu."""
    places: Sequence[Entry] = ()
    """Found by typing only."""
    more: str = "list.more"


class PictureContext(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks at a picture of what."""

    view: View
    seats: tuple[Seat, ...]
    theme: str
    language: str
    table: str
    """#12, or Friday #12"""

    @property
    def looks(self) -> dict[str, str]:
        """What every drawing function wants to know."""
        return {"theme": self.theme, "language": self.language, "table": self.table}


class Play(Protocol):
    """What a game's own slash commands are answered by."""

    async def make(
        self, interaction: Interaction, parse: Parse, *options: object, page: str = "home", game: str | None = None
    ) -> None:
        """Carry out what a command with these options means; `page` is where the panel opens if it can't be."""
        ...

    def completing(self, option: str) -> Autocomplete:
        """The autocomplete of an option: it lists what the face `offers`."""
        ...

    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The autocomplete of the option by which a table is named."""
        ...


class Face(Protocol[V_contra, L_contra, D]):
    @property
    def draft(self) -> type[D]:
        """What a player of this game has tapped together; called without anything, it is the home page's."""
        ...

    @property
    def picture(self) -> type[Picture]:
        """What its pages ask for besides a board and a hand."""
        ...

    @property
    def colours(self) -> tuple[str, ...]:
        """One for each seat at least."""
        ...

    def colour_emoji(self, colour: str) -> str:
        """The name of the small picture of a player's colour."""
        ...

    @property
    def gives_colours(self) -> bool:
        """Whether the rules give the colour with the seat; else people choose."""
        ...

    @property
    def events(self) -> EventKinds: ...

    @property
    def refusals(self) -> Mapping[type[RulesError], RefusalFields]:
        """Those that only this game has."""
        ...

    @property
    def dispensable(self) -> tuple[str, ...]:
        """Verbs of rows that only narrow or step through what another row offers too, first to go for want of room."""
        ...

    @property
    def planner(self) -> AnyPlanner:
        """How it reads plans for the next turn."""
        ...

    def plays_again(self, view: V_contra, seat: PlayerId) -> bool:
        """Whether somebody who is not asked now has another turn before the end, as far as anybody can tell."""
        ...

    def listed_values(self, option: str, values: tuple[str, ...]) -> tuple[str, ...]:
        """Of the values of a title's own option, those that a menu lists; any other is typed."""
        ...

    def value_about(self, option: str, value: str, language: str) -> str:
        """What choosing a value of a title's own option means; nothing where its name says enough."""
        ...

    def page(
        self, view: V_contra, legal: L_contra, draft: D, settings: Settings, language: str, names: Names
    ) -> Page: ...

    def tap(
        self, view: V_contra, legal: L_contra, draft: D, verb: str, values: Sequence[str], settings: Settings
    ) -> Tapped:
        """What a tap comes to. A verb or value that isn't on offer now changes nothing."""
        ...

    def typed_move(self, view: V_contra, legal: L_contra, words: str, names: Names, language: str) -> Tapped:
        """`/play move:` reaches every legal thing, by id or by free text."""
        ...

    def typed_field(
        self, view: V_contra, legal: L_contra, draft: D, verb: str, target: str, words: str, language: str
    ) -> Tapped:
        """What was typed into the field that a menu's last entry opens: the menu's verb, and what it was opened for."""
        ...

    def form(self, view: V_contra, legal: L_contra, draft: D, verb: str, value: str, language: str) -> Form | None:
        """The form that a button or a menu's entry opens for somebody who is asked; None where it opens none now."""
        ...

    def call_forms(self, view: V_contra) -> tuple[str, ...]:
        """The verbs of forms that a call offers beside the panel, as far as everybody may know."""
        ...

    def offers(
        self, view: V_contra, legal: L_contra, option: str, language: str, names: Names, chosen: Mapping[str, str]
    ) -> Offers:
        """What an option of any command offers now; `chosen` are the command's other options, as far as filled in."""
        ...

    def zooms(self, title: str, language: str, is_seated: bool) -> ZoomOffers: ...

    def sentences(self, narrator: Narrator, group: TurnGroup) -> list[str]: ...

    def notes(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        """The same in few words."""
        ...

    def instead(self, context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
        """The nearest things that are legal now, for somebody who is asked."""
        ...

    def draft_towards(self, draft: D, ways: Sequence[Instead]) -> D:
        """The draft turned to what is offered instead, where the page tells more about it then."""
        ...

    def asked(self, kind: str, language: str) -> str:
        """What is to be done at a moment that takes actions of this kind only."""
        ...

    def move_words(self, view: V_contra, action: Any, language: str) -> str:
        """What an action is, told to whoever might do it: `claim Duluth → Omaha for 2 red`."""
        ...

    def reason_words(self, view: V_contra, reason: Any, names: Names, language: str) -> str:
        """What speaks for an action, as part of a sentence."""
        ...

    def built_line(self, view: V_contra, seat: PlayerId, names: Names, language: str) -> str:
        """What a player was after, once the game is over and everything may be told; nothing where that says little."""
        ...

    def status_lines(self, view: V_contra, names: Names, language: str) -> list[str]:
        """What everybody may know, a line for the table and one for each player."""
        ...

    def own_lines(self, view: V_contra, language: str) -> list[str]:
        """What the reader holds, a line each."""
        ...

    def waiting_for(self, view: V_contra, players: tuple[PlayerId, ...]) -> View:
        """An opening as if only these players were still to choose."""
        ...

    def draw(self, picture: Picture, context: PictureContext) -> bytes:
        """A picture that only this game's pages ask for."""
        ...

    def alt(self, picture: Picture, context: PictureContext) -> str:
        """The same in words."""
        ...

    def add_commands(self, tree: Tree, game_group: app_commands.Group, play: Play) -> None:
        """Its own slash commands; `game_group` is `/game`."""
        ...


AnyFace: TypeAlias = Face[Any, Any, Any]
