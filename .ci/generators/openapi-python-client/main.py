"""Uses the client that openapi-python-client has made of the document."""

import os

from workplan import AuthenticatedClient, models
from workplan.api.assignments import upsert_assignments
from workplan.api.clients import create_client, update_client
from workplan.api.projects import list_projects
from workplan.api.users import list_users
from workplan.types import UNSET

api = AuthenticatedClient(base_url=os.environ["WORKPLAN_HTTP"], token=os.environ["WORKPLAN_KEY"])
users, cursor = [], UNSET
while len(users) < 10:
    page = list_users.sync(client=api, limit=5, cursor=cursor).data
    users += page.items
    cursor = page.next_cursor
assert len({user.id for user in users}) == 10, users

new = models.ClientInput(company_name="openapi-python-client", website="https://example.com")
created = create_client.sync(client=api, body=new).data
assert created.website == "https://example.com", created
cleared = update_client.sync(created.id, client=api, body=models.ClientPatch(website=None)).data
assert cleared.website is None and cleared.company_name == "openapi-python-client", cleared

project = list_projects.sync(client=api, limit=1).data.items[0]
hours = models.AssignmentInput(user_id=users[0].id, project_id=project.id, date=project.end_date, hours=2.5)
planned = upsert_assignments.sync(client=api, body=models.AssignmentBatchInput(items=[hours])).data
assert planned[0].hours == 2.5, planned

refused = create_client.sync_detailed(client=api, body=models.ClientInput(company_name="x"))
assert refused.status_code == 400 and refused.parsed.error.code == "validation_failed", refused
