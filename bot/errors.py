"""What the bot itself refuses; the rules have their own refusals.

Refusal            a kind, private sentence: `key` in the catalogue and its fields
├── StaleAction    the decision that a button was made for is settled
├── NotSeated      only the player of a seat acts for it
├── NoTable        there is no such table, or none here
├── NoOption       the table has no such option; `known` are those that it has
├── TableAside     its log can't be replayed; an error id leads to the log line
└── NotNow         it can't be loaded in this moment: whoever asks again may be lucky
"""


class Refusal(Exception):
    """Nothing has changed; `key` and `fields` make the sentence."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields


class StaleAction(Refusal):
    def __init__(self) -> None:
        super().__init__("refuse.stale")


class NotSeated(Refusal):
    def __init__(self) -> None:
        super().__init__("refuse.not_seated")


class NoTable(Refusal):
    def __init__(self, key: str = "refuse.no_table", table_id: int | None = None) -> None:
        super().__init__(key)
        self.table_id = table_id
        """The table that there is nothing to play at."""


class NoOption(Refusal):
    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__("refuse.no_option", name=name)
        self.name = name
        self.known = known


class TableAside(Refusal):
    def __init__(self, error: str) -> None:
        super().__init__("refuse.aside", error=error)


class NotNow(Refusal):
    def __init__(self) -> None:
        super().__init__("refuse.not_now")
