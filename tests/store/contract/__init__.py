"""What any store must do. A store is put to it by a class with three fixtures: `open_store`, which opens the same
database at each call, `open_lease` and `kill_holder` for the right to write there."""

from tests.store.contract.clocks import ClockContract
from tests.store.contract.leases import LeaseContract
from tests.store.contract.log import LogContract
from tests.store.contract.outbox import OutboxContract
from tests.store.contract.people import PeopleContract
from tests.store.contract.results import ResultContract
from tests.store.contract.rows import KillHolder, OpenLease, OpenStore
from tests.store.contract.tables import TableContract
from tests.store.contract.votes import VoteContract

__all__ = ["KillHolder", "OpenLease", "OpenStore", "StoreContract"]


class StoreContract(
    TableContract,
    LogContract,
    ResultContract,
    VoteContract,
    OutboxContract,
    ClockContract,
    PeopleContract,
    LeaseContract,
):
    pass
