"""Names in any script: each letter is written by a font that has it, and nothing ever becomes an empty box."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from render.kit.fonts import letters
from render.kit.seat import Seat
from render.kit.text import ELLIPSIS, halved, shaped
from render.tickets.board import draw_board
from tests.render.tickets.positions import midgame

SCRIPTS = {
    "Polish": "Zażółć gęślą jaźń",
    "Greek": "Ελληνικά",
    "Cyrillic": "Железная дорога",
    "Han": "銀河鐵道",
    "traditional Han": "臺灣鐵路 龍鑫",
    "simplified Han": "中国铁路 赵邓",
    "names in Han": "髙橋 﨑 齋藤 渡邊 凜",
    "Kana": "しんかんせん ｱｲｳ",
    "Hangul": "기차여행 김 박 최",
    "full width": "Ａｄａ　１２：「」。",
    "Arabic": "محمد العربي",
    "Hebrew": "שלום עולם",
    "Thai": "รถไฟไทย",
    "Devanagari": "नमस्ते",
    "Georgian": "საქართველო",
    "Armenian": "Հայաստան",
    "faces": "😀 Bob",
    "signs": "★ ♞ ✈",
}


def drawn(string: str, width: float | None = None) -> str:
    return "".join(run.text for run in shaped(string, "bold", 60.0, width).runs)


def assert_no_boxes(string: str, width: float | None = None) -> None:
    for run in shaped(string, "bold", 60.0, width).runs:
        family = run.font.getname()[0] or ""
        source = next(
            name
            for name, start in {
                "bold": "Source Sans",
                "dejavu": "DejaVu",
                "cjk": "Noto Sans CJK",
                "firago": "FiraGO",
                "symbols": "Noto Sans Symbols",
            }.items()
            if family.startswith(start)
        )
        missing = [letter for letter in run.text if ord(letter) not in letters(source)]
        assert not missing


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_written_whole(script: str) -> None:
    name = SCRIPTS[script]
    assert_no_boxes(name)
    assert len(drawn(name)) >= len(name) - name.count("\u200d") - 3


@given(some.text(max_size=24))
@settings(max_examples=150)
def test_no_name_at_all_gives_an_empty_box_or_breaks(name: str) -> None:
    assert_no_boxes(name)
    assert_no_boxes(name, 200.0)


@given(some.text(min_size=1, max_size=60), some.integers(60, 600))
@settings(max_examples=100)
def test_long_names_are_shortened_to_fit(name: str, width: int) -> None:
    line = shaped(name, "bold", 40.0, float(width))
    assert line.width <= width


def test_a_shortened_name_says_so() -> None:
    assert drawn("Grzegorz Brzęczyszczykiewicz", 400.0).endswith(ELLIPSIS)
    assert drawn("Ada", 400.0) == "Ada"


def test_right_to_left_names_are_turned_round_and_joined() -> None:
    assert drawn("שלום") == "םולש"
    assert drawn("محمد") == "ﺪﻤﺤﻣ"


def test_a_name_from_right_to_left_keeps_its_place_in_a_sentence() -> None:
    assert drawn("محمد wins") == "ﺪﻤﺤﻣ wins"
    assert drawn("wygrywa محمد") == "wygrywa ﺪﻤﺤﻣ"
    assert drawn("محمد العربي", 200.0).startswith(ELLIPSIS)


def test_fancy_letters_become_plain_and_unknown_pictures_a_sign() -> None:
    assert drawn("𝓐𝓭𝓪") == "Ada"
    assert drawn("🦊") == "✦"
    assert drawn("👨‍👩‍👧") == "✦"
    assert drawn("a\u202eb\n\tc\u200f") == "ab c"


def test_a_board_with_any_names_can_be_drawn() -> None:
    view, events = midgame("usa", 5, 10)
    names = ("", "\u200b", "🇵🇱🚂" * 10, "ﷺ" * 12, "W" * 32)
    seats = [
        Seat(name, colour) for name, colour in zip(names, ("raspberry", "teal", "violet", "lime", "brown"), strict=True)
    ]
    assert draw_board(view, seats, events=events).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Grzegorz Brzęczyszczykiewicz", ("Grzegorz", "Brzęczyszczykiewicz")),
        ("Ab Wawrzyniecki", ("Ab Wawrz", "yniecki")),
        ("Maximiliana von Hohenstaufen", ("Maximili", "ana von Hohenstaufen")),
        ("xX_DragonSlayer_Xx", ("xX_Drago", "nSlayer_Xx")),
        ("  Eva\nMaria von Bern ", ("Eva Maria", "von Bern")),
        ("Νίκος Παπαδόπου", ("Νίκος", "Παπαδόπου")),
        ("Żółć-Świętopełk", ("Żółć-", "Świętopełk")),
        ("A", ("A", "")),
    ],
)
def test_a_name_in_two_lines_breaks_at_a_word_unless_the_first_were_nearly_empty(
    name: str, lines: tuple[str, str]
) -> None:
    assert halved(name, "bold", 36, 165) == lines
