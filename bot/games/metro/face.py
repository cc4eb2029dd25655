"""Metro as the rest of the bot knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.games.face import Offers, PictureContext, Play, ZoomOffers
from bot.games.form import Form
from bot.games.metro.draft import MetroDraft
from bot.games.metro.hints import metro_built_line, metro_move_words, metro_reason_words
from bot.games.metro.options import listed_values, value_about
from bot.games.metro.panel import MetroPanel, metro_page
from bot.games.metro.pictures import MetroPicture, alt_metro_picture, draw_metro_picture
from bot.games.metro.plans import MetroPlanner
from bot.games.metro.refusals import METRO_FIELDS, draft_towards, metro_instead
from bot.games.metro.sentences import KINDS, metro_notes, metro_sentences
from bot.games.metro.status import metro_own_lines, metro_status_lines
from bot.games.metro.suggestions import metro_offers, metro_zooms
from bot.games.metro.taps import tap_metro
from bot.games.metro.typed import parse_metro_move
from bot.games.narrator import Narrator
from bot.games.page import Page, Picture, Settings, Tapped
from bot.games.refusal_context import Instead, RefusalContext
from bot.games.turn_groups import TurnGroup
from bot.text.names import Names
from data.texts import text
from render.metro.emoji_names import train_emoji
from rules.errors import RulesError
from rules.game import PlayerId
from rules.metro.actions import MetroAction
from rules.metro.legal import MetroLegalActions
from rules.metro.reasons import MetroReason
from rules.metro.view import MetroView

if TYPE_CHECKING:
    from discord import app_commands

    from bot.text.slash import Tree


class MetroFace:
    draft = MetroDraft
    picture = MetroPicture
    colours = ("yellow", "blue", "orange", "green", "purple", "black")
    gives_colours = True
    events = KINDS
    refusals = METRO_FIELDS
    dispensable = ("go",)
    planner = MetroPlanner()

    def colour_emoji(self, colour: str) -> str:
        return train_emoji(colour)

    def plays_again(self, view: MetroView, seat: PlayerId) -> bool:
        return bool(view.hand_sizes[seat] or view.pile or view.trains_left) and not view.is_over

    def listed_values(self, option: str, values: tuple[str, ...]) -> tuple[str, ...]:
        return listed_values(option, values)

    def value_about(self, option: str, value: str, language: str) -> str:
        return value_about(option, value, language)

    def page(
        self,
        view: MetroView,
        legal: MetroLegalActions,
        draft: MetroDraft,
        settings: Settings,
        language: str,
        names: Names,
    ) -> Page:
        return metro_page(MetroPanel(view, legal, draft, settings, language, names))

    def tap(
        self,
        view: MetroView,
        legal: MetroLegalActions,
        draft: MetroDraft,
        verb: str,
        values: Sequence[str],
        _settings: Settings,
    ) -> Tapped:
        return tap_metro(view, legal, draft, verb, values)

    def typed_move(self, view: MetroView, legal: MetroLegalActions, words: str, names: Names, language: str) -> Tapped:
        return parse_metro_move(view, legal, words, language=language, names=names)

    def typed_field(
        self,
        _view: MetroView,
        _legal: MetroLegalActions,
        draft: MetroDraft,
        _verb: str,
        _target: str,
        _words: str,
        _language: str,
    ) -> Tapped:
        """No menu of Metro's opens a field."""
        return Tapped(draft=draft, note="panel.changed")

    def form(
        self,
        _view: MetroView,
        _legal: MetroLegalActions,
        _draft: MetroDraft,
        _verb: str,
        _value: str,
        _language: str,
    ) -> Form | None:
        return None

    def call_forms(self, _view: MetroView) -> tuple[str, ...]:
        return ()

    def offers(
        self,
        view: MetroView,
        legal: MetroLegalActions,
        option: str,
        language: str,
        names: Names,
        chosen: Mapping[str, str],
    ) -> Offers:
        return Offers(found=metro_offers(view, legal, option, language, names, chosen))

    def zooms(self, _title: str, language: str, is_seated: bool) -> ZoomOffers:
        return metro_zooms(language, is_seated)

    def sentences(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return metro_sentences(narrator, group)

    def notes(self, narrator: Narrator, group: TurnGroup) -> list[str]:
        return metro_notes(narrator, group)

    def instead(self, context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
        return metro_instead(context, error)

    def draft_towards(self, draft: MetroDraft, ways: Sequence[Instead]) -> MetroDraft:
        return draft_towards(draft, ways)

    def asked(self, kind: str, language: str) -> str:
        return text(f"asked.metro.{kind}", language)

    def move_words(self, view: MetroView, action: MetroAction, language: str) -> str:
        return metro_move_words(view, action, language)

    def reason_words(self, view: MetroView, reason: MetroReason, names: Names, language: str) -> str:
        return metro_reason_words(view, reason, names, language)

    def built_line(self, view: MetroView, seat: PlayerId, names: Names, language: str) -> str:
        return metro_built_line(view, seat, names, language)

    def status_lines(self, view: MetroView, names: Names, language: str) -> list[str]:
        return metro_status_lines(view, names, language)

    def own_lines(self, view: MetroView, language: str) -> list[str]:
        return metro_own_lines(view, language)

    def waiting_for(self, view: MetroView, _players: tuple[PlayerId, ...]) -> MetroView:
        """Nothing is chosen before the first turn."""
        return view

    def draw(self, picture: Picture, context: PictureContext) -> bytes:
        return draw_metro_picture(picture, context)

    def alt(self, picture: Picture, context: PictureContext) -> str:
        return alt_metro_picture(picture, context)

    def add_commands(self, tree: Tree, _game_group: app_commands.Group, play: Play) -> None:
        from bot.games.metro.commands import add_metro_commands

        add_metro_commands(tree, play)
