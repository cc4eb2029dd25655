"""Actions and reasons of Metro in words, for hints and reviews."""

from typing import assert_never

from bot.games.metro.status import share_text, tile_text, whose
from bot.text.names import Names, name_of
from data.texts import text
from rules.game import PlayerId
from rules.metro import reasons as why
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.reasons import MetroReason
from rules.metro.view import MetroView


def metro_move_words(view: MetroView, action: MetroAction, language: str) -> str:
    """place the tile on C4"""
    own = {share.percent: share for share in view.shares}
    match action:
        case PlaceTile():
            kinds = {*view.hand, *([view.drawn] if view.drawn else ())}
            if len(kinds) > 1 or action.turn:
                tile = tile_text(action.tile or view.drawn or view.hand[0], action.turn)
                return text("hint.metro.place.tile", language, square=action.square, tile=tile)
            return text("hint.metro.place", language, square=action.square)
        case DrawTile():
            return text("hint.metro.draw", language)
        case ExchangeShare():
            share = share_text(own[action.give], language) if action.give in own else f"{action.give}%"
            return text(f"hint.metro.share.{action.take}", language, share=share)
        case PlaceTrain():
            return text("hint.metro.train", language, space=action.space)
        case _:
            assert_never(action)


def metro_reason_words(view: MetroView, reason: MetroReason, names: Names, language: str) -> str:
    """line 12 (yours) 5 → 8"""
    match reason:
        case why.LineEnds():
            owner = whose(view, reason.player, reason.owner, names, language)
            key = "metro.effect.ends.doubled" if reason.points > reason.passes else "metro.effect.ends"
            made = {"passes": reason.passes, "points": reason.points}
            return text(key, language, start=reason.start, owner=owner, **made)
        case why.LineGrows():
            owner = whose(view, reason.player, reason.owner, names, language)
            grown = {"before": reason.before, "after": reason.after}
            return text("metro.effect.grows", language, start=reason.start, owner=owner, **grown)
        case why.CardPays():
            return text("why.metro.card", language, number=reason.number, n=reason.points)
        case why.NobodysLine():
            return text("metro.effect.none", language)
        case why.TilesUnseen():
            return text("why.metro.unseen", language, n=reason.tiles, kinds=reason.kinds)
        case why.CompanyValues():
            given = text(f"word.colour.{reason.given}", language)
            if reason.taken is None:
                return text("why.metro.company", language, given=given, value=reason.value)
            taken = text(f"word.colour.{reason.taken}", language)
            more = {"taken": taken, "better": reason.better}
            return text("why.metro.companies", language, given=given, value=reason.value, **more)
        case why.TrainOn():
            return text("why.metro.train", language, space=reason.space, n=reason.passes)
        case _:
            assert_never(reason)


def metro_built_line(view: MetroView, seat: PlayerId, names: Names, language: str) -> str:
    """Robot 1's best line was 12: 9 tiles, 18 points; companies have no player of their own"""
    own = [line for line in view.lines if line.player == seat and line.is_finished]
    if not own:
        return ""
    best = max(own, key=lambda line: (line.points, len(line.passes)))
    fields = {"start": best.start, "tiles": len(best.passes), "n": best.points}
    return text("end.built.line", language, player=name_of(names, seat), **fields)
