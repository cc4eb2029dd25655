"""Names placed by the search: on every board without hiding anything, the same each time, and honest where it fails."""

import pytest
from msgspec.structs import replace

from render.layout.checks import layout_problems
from render.layout.labels import placed_labels
from render.tickets.atlas import Atlas, atlas_of
from rules.catalog import TICKET_TITLES


@pytest.mark.parametrize("game", ["usa", "nordic"])
def test_names_find_places_on_a_crowded_board(game: str) -> None:
    atlas = atlas_of(game)
    nowhere = {
        city: replace(place, label=place.label and replace(place.label, x=0, y=0))
        for city, place in atlas.outline.cities.items()
    }
    blank = Atlas(atlas.map, replace(atlas.outline, cities=nowhere))
    assert layout_problems(blank)
    outline = placed_labels(blank)
    assert layout_problems(Atlas(atlas.map, outline)) == []
    assert placed_labels(blank) == outline


@pytest.mark.parametrize("game", TICKET_TITLES)
def test_names_that_stand_well_are_placed_no_worse(game: str) -> None:
    atlas = atlas_of(game)
    assert layout_problems(Atlas(atlas.map, placed_labels(atlas))) == []


def test_names_that_cannot_be_placed_are_told() -> None:
    atlas = atlas_of("usa")
    problems = layout_problems(Atlas(atlas.map, placed_labels(atlas, 70)))
    assert problems
    assert {problem.kind for problem in problems} <= {"label", "over_the_edge"}
