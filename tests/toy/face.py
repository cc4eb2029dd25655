"""Tic-tac-toe as the bot knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.games.confirm import mark
from bot.games.face import Offers, PictureContext, Play, ZoomOffers
from bot.games.form import Form
from bot.games.mistakes import WrongGame
from bot.games.narrator import Narrator
from bot.games.page import Draft, Page, Picture, Row, Settings, Tapped
from bot.games.panel import Panel, choice
from bot.games.plans import Plan
from bot.games.refusal_context import Instead, RefusalContext, RefusalFields
from bot.games.status import score_lines, waiting_line
from bot.games.turn_groups import EventKinds, TurnGroup
from bot.games.typed import check_asked, one_of, seat_of
from bot.text.matching import Entry
from bot.text.names import Names, listed_names, safe_name
from bot.text.slash import about, options
from data.texts import text
from rules.errors import RulesError
from rules.game import AnyLegal, Event, LegalActions, PlayerId, Reason, View
from tests.toy.pictures import alt_board, draw_preview
from tests.toy.rules import SQUARES, GameEnded, Mark, Marked, SquareTaken, ToyLegal, ToyView


class ToyDraft(Draft, frozen=True, kw_only=True):
    square: str | None = None


class ToyPicture(Picture, frozen=True, kw_only=True):
    square: str


@dataclass(frozen=True)
class ToyPanel(Panel[ToyView, ToyLegal, ToyDraft]):
    @property
    def coach_topic(self) -> str:
        return "toy"


def free(legal: LegalActions[Mark]) -> list[Entry]:
    return [Entry(value=action.square, label=action.square, words=(action.square,)) for action in legal]


def parse_mark(view: View, _legal: AnyLegal, square: str, **_: object) -> Tapped:
    if not isinstance(view, ToyView):
        raise WrongGame("toy", view.game)
    return Tapped(draft=ToyDraft(), actions=(Mark(seat_of(view), square.strip().upper()),))


class ToyPlanner:
    def wishes(self, view: ToyView, _language: str, _names: Names) -> list[Entry]:
        return [Entry(value=square, label=square, words=(square,)) for square in SQUARES if square not in view.marks]

    def conditions(self, _view: ToyView, _language: str, _names: Names) -> list[Entry]:
        return []

    def wish_words(self, _view: ToyView, wish: str, _language: str) -> str:
        return wish

    def condition_words(self, _view: ToyView, condition: str, _language: str) -> str:
        return condition

    def why_not(self, _view: ToyView, _wish: str, _language: str, _names: Names) -> str:
        return ""

    def planned(self, view: ToyView, _legal: ToyLegal, _plan: Plan, wish: str) -> Mark:
        return Mark(view.reader or 0, wish)

    def is_called_off(self, _view: ToyView, _condition: str, _events: Sequence[Event]) -> bool:
        return False


class ToyFace:
    draft = ToyDraft
    picture = ToyPicture
    colours = ("teal", "brown")
    gives_colours = True
    events = EventKinds(ends=(GameEnded,), on_board=(Marked,))
    refusals: Mapping[type[RulesError], RefusalFields] = {
        SquareTaken: lambda _context, error: {"square": safe_name(error.square)}
    }
    dispensable = ()
    planner = ToyPlanner()

    def colour_emoji(self, _colour: str) -> str:
        return ""

    def plays_again(self, view: ToyView, _seat: PlayerId) -> bool:
        return len(view.marks) < len(SQUARES) - 1

    def listed_values(self, _option: str, values: tuple[str, ...]) -> tuple[str, ...]:
        return values

    def value_about(self, _option: str, _value: str, _language: str) -> str:
        return ""

    def page(
        self, view: ToyView, legal: ToyLegal, draft: ToyDraft, settings: Settings, language: str, names: Names
    ) -> Page:
        panel = ToyPanel(view, legal, draft, settings, language, names)
        squares = [action.square for action in legal]
        if not squares:
            line = waiting_line(view, names, language)
            return panel.page([panel.header(), line], [(panel.button("button.board", "board"),)], Picture(kind="board"))
        square = draft.square if draft.square in squares else squares[0]
        choices = [choice(one, one, is_chosen=one == square) for one in squares]
        action = Mark(panel.me, square)
        rows: list[Row] = [
            panel.menu("square", panel.say("toy.menu"), choices),
            (panel.button("toy.button", "mark", f"{square}.{mark(action)}", good=True, square=square),),
        ]
        return panel.page([panel.header()], rows, ToyPicture(kind="mark", square=square))

    def tap(
        self, view: ToyView, legal: ToyLegal, draft: ToyDraft, verb: str, values: Sequence[str], _settings: Settings
    ) -> Tapped:
        square = values[0].partition(".")[0] if values else ""
        action = Mark(view.reader or 0, square)
        if action not in legal or verb not in ("square", "mark"):
            return Tapped(draft=draft)
        return Tapped(draft=ToyDraft(square=square)) if verb == "square" else parse_mark(view, legal, square)

    def typed_move(self, view: ToyView, legal: ToyLegal, words: str, _names: Names, language: str) -> Tapped:
        check_asked(view)
        every = [Entry(value=square, label=square, words=(square,)) for square in SQUARES]
        return parse_mark(view, legal, one_of(free(legal), "move", words, also=every))

    def typed_field(
        self, _view: ToyView, _legal: ToyLegal, draft: ToyDraft, _verb: str, _target: str, _words: str, _language: str
    ) -> Tapped:
        return Tapped(draft=draft)

    def form(self, *_: object) -> Form | None:
        return None

    def call_forms(self, _view: object) -> tuple[str, ...]:
        return ()

    def offers(
        self, _view: ToyView, legal: ToyLegal, option: str, _language: str, _names: Names, _chosen: Mapping[str, str]
    ) -> Offers:
        return Offers(found=free(legal)) if option in ("move", "square") else Offers()

    def zooms(self, _title: str, _language: str, _is_seated: bool) -> ZoomOffers:
        return ZoomOffers()

    def sentences(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return [sentence for event in group.events if (sentence := told(narrator, event))]

    def notes(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return self.sentences(narrator, group)

    def instead(self, context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
        if not isinstance(error, SquareTaken):
            return ()
        action = next(iter(context.legal))
        choice = f"{action.square}.{mark(action)}"
        return (context.instead("toy.button", "mark", choice, square=action.square),)

    def draft_towards(self, draft: ToyDraft, _ways: Sequence[Instead]) -> ToyDraft:
        return draft

    def asked(self, _kind: str, language: str) -> str:
        return text("toy.menu", language)

    def move_words(self, _view: ToyView, action: Mark, _language: str) -> str:
        return action.square

    def reason_words(self, _view: ToyView, _reason: Reason, _names: Names, _language: str) -> str:
        raise AssertionError

    def built_line(self, _view: ToyView, _seat: PlayerId, _names: Names, _language: str) -> str:
        return ""

    def status_lines(self, view: ToyView, names: Names, language: str) -> list[str]:
        return [waiting_line(view, names, language), *score_lines(view, names, language)]

    def own_lines(self, view: ToyView, language: str) -> list[str]:
        return [] if view.reader is None else [text("toy.own", language, sign="XO"[view.reader])]

    def waiting_for(self, view: ToyView, _players: tuple[PlayerId, ...]) -> ToyView:
        return view

    def draw(self, picture: Picture, context: PictureContext) -> bytes:
        assert isinstance(picture, ToyPicture)
        return draw_preview(context.view, context.seats, picture.square, **context.looks)

    def alt(self, _picture: Picture, context: PictureContext) -> str:
        return alt_board(context.view, context.seats)

    def add_commands(self, tree: app_commands.CommandTree[Any], _game_group: app_commands.Group, play: Play) -> None:
        add_mark(tree, play)


def told(narrator: Narrator, event: object) -> str:
    match event:
        case Marked():
            return narrator.tell("toy_marked", event.player, square=event.square)
        case GameEnded():
            return narrator.say("event.ended", names=listed_names(narrator.names, event.winners, narrator.language))
        case _:
            return ""


def add_mark(tree: app_commands.CommandTree[Any], play: Play) -> None:
    @tree.command(name="mark", description=about("mark"))
    @app_commands.describe(**options("square"))
    async def mark_(interaction: discord.Interaction[Any], square: str) -> None:
        await play.make(interaction, parse_mark, square)

    mark_.autocomplete("square")(play.completing("square"))
