"""Client of Workplan, the work-planning service.

For REST, Workplan and AsyncWorkplan have the calls and `workplan.models` the types. For gRPC,
`workplan.grpc` has the channels and `workplan.v1` the messages and stubs.
"""

from .client import AsyncWorkplan, Workplan
from .errors import CursorError, WorkplanError
from .following import follow, follow_async
from .paging import paginate, paginate_async
from .types import UNSET, Unset

__all__ = [
    "UNSET",
    "AsyncWorkplan",
    "CursorError",
    "Unset",
    "Workplan",
    "WorkplanError",
    "follow",
    "follow_async",
    "paginate",
    "paginate_async",
]
