"""Options of a table and of its title in words, such as Metro's modules, and as people type them in their language."""

from functools import cache

from bot.text.matching import fold
from data.languages import LANGUAGES, language_name, own_name
from data.texts import catalogue, doubts, has_text, text

TYPED = "variant.typed."
UNITS = {"h": "hours", "d": "days"}
"""Of times, such as 36h."""


def option_name(option: str, language: str) -> str:
    """Pace, or modules"""
    key = f"option.{option}"
    return text(key if has_text(key, language) else f"variant.{option}", language)


def value_text(option: str, value: str, language: str) -> str:
    """daily pace, 4 players, deadline after 36 h, or modules: 1+2"""
    if option == "seats":
        return text("choice.seats", language, n=int(value))
    if option == "language" and value in LANGUAGES:
        return own_name(value)
    key = f"choice.{option}.{value}"
    if has_text(key, language):
        return text(key, language)
    unit = UNITS.get(value[-1:])
    if unit and value[:-1].isdecimal() and has_text(f"choice.{option}.{unit}", language):
        return text(f"choice.{option}.{unit}", language, n=int(value[:-1]))
    return variant_text(option, value, language)


def value_about(option: str, value: str, language: str) -> str:
    """What choosing it means, where its name doesn't say."""
    if option == "language" and value in LANGUAGES:
        return doubts(value)
    key = f"about.{option}.{value}"
    return text(key, language) if has_text(key, language) else ""


def option_hint(option: str, language: str) -> str:
    """What can be typed for an option beyond its menu."""
    key = f"variant.hint.{option}"
    return text(key, language) if has_text(key, language) else ""


def idle_text(name: str, value: str, language: str) -> str:
    """number cards of each colour: 2 (no effect with these modules)"""
    return text("variant.idle", language, option=variant_text(name, value, language))


def variant_text(name: str, value: str, language: str) -> str:
    """modules: 1+2, or free direction"""
    key = f"variant.{name}.{value}"
    if has_text(key, language):
        return text(key, language)
    return f"{text(f'variant.{name}', language) if has_text(f'variant.{name}', language) else name}: {value}"


def as_typed(name: str, language: str) -> str:
    """The name of an option or one of its values, as somebody would type it: `modules` is `moduły`."""
    if name in LANGUAGES:
        return language_name(name, language)
    key = f"{TYPED}{name}"
    return text(key, language) if has_text(key, language) else name


def as_rules_say(typed: str) -> str:
    """A name or a value as the rules know it: `moduły` is `modules`. Anything unknown stays as it is."""
    return _known().get(fold(typed), typed)


@cache
def _known() -> dict[str, str]:
    keys = [key for key in catalogue("en") if key.startswith(TYPED)]
    known = {fold(text(key, language)): key.removeprefix(TYPED) for key in keys for language in LANGUAGES}
    called = {fold(language_name(code, reader)): code for code in LANGUAGES for reader in LANGUAGES}
    return {fold(own_name(code)): code for code in LANGUAGES} | called | known
