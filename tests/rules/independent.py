"""A verifier that shares no code with the project, for ticket games with one deck: it follows every card and ticket."""

import json
from collections import Counter
from hashlib import sha256, shake_256
from pathlib import Path


def check(record_file: Path, map_file: Path) -> None:
    record, board = json.loads(record_file.read_text()), json.loads(map_file.read_text())
    proof, seats, seed, last = record["proof"], len(record["players"]), record["seed"], ""
    assert h(proof["secret"]) == proof["hash"], "hash"
    assert h("/".join(["seed", proof["secret"], *proof["salts"]])) == seed, "seed"
    assert proof["lots"] in ([], [int(n) for n in shuffled([*map(str, range(seats))], seed, "seats")]), "lots"
    header = (record["game"], record["rules"], seats, record["options"], proof["lots"], record.get("undone", []))
    for number, step in enumerate([*header, *record["actions"]]):
        last = h(last + "/" + json.dumps(step, separators=(",", ":"), ensure_ascii=False))[:32]
        assert last == proof["marks"][number], f"mark {number}"
    every = [card["id"] for card in board["cards"] for _ in range(card["count"])]
    deck, discards, times = shuffled(every, seed, "cards"), list[str](), iter(range(1, 999))
    tickets = shuffled([ticket["id"] for ticket in board["tickets"]], seed, "tickets")

    def top() -> str:
        if not deck:
            deck.extend(shuffled(sorted(discards, key=every.index), seed, f"cards, reshuffle {next(times)}"))
            discards.clear()
        return deck.pop(0)

    hands = [Counter(top() for _ in range(board["opening_cards"]["cards"])) for _ in range(seats)]
    row = [top() for _ in range(5)]
    offers = [[tickets.pop(0) for _ in range(board["opening_tickets"]["draw"])] for _ in range(seats)]
    for number, action in enumerate(record["actions"], start=1):
        while row.count("loco") >= 3:
            discards += row
            row = [top() for _ in range(5)]
        hand, offer = hands[action["player"]], offers[action["player"]]
        if action["do"] == "draw":
            hand[action["card"]] += 1
            row[row.index(action["card"])] = top()
        elif action["do"] == "blind":
            hand[top()] += 1
        elif action["do"] == "claim":
            hand.subtract(dict(action["cards"]))
            discards += Counter(dict(action["cards"])).elements()
            assert min(hand.values()) >= 0, f"action {number}: cards that were never drawn"
        elif action["do"] == "tickets":
            offer[:] = [tickets.pop(0) for _ in range(board["turn_tickets"]["draw"])]
        elif action["do"] == "keep":
            assert {*action["tickets"]} <= {*offer}, f"action {number}: tickets that were never offered"
            tickets += [ticket for ticket in offer if ticket not in action["tickets"]]


def h(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def shuffled(items: list[str], seed: str, purpose: str) -> list[str]:
    stream = shake_256(f"{seed}/{purpose}".encode()).digest(8 * len(items))
    return [items[i] for i in sorted(range(len(items)), key=lambda i: stream[8 * i : 8 * i + 8])]
