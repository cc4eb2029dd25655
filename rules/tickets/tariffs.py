"""The tariffs that a map file can name."""

from typing import TypeAlias

from rules.tickets.payment import PlainRule
from rules.tickets.set_payment import OneColourRule, PairsRule
from rules.tickets.stand_ins import FerryRule, ManyForOneRule

TariffRule: TypeAlias = PlainRule | FerryRule | ManyForOneRule | OneColourRule | PairsRule
