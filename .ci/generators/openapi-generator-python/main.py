"""Uses the client that openapi-generator has made of the document."""

import os

import workplan

api = workplan.ApiClient(
    workplan.Configuration(host=os.environ["WORKPLAN_HTTP"], access_token=os.environ["WORKPLAN_KEY"])
)
users, cursor = [], None
while len(users) < 10:
    page = workplan.UsersApi(api).list_users(limit=5, cursor=cursor).data
    users += page.items
    cursor = page.next_cursor
assert len({user.id for user in users}) == 10, users

clients = workplan.ClientsApi(api)
created = clients.create_client(
    workplan.ClientInput(companyName="python", website="https://example.com")
).data
assert created.website == "https://example.com", created
cleared = clients.update_client(created.id, workplan.ClientPatch(website=None)).data
assert cleared.website is None and cleared.company_name == "python", cleared

project = workplan.ProjectsApi(api).list_projects(limit=1).data.items[0]
hours = workplan.AssignmentInput(userId=users[0].id, projectId=project.id, date=project.end_date, hours=2.5)
planned = workplan.AssignmentsApi(api).upsert_assignments(workplan.AssignmentBatchInput(items=[hours])).data
assert planned[0].hours == 2.5, planned

try:
    clients.create_client(workplan.ClientInput(companyName="Initech", accountManagerId=created.id))
    raise AssertionError("an unknown account manager is accepted")
except workplan.ApiException as e:
    assert e.status == 400 and e.data.error.code == "unknown_reference", e
