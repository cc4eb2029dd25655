"""`semafor tournament` with two more that can be named: `v1`, the first release's robot, and `hinted`, an apprentice
who asks for a hint each time and follows it:

python -m tests.yardstick usa --robots v1,conductor --games 200
python -m tests.yardstick usa --robots apprentice,hinted --games 200
"""

import argparse
import sys
from typing import Any

from bot.cli import tournament
from bot.cli.contest import Contestant
from bot.cli.speech import BadInput
from bot.tables.thinking import hinted
from rules.game import Action, AnyGame, AnyLegal, Random
from tests.yardstick import first_robot


def contestant(name: str) -> Contestant:
    own = {"v1": first_robot, "hinted": follow_hints}
    return Contestant(name, own[name]) if name in own else tournament.contestant(name)


def follow_hints(game: AnyGame, view: Any, legal: AnyLegal, _random: Random) -> Action:
    return hinted(game, view, legal)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.yardstick", description=__doc__)
    tournament.add_arguments(parser)
    try:
        return tournament.run(parser.parse_args(), contestant)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
