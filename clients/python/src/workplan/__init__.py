"""Client of Workplan, the work-planning service.

REST is here: Workplan and AsyncWorkplan have the calls, `workplan.models` what they take and return.
gRPC is in `workplan.grpc`, with the messages and stubs of `workplan.v1`.
"""

from .client import AsyncWorkplan, Workplan
from .errors import WorkplanError
from .paging import paginate, paginate_async
from .types import UNSET, Unset

__all__ = ["UNSET", "AsyncWorkplan", "Unset", "Workplan", "WorkplanError", "paginate", "paginate_async"]
