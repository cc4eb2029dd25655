import pytest

from rules.chance import Chance
from rules.errors import BadOption, BadRecord, BadSeats
from rules.metro.options import Options
from tests.rules.metro.playing import GAME, MODULE_SETS


def test_options_are_read_as_people_type_them() -> None:
    typed = {"modules": "2+1", "hand": "3", "direction": "free", "numbering": "clockwise"}
    assert GAME.options(typed) == Options(modules=(1, 2), hand=3, direction="free", numbering="clockwise")
    assert GAME.options({}) == Options()
    assert GAME.options({"modules": "none", "numbering": "Counter-Clockwise"}) == Options()
    assert GAME.options({"modules": " 3, 4 ", "cards": "2"}) == Options(modules=(3, 4), cards=2)


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_modules_that_go_together_are_allowed(modules: str) -> None:
    options = GAME.options({"modules": modules})
    assert GAME.codecs.options.decode(GAME.codecs.options.encode(options)) == options


@pytest.mark.parametrize("modules", ["1+4", "2+3", "1+2+3", "1+2+4", "2+3+4", "1+3+4", "1+2+3+4", "5", "0+1"])
def test_modules_that_do_not_are_refused_by_name(modules: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.options({"modules": modules})
    assert refused.value == BadOption("modules", modules, MODULE_SETS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("modules", "one"),
        ("hand", "4"),
        ("hand", "0"),
        ("hand", "two"),
        ("direction", "sideways"),
        ("numbering", "upwards"),
        ("cards", "5"),
        ("cards", "2"),
        ("colour", "red"),
    ],
)
def test_other_values_are_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.options({name: value})
    assert (refused.value.name, refused.value.value) == (name, value)
    assert refused.value.allowed


def test_a_record_can_not_ask_for_more_than_a_person() -> None:
    with pytest.raises(BadOption):
        GAME.setup(Options(modules=(1, 4)), 2, Chance("x"))
    with pytest.raises(BadOption):
        GAME.setup(Options(hand=7), 2, Chance("x"))
    with pytest.raises(BadRecord):
        GAME.codecs.options.decode(b'{"direction": "sideways"}')


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    with pytest.raises(BadSeats) as refused:
        GAME.setup(Options(), seats, Chance("x"))
    assert refused.value == BadSeats("metro", seats, 2, 6)
