"""The statements of `bot/store/sql` as PostgreSQL reads them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from bot.store.sql.database import Value

USER = re.compile(r"(?<![\w.'\"])user(?![\w'\"])")
"""The column: without quotes it would be whoever is logged in."""
IS_NOT = re.compile(r"\bIS NOT (?!NULL|DISTINCT)")
IS = re.compile(r"\bIS (?!NOT|NULL|DISTINCT)")
"""As SQLite has them, two NULLs are the same."""
MARK = re.compile(r"\?(\d*)")
NUL = "\0"


@lru_cache(maxsize=500)
def as_postgres(sql: str) -> str:
    sql = IS.sub("IS NOT DISTINCT FROM ", IS_NOT.sub("IS DISTINCT FROM ", USER.sub('"user"', sql)))
    numbers = iter(range(1, sql.count("?") + 1))
    return MARK.sub(lambda mark: f"${mark[1] or next(numbers)}", sql)


def as_values(values: Iterable[Value] | None) -> list[Value]:
    """Text without the one character that PostgreSQL keeps in none."""
    return [value.replace(NUL, "") if isinstance(value, str) and NUL in value else value for value in values or ()]
