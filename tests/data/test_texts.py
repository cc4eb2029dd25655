"""Each language has each text, with the same fields and with all the plural forms that its grammar asks for."""

import re
from string import Formatter

import msgspec
import pytest

from data import FOLDER
from data.languages import LANGUAGES, locale
from data.texts import Entry, catalogue, gathered, signed, text

FORMS_OF = {language: {locale(language).plural_form(n) for n in range(200)} for language in LANGUAGES}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def sentences(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_each_key(language: str) -> None:
    assert set(catalogue(language)) == set(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_has_the_same_fields_everywhere(language: str) -> None:
    for key, entry in catalogue(language).items():
        wanted = set[str]().union(*map(fields, sentences(catalogue("en")[key])))
        given = set[str]().union(*map(fields, sentences(entry)))
        assert given == wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_entries_have_exactly_the_forms_of_the_language(language: str) -> None:
    for key, entry in catalogue(language).items():
        if isinstance(entry, dict):
            assert set(entry) == FORMS_OF[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_plural_in_every_language_or_in_none(language: str) -> None:
    for key, entry in catalogue(language).items():
        assert isinstance(entry, dict) == isinstance(catalogue("en")[key], dict), key


def test_plural_forms_are_told_by_the_end_of_a_key() -> None:
    found = gathered({"a.card_one": "{n} card", "a.card_other": "{n} cards", "a.done": "Done", "a.one_left": "Left"})
    assert found == {"a.card": {"one": "{n} card", "other": "{n} cards"}, "a.done": "Done", "a.one_left": "Left"}


@pytest.mark.parametrize("keys", [("a.card", "a.card_one"), ("a.card_one", "a.card")])
def test_no_text_is_plural_and_single_at_once(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"a\.card"):
        gathered(dict.fromkeys(keys, "a card"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_stand_in_order(language: str) -> None:
    for file in (FOLDER / "i18n" / language).glob("*.json"):
        keys = list(msgspec.json.decode(file.read_bytes(), type=dict[str, str]))
        assert keys == sorted(keys), file.name


@pytest.mark.parametrize(
    ("n", "expected"),
    [(1, "1 wagon"), (3, "3 wagony"), (5, "5 wagonów"), (12, "12 wagonów"), (22, "22 wagony"), (0, "0 wagonów")],
)
def test_polish_counts_as_poles_do(n: int, expected: str) -> None:
    assert text("word.count.wagons", "pl", n=n) == expected


def test_signed_points_have_a_true_minus() -> None:
    assert [signed(7), signed(-4), signed(0)] == ["+7", "−4", "0"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_typeset_with_care(language: str) -> None:
    for key, entry in catalogue(language).items():
        for sentence in sentences(entry):
            assert "  " not in sentence or key == "cli.simulate.line", key
            assert "..." not in sentence, key
            assert "!" not in sentence, key
            assert '"' not in sentence, key
            assert not re.search(r"(^|[\s(/])-\d", sentence), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_come_in_pairs_of_one_kind(language: str) -> None:
    kinds = set()
    for key, entry in catalogue(language).items():
        for sentence in sentences(entry):
            marks = re.findall("[„“”]", sentence)
            assert len(marks) % 2 == 0, key
            kinds |= set(zip(marks[::2], marks[1::2], strict=True))
    assert len(kinds) == 1
    assert kinds < {("“", "”"), ("„", "”"), ("„", "“")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_noun_stays_with_its_number(language: str) -> None:
    for key, entry in catalogue(language).items():
        if key.startswith(("word.count.", "event.", "card.", "digest.", "status.", "metro.count.")):
            assert not [part for part in sentences(entry) if re.search(r"\{n\} [^\W\d_]{3,}", part)], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_below_zero_has_a_true_minus(language: str) -> None:
    assert text("word.count.points", language, n=-3).casefold().startswith("−3\u00a0p")


def test_no_polish_verb_has_to_agree_with_the_name_of_a_game() -> None:
    """Niemcy and Kraje Północy are plural, USA is neither: after such a name comes a colon, a dot or nothing."""
    for key, entry in catalogue("pl").items():
        assert not [part for part in sentences(entry) if re.search(r"\{(table|title)\} [^\W\d_]", part)], key


def test_no_polish_person_has_a_past_tense() -> None:
    for key, entry in catalogue("pl").items():
        for part in sentences(entry):
            assert not re.search(r"\{(player|names|people|owner|host|proposer)\} \w+(ł|ła|łaś|łeś|li|ły)\b", part), key
            assert not re.search(r"\b\w+(łeś|łaś|łeś/aś|łbyś|łabyś)\b", part), key


def test_german_says_du() -> None:
    for key, entry in catalogue("de").items():
        for part in sentences(entry):
            assert not re.search(r"(?<=[^.:?] )(Sie|Ihr|Ihre|Ihren|Ihnen)\b|\b(Ihren|Ihnen)\b", part), key
