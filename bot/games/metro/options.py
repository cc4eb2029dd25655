"""Metro's options where a table is set."""

from data.texts import text


def listed_values(option: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """A number of cards for each colour apart is typed: what the rules name of them is but an example."""
    return tuple(value for value in values if value.isdecimal()) if option == "cards" else values


def value_about(option: str, value: str, language: str) -> str:
    """Modules are called by their names."""
    if option != "modules":
        return ""
    return " + ".join(text(f"metro.module.{number}", language) for number in value.split("+"))
