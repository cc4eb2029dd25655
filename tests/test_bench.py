"""What only a benchmark calls still works."""

from pathlib import Path

from tests.bench import growth


async def test_what_ten_tables_cost_can_be_measured(tmp_path: Path) -> None:
    await growth.make(tmp_path / "ten.db", 1)
    found = await growth.look(tmp_path / "ten.db")
    assert found.keys() == {"start", "games", "autocomplete", "scheduler", "memory"}
    assert all(figure > 0 for figure in found.values())
