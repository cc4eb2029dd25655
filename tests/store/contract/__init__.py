"""What any store must do. A store is put to it by a class with one fixture: `open_store`, which opens the same database
at each call."""

from tests.store.contract.clocks import ClockContract
from tests.store.contract.log import LogContract
from tests.store.contract.outbox import OutboxContract
from tests.store.contract.people import PeopleContract
from tests.store.contract.results import ResultContract
from tests.store.contract.rows import OpenStore
from tests.store.contract.tables import TableContract
from tests.store.contract.votes import VoteContract

__all__ = ["OpenStore", "StoreContract"]


class StoreContract(
    TableContract, LogContract, ResultContract, VoteContract, OutboxContract, ClockContract, PeopleContract
):
    pass
