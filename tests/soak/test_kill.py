"""A short soak, so that every change meets a few kills."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("words", [["8", "lantern"], ["8", "lantern", "postgres"]])
def test_a_game_that_is_killed_again_and_again_is_the_game_that_was_not(words: list[str]) -> None:
    command = [sys.executable, "-m", "tests.soak", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
