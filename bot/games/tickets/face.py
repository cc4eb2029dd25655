"""The ticket games as the rest of the bot knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.games.face import Offers, PictureContext, Play, ZoomOffers
from bot.games.form import Form
from bot.games.narrator import Narrator
from bot.games.page import Page, Picture, Settings, Tapped
from bot.games.refusal_context import Instead, RefusalContext
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.forms import ticket_form
from bot.games.tickets.hints import ticket_built_line, ticket_move_words, ticket_reason_words
from bot.games.tickets.nearest import ticket_instead
from bot.games.tickets.panel import TicketPanel, ticket_page
from bot.games.tickets.pictures import TicketPicture, alt_ticket_picture, draw_ticket_picture
from bot.games.tickets.plans import TicketPlanner
from bot.games.tickets.refusals import TICKET_FIELDS
from bot.games.tickets.sentences import KINDS, ticket_notes, ticket_sentences
from bot.games.tickets.status import own_lines, status_lines
from bot.games.tickets.suggestions import Asked, ticket_offers, ticket_zooms
from bot.games.tickets.taps import tap_tickets
from bot.games.tickets.typed import parse_payment, parse_ticket_move
from bot.games.turn_groups import TurnGroup
from bot.text.names import Names
from data.texts import text
from render.tickets.emoji_names import player_emoji
from rules.errors import RulesError
from rules.game import PlayerId
from rules.tickets.actions import TicketAction
from rules.tickets.legal import TicketActions
from rules.tickets.reasons import TicketReason
from rules.tickets.view import TicketView

if TYPE_CHECKING:
    from discord import app_commands

    from bot.text.slash import Tree


class TicketFace:
    draft = TicketDraft
    picture = TicketPicture
    colours = ("raspberry", "teal", "violet", "lime", "brown")
    gives_colours = False
    events = KINDS
    refusals = TICKET_FIELDS
    dispensable = ("city", "refill")
    planner = TicketPlanner()

    def colour_emoji(self, colour: str) -> str:
        return player_emoji(colour)

    def plays_again(self, view: TicketView, seat: PlayerId) -> bool:
        if view.turns_left is None or view.current is None:
            return not view.is_over
        return (seat - view.current) % view.seats < view.turns_left

    def listed_values(self, _option: str, values: tuple[str, ...]) -> tuple[str, ...]:
        return values

    def value_about(self, _option: str, _value: str, _language: str) -> str:
        return ""

    def page(
        self,
        view: TicketView,
        legal: TicketActions,
        draft: TicketDraft,
        settings: Settings,
        language: str,
        names: Names,
    ) -> Page:
        return ticket_page(TicketPanel(view, legal, draft, settings, language, names))

    def tap(
        self,
        view: TicketView,
        legal: TicketActions,
        draft: TicketDraft,
        verb: str,
        values: Sequence[str],
        settings: Settings,
    ) -> Tapped:
        return tap_tickets(view, legal, draft, verb, values, settings)

    def typed_move(self, view: TicketView, legal: TicketActions, words: str, _names: Names, language: str) -> Tapped:
        return parse_ticket_move(view, legal, words, language=language)

    def typed_field(
        self,
        view: TicketView,
        legal: TicketActions,
        draft: TicketDraft,
        verb: str,
        target: str,
        words: str,
        language: str,
    ) -> Tapped:
        return parse_payment(view, legal, draft, verb, target, words, language)

    def form(
        self, view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str, value: str, language: str
    ) -> Form | None:
        return ticket_form(view, legal, draft, verb, value, language)

    def call_forms(self, view: TicketView) -> tuple[str, ...]:
        if view.phase == "opening":
            return ("keep_form",) if len(view.piles) == 1 else ()
        return ("claim_form",) if view.phase == "turn" else ()

    def offers(
        self,
        view: TicketView,
        legal: TicketActions,
        option: str,
        language: str,
        names: Names,
        chosen: Mapping[str, str],
    ) -> Offers:
        return ticket_offers(Asked(view, legal, names, language, chosen), option)

    def zooms(self, title: str, language: str, is_seated: bool) -> ZoomOffers:
        return ticket_zooms(title, language, is_seated)

    def sentences(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return ticket_sentences(narrator, group)

    def notes(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return ticket_notes(narrator, group)

    def instead(self, context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
        return ticket_instead(context, error)

    def draft_towards(self, draft: TicketDraft, _ways: Sequence[Instead]) -> TicketDraft:
        return draft

    def asked(self, kind: str, language: str) -> str:
        return text(f"asked.tickets.{kind}", language)

    def move_words(self, view: TicketView, action: TicketAction, language: str) -> str:
        return ticket_move_words(view, action, language)

    def reason_words(self, view: TicketView, reason: TicketReason, names: Names, language: str) -> str:
        return ticket_reason_words(view, reason, names, language)

    def built_line(self, view: TicketView, seat: PlayerId, names: Names, language: str) -> str:
        return ticket_built_line(view, seat, names, language)

    def status_lines(self, view: TicketView, names: Names, language: str) -> list[str]:
        return status_lines(view, names, language)

    def own_lines(self, view: TicketView, language: str) -> list[str]:
        return own_lines(view, language)

    def waiting_for(self, view: TicketView, players: tuple[PlayerId, ...]) -> TicketView:
        choosing = [replace(each, is_choosing=each.player in players) for each in view.players]
        return replace(view, to_act=players, players=tuple(choosing))

    def draw(self, picture: Picture, context: PictureContext) -> bytes:
        return draw_ticket_picture(picture, context)

    def alt(self, picture: Picture, context: PictureContext) -> str:
        return alt_ticket_picture(picture, context)

    def add_commands(self, tree: Tree, game_group: app_commands.Group, play: Play) -> None:
        from bot.games.tickets.commands import add_ticket_commands

        add_ticket_commands(tree, game_group, play)
