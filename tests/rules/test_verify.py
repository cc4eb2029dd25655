"""Proofs: an honest record is accepted, and whatever is changed in one is found at its place."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.catalog import TITLES
from rules.errors import BadRecord
from rules.proof import chained, hash_of, lots_of, seed_of
from rules.record import Record, read_record, write_record
from rules.verify import steps, verify, with_proof
from tests.rules import independent
from tests.rules.proved import FOLDER, GAMES, played

MAPS = Path(__file__).parents[2] / "data" / "maps"
FIELDS = ("game", "rules", "players", "options", "lots", "undone")
"""Those of a record that the marks chain up before its actions."""
MUTATIONS = 1000


def proved(name: str) -> Record:
    return read_record((FOLDER / f"{name}.json").read_bytes())


def refusal(record: Record | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(record if isinstance(record, Record) else read_record(record))
    return caught.value


def test_every_title_has_a_proved_game() -> None:
    assert {title for title, _, _ in GAMES.values()} == set(TITLES)


@pytest.mark.parametrize("name", GAMES)
def test_a_proved_game_is_accepted_and_is_still_made_the_same(name: str) -> None:
    record = proved(name)
    proof = verify(record)
    assert proof.hash == hash_of(proof.secret)
    assert write_record(played(name)) == (FOLDER / f"{name}.json").read_bytes().rstrip()


def test_a_game_without_a_proof_is_told_so() -> None:
    old = read_record((FOLDER.parent / "usa-2-greedy.json").read_bytes())
    assert refusal(old).reason == "no proof"


def test_the_seed_is_never_the_hash_that_everybody_sees() -> None:
    assert seed_of("secret", ()) != hash_of("secret")
    assert len({seed_of("secret", salts) for salts in ((), ("1",), ("2",), ("1", "2"), ("2", "1"))}) == 5


def test_lots_give_every_number_once() -> None:
    found = {lots_of(str(seed), 3) for seed in range(99)}
    assert len(found) == 6
    assert all(sorted(lots) == [0, 1, 2] for lots in found)


def forged(record: Record, **fields: Any) -> Record:
    """Changed by somebody who has made all marks anew."""
    changed = replace(record, **fields)
    assert changed.proof is not None
    return replace(changed, proof=replace(changed.proof, marks=chained(step for _, step in steps(changed))))


def test_whoever_makes_the_marks_anew_is_found_by_the_rules_and_the_result() -> None:
    record = proved("usa-3")
    assert verify(forged(record)) == record.proof
    shorter = refusal(forged(record, actions=record.actions[:-1]))
    assert shorter.reason == "not over"
    first = record.actions
    swapped = refusal(forged(record, actions=(*first[:3], first[4], first[3], *first[5:])))
    assert (swapped.reason, swapped.seq) == ("illegal action", 4)
    assert record.proof is not None
    other = replace(record, proof=replace(record.proof, points=(1, 2, 3)))
    assert refusal(forged(other)).reason == "other result"
    assert refusal(forged(replace(record, orders={"cards": ("loco",)}))).reason == "orders beside a proof"


def test_another_deal_needs_another_hash() -> None:
    """With a better secret found later, the hash that everybody has seen gives it away; with other salts, the seed."""
    record = proved("usa-3")
    assert record.proof is not None
    better = replace(record.proof, secret="better")
    assert refusal(replace(record, proof=better, seed=seed_of("better", better.salts))).reason == "other hash"
    salted = replace(record.proof, salts=("1",))
    assert refusal(replace(record, proof=salted)).reason == "other seed"


def test_what_was_taken_back_is_proved_too() -> None:
    record = proved("lantern-2")
    assert record.proof is not None
    plain = replace(record, proof=None, actions=(record.actions[0], *record.actions), undone=((1, 1),))
    with_undo = with_proof(plain, record.proof.secret, record.proof.salts, ())
    assert verify(with_undo).points == record.proof.points
    error = refusal(replace(with_undo, undone=()))
    assert (error.reason, error.detail) == ("other step", "undone")


@pytest.mark.parametrize("name", ["usa-3", "lantern-2"])
def test_somebody_elses_verifier_agrees(name: str) -> None:
    independent.check(FOLDER / f"{name}.json", MAPS / f"{GAMES[name][0]}.json")


def test_somebody_elses_verifier_is_short_and_shares_nothing() -> None:
    source = Path(independent.__file__).read_text()
    assert source.count("\n") <= 60
    assert not [line for line in source.splitlines() if "import" in line and any(p in line for p in ("rules", "bot"))]


# A thousand records with one thing changed in each


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to everything in a record that is neither a list nor an object; names of players prove nothing."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if path != ("players",):
                yield from leaves(inner, (*path, key))
    else:
        yield path


def lists(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, list) and value:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from lists(inner, (*path, key))


def at(plain: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        plain = plain[key]
    return plain


def other(value: Any, random: Random) -> Any:
    """Something of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1, 7))
    if isinstance(value, str):
        place = random.randrange(len(value) + 1)
        return value[:place] + random.choice("0fz") + value[place + random.randrange(2) :]
    return 0


def mutated(plain: Any, random: Random) -> tuple[Any, tuple[str | int, ...]]:
    """A copy with one thing changed, left out, doubled or moved, and the way to it."""
    changed = copy.deepcopy(plain)
    if random.random() < 0.6:
        top = random.choice([key for key in plain if key != "players"])
        path = random.choice(list(leaves(plain[top], (top,))) or [("seed",)])
        at(changed, path[:-1])[path[-1]] = other(at(changed, path), random)
        return changed, path
    path = random.choice([path for path in lists(plain) if len(path) < 3])
    found = at(changed, path)
    number = random.randrange(len(found))
    match random.randrange(3):
        case 0:
            del found[number]
        case 1:
            found.insert(number, found[number])
        case _:
            found[number], found[0] = found[0], found[number]
    return changed, path


def expected(plain: Any, changed: Any, path: tuple[str | int, ...]) -> set[tuple[str, int | None]]:
    """What may be blamed: a field's name, and an action's number."""
    match path[0]:
        case "actions":
            return {("actions", first_difference(plain["actions"], changed["actions"]))}
        case "proof" if path[1] == "marks":
            step = first_difference(plain["proof"]["marks"], changed["proof"]["marks"]) - 1
            return {(FIELDS[step], None) if step < len(FIELDS) else ("actions", step - len(FIELDS) + 1)}
        case "proof":
            blamed = {"secret": "hash", "salts": "seed"}
            return {(blamed.get(str(path[1]), str(path[1])), None)}
        case field:
            return {(str(field), None)}


def first_difference(before: list[Any], after: list[Any]) -> int:
    """Counted from 1."""
    pairs = enumerate(zip(before, after, strict=False), start=1)
    return next((number for number, (a, b) in pairs if a != b), min(len(before), len(after)) + 1)


def test_a_thousand_changed_records_are_refused_each_at_its_place() -> None:
    random = Random("mutations")
    plains = [json.loads((FOLDER / f"{name}.json").read_bytes()) for name in GAMES]
    refused = 0
    while refused < MUTATIONS:
        plain = random.choice(plains)
        changed, path = mutated(plain, random)
        if {**changed, "players": len(changed["players"])} == {**plain, "players": len(plain["players"])}:
            continue  # names are nobody's proof
        error = refusal(json.dumps(changed).encode())
        blamed = {(error.detail, error.seq)}
        if error.reason == "not a record":  # not even of the right form: the reader names the way to it
            assert f"$.{path[0]}" in error.detail, (path, error)
        elif error.reason == "unknown format":
            assert path == ("format",)
        else:
            assert blamed <= expected(plain, changed, path), (path, error)
        refused += 1
