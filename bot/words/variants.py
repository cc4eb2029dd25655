"""Options of a table and of its title in words, such as Metro's modules, and as people type them in their language."""

from functools import cache

from bot.reading.matching import fold
from data.texts import LANGUAGES, catalogue, has_text, text

TYPED = "variant.typed."


def variant_text(name: str, value: str, language: str) -> str:
    """modules: 1+2, or free direction"""
    key = f"variant.{name}.{value}"
    if has_text(key, language):
        return text(key, language)
    return f"{text(f'variant.{name}', language) if has_text(f'variant.{name}', language) else name}: {value}"


def as_typed(name: str, language: str) -> str:
    """The name of an option or one of its values, as somebody would type it: `modules` is `moduły`."""
    key = f"{TYPED}{name}"
    return text(key, language) if has_text(key, language) else name


def as_rules_say(typed: str) -> str:
    """A name or a value as the rules know it: `moduły` is `modules`. Anything unknown stays as it is."""
    return _known().get(fold(typed), typed)


@cache
def _known() -> dict[str, str]:
    keys = [key for key in catalogue("en") if key.startswith(TYPED)]
    return {fold(text(key, language)): key.removeprefix(TYPED) for key in keys for language in LANGUAGES}
