"""The menus of a table's options: whatever can be set can be taken back the same way.

What every table has comes first, a menu each. All the rest shares one menu: it lists the options with what they are
now, and whoever taps one finds its values there.
"""

from msgspec.structs import replace

from bot.games.catalog import face_of
from bot.games.form import Form, FormField
from bot.games.menus import OTHER
from bot.games.page import Button, Choice, Menu
from bot.interactions.components import SEVERAL
from bot.outbox.post import Row
from bot.store.rows import TableRow
from bot.tables.lobby import POSTS, Lobby, known_options, value_of
from bot.tables.pace import OWN_SPANS, PACES
from bot.text.names import capital
from bot.text.variants import option_name, value_about, value_text
from data.languages import LANGUAGES
from data.texts import text

MORE = "more"
"""Chosen to leave an option for the list of all."""
OWN_MENUS = {"pace": PACES, "posts": POSTS, "language": LANGUAGES}


def option_menus(lobby: Lobby, language: str, opened: str | None = None) -> tuple[Row, ...]:
    """Menus for all options, with the values of `opened` where it has no menu of its own, and buttons for the seats."""
    known = rest_of(lobby)
    last = values_menu(lobby.table, opened, known[opened], language) if opened in known else listing(lobby, language)

    def press(verb: str, choice: str = "") -> Button:
        key = f"press.{verb}_{choice}" if choice else f"press.{verb}"
        return Button(label=text(key, language), verb=verb, choice=choice)

    return (
        *(values_menu(lobby.table, option, values, language) for option, values in OWN_MENUS.items()),
        last,
        (press("robot"), press("robot", "none"), press("order", "random"), press("order", "rotate")),
    )


def rest_of(lobby: Lobby) -> dict[str, tuple[str, ...]]:
    """The options that share a menu; nobody is put out by fewer seats."""
    known = known_options(lobby.table)
    known["seats"] = tuple(count for count in known["seats"] if int(count) >= len(lobby.seats))
    listed = face_of(lobby.table.title).listed_values
    return {option: listed(option, values) for option, values in known.items() if option not in OWN_MENUS}


def listing(lobby: Lobby, language: str) -> Menu:
    choices = tuple(
        Choice(
            label=capital(option_name(option, language)),
            value=option,
            description=value_text(option, value_of(lobby.table, option), language),
        )
        for option in rest_of(lobby)
    )
    return Menu(verb=f"option{SEVERAL}{MORE}", placeholder=text("menu.more_options", language), choices=choices)


def span_form(asked: str, language: str) -> Form | None:
    """Days and hours of an option for which any time may be set; None where another is asked for."""
    option = asked.partition(":")[2]
    if not asked.startswith(OTHER) or option not in OWN_SPANS:
        return None
    fields = tuple(
        FormField(
            name=unit,
            label=text(f"form.span.{unit}", language),
            choices=tuple(
                Choice(label=str(count), value=f"{count}{unit[0]}", is_chosen=count == usual) for count in range(most)
            ),
        )
        for unit, most, usual in (("days", 25, 1), ("hours", 24, 0))
    )
    title, about = text("modal.option.title", language), capital(option_name(option, language))
    first, *rest = fields
    return Form(
        title=title,
        verb="option",
        fields=(replace(first, about=about), *rest),
        target=option,
        is_of_game=False,
        is_typed=True,
    )


def values_menu(table: TableRow, option: str, values: tuple[str, ...], language: str) -> Menu:
    now, face = value_of(table, option), face_of(table.title)
    choices = [
        Choice(
            label=capital(value_text(option, value, language)),
            value=f"{option}={value}",
            description=value_about(option, value, language) or face.value_about(option, value, language),
            is_chosen=value == now,
        )
        for value in values
    ]
    if option in OWN_SPANS:
        choices.append(Choice(label=text("menu.own_span", language), value=f"{OTHER}{language}:{option}"))
    if option not in OWN_MENUS:
        choices.append(Choice(label=text("menu.all_options", language), value=MORE))
    name = capital(option_name(option, language))
    return Menu(verb=f"option{SEVERAL}{option}", placeholder=name, choices=tuple(choices))
