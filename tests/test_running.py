"""What README and compose.yaml say about running the bot holds."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
UNIT = re.search(r"```ini\n(.*?)```", README, re.DOTALL)
SETTING = re.compile(r"\bSEMAFOR_[A-Z]+|\bDISCORD_TOKEN")


def settings_in(text: str) -> set[str]:
    return {*SETTING.findall(text)}


def test_every_setting_of_the_bot_is_in_the_table_of_the_readme() -> None:
    table = {line.split("`")[1] for line in README.splitlines() if line.startswith(("| `SEMAFOR_", "| `DISCORD_"))}
    assert settings_in((ROOT / "bot/cli/config.py").read_text()) == table


@pytest.mark.parametrize("name", ["compose.yaml", "Dockerfile"])
def test_settings_that_are_named_elsewhere_are_there(name: str) -> None:
    assert settings_in((ROOT / name).read_text()) <= settings_in((ROOT / "bot/cli/config.py").read_text())


def test_the_unit_starts_the_bot_and_does_not_start_it_again_for_nothing() -> None:
    assert UNIT is not None
    lines = UNIT[1].splitlines()
    assert "ExecStart=/opt/semafor/.venv/bin/semafor run" in lines
    assert "RestartPreventExitStatus=2" in lines  # what is wrong in the environment stays wrong


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    assert UNIT is not None
    unit = tmp_path / "semafor.service"
    unit.write_text(UNIT[1].replace("/opt/semafor/.venv/bin/semafor", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60, check=False
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if unit.name in line]
    assert ours == []
