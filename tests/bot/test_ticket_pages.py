"""Pages fit Discord, every legal move can be tapped together, and no tap leads to anything that isn't legal."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.menus import MENU, MORE
from bot.games.page import Menu, Page, Row, Settings, Tapped
from bot.games.tickets.choices import waiting, without_twins
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.taps import ANSWERS
from bot.text.emojis import BEGIN
from bot.text.sent import as_sent
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.game import Action
from rules.tickets import ways
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TopUpTunnel,
)
from tests.bot.tables import Table, moments

EVERY_SETTING = (
    Settings(),
    Settings(coach=True, table="USA #12", link="https://x"),
    Settings(news=("x" * 900, "y" * 900)),
)


def show(table: Table, player: int, draft: TicketDraft, settings: Settings, language: str) -> Page:
    return table.face.page(table.view(player), table.legal(player), draft, settings, language, table.names)


def tap(table: Table, player: int, draft: TicketDraft, verb: str, *values: str, confirm: bool = True) -> Tapped:
    chosen = Settings(confirm=confirm)
    return table.face.tap(table.view(player), table.legal(player), draft, verb, values, chosen)


def things_to_tap(rows: tuple[Row, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for row in rows:
        if isinstance(row, Menu):
            for choice in row.choices[: row.most] if row.least > 1 else row.choices:
                yield row.verb, (choice.value,)
            if row.least > 1:
                yield row.verb, tuple(choice.value for choice in row.choices[: row.least])
        else:
            yield from ((button.verb, (button.choice,)) for button in row if not button.is_disabled)


class EveryEmoji(dict[str, str]):
    """As if each were there, written as long as any."""

    def __contains__(self, _name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return f"<:{name}_1f3a:1234567890123456789>"


def assert_fits(page: Page) -> None:
    assert 0 < len(page.text) <= 2000
    assert 0 < len(as_sent(page.text, "en", {}, EveryEmoji())) <= 2000
    assert len(page.rows) <= 5
    ids = []
    for row in page.rows:
        if isinstance(row, Menu):
            ids.append(row.verb)
            assert 1 <= len(row.choices) <= 25
            assert 0 < len(row.placeholder) <= 100
            assert len({choice.value for choice in row.choices}) == len(row.choices)
            assert row.verb != "city" or len({choice.label for choice in row.choices}) == len(row.choices)
            for choice in row.choices:
                assert BEGIN not in choice.label + choice.description
                assert 0 < len(choice.label) <= 100
                assert len(choice.description) <= 100
                assert len(choice.value) <= 100
            assert 1 <= row.least <= row.most <= len(row.choices)
            assert sum(choice.is_chosen for choice in row.choices) <= row.most
        else:
            assert 1 <= len(row) <= 5
            ids += [f"{button.verb}:{button.choice}" for button in row]
            assert not any(BEGIN in button.label for button in row)
            assert all(0 < len(button.label) <= 80 and len(f"{button.verb}:{button.choice}") <= 60 for button in row)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("title", TICKET_TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_that_taps_lead_to_fits_discord(title: str, language: str) -> None:
    for table in moments(title, 3, seed=5, every=67):
        for player in range(3):
            for chosen in EVERY_SETTING:
                assert_fits(show(table, player, TicketDraft(), chosen, language))
            fullest = EVERY_SETTING[1]
            for verb, values in things_to_tap(show(table, player, TicketDraft(), fullest, language).rows):
                next_draft = tap(table, player, TicketDraft(), verb, *values).draft
                assert_fits(show(table, player, next_draft, fullest, language))


def taps_to(table: Table, action: Any) -> list[tuple[str, tuple[str, ...]]]:
    """The taps that a player would make for an action."""
    match action:
        case DrawCard(card=card, refill=refill):
            place = table.view(action.player).row.index(card)
            turns = 0 if refill is None else ["wagons", "ships"].index(refill) + 1
            return [("refill", ())] * turns + [("draw", (f"{place}-{card}",))]
        case DrawBlind(deck=deck):
            return [("blind", (deck or "",))]
        case ClaimRoute(track=track, cards=cards, passengers=passengers):
            ends = zip(("pass1", "pass2"), waiting(table.view(action.player), track), passengers, strict=True)
            takes = [(verb, (colour or "-",)) for verb, there, colour in ends if there]
            return [("route", (track,)), ("pay", (as_id(cards),)), *takes, ("claim", ())]
        case DrawTickets(long=long):
            opens = [("tickets", ())] if table.view(action.player).phase == "turn" else []
            return [*opens, ("mix", (str(long),))]
        case KeepTickets(tickets=tickets):
            return [*(("tick", (ticket,)) for ticket in tickets), ("kept", ())]
        case TopUpTunnel(cards=cards):
            return [("top_up", (as_id(cards),))]
        case GiveUpTunnel():
            return [("give_up", ())]
        case ChoosePieces(wagons=wagons):
            return [("pieces", (str(wagons),)), ("choose", ())]
        case BuildHarbour(city=city, cards=cards):
            return [("harbour", ()), ("port", (city,)), ("port_pay", (as_id(cards),)), ("build", ())]
        case ExchangePieces(to=to, count=count):
            return [("exchange", ()), (f"to_{to}", (str(count),)), ("swap", ())]
        case Pass():
            return [("pass", ())]
        case _:
            raise AssertionError(action)


def as_id(cards: Any) -> str:
    return "+".join(f"{card}{count}" for card, count in cards)


def on_the_page(page: Page, verb: str, values: tuple[str, ...]) -> bool:
    for row in page.rows:
        if isinstance(row, Menu):
            if row.verb == verb and {choice.value for choice in row.choices} >= set(values):
                return row.least <= len(values) <= row.most
        elif any(b.verb == verb and values in ((), (b.choice,)) and not b.is_disabled for b in row):
            return True
    return False


def turn_the_menu(table: Table, player: int, draft: TicketDraft, verb: str, values: tuple[str, ...]) -> TicketDraft:
    """Tap "more" until the value is on the page."""
    for _ in range(60):
        page = show(table, player, draft, Settings(), "en")
        if on_the_page(page, verb, values):
            return draft
        menu = next((row for row in page.rows if isinstance(row, Menu) and row.verb == verb), None)
        assert menu is not None, f"{verb} isn't on the page {page}"
        assert menu.choices[-1].value == MORE, f"{values} isn't in {menu}"
        draft = tap(table, player, draft, verb, MORE).draft
    raise AssertionError(f"{verb} {values} never came up")


def is_said(page: Page, verb: str) -> bool:
    """Whether there is no menu, since there is nothing to choose."""
    return not any(isinstance(row, Menu) and row.verb == verb for row in page.rows)


def tap_together(table: Table, action: Any) -> Action:
    """Carry out the taps for an action, each of which must be on the page at that moment."""
    draft = TicketDraft()
    for verb, values in taps_to(table, action):
        if verb in ("pay", "port", "port_pay") and is_said(show(table, action.player, draft, Settings(), "en"), verb):
            continue
        draft = turn_the_menu(table, action.player, draft, verb, values)
        result = tap(table, action.player, draft, verb, *values)
        draft = result.draft
        if result.actions:
            return result.actions[0]
    raise AssertionError(f"the taps for {action} carry out nothing")


def worth_tapping(table: Table, player: int) -> Iterator[Any]:
    """Every legal action, except payments that nobody would think of and the second of two equal tracks."""
    legal = table.legal(player)
    single = {track.id for track in without_twins(table.game.id, legal.tracks())}
    menus = {track: set(legal.payments(track)) for track in single}
    for action in legal:
        if not isinstance(action, ClaimRoute) or (action.track in single and action.cards in menus[action.track]):
            yield action


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_legal_action_can_be_tapped_together(title: str) -> None:
    table = Table(title, 2, seed=11)
    seen = set()
    for _ in range(40):
        if not table.to_act():
            break
        player = table.to_act()[0]
        actions = list(worth_tapping(table, player))
        for n in range(12):
            action = actions[int(table.random() * len(actions))] if n else actions[-1]
            assert tap_together(table, action) == action
            seen.add(type(action))
        table.play_on(5)
    assert {ClaimRoute, DrawCard, DrawBlind, KeepTickets} <= seen


VERBS = (*ANSWERS, "plan", "undo", "", "nonsense")
VALUES = (
    "",
    "+",
    "-",
    "0",
    "0-red",
    "4-loco",
    "red2",
    "red2+loco1",
    "chicago",
    "chicago-duluth",
    "99",
    "wagons",
    "x" * 99,
)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), title=st.sampled_from(TICKET_TITLES), seed=st.integers(0, 50), played=st.integers(0, 200))
def test_whatever_is_tapped_nothing_illegal_comes_of_it(data: Any, title: str, seed: int, played: int) -> None:
    table = Table(title, 2, seed).play_on(played)
    player = data.draw(st.integers(0, 1))
    legal, draft = table.legal(player), TicketDraft()
    for _ in range(12):
        page = show(table, player, draft, Settings(), "en")
        assert_fits(page)
        offered = list(things_to_tap(page.rows)) or [("home", ("",))]
        forged = st.tuples(st.sampled_from(VERBS), st.tuples(st.sampled_from(VALUES)))
        verb, values = data.draw(st.one_of(st.sampled_from(offered), forged))
        result = tap(table, player, draft, verb, *values, confirm=data.draw(st.booleans()))
        assert all(action in legal for action in result.actions[:1])
        assert len(result.actions) <= 2
        draft = result.draft


def test_a_tap_of_someone_who_is_not_asked_changes_nothing() -> None:
    table = Table("usa", 2, seed=3).play_until(lambda t: t.view(0).phase == "turn")
    other = 1 - table.to_act()[0]
    draft = TicketDraft(from_city="chicago")
    for verb in VERBS:
        assert tap(table, other, draft, verb, "0-red") == Tapped(draft=draft)


def test_without_confirmations_a_settled_claim_is_one_tap() -> None:
    def has_settled_claim(table: Table) -> bool:
        if table.view(0).phase != "turn":
            return False
        legal = table.legal(table.to_act()[0])
        return any(len(list(legal.payments(track))) == 1 for track in legal.tracks())

    table = Table("usa", 2, seed=3).play_until(has_settled_claim)
    player = table.to_act()[0]
    legal = table.legal(player)
    track = next(track for track in legal.tracks() if len(list(legal.payments(track))) == 1)
    assert tap(table, player, TicketDraft(), "route", track, confirm=False).actions
    assert not tap(table, player, TicketDraft(), "route", track).actions


def test_the_home_page_offers_the_row_both_draws_tickets_and_routes() -> None:
    table = Table("usa", 2, seed=3).play_until(lambda t: t.view(0).phase == "turn" and t.legal(t.to_act()[0]).tracks())
    page = show(table, table.to_act()[0], TicketDraft(), Settings(table="USA #12"), "pl")
    verbs = [row.verb if isinstance(row, Menu) else [button.verb for button in row] for row in page.rows]
    assert verbs == [["draw"] * 5, ["blind", "blind2", "tickets"], "route", "city"]
    assert page.text.startswith("USA #12 · twoja kolej · tura ")
    assert MENU == 25


def is_asked(table: Table, kind: str) -> bool:
    return kind in table.legal(table.to_act()[0]).kinds()


@pytest.mark.parametrize(
    ("title", "kind", "wanted"),
    [
        ("world", "harbour", BuildHarbour),
        ("world", "exchange", ExchangePieces),
        ("world", "pieces", ChoosePieces),
        ("nordic", "top_up", TopUpTunnel),
        ("nordic", "give_up", GiveUpTunnel),
        ("germany", "tickets", DrawTickets),
    ],
)
def test_what_only_some_titles_have_can_be_tapped_together(title: str, kind: str, wanted: type[Action]) -> None:
    tables = (
        Table(title, 2, seed=seed).play_until(lambda t: not t.to_act() or is_asked(t, kind)) for seed in range(50)
    )
    table = next(table for table in tables if table.to_act())
    actions = [action for action in worth_tapping(table, table.to_act()[0]) if isinstance(action, wanted)]
    assert actions
    for action in actions[:: max(1, len(actions) // 10)]:
        assert tap_together(table, action) == action


def pages_of_claims(title: str, every: int = 23) -> Iterator[tuple[Table, int, TicketDraft, Page]]:
    """The page of every route that can be claimed, at some moments of a game, as a newcomer sees it."""
    for table in moments(title, 3, seed=5, every=every):
        for player in table.to_act():
            for track in table.legal(player).tracks():
                draft = tap(table, player, TicketDraft(), "route", track).draft
                if draft.page == "claim":
                    yield table, player, draft, show(table, player, draft, EVERY_SETTING[1], "en")


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_where_there_is_one_payment_nothing_speaks_of_others(title: str) -> None:
    found = set()
    for table, player, draft, page in pages_of_claims(title):
        legal, track = table.legal(player), draft.track or ""
        is_only = legal.has_one_payment(track)
        assert is_only == (len({a.cards for a in legal.of_kind("claim") if a.track == track}) == 1)
        assert ("pay" in {row.verb for row in page.rows if isinstance(row, Menu)}) == (not is_only)
        assert ("thriftiest" in page.text) == (not is_only)
        found.add(is_only)
    assert False in found


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_another_leads_to_each_of_the_other_routes_and_back_leads_home(title: str) -> None:
    most = 0
    for table, player, draft, page in pages_of_claims(title, every=61 if title != "lantern" else 7):
        offered = without_twins(title, table.legal(player).tracks())
        verbs = {button.verb for row in page.rows if isinstance(row, tuple) for button in row}
        assert ("another" in verbs) == (len(offered) > 1)
        assert tap(table, player, draft, "home").draft.page == "home"
        if "another" in verbs:
            seen, now = [], draft
            for _ in offered:
                now = tap(table, player, now, "another").draft
                seen.append(now.track)
            assert len(set(seen)) == len(offered)
            assert tap(table, player, draft, "another", confirm=False).actions == ()
        most = max(most, len(offered))
    assert most > 1


def test_the_way_of_a_ticket_is_looked_for_once_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("world", 2, 5).play_until(lambda table: table.view(0).turn > 8 and table.view(0).phase == "turn")
    player = table.to_act()[0]
    view, legal, face = table.view(player), table.legal(player), table.face
    shortest, looked_for = ways.shortest, list[Any]()

    def counted(*asked: Any) -> Any:
        looked_for.append(asked)
        return shortest(*asked)

    monkeypatch.setattr(ways, "shortest", counted)
    ways.last_found.cache_clear()
    for _ in range(2):
        face.page(view, legal, face.draft(), Settings(), "en", table.names)
        face.own_lines(view, "en")
    assert 0 < len(looked_for) <= len(view.tickets)
