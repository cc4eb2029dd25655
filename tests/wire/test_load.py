"""The load run's own checks can fail."""

import logging

from tests.wire.load import Logged, complaints, early_and_late

WELL = {
    "unanswered": 0,
    "pictures left out": 0,
    "ack p99 s": 0.2,
    "memory after a third MB": 300.0,
    "memory at the end MB": 310.0,
}


def test_what_is_well_is_not_complained_about() -> None:
    assert complaints(WELL, []) == []


def test_each_thing_that_is_wrong_is_complained_about() -> None:
    assert complaints(WELL | {"unanswered": 1}, []) == ["some interactions were not answered"]
    assert complaints(WELL | {"pictures left out": 2}, []) == ["pictures were left out"]
    assert complaints(WELL | {"ack p99 s": 1.1}, []) == ["acknowledging takes too long"]
    assert complaints(WELL | {"memory at the end MB": 355.0}, []) == ["memory grows"]
    assert complaints(WELL, ["1 × bot: broken"]) == ["logged: 1 × bot: broken"]


def test_memory_that_grows_all_the_time_is_seen_and_one_odd_moment_is_not() -> None:
    early, late = early_and_late([300 + second // 4 for second in range(600)])
    assert (early, late) == (353, 446)
    steady = [300] * 600
    steady[205] = steady[-1] = 900
    assert early_and_late(steady) == (300, 300)


def test_a_late_heartbeat_counts_as_an_error_and_other_warnings_are_counted() -> None:
    logged = Logged()
    for name, level in (("discord.gateway", logging.WARNING), ("bot", logging.ERROR), ("bot", logging.WARNING)):
        logged.handle(logging.LogRecord(name, level, "", 0, "something", None, None))
    assert dict(logged.errors) == {"discord.gateway: something": 1, "bot: something": 1}
    assert dict(logged.warnings) == {"bot: something": 1}


def test_the_log_of_another_process_is_counted_by_kind() -> None:
    logged = Logged()
    said = (
        '{"at": "", "level": "INFO", "from": "discord.gateway", "says": "connected"}',
        '{"at": "", "level": "WARNING", "from": "bot.pictures", "says": "table 7: the picture is left out"}',
        '{"at": "", "level": "WARNING", "from": "bot.pictures", "says": "table 12: the picture is left out"}',
        '{"at": "", "level": "ERROR", "from": "bot", "says": "broken", "error": "Traceback\\nKeyError: 3"}',
        "Traceback (most recent call last):",
    )
    logged.read("\n".join(["Semafor connects.", *said]))
    assert dict(logged.warnings) == {"bot.pictures: table %s: the picture is left out": 2}
    assert dict(logged.errors) == {
        "bot: broken KeyError: %s": 1,
        "beside the log: Traceback (most recent call last):": 1,
    }
