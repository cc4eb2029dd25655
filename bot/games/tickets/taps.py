"""What a tap means in a ticket game. Whatever doesn't fit the present decision leaves the draft as it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.games.confirm import mark
from bot.games.menus import MENU, MORE, next_offset
from bot.games.page import Settings, Tapped
from bot.games.tickets.atlas import atlas
from bot.games.tickets.choices import (
    ALL,
    CHOOSE,
    NOBODY,
    cities_to_pick,
    claim_of,
    claimable_here,
    exchanges,
    first_waiting,
    harbour_of,
    harbour_payments,
    harbours_to_pick,
    payment_of,
    payments,
    refill_for,
    top_ups,
    wagon_choices,
    waiting,
)
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.fleet import recommended_wagons
from rules.game import PlayerId
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.legal import TicketActions
from rules.tickets.view import TicketView


@dataclass(frozen=True)
class TicketTap:
    view: TicketView
    legal: TicketActions
    draft: TicketDraft
    settings: Settings
    me: PlayerId
    values: Sequence[str]

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    def show(self, **changes: object) -> Tapped:
        return Tapped(draft=replace(self.draft, **changes))

    def act(self, action: TicketAction | None, draft: TicketDraft | None = None) -> Tapped | None:
        """Carry it out if it is legal; nothing that a page didn't offer ever is done."""
        if action is None or action not in self.legal:
            return None
        return Tapped(draft=draft or TicketDraft(refill=self.draft.refill), actions=(action,))

    def confirm(self, action: TicketAction | None) -> Tapped | None:
        """Carry out what the button says; where the draft says something else by now, it is shown first."""
        if self.value and self.value != mark(action):
            return Tapped(draft=self.draft, note="panel.changed")
        return self.act(action)

    def act_or_show(self, action: TicketAction | None, draft: TicketDraft) -> Tapped | None:
        """At once where confirmations are off, else on the page with the confirmation."""
        if self.settings.confirm:
            return Tapped(draft=draft)
        return self.act(action, draft)


Answer = Callable[[TicketTap], Tapped | None]


def tap_tickets(
    view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str, values: Sequence[str], settings: Settings
) -> Tapped:
    unchanged = Tapped(draft=draft)
    if view.reader is None or not view.asked:
        return unchanged
    answer = ANSWERS.get(verb)
    tap = TicketTap(view, legal, draft, settings, view.reader, values)
    return (answer(tap) if answer else None) or unchanged


def _home(tap: TicketTap) -> Tapped:
    return Tapped(draft=TicketDraft(refill=tap.draft.refill, from_city=tap.draft.from_city))


def _draw(tap: TicketTap) -> Tapped | None:
    place, _, card = tap.value.partition("-")
    if not place or _number(place) not in range(len(tap.view.row)) or tap.view.row[_number(place)] != card:
        return None
    return tap.act(DrawCard(tap.me, card, refill_for(tap.view, card, tap.draft.refill)))


def _blind(tap: TicketTap) -> Tapped | None:
    return tap.act(DrawBlind(tap.me, tap.value or None))


def _two_blind(tap: TicketTap) -> Tapped | None:
    first = tap.act(DrawBlind(tap.me, tap.value or None)) if tap.view.phase == "turn" else None
    return first and Tapped(draft=first.draft, actions=(*first.actions, *first.actions))


def _refill(tap: TicketTap) -> Tapped | None:
    decks = atlas(tap.view.game).decks
    if len(decks) == 1:
        return None
    order = (None, *decks)
    place = order.index(tap.draft.refill) if tap.draft.refill in order else 0
    return tap.show(refill=order[(place + 1) % len(order)])


def _open(page: str, kind: str) -> Answer:
    def turn_to(tap: TicketTap) -> Tapped | None:
        is_possible = kind in tap.view.asked and tap.view.phase == "turn"
        return Tapped(draft=TicketDraft(page=page, refill=tap.draft.refill)) if is_possible else None

    return turn_to


def _tickets(tap: TicketTap) -> Tapped | None:
    if not tap.settings.confirm and len(tap.view.piles) == 1:
        return tap.act(DrawTickets(tap.me, 0))
    return _open("tickets", "tickets")(tap)


def _mix(tap: TicketTap) -> Tapped | None:
    return tap.act(DrawTickets(tap.me, _number(tap.value)))


def _route(tap: TicketTap) -> Tapped | None:
    if tap.value == MORE:
        count = len(claimable_here(tap.view, tap.legal, tap.draft))
        return tap.show(offset=next_offset(count, tap.draft.offset))
    if tap.value not in tap.legal.tracks():
        return None
    draft = _claim_draft(tap, tap.value)
    is_settled = len(payments(tap.legal, tap.value)) == 1 and draft.passengers == (None, None)
    return tap.act_or_show(claim_of(tap.view, draft), draft) if is_settled else Tapped(draft=draft)


def _another(tap: TicketTap) -> Tapped:
    """The next route in the menu, after the last one the first; shown, whatever is settled about it."""
    tracks = [track.id for track in claimable_here(tap.view, tap.legal, tap.draft)]
    if not tracks or tap.view.phase != "turn":
        return _home(tap)
    place = tracks.index(tap.draft.track) if tap.draft.track in tracks else -1
    return Tapped(draft=_claim_draft(tap, tracks[(place + 1) % len(tracks)]))


def _claim_draft(tap: TicketTap, track: str) -> TicketDraft:
    """The thriftiest payment and whoever waits first."""
    return TicketDraft(
        page="claim",
        track=track,
        cards=payments(tap.legal, track)[0],
        passengers=first_waiting(tap.view, track),
        from_city=tap.draft.from_city,
        refill=tap.draft.refill,
    )


def _claim_that(tap: TicketTap) -> Tapped | None:
    """A route with its thriftiest payment, as a refusal has offered it: only passengers are left to choose."""
    if tap.value not in tap.legal.tracks():
        return None
    draft = _claim_draft(tap, tap.value)
    is_settled = draft.passengers == (None, None)
    return tap.act_or_show(claim_of(tap.view, draft), draft) if is_settled else Tapped(draft=draft)


def _city(tap: TicketTap) -> Tapped | None:
    cities = cities_to_pick(tap.view, tap.legal, tap.draft)
    if tap.value == MORE:
        return tap.show(city_offset=next_offset(len(cities), tap.draft.city_offset))
    place = atlas(tap.view.game).place(tap.value)  # older menus listed each end of a country
    if place not in cities:
        return None
    return tap.show(from_city=None if place == ALL else place, offset=0)


def _pay(tap: TicketTap) -> Tapped | None:
    track = tap.draft.track
    if track is None or track not in tap.legal.tracks():
        return None
    if tap.value == MORE:
        return tap.show(offset=next_offset(len(payments(tap.legal, track)), tap.draft.offset, MENU - 1))
    draft = replace(tap.draft, cards=payment_of(tap.value))
    action = claim_of(tap.view, draft)
    if action is None or action not in tap.legal:
        return None
    is_settled = waiting(tap.view, track) == ((), ())
    return tap.act_or_show(action, draft) if is_settled else Tapped(draft=draft)


def _passenger(end: int) -> Answer:
    def take(tap: TicketTap) -> Tapped | None:
        track = tap.draft.track
        if track is None or track not in tap.legal.tracks():
            return None
        if tap.value != NOBODY and tap.value not in waiting(tap.view, track)[end]:
            return None
        taken = list(tap.draft.passengers)
        taken[end] = None if tap.value == NOBODY else tap.value
        return tap.show(passengers=tuple(taken))

    return take


def _claim(tap: TicketTap) -> Tapped | None:
    return tap.confirm(claim_of(tap.view, tap.draft))


def _keep(tap: TicketTap) -> Tapped | None:
    kept = tuple(ticket for ticket in tap.view.offer if ticket in tap.values)
    if "keep" not in tap.view.asked:
        return None
    draft = replace(tap.draft, kept=kept)
    action = KeepTickets(tap.me, kept)
    return tap.act_or_show(action, draft) if action in tap.legal else Tapped(draft=draft)


def _tick(tap: TicketTap) -> Tapped | None:
    """One ticket more, or one less."""
    if "keep" not in tap.view.asked or tap.value not in tap.view.offer:
        return None
    ticked = {*tap.draft.kept} ^ {tap.value}
    return tap.show(kept=tuple(ticket for ticket in tap.view.offer if ticket in ticked))


def _keep_sent(tap: TicketTap) -> Tapped | None:
    """The form with them was sent: that confirms it."""
    kept = tuple(ticket for ticket in tap.view.offer if ticket in tap.values)
    return tap.act(KeepTickets(tap.me, kept)) or Tapped(draft=replace(tap.draft, kept=kept), note="panel.changed")


def _claim_sent(tap: TicketTap) -> Tapped | None:
    """A route with its thriftiest payment and whoever waits first, confirmed by sending the form; or, where somebody
    waits and that was wished, its page to choose them."""
    track = next((value for value in tap.values if value in tap.legal.tracks()), None)
    if track is None:
        return Tapped(draft=tap.draft, note="panel.changed")
    draft = _claim_draft(tap, track)
    is_settled = draft.passengers == (None, None) or CHOOSE not in tap.values
    return tap.act(claim_of(tap.view, draft)) if is_settled else Tapped(draft=draft)


def _kept(tap: TicketTap) -> Tapped | None:
    return tap.confirm(KeepTickets(tap.me, tap.draft.kept))


def _top_up(tap: TicketTap) -> Tapped | None:
    if tap.value == MORE:
        return tap.show(offset=next_offset(len(top_ups(tap.legal)), tap.draft.offset, MENU - 1))
    cards = payment_of(tap.value)
    return tap.act(TopUpTunnel(tap.me, cards)) if cards else None


def _give_up(tap: TicketTap) -> Tapped | None:
    return tap.act(GiveUpTunnel(tap.me))


def _pieces(tap: TicketTap) -> Tapped | None:
    wagons = _number(tap.value)
    if wagons not in wagon_choices(tap.legal):
        return None
    return tap.act_or_show(ChoosePieces(tap.me, wagons), replace(tap.draft, count=wagons))


def _choose(tap: TicketTap) -> Tapped | None:
    return tap.confirm(ChoosePieces(tap.me, tap.draft.count or recommended_wagons(tap.view.game)))


def _port(tap: TicketTap) -> Tapped | None:
    offered = harbour_payments(tap.legal)
    if tap.value == MORE:
        return tap.show(page="harbour", city_offset=next_offset(len(offered), tap.draft.city_offset))
    if tap.value not in offered:
        return None
    draft = replace(tap.draft, page="harbour", city=tap.value, cards=offered[tap.value][0], offset=0)
    action = BuildHarbour(tap.me, tap.value, offered[tap.value][0])
    return tap.act_or_show(action, draft) if len(offered[tap.value]) == 1 else Tapped(draft=draft)


def _port_pay(tap: TicketTap) -> Tapped | None:
    city, offered = _harbour_city(tap)
    if city is None:
        return None
    if tap.value == MORE:
        return tap.show(page="harbour", offset=next_offset(len(offered), tap.draft.offset, MENU - 1))
    cards = payment_of(tap.value)
    action = BuildHarbour(tap.me, city, cards) if cards else None
    if action is None or action not in tap.legal:
        return None
    return tap.act_or_show(action, replace(tap.draft, page="harbour", city=city, cards=cards))


def _harbour_city(tap: TicketTap) -> tuple[str | None, list[tuple[tuple[str, int], ...]]]:
    """The city on the page, and the payments offered for it."""
    offered = harbours_to_pick(tap.view, tap.legal)
    if not offered:
        return None, []
    city = tap.draft.city if tap.draft.city in offered else next(iter(offered))
    return city, offered[city]


def _build(tap: TicketTap) -> Tapped | None:
    return tap.confirm(harbour_of(tap.view, tap.legal, tap.draft))


def _to_ships(tap: TicketTap) -> Tapped | None:
    return _amount(tap, ExchangePieces(tap.me, "ships", _number(tap.value)))


def _to_wagons(tap: TicketTap) -> Tapped | None:
    return _amount(tap, ExchangePieces(tap.me, "wagons", _number(tap.value)))


def _amount(tap: TicketTap, action: ExchangePieces) -> Tapped | None:
    if tap.value == MORE:
        return tap.show(offset=next_offset(len(exchanges(tap.legal, action.to)), tap.draft.offset))
    if action not in tap.legal:
        return None
    return tap.act_or_show(action, replace(tap.draft, page="exchange", to=action.to, count=action.count))


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 4 else -1


def _swap(tap: TicketTap) -> Tapped | None:
    return tap.confirm(ExchangePieces(tap.me, tap.draft.to, tap.draft.count)) if tap.draft.to else None


def _pass(tap: TicketTap) -> Tapped | None:
    return tap.act(Pass(tap.me))


ANSWERS: dict[str, Answer] = {
    "home": _home,
    "another": _another,
    "draw": _draw,
    "blind": _blind,
    "blind2": _two_blind,
    "refill": _refill,
    "tickets": _tickets,
    "mix": _mix,
    "route": _route,
    "city": _city,
    "pay": _pay,
    "pass1": _passenger(0),
    "pass2": _passenger(1),
    "claim": _claim,
    "claim_that": _claim_that,
    "claim_sent": _claim_sent,
    "keep": _keep,
    "keep_sent": _keep_sent,
    "tick": _tick,
    "kept": _kept,
    "top_up": _top_up,
    "give_up": _give_up,
    "pieces": _pieces,
    "choose": _choose,
    "harbour": _open("harbour", "harbour"),
    "port": _port,
    "port_pay": _port_pay,
    "build": _build,
    "exchange": _open("exchange", "exchange"),
    "to_ships": _to_ships,
    "to_wagons": _to_wagons,
    "swap": _swap,
    "pass": _pass,
}
