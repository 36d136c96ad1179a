"""Client of Workplan, the work-planning service.

For REST, Workplan and AsyncWorkplan have the calls and `workplan.models` the types. For gRPC,
`workplan.grpc` has the channels and `workplan.v1` the messages and stubs.
"""

from .client import AsyncWorkplan, Workplan
from .errors import CursorError, WorkplanError
from .following import follow, follow_async
from .paging import paginate, paginate_async
from .types import UNSET, Unset
from .whole_lists import AsyncWholeList, WholeList, whole, whole_async

__all__ = [
    "UNSET",
    "AsyncWholeList",
    "AsyncWorkplan",
    "CursorError",
    "Unset",
    "WholeList",
    "Workplan",
    "WorkplanError",
    "follow",
    "follow_async",
    "paginate",
    "paginate_async",
    "whole",
    "whole_async",
]
