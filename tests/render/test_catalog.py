"""Pictures by title: every game has its own, and none is drawn like another for want of them."""

import pytest

from render import prepare
from render.catalog import PICTURES, pictures_of
from render.kit.theme import THEMES
from render.metro.pictures import METRO
from render.tickets.pictures import TICKETS
from rules.catalog import TICKET_TITLES, TITLES


def test_every_title_has_the_pictures_of_its_family() -> None:
    assert {title: pictures_of(title) for title in TITLES} == {**dict.fromkeys(TICKET_TITLES, TICKETS), "metro": METRO}


def test_a_title_without_pictures_is_named_and_not_drawn_like_another() -> None:
    with pytest.raises(KeyError, match=r"'noughts'.*usa.*metro"):
        pictures_of("noughts")


def test_one_entry_adds_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = METRO._replace(zooms=lambda title: (title,))
    monkeypatch.setitem(PICTURES, "noughts", toy)
    assert pictures_of("noughts").zooms("noughts") == ("noughts",)


def test_all_that_stays_is_drawn_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []
    for title, pictures in PICTURES.items():
        noted = pictures._replace(prepare=lambda title, theme: drawn.append((title, theme)))
        monkeypatch.setitem(PICTURES, title, noted)
    prepare.main()
    assert sorted(drawn) == sorted((title, theme) for title in TITLES for theme in THEMES)
