"""Packed logs: nothing of a log is lost, whatever is in it."""

from hypothesis import given
from hypothesis import strategies as st

from bot.store.packed import pack, unpack
from bot.store.rows import ActionRow

SMALL = st.integers(0, 2**31)
ROWS = st.lists(
    st.builds(
        ActionRow,
        seq=SMALL,
        player=st.integers(0, 5),
        action=st.binary(max_size=40),
        events=st.binary(max_size=40),
        turn=SMALL,
        at=st.integers(0, 4_000_000_000_000).map(lambda milliseconds: milliseconds / 1000),
        undoable=st.booleans(),
        undone=st.none() | SMALL,
    )
)


@given(ROWS)
def test_a_log_comes_out_as_it_went_in(rows: list[ActionRow]) -> None:
    assert unpack(pack(rows)) == rows
