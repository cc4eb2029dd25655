"""Random games in which every page is opened that taps lead to, and pictures of all kinds of pages are drawn."""

from collections import deque
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from bot.drawing import BoardOrder, ScoresOrder, page_order, sent_events
from bot.games.catalog import face_of
from bot.games.done import done_page
from bot.games.page import Draft, Menu, Page, Settings
from bot.pictures import sight_of
from bot.store.rows import SeatRow, TableRow
from bot.tables.snapshot import GameSnapshot
from bot.text.emojis import SIGN
from render.kit.theme import THEMES
from tests.bot.tables import Table
from tests.bot.test_ticket_pages import assert_fits, things_to_tap

PNG = b"\x89PNG\r\n\x1a\n"
LONGEST_ALT = 1024
MOST_ACTIONS = 5000
GLANCE = 4


class Kind(NamedTuple):
    """Pages of one kind offer the same things to tap below the same sort of picture."""

    page: str
    picture: str
    verbs: frozenset[str]


def kind_of(draft: Draft, page: Page) -> Kind:
    menus = {row.verb for row in page.rows if isinstance(row, Menu)}
    buttons = {b.verb for row in page.rows if not isinstance(row, Menu) for b in row if not b.is_disabled}
    return Kind(draft.page, page.picture.kind if page.picture else "", frozenset(menus | buttons))


def emojis_on(page: Page) -> set[str]:
    """In its words, on its buttons and in its menus."""
    written = {found[1] for found in SIGN.finditer(page.text)}
    things = [thing for row in page.rows for thing in (row.choices if isinstance(row, Menu) else row)]
    return written | {thing.emoji for thing in things if thing.emoji}


class Walk:
    """One random game to its end.

    Every `every` decisions, and whenever home looks new, all pages that taps lead to from there are made, and their
    pictures put into words; the first page of each kind is drawn, or, if it `hurries`, the first of each name and sort
    of picture. Home is looked at when something new is asked, and at every `GLANCE`th decision. `per_verb` bounds how
    many choices of one menu are tried, `most_pages` how many pages at one decision.
    """

    def __init__(
        self,
        title: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        language: str,
        seed: int = 1,
        every: int = 20,
        per_verb: int = 2,
        most_pages: int = 60,
        hurries: bool = False,
        known: set[Kind] | None = None,
    ) -> None:
        self.table = Table(title, seats, seed, options)
        self.face = face_of(title)
        self.language = language
        self.hurries = hurries
        self.every, self.per_verb, self.most_pages = every, per_verb, most_pages
        self.random, self.chance = Random(f"walk {seed}"), Random(f"moves {seed}")
        self.theme = sorted(THEMES)[seed // 4 % len(THEMES)]
        self.settings = Settings(coach=True) if seed % 2 else Settings()
        self.kinds: set[Kind] = set() if known is None else known
        self.homes: set[Kind] = set()
        self.questions: set[tuple[str, tuple[str, ...]]] = set()
        self.pages = 0
        self.emojis: set[str] = set()
        """The names of all that pages show."""

    def to_the_end(self) -> "Walk":
        for decision in range(MOST_ACTIONS):
            asked = self.table.to_act()
            if not asked:
                break
            player = self.chance.choice(asked)
            is_due = decision % self.every == 0
            if is_due or decision % GLANCE == 0 or self.is_asked_anew(player):
                for seat in range(len(self.table.names)) if is_due else (player,):
                    self.look(seat, is_due)
            self.table.act(self.table.legal(player).pick(self.chance.random))
        assert not self.table.to_act()
        self.end()
        return self

    def is_asked_anew(self, player: int) -> bool:
        """Whether nobody was asked for these kinds of actions before, at such a moment; a view that doesn't say what is
        asked may always ask for something new."""
        view = self.table.view(player)
        if not hasattr(view, "asked"):
            return True
        question = (view.phase, view.asked)
        is_new = question not in self.questions
        self.questions.add(question)
        return is_new

    def look(self, player: int, is_due: bool) -> None:
        snapshot = self.snapshot(player)
        fresh = self.face.draft()
        home = kind_of(fresh, self.shown(snapshot, fresh))
        if is_due or home not in self.homes:
            self.homes.add(home)
            for draft, page in self.reachable(snapshot):
                self.check(snapshot, draft, page)

    def reachable(self, snapshot: GameSnapshot) -> Iterator[tuple[Draft, Page]]:
        assert snapshot.legal is not None
        known, waiting = {self.face.draft()}, deque([self.face.draft()])
        while waiting:
            draft = waiting.popleft()
            page = self.shown(snapshot, draft)
            yield draft, page
            for verb, values in self.taps(page):
                result = self.face.tap(snapshot.view, snapshot.legal, draft, verb, values, self.settings)
                assert all(action in snapshot.legal for action in result.actions)
                if not result.actions and result.draft not in known and len(known) < self.most_pages:
                    known.add(result.draft)
                    waiting.append(result.draft)

    def taps(self, page: Page) -> Iterator[tuple[str, tuple[str, ...]]]:
        by_verb: dict[str, list[tuple[str, ...]]] = {}
        for verb, values in things_to_tap(page.rows):
            by_verb.setdefault(verb, []).append(values)
        for verb, choices in by_verb.items():
            for values in self.random.sample(choices, min(self.per_verb, len(choices))):
                yield verb, values

    def check(self, snapshot: GameSnapshot, draft: Draft, page: Page) -> None:
        self.pages += 1
        assert_fits(page)
        assert all(len(row.choices) > 1 for row in page.rows if isinstance(row, Menu)), "nothing to choose in a menu"
        self.emojis |= emojis_on(page)
        kind = kind_of(draft, page)
        if page.picture is None:
            self.kinds.add(kind)
            return
        sight = sight_of(snapshot, self.theme, self.language)
        assert 0 < len(page_order(sight, page.picture).tell()) <= LONGEST_ALT
        is_new = kind not in self.kinds
        if is_new and self.hurries:
            is_new = kind[:2] not in {other[:2] for other in self.kinds}
        self.kinds.add(kind)
        if is_new:
            assert page_order(sight, page.picture).draw().startswith(PNG)

    def end(self) -> None:
        """The pages, the board and the score sheet of a finished game."""
        for seat in range(len(self.table.names)):
            snapshot = self.snapshot(seat)
            fresh = self.face.draft()
            self.check(snapshot, fresh, self.shown(snapshot, fresh))
            self.check(snapshot, fresh, done_page(snapshot.view, self.settings, self.language, snapshot.names))
        snapshot, seats = self.snapshot(None), len(self.table.names)
        sight = sight_of(snapshot, self.theme, self.language)
        events = sent_events(snapshot.table.title, self.table.events[-3:])
        board = BoardOrder(sight=sight, events=events)
        history = ((0,) * seats, tuple(range(seats)))
        for order in (board, ScoresOrder(sight=sight, history=history)):
            assert order.draw().startswith(PNG)
            assert 0 < len(order.tell()) <= LONGEST_ALT

    def shown(self, snapshot: GameSnapshot, draft: Draft) -> Page:
        return self.face.page(snapshot.view, snapshot.legal, draft, self.settings, self.language, snapshot.names)

    def snapshot(self, player: int | None) -> GameSnapshot:
        table = self.table
        row = TableRow(id=7, guild=1, channel=1, title=table.game.id, name="", host=1, size=len(table.names), opened=0)
        seats = zip(table.names, self.face.colours, strict=False)
        return GameSnapshot(
            table=row,
            seats=tuple(SeatRow(seat=at, name=name, colour=colour) for at, (name, colour) in enumerate(seats)),
            game=table.game,
            view=table.view(player),
            seq=len(table.events),
            seat=player,
            legal=None if player is None else table.legal(player),
        )
