"""Module 1: what companies may come to, and what a point for each of them is worth to the reader of a view."""

from collections.abc import Mapping
from functools import cached_property
from math import exp

from rules.metro.view import MetroView

TENTH = 10
"""Percent in a share's unit of value, and a company's points for one point of bonus."""
LEFT = 0.02
"""The least chance that a share lies in the pile, however good it is."""
FAR = 30.0
"""Spreads between two companies beyond which the order is settled."""


class Stakes:
    """Companies are ranked by points, so what they are worth depends on who is likely to end ahead of whom."""

    def __init__(self, view: MetroView, made: Mapping[str, float], spread: float, greed: float) -> None:
        """`made` is what each company is likely to have in the end, `spread` how far from it it may still end, and
        `greed` how surely others have come by shares that are worth something."""
        self.view = view
        self.made = made
        self.spread = spread
        self.rivals = view.seats - 1
        self.own = {share.percent: share.company for share in view.shares}
        self.unknown = {share.percent: self._unknown(share.percent) for share in view.open_shares}
        """For each size of share: the companies whose share may be in a hand or in the pile."""
        self.ahead = {one: {other: self._chance_ahead(one, other) for other in made if other != one} for one in made}
        self.values = {one: 1 + sum(chances.values()) for one, chances in self.ahead.items()}
        """What each company is likely to be worth."""
        self.odds = {percent: odds_to_be_held(self.values, colours, greed) for percent, colours in self.unknown.items()}
        """For each size of share: the chance that one who has not shown it holds that of a company."""

    def _chance_ahead(self, one: str, other: str) -> float:
        by = (self.made[one] - self.made[other]) / self.spread
        return 1 / (1 + exp(-max(-FAR, min(FAR, by))))

    def _unknown(self, percent: int) -> list[str]:
        view = self.view
        shown = [share for shares in view.shown_shares for share in shares]
        seen = [share.company for share in (*view.shares, *view.open_shares, *shown) if share.percent == percent]
        return [colour for colour in self.made if colour not in seen]

    def gain(self, percent: int, colour: str) -> float:
        """What the reader gains by having this share instead of the own one of its size."""
        given = self.own[percent]
        if given == colour:
            return 0.0
        gain = percent / TENTH * (self.values[colour] - self.values[given])
        for company, change in ((given, -percent), (colour, percent)):
            held = self._held(company)
            leads = self._lead(company, held + change) - self._lead(company, held)
            gain += self.made[company] / TENTH * leads
        return gain

    def hidden_gain(self, percent: int) -> float:
        """The same for the share on top of its pile: one that others have not come by."""
        hands = self.rivals - len(self._shown_by_others(percent))
        left = {colour: max(LEFT, 1 - hands * odds) for colour, odds in self.odds[percent].items()}
        return sum(chance * self.gain(percent, colour) for colour, chance in left.items()) / sum(left.values())

    def _held(self, colour: str) -> int:
        return sum(percent for percent, company in self.own.items() if company == colour)

    def _lead(self, colour: str, held: int) -> float:
        """The chance to have the bonus of a company with so many percent, less that of another player."""
        chance = self._chances_to_lead[colour][held // TENTH] if held else 0.0
        return chance - (1 - chance) / self.rivals

    @cached_property
    def _chances_to_lead(self) -> dict[str, list[float]]:
        """For each company and tens of percent: the chance that nobody else has more."""
        players = [player for player in range(self.view.seats) if player != self.view.reader]
        shown = [
            tuple((share.percent, share.company) for share in self.view.shown_shares[player]) for player in players
        ]
        found = {}
        for colour in self.made:
            by_shown = {known: self._chances_of_at_most(dict(known), colour) for known in set(shown)}
            chances = [1.0] * (TENTH + 1)
            for known in shown:
                chances = [one * other for one, other in zip(chances, by_shown[known], strict=True)]
            found[colour] = chances
        return found

    def _chances_of_at_most(self, shown: Mapping[int, str], colour: str) -> list[float]:
        """For 0 to 10 tens of percent: the chance that a player who has shown these shares has no more."""
        chances = [1.0] + [0.0] * TENTH
        for percent, held in self.odds.items():
            odds = float(shown[percent] == colour) if percent in shown else held.get(colour, 0.0)
            if odds:
                tens = percent // TENTH
                having = [0.0] * tens + chances
                chances = [(1 - odds) * one + odds * other for one, other in zip(chances, having, strict=False)]
        total = 0.0
        return [total := total + chance for chance in chances]

    @cached_property
    def point_worths(self) -> dict[str, float]:
        """What one point more for each company is worth to the reader."""
        stakes, worths = self._stakes(), {}
        for one, chances in self.ahead.items():
            worth = self._lead(one, self._held(one)) / TENTH
            for other, chance in chances.items():
                worth += (stakes[one] - stakes[other]) * chance * (1 - chance) / self.spread
            worths[one] = worth
        return worths

    def _stakes(self) -> dict[str, float]:
        """For each company: tens of percent that the reader has more than another player is likely to have."""
        stakes = dict.fromkeys(self.made, 0.0)
        for percent, colour in self.own.items():
            tens = percent / TENTH
            stakes[colour] += tens
            shown = self._shown_by_others(percent)
            for company in shown:
                stakes[company] -= tens / self.rivals
            for company, odds in self.odds[percent].items():
                stakes[company] -= tens * (self.rivals - len(shown)) / self.rivals * odds
        return stakes

    def _shown_by_others(self, percent: int) -> list[str]:
        return [
            share.company
            for player, shares in enumerate(self.view.shown_shares)
            for share in shares
            if share.percent == percent and player != self.view.reader
        ]


def odds_to_be_held(values: Mapping[str, float], colours: list[str], greed: float) -> dict[str, float]:
    """Shares change hands for better ones, so a good one is more likely to be in a hand."""
    appeal = {colour: exp(greed * values[colour]) for colour in colours}
    total = sum(appeal.values())
    return {colour: each / total for colour, each in appeal.items()}
