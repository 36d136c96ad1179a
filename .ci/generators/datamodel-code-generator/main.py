"""Uses the models that datamodel-code-generator has made of the document, with httpx."""

import os

import httpx
import workplan

api = httpx.Client(
    base_url=os.environ["WORKPLAN_HTTP"] + "/api/v1",
    headers={"Authorization": "Bearer " + os.environ["WORKPLAN_KEY"], "Content-Type": "application/json"},
)
users, cursor = [], {}
while len(users) < 10:
    response = api.get("/users", params={"limit": 5, **cursor})
    page = workplan.ListUsersResult.model_validate_json(response.content).data
    users += page.items
    cursor = {"cursor": page.nextCursor}
assert len({user.id for user in users}) == 10, users

new = workplan.ClientInput(companyName="datamodel-code-generator", website="https://example.com")
response = api.post("/clients", content=new.model_dump_json(exclude_unset=True))
created = workplan.CreateClientResult.model_validate_json(response.content).data
assert created.website == "https://example.com", created
patch = workplan.ClientPatch(website=None)
response = api.patch(f"/clients/{created.id}", content=patch.model_dump_json(exclude_unset=True))
cleared = workplan.UpdateClientResult.model_validate_json(response.content).data
assert cleared.website is None and cleared.companyName == "datamodel-code-generator", cleared

response = api.get("/projects", params={"limit": 1})
project = workplan.ListProjectsResult.model_validate_json(response.content).data.items[0]
hours = workplan.AssignmentInput(userId=users[0].id, projectId=project.id, date=project.endDate, hours=2.5)
batch = workplan.AssignmentBatchInput(items=[hours])
response = api.post("/assignments", content=batch.model_dump_json(exclude_unset=True))
planned = workplan.UpsertAssignmentsResult.model_validate_json(response.content).data
assert planned[0].hours == 2.5, planned

response = api.post("/clients", json={"companyName": "x"})
error = workplan.ErrorBody.model_validate_json(response.content).error
assert response.status_code == 400 and error.code.root == "validation_failed", error
