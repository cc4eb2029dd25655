"""Names placed by the search: on every board without hiding anything, the same each time, and honest where it fails."""

import pytest
from msgspec.structs import replace

from render.layout import choice
from render.layout.checks import layout_problems
from render.layout.labels import placed_labels
from render.tickets.drawn_map import DrawnMap, drawn_map_of


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that nothing else wants to move is soon content; the last bit of beauty takes most of the time."""
    monkeypatch.setattr(choice, "CALM", 30)


@pytest.mark.parametrize("title", ["lantern", pytest.param("nordic", marks=pytest.mark.soak)])
def test_names_find_places_on_a_crowded_board(title: str) -> None:
    drawn_map = drawn_map_of(title)
    nowhere = {
        city: replace(place, label=place.label and replace(place.label, x=0, y=0))
        for city, place in drawn_map.outline.cities.items()
    }
    blank = DrawnMap(drawn_map.file, replace(drawn_map.outline, cities=nowhere))
    assert layout_problems(blank)
    outline = placed_labels(blank)
    assert layout_problems(DrawnMap(drawn_map.file, outline)) == []


def test_names_that_stand_well_are_placed_no_worse_and_always_the_same() -> None:
    drawn_map = drawn_map_of("lantern")
    outline = placed_labels(drawn_map)
    assert layout_problems(DrawnMap(drawn_map.file, outline)) == []
    assert placed_labels(drawn_map) == outline


def test_names_that_cannot_be_placed_are_told() -> None:
    drawn_map = drawn_map_of("lantern")
    problems = layout_problems(DrawnMap(drawn_map.file, placed_labels(drawn_map, 110)))
    assert problems
    assert {problem.kind for problem in problems} <= {"label", "over_the_edge"}
