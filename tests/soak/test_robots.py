"""The soak of robots goes to every table, and its own checks can fail."""

from tests.soak.robots import Soak, lacking, tables


def test_tables_are_all_titles_with_all_seats_and_every_option() -> None:
    found = {str(table) for table in tables()}
    assert {
        "usa at 2",
        "usa at 5",
        "lantern at 3",
        "metro at 6",
        "metro at 2 hand=3",
        "metro at 4 direction=free",
    } <= found
    assert any(name.startswith("metro at 2 cards=") for name in found)
    assert len(found) == len(list(tables()))


def test_every_strength_plays_and_what_it_does_is_noted() -> None:
    soak = Soak()
    for number, table in enumerate(tables(("lantern",))):
        soak.play(table, f"soak/{number}", number)
    assert soak.games == 2
    assert not soak.wrong
    assert {*soak.made} == {"lantern at 2", "lantern at 3"}
    assert {"random", "apprentice"} == {*soak.made["lantern at 2"]}
    assert "claim" in soak.made["lantern at 3"]["conductor"]


def test_what_a_strength_never_does_is_told() -> None:
    kinds = {"claim", "draw"}
    made = {"here": {"random": kinds, "apprentice": kinds, "conductor": {"draw"}, "stationmaster": kinds}}
    assert lacking(made) == ["here: conductor never does claim"]
