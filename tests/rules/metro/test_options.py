import pytest

from rules.chance import Chance
from rules.errors import BadOption, BadRecord, BadSeats
from rules.metro.engine import MetroGame
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


def test_the_number_of_cards_can_be_set_for_each_colour_apart() -> None:
    options = GAME.options({"modules": "4", "cards": "1+2+0+1"})
    assert options == Options(modules=(4,), cards=(1, 2, 0, 1))
    assert GAME.codecs.options.decode(GAME.codecs.options.encode(options)) == options
    assert GAME.options({"modules": "4", "cards": "2 + 2 + 2 + 2"}) == Options(modules=(4,), cards=2)


@pytest.mark.parametrize("cards", ["2", "1+2+0+1"])
def test_cards_have_no_say_without_module_4_so_that_any_order_will_do(cards: str) -> None:
    assert GAME.options({"cards": cards}) == Options()
    assert GAME.options({"cards": cards, "modules": "1+2"}) == Options(modules=(1, 2))


@pytest.mark.parametrize("name", ["modules", "cards"])
def test_every_wrong_value_gets_the_same_list(name: str) -> None:
    def allowed(value: str) -> tuple[str, ...]:
        with pytest.raises(BadOption) as refused:
            GAME.options({"modules": "4", name: value})
        return refused.value.allowed

    assert allowed("banana") == allowed("1+4") == allowed("9")
    for value in allowed("?"):
        assert GAME.options({"modules": "4", name: value})


@pytest.mark.parametrize("modules", ["1+4", "2+3", "1+2+3", "1+2+4", "2+3+4", "1+3+4", "1+2+3+4", "5", "0+1"])
def test_modules_that_do_not_are_refused_by_name(modules: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.options({"modules": modules})
    assert refused.value == BadOption("modules", modules, MODULE_SETS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("modules", "one"),
        ("modules", "banana"),
        ("modules", "1" * 5000),
        ("modules", "\udcff"),
        ("hand", "4"),
        ("hand", "0"),
        ("hand", "two"),
        ("direction", "sideways"),
        ("numbering", "upwards"),
        ("cards", "5"),
        ("cards", "0"),
        ("cards", "1" * 5000),
        ("cards", "1+2"),
        ("cards", "0+0+0+0"),
        ("cards", "1+2+0+5"),
        ("cards", "1+2+0+1+1"),
        ("cards", "1+-2+0+1"),
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
    for cards in (2, (1, 2, 0, 1)):
        with pytest.raises(BadOption):
            GAME.setup(Options(cards=cards), 2, Chance("x"))
    for wrong in ((), (1, 2), (0, 0, 0, 0), (1, 2, 0, 5), (1, 2, 0, -1)):
        with pytest.raises(BadOption):
            GAME.setup(Options(modules=(4,), cards=wrong), 2, Chance("x"))


def test_the_first_version_has_one_number_of_cards_for_all_colours() -> None:
    assert MetroGame(1).setup(Options(modules=(4,), cards=2), 2, Chance("x")).numbers
    with pytest.raises(BadOption) as refused:
        MetroGame(1).setup(Options(modules=(4,), cards=(1, 2, 0, 1)), 2, Chance("x"))
    assert refused.value == BadOption("cards", "1+2+0+1", ("1", "2", "3", "4"))


def test_a_direction_that_is_not_there_is_not_read() -> None:
    with pytest.raises(BadRecord):
        GAME.codecs.options.decode(b'{"direction": "sideways"}')


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    with pytest.raises(BadSeats) as refused:
        GAME.setup(Options(), seats, Chance("x"))
    assert refused.value == BadSeats("metro", seats, 2, 6)
