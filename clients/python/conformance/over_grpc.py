"""Runs the scenario over gRPC, some steps with asyncio."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from os import environ
from typing import Any
from urllib.request import urlopen

from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.message import Message
from scenario import CAPABILITY, PROJECT, SECRET_PREFIX, VACATION, WORKER_EMAIL, Scenario, plan, refusal

from workplan import v1
from workplan.grpc import (
    channel,
    channel_async,
    find_user_by_email,
    find_user_by_email_async,
    follow,
    follow_async,
    paginate,
    paginate_async,
)

scenario = Scenario("Grpc")
target, key = environ["WORKPLAN_GRPC"], environ["WORKPLAN_KEY"]
admin = channel(target, key, plaintext=True)
member = channel(target, environ["WORKPLAN_MEMBER_KEY"], plaintext=True)
manager = channel(target, environ["WORKPLAN_MANAGER_KEY"], plaintext=True)
reader = channel(target, environ["WORKPLAN_READER_KEY"], plaintext=True)
clients = v1.ClientServiceStub(admin)
projects = v1.ProjectServiceStub(admin)
time_off = v1.TimeOffServiceStub(admin)
users = v1.UserServiceStub(admin)
assignments = v1.AssignmentServiceStub(admin)
events = v1.EventServiceStub(admin)
webhooks = v1.WebhookServiceStub(admin)
holidays = v1.HolidayServiceStub(admin)
working_patterns = v1.WorkingPatternServiceStub(admin)
capacity = v1.CapacityServiceStub(admin)
rates = v1.RateServiceStub(admin)
money = v1.MoneyServiceStub(admin)
proposals = v1.ProposalServiceStub(manager)

created: v1.Client
planned: list[v1.Assignment]
asked: v1.TimeOff
head: int
follower: Iterator[v1.Event]
followed: v1.Event
webhook: v1.Webhook
upserted: list[v1.TimeOff]
billed: v1.Project  # by the hour
proposal: v1.Proposal  # the one of which a step is


def worker_id() -> str:
    worker = find_user_by_email(admin, WORKER_EMAIL)
    assert worker
    return worker.id


def project_id() -> str:
    rows = paginate(projects.ListProjects, v1.ListProjectsRequest(name=PROJECT))
    return next(project.id for project in rows)


def capability_id() -> str:
    capabilities = paginate(v1.CapabilityServiceStub(admin).ListCapabilities, v1.ListCapabilitiesRequest())
    return next(capability.id for capability in capabilities if capability.name == CAPABILITY)


def upsert_of(given: dict[str, Any]) -> v1.UpsertAssignmentsRequest:
    user, project, capability = worker_id(), project_id(), capability_id()
    items = [
        v1.Assignment(
            user_id=user,
            project_id=project,
            capability_id=capability if has_capability else None,
            date=str(date),
            hours=hours,
        )
        for date, has_capability, hours in plan(given)
    ]
    return v1.UpsertAssignmentsRequest(batch=v1.AssignmentBatch(items=items))


def sums(rows: Iterable[v1.Assignment]) -> dict[str, Any]:
    rows = list(rows)
    return {
        "rows": len(rows),
        "withCapability": sum(row.HasField("capability_id") for row in rows),
        "hours": sum(row.hours for row in rows),
    }


def record(message: Message) -> dict[str, Any]:
    """The fields as the scenario has them: unset ones are None, enums are written as over REST."""
    fields: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.has_presence and not message.HasField(field.name):
            value = None
        elif field.enum_type:
            prefix = field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
            value = field.enum_type.values_by_number[value].name.removeprefix(prefix).lower()
        elif field.is_repeated:
            value = list(value)
        fields[field.json_name] = value
    return fields


def creation(given: dict[str, Any]) -> v1.CreateClientRequest:
    return v1.CreateClientRequest(client=v1.Client(company_name=given["companyName"]))


@scenario.step("me")
def me(given: dict[str, Any]) -> dict[str, Any]:
    identity = v1.MeServiceStub(admin).GetMe(v1.GetMeRequest()).data
    return {"keyName": identity.key_name, "scopes": len(identity.scopes)}


@scenario.step("a base URL with the path of the API")
def target_without_path(given: dict[str, Any]) -> dict[str, Any]:
    return {"keyName": identity_at("WORKPLAN_GRPC", key).key_name}


@scenario.step("find a user by e-mail address")
def find_user(given: dict[str, Any]) -> dict[str, Any]:
    async def find(email: str) -> v1.User | None:
        async with channel_async(target, key, plaintext=True) as connection:
            return await find_user_by_email_async(connection, email)

    user = find_user_by_email(admin, given["email"])
    assert user
    return {"name": user.name, "email": user.email, "unknown": asyncio.run(find(given["unknown"]))}


@scenario.step("page through users")
def page_through_users(given: dict[str, Any]) -> dict[str, Any]:
    rows = list(paginate(users.ListUsers, v1.ListUsersRequest(limit=given["limit"])))
    return {"users": len(rows), "ids": len({user.id for user in rows}), "names": [rows[0].name, rows[-1].name]}


@scenario.step("create a client")
def create_a_client(given: dict[str, Any]) -> dict[str, Any]:
    global created
    client = v1.Client(
        company_name=given["companyName"],
        email=given["email"],
        website=given["website"],
        country_code=given["countryCode"],
        categories=given["categories"],
    )
    created = clients.CreateClient(v1.CreateClientRequest(client=client)).data
    return record(created)


@scenario.step("patch a client with a null")
def patch_a_client(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.UpdateClientRequest(
        client_id=created.id,
        client=v1.Client(website=given["website"], client_priority=priority(given)),
        update_mask=FieldMask(paths=["website", "client_priority"]),
    )
    return record(clients.UpdateClient(request).data)


def priority(given: dict[str, Any]) -> str:
    return f"CLIENT_PRIORITY_{given['clientPriority'].upper()}"


@scenario.step("upsert 500 rows")
def upsert(given: dict[str, Any]) -> dict[str, Any]:
    global planned
    planned = list(assignments.UpsertAssignments(upsert_of(given)).data)
    return sums(planned)


@scenario.step("upsert them again")
def upsert_again(given: dict[str, Any]) -> dict[str, Any]:
    again = assignments.UpsertAssignments(upsert_of(scenario.input_of("upsert 500 rows"))).data
    return {"rows": len(again), "sameIds": [row.id for row in again] == [row.id for row in planned]}


@scenario.step("read them back")
def read_back(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[v1.Assignment]:
        async with channel_async(target, key, plaintext=True) as connection:
            request = v1.ListAssignmentsRequest(
                user_id=worker_id(), start_date=given["from"], end_date=given["to"], limit=given["limit"]
            )
            return [row async for row in paginate_async(v1.AssignmentServiceStub(connection).ListAssignments, request)]

    rows = asyncio.run(read())
    first = rows[0]
    return {
        **sums(rows),
        "first": {"date": first.date, "hours": first.hours, "capability": first.HasField("capability_id")},
    }


def counts(done: v1.AssignmentChanges) -> dict[str, Any]:
    return {
        "created": done.created,
        "updated": done.updated,
        "unchanged": done.unchanged,
        "deleted": done.deleted,
    }


def replaced_window(given: dict[str, Any]) -> dict[str, Any]:
    rows = upsert_of(given).batch.items
    for row in rows:
        row.tentative = True
    window = v1.AssignmentWindow(
        user_id=worker_id(),
        project_id=project_id(),
        start_date=given["startDate"],
        end_date=given["endDate"],
        items=rows,
    )
    return counts(assignments.ReplaceAssignmentsWindow(v1.ReplaceAssignmentsWindowRequest(window=window)).data)


@scenario.step("replace a window")
def replace_window(given: dict[str, Any]) -> dict[str, Any]:
    return replaced_window(given)


@scenario.step("replace it again")
def replace_window_again(given: dict[str, Any]) -> dict[str, Any]:
    return replaced_window(scenario.input_of("replace a window"))


@scenario.step("move a plan")
def move_plan(given: dict[str, Any]) -> dict[str, Any]:
    copy = v1.AssignmentCopy(
        source=v1.AssignmentSource(user_id=worker_id(), start_date=given["startDate"], end_date=given["endDate"]),
        target=v1.AssignmentTarget(start_date=given["target"]),
        on_existing=v1.OnExisting.ON_EXISTING_REPLACE,
        move=True,
    )
    done = assignments.CopyAssignments(v1.CopyAssignmentsRequest(copy=copy)).data
    return {**counts(done), "dates": [row.date for row in done.items]}


@scenario.step("confirm a plan")
def confirm_plan(given: dict[str, Any]) -> dict[str, Any]:
    window = v1.ConfirmationWindow(user_id=worker_id(), start_date=given["startDate"], end_date=given["endDate"])
    done = assignments.ConfirmAssignments(v1.ConfirmAssignmentsRequest(window=window)).data
    left = assignments.ListAssignments(v1.ListAssignmentsRequest(user_id=worker_id(), tentative=True)).data.items
    return {"confirmed": done.confirmed, "refused": done.refused, "tentative": len(left)}


@scenario.step("fill a placeholder")
def fill_placeholder(given: dict[str, Any]) -> dict[str, Any]:
    user = v1.User(kind=v1.UserKind.USER_KIND_PLACEHOLDER, name=given["name"])
    placeholder = v1.UserServiceStub(admin).CreateUser(v1.CreateUserRequest(user=user)).data.id
    day = given["date"]
    row = v1.Assignment(user_id=placeholder, project_id=project_id(), date=day, hours=given["hours"])
    assignments.UpsertAssignments(v1.UpsertAssignmentsRequest(batch=v1.AssignmentBatch(items=[row])))
    asked = v1.ListCandidatesRequest(placeholder_id=placeholder, start_date=day, end_date=day, limit=200)
    found = v1.CapacityServiceStub(admin).ListCandidates(asked).data
    filling = v1.Filling(user_id=worker_id())
    request = v1.FillPlaceholderRequest(placeholder_id=placeholder, filling=filling)
    filled = assignments.FillPlaceholder(request).data
    return {
        "hours": found.hours,
        "candidate": worker_id() in [one.id for one in found.items],
        "moved": filled.moved,
        "merged": filled.merged,
        "after": filled.items[0].hours,
    }


@scenario.step("delete a plan")
def delete_plan(given: dict[str, Any]) -> dict[str, Any]:
    key = v1.HoursKey(user_id=worker_id(), project_id=project_id(), date=given["date"])
    row = assignments.DeleteAssignmentRows(v1.DeleteAssignmentRowsRequest(rows=v1.HoursKeys(items=[key]))).data
    request = v1.DeleteAssignmentsRequest(
        user_id=worker_id(), start_date=given["startDate"], end_date=given["endDate"]
    )
    return {"row": row.deleted, "window": assignments.DeleteAssignments(request).data.deleted}


@scenario.step("submit actual hours")
def submit_actual_hours(given: dict[str, Any]) -> dict[str, Any]:
    row = v1.ActualHoursRow(user_id=worker_id(), project_id=project_id(), date=given["date"], hours=given["hours"])
    request = v1.UpsertActualHoursRequest(batch=v1.ActualHoursBatch(items=[row]))
    rows = v1.ActualHoursServiceStub(admin).UpsertActualHours(request).data.items
    return {"rows": len(rows), "hours": rows[0].hours, "capabilityId": record(rows[0])["capabilityId"]}


@scenario.step("ask for time off")
def ask_for_time_off(given: dict[str, Any]) -> dict[str, Any]:
    global asked
    kinds = paginate(v1.TimeOffTypeServiceStub(member).ListTimeOffTypes, v1.ListTimeOffTypesRequest())
    wanted = v1.TimeOff(
        user_id=worker_id(),
        time_off_type_id=next(kind.id for kind in kinds if kind.name == VACATION),
        start_date=given["startDate"],
        end_date=given["endDate"],
        availability=given["availability"],
        reason=given["reason"],
    )
    asked = v1.TimeOffServiceStub(member).CreateTimeOff(v1.CreateTimeOffRequest(time_off=wanted)).data
    return record(asked)


@scenario.step("approve time off")
def approve_time_off(given: dict[str, Any]) -> dict[str, Any]:
    async def approve() -> list[v1.TimeOff]:
        async with channel_async(target, key, plaintext=True) as connection:
            stub = v1.TimeOffServiceStub(connection)
            await stub.ApproveTimeOff(v1.ApproveTimeOffRequest(request_id=asked.id))
            request = v1.ListTimeOffRequest(user_id=asked.user_id, status=v1.TimeOffStatus.TIME_OFF_STATUS_APPROVED)
            return [row async for row in paginate_async(stub.ListTimeOff, request)]

    approved = asyncio.run(approve())
    actor = v1.MeServiceStub(admin).GetMe(v1.GetMeRequest()).data.actor_user_id
    decided = approved[0].decided_by_id == actor and approved[0].HasField("decided_at")
    return {"requests": len(approved), "status": record(approved[0])["status"], "decided": decided}


@scenario.step("get single records")
def get_records(given: dict[str, Any]) -> dict[str, Any]:
    project = projects.GetProject(v1.GetProjectRequest(project_id=project_id(), expand=["client"])).data
    return {
        "user": users.GetUser(v1.GetUserRequest(user_id=worker_id())).data.name,
        "client": clients.GetClient(v1.GetClientRequest(client_id=created.id)).data.company_name,
        "project": project.name,
        "projectClient": project.client.company_name,
        "timeOff": record(time_off.GetTimeOff(v1.GetTimeOffRequest(request_id=asked.id)).data)["status"],
    }


@scenario.step("get records that do not exist")
def get_nothing(given: dict[str, Any]) -> dict[str, Any]:
    calls = [
        lambda: users.GetUser(v1.GetUserRequest(user_id=given["id"])),
        lambda: clients.GetClient(v1.GetClientRequest(client_id=given["id"])),
        lambda: projects.GetProject(v1.GetProjectRequest(project_id=given["id"])),
        lambda: time_off.GetTimeOff(v1.GetTimeOffRequest(request_id=given["id"])),
    ]
    return {"codes": [refusal(call)["code"] for call in calls]}


@scenario.step("a bad field")
def bad_field(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: clients.CreateClient(creation(given)))


@scenario.step("150 bad items")
def bad_items(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: assignments.UpsertAssignments(upsert_of(given)))


@scenario.step("a missing scope")
def missing_scope(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: v1.ClientServiceStub(reader).CreateClient(creation(given)))


@scenario.step("a missing permission")
def missing_permission(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: v1.ClientServiceStub(member).CreateClient(creation(given)))


@scenario.step("patch a record that does not exist")
def patch_nothing(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.UpdateClientRequest(
        client_id=given["id"],
        client=v1.Client(client_priority=priority(given)),
        update_mask=FieldMask(paths=["client_priority"]),
    )
    return refusal(lambda: clients.UpdateClient(request))


@scenario.step("an old version")
def old_version(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: reprioritize(clients, given))


def reprioritize(stub: v1.ClientServiceStub, given: dict[str, Any]) -> v1.UpdateClientResponse:
    request = v1.UpdateClientRequest(
        client_id=created.id,
        client=v1.Client(client_priority=priority(given)),
        update_mask=FieldMask(paths=["client_priority"]),
    )
    return stub.UpdateClient(request, metadata=(("if-match", f'"{given["version"]}"'),))


@scenario.step("a wrong key")
def wrong_key(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: identity_at("WORKPLAN_GRPC", given["key"]))


@scenario.step("a busy server")
def busy(given: dict[str, Any]) -> dict[str, Any]:
    return {"keyName": identity_at("WORKPLAN_BUSY_GRPC", key).key_name}


@scenario.step("a lost response")
def lost(given: dict[str, Any]) -> dict[str, Any]:
    with channel(environ["WORKPLAN_LOSSY_GRPC"], key, plaintext=True) as connection:
        return record(v1.ClientServiceStub(connection).CreateClient(creation(given)).data)


@scenario.step("a lost response of a change")
def lost_change(given: dict[str, Any]) -> dict[str, Any]:
    with channel(environ["WORKPLAN_LOSSY_GRPC"], key, plaintext=True) as connection:
        return record(reprioritize(v1.ClientServiceStub(connection), given).data)


@scenario.step("a dead server")
def dead(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: identity_at("WORKPLAN_DEAD_GRPC", key, tries=1))


@scenario.step("a wrong base address")
def stranger(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: identity_at("WORKPLAN_STRANGER_GRPC", key, tries=1))


@scenario.step("an incomplete body")
def incomplete(given: dict[str, Any]) -> dict[str, Any]:
    async def identify() -> v1.KeyIdentity:
        async with channel_async(environ["WORKPLAN_BROKEN_GRPC"], key, plaintext=True, tries=1) as connection:
            return (await v1.MeServiceStub(connection).GetMe(v1.GetMeRequest())).data

    return refusal(lambda: asyncio.run(identify()))


def identity_at(variable: str, key: str, tries: int = 4) -> v1.KeyIdentity:
    with channel(environ[variable], key, plaintext=True, tries=tries) as connection:
        return v1.MeServiceStub(connection).GetMe(v1.GetMeRequest()).data


@scenario.step("follow the journal")
def follow_journal(given: dict[str, Any]) -> dict[str, Any]:
    global head, follower, followed
    head = events.ListEvents(v1.ListEventsRequest(after="head")).data.head
    follower = follow(admin, v1.WatchEventsRequest(after=str(head), types=given["types"]))
    client = clients.CreateClient(creation(given)).data
    followed = next(follower)
    return {
        "type": followed.type,
        "later": followed.seq > head,
        "client": followed.record.id == client.id,
        "actor": followed.actor_id == v1.MeServiceStub(admin).GetMe(v1.GetMeRequest()).data.actor_user_id,
        "companyName": followed.after["companyName"],
    }


@scenario.step("follow the journal across a restart")
def follow_across_a_restart(given: dict[str, Any]) -> dict[str, Any]:
    urlopen(environ["WORKPLAN_RESTART_URL"]).close()
    event = next(follower)
    return {"type": event.type, "next": event.seq == followed.seq + 1, "companyName": event.after["companyName"]}


@scenario.step("follow from a stored number")
def follow_from_a_number(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[object]:
        names: list[object] = []
        async with channel_async(target, key, plaintext=True) as connection:
            async for event in follow_async(connection, v1.WatchEventsRequest(after=str(head))):
                names.append(event.after["companyName"])
                if len(names) == 2:
                    break
        return names

    names = [event.after["companyName"] for event in islice(follow(admin, v1.WatchEventsRequest(after=str(head))), 2)]
    assert asyncio.run(read()) == names
    return {"companyNames": names}


@scenario.step("cancel a follower")
def cancel_a_follower(given: dict[str, Any]) -> dict[str, Any]:
    read_events: list[v1.Event] = []

    async def read() -> None:
        async with channel_async(target, key, plaintext=True) as connection:
            async for event in follow_async(connection, v1.WatchEventsRequest(after="head")):
                read_events.append(event)

    async def cancel() -> None:
        reading = asyncio.create_task(read())
        await asyncio.sleep(given["milliseconds"] / 1000)
        reading.cancel()
        assert isinstance((await asyncio.gather(reading, return_exceptions=True))[0], asyncio.CancelledError)

    asyncio.run(cancel())
    return {"events": len(read_events)}


@scenario.step("follow after a number ahead")
def follow_ahead(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.WatchEventsRequest(after=str(head + given["ahead"]))
    return refusal(lambda: list(follow(admin, request)))


@scenario.step("read the event of the 500 rows")
def read_event(given: dict[str, Any]) -> dict[str, Any]:
    return record(events.ListEvents(v1.ListEventsRequest(types=given["types"])).data.items[0])


def outcome_of(found: v1.Webhook) -> dict[str, Any]:
    return {
        **record(found),
        "secret": found.secret.startswith(SECRET_PREFIX),
        "failing": found.HasField("last_error"),
    }


@scenario.step("create a webhook")
def create_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    global webhook
    wanted = v1.Webhook(url=given["url"], types=given["types"], name=given["name"])
    webhook = webhooks.CreateWebhook(v1.CreateWebhookRequest(webhook=wanted)).data
    return outcome_of(webhook)


@scenario.step("patch a webhook")
def patch_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.UpdateWebhookRequest(
        webhook_id=webhook.id,
        webhook=v1.Webhook(url=given["url"], name=given["name"], cursor=given["cursor"]),
        update_mask=FieldMask(paths=["url", "name", "cursor"]),
    )
    return outcome_of(webhooks.UpdateWebhook(request, metadata=(("if-match", f'"{given["version"]}"'),)).data)


@scenario.step("pause a webhook")
def pause_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    wanted = v1.Webhook(state=f"WEBHOOK_STATE_{given['state'].upper()}")
    return outcome_of(webhooks.UpdateWebhook(v1.UpdateWebhookRequest(webhook_id=webhook.id, webhook=wanted)).data)


@scenario.step("read webhooks")
def read_webhooks(given: dict[str, Any]) -> dict[str, Any]:
    rows = list(paginate(webhooks.ListWebhooks, v1.ListWebhooksRequest()))
    return {
        **outcome_of(webhooks.GetWebhook(v1.GetWebhookRequest(webhook_id=webhook.id)).data),
        "webhooks": len(rows),
        "listed": rows[0].id == webhook.id,
    }


@scenario.step("read the attempts of a webhook")
def read_attempts(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[v1.WebhookAttempt]:
        async with channel_async(target, key, plaintext=True) as connection:
            stub = v1.WebhookServiceStub(connection)
            request = v1.ListWebhookAttemptsRequest(webhook_id=webhook.id, limit=given["limit"])
            return [row async for row in paginate_async(stub.ListWebhookAttempts, request)]

    attempts = asyncio.run(read())
    return {**record(attempts[0]), "attempts": len(attempts)}


@scenario.step("rotate the secret of a webhook")
def rotate_secret(given: dict[str, Any]) -> dict[str, Any]:
    rotation = v1.WebhookRotation(overlap_seconds=given["overlapSeconds"])
    request = v1.RotateWebhookSecretRequest(webhook_id=webhook.id, rotation=rotation)
    rotated = webhooks.RotateWebhookSecret(request).data
    return {
        **outcome_of(rotated),
        "changed": rotated.secret != webhook.secret,
        "overlaps": rotated.HasField("previous_secret_expires_at"),
    }


@scenario.step("test a webhook")
def send_ping(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: webhooks.TestWebhook(v1.TestWebhookRequest(webhook_id=webhook.id)))


def redelivery_of(redelivery: v1.WebhookRedelivery) -> v1.RedeliverWebhookRequest:
    return v1.RedeliverWebhookRequest(webhook_id=webhook.id, redelivery=redelivery)


@scenario.step("redeliver an event")
def redeliver(given: dict[str, Any]) -> dict[str, Any]:
    return outcome_of(webhooks.RedeliverWebhook(redelivery_of(v1.WebhookRedelivery(seq=followed.seq))).data)


@scenario.step("redeliver nothing")
def redeliver_nothing(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: webhooks.RedeliverWebhook(redelivery_of(v1.WebhookRedelivery())))


@scenario.step("a webhook without TLS")
@scenario.step("a webhook with an unknown type")
def bad_webhook(given: dict[str, Any]) -> dict[str, Any]:
    wanted = v1.Webhook(url=given["url"], types=given["types"])
    return refusal(lambda: webhooks.CreateWebhook(v1.CreateWebhookRequest(webhook=wanted)))


@scenario.step("delete a webhook")
def delete_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    webhooks.DeleteWebhook(v1.DeleteWebhookRequest(webhook_id=webhook.id))
    return refusal(lambda: webhooks.GetWebhook(v1.GetWebhookRequest(webhook_id=webhook.id)))


def upsert_of_holidays(given: dict[str, Any]) -> v1.UpsertHolidaysRequest:
    items = [
        v1.Holiday(
            country_code=item["countryCode"], date=item["date"], name=item["name"], factor=item.get("factor")
        )
        for item in given["items"]
    ]
    return v1.UpsertHolidaysRequest(batch=v1.HolidayBatch(items=items))


@scenario.step("upsert holidays")
def upsert_holidays(given: dict[str, Any]) -> dict[str, Any]:
    written = holidays.UpsertHolidays(upsert_of_holidays(given)).data
    return {
        "holidays": len(written),
        "countryCodes": [holiday.country_code for holiday in written],
        "factors": [holiday.factor for holiday in written],
        "versions": [holiday.version for holiday in written],
    }


@scenario.step("a bad holiday")
def bad_holiday(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: holidays.UpsertHolidays(upsert_of_holidays(given)))


@scenario.step("list holidays")
def list_holidays(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListHolidaysRequest(year=given["year"], limit=given["limit"])
    rows = list(paginate(holidays.ListHolidays, request))
    return {"dates": [holiday.date for holiday in rows], "names": [holiday.name for holiday in rows]}


@scenario.step("delete a holiday")
def delete_a_holiday(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListHolidaysRequest(country_code=given["countryCode"])
    [holiday] = holidays.ListHolidays(request).data.items
    unchanged = ("if-match", f'"{holiday.version}"')
    holidays.DeleteHoliday(v1.DeleteHolidayRequest(holiday_id=holiday.id), metadata=(unchanged,))
    return {"name": holiday.name, "holidays": len(holidays.ListHolidays(request).data.items)}


def patterns_of(found: v1.WorkingPatterns) -> dict[str, Any]:
    return {
        "patterns": len(found.items),
        "validFrom": [pattern.valid_from for pattern in found.items],
        "hours": [list(pattern.hours) for pattern in found.items],
        "version": found.version,
        "updated": found.HasField("updated_at"),
    }


@scenario.step("get working patterns")
def get_patterns(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetWorkingPatternsRequest(user_id=worker_id())
    return patterns_of(working_patterns.GetWorkingPatterns(request).data)


def replace(given: dict[str, Any]) -> v1.WorkingPatterns:
    items = [v1.WorkingPattern(valid_from=item["validFrom"], hours=item["hours"]) for item in given["items"]]
    request = v1.ReplaceWorkingPatternsRequest(user_id=worker_id(), working_patterns=v1.WorkingPatterns(items=items))
    unchanged = ("if-match", f'"{given["version"]}"')
    return working_patterns.ReplaceWorkingPatterns(request, metadata=(unchanged,)).data


@scenario.step("replace working patterns")
def replace_patterns(given: dict[str, Any]) -> dict[str, Any]:
    return patterns_of(replace(given))


@scenario.step("replace an old version of working patterns")
def replace_old_patterns(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: replace(scenario.input_of("replace working patterns")))


def skills_of(found: v1.UserCapabilities) -> dict[str, Any]:
    return {
        "capabilities": len(found.items),
        "levels": [skill.level for skill in found.items],
        "version": found.version,
        "updated": found.HasField("updated_at"),
    }


@scenario.step("get the capabilities of a user")
def get_skills(given: dict[str, Any]) -> dict[str, Any]:
    return skills_of(users.GetUserCapabilities(v1.GetUserCapabilitiesRequest(user_id=worker_id())).data)


@scenario.step("replace the capabilities of a user")
def replace_skills(given: dict[str, Any]) -> dict[str, Any]:
    skill = v1.UserCapability(capability_id=capability_id(), level=given["level"])
    request = v1.ReplaceUserCapabilitiesRequest(
        user_id=worker_id(), user_capabilities=v1.UserCapabilities(items=[skill])
    )
    unchanged = ("if-match", f'"{given["version"]}"')
    return skills_of(users.ReplaceUserCapabilities(request, metadata=(unchanged,)).data)


@scenario.step("find users by a capability")
def find_skilled(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListUsersRequest(capability_id=[capability_id()], min_level=given["level"])
    found = users.ListUsers(request).data.items
    return {"users": len(found), "name": found[0].name}


@scenario.step("colour a project")
def color_project(given: dict[str, Any]) -> dict[str, Any]:
    prefix = "PROJECT_COLOR_"

    def change(project: v1.Project) -> str | None:
        mask = FieldMask(paths=["color"])
        request = v1.UpdateProjectRequest(project_id=project_id(), project=project, update_mask=mask)
        changed = projects.UpdateProject(request).data
        if not changed.HasField("color"):
            return None
        return v1.ProjectColor.Name(changed.color).removeprefix(prefix).lower()

    return {"chosen": change(v1.Project(color=prefix + given["color"].upper())), "cleared": change(v1.Project())}


@scenario.step("upsert a client by its external id")
def upsert_client(given: dict[str, Any]) -> dict[str, Any]:
    item = v1.Client(company_name=given["companyName"], external_ids=[given["externalId"]])
    request = v1.UpsertClientsRequest(batch=v1.ClientBatch(match=given["match"], items=[item]))
    first, second = (clients.UpsertClients(request).data[0] for _ in range(2))
    found = clients.ListClients(v1.ListClientsRequest(external_id=given["externalId"])).data.items
    return {"found": [client.company_name for client in found], "sameId": first.id == second.id}


@scenario.step("save a view")
def save_view(given: dict[str, Any]) -> dict[str, Any]:
    me = v1.MeServiceStub(admin)
    views = v1.Views(items=[v1.View(name=given["name"], query=given["query"])])
    unchanged = ("if-match", f'"{given["version"]}"')
    me.ReplaceViews(v1.ReplaceViewsRequest(views=views), metadata=(unchanged,))
    saved = me.GetViews(v1.GetViewsRequest()).data
    return {"name": saved.items[0].name, "query": saved.items[0].query, "version": saved.version}


def capacity_of(found: v1.Capacity) -> dict[str, Any]:
    first = found.items[0]
    return {
        "items": len(found.items),
        "name": first.name,
        "buckets": list(found.buckets),
        "series": list(found.series),
        "values": [list(series.hours) for series in first.values],
        "utilization": [None if math.isnan(ratio) else ratio for ratio in first.utilization],
    }


@scenario.step("capacity by week and user")
def capacity_of_a_user(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetCapacityRequest(
        start_date=given["startDate"],
        end_date=given["endDate"],
        user_id=worker_id(),
        bucket=v1.CapacityBucket.CAPACITY_BUCKET_WEEK,
        group_by=v1.CapacityGroup.CAPACITY_GROUP_USER,
    )
    return capacity_of(capacity.GetCapacity(request).data)


@scenario.step("capacity by month and project")
def capacity_of_a_project(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetCapacityRequest(
        start_date=given["startDate"],
        end_date=given["endDate"],
        project_id=project_id(),
        bucket=v1.CapacityBucket.CAPACITY_BUCKET_MONTH,
        group_by=v1.CapacityGroup.CAPACITY_GROUP_PROJECT,
    )

    async def get() -> v1.Capacity:
        async with channel_async(target, key, plaintext=True) as connection:
            return (await v1.CapacityServiceStub(connection).GetCapacity(request)).data

    return capacity_of(asyncio.run(get()))


@scenario.step("capacity of two years")
def capacity_of_two_years(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetCapacityRequest(start_date=given["startDate"], end_date=given["endDate"])
    return refusal(lambda: capacity.GetCapacity(request))


@scenario.step("find free hours")
def find_free_hours(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListCapacityGapsRequest(
        hours=given["hours"],
        start_date=given["startDate"],
        end_date=given["endDate"],
        capability_id=capability_id(),
    )
    users = capacity.ListCapacityGaps(request).data.items
    return {**record(users[0]), "users": len(users)}


@scenario.step("upsert the capabilities of users")
def upsert_skills(given: dict[str, Any]) -> dict[str, Any]:
    skill = v1.UserCapability(capability_id=capability_id(), level=given["level"])
    batch = v1.UserCapabilitiesBatch(items=[v1.CapabilitiesOfUser(user_id=worker_id(), items=[skill])])
    [written] = users.UpsertUserCapabilities(v1.UpsertUserCapabilitiesRequest(batch=batch)).data
    rows = paginate(users.ListUserCapabilities, v1.ListUserCapabilitiesRequest())
    listed = next(user for user in rows if user.id == written.id)
    return {**skills_of(written), "listed": skills_of(listed)["levels"]}


@scenario.step("list users with their capabilities")
def list_skilled(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListUsersRequest(capability_id=[capability_id()], include=["capabilities"])
    found = users.ListUsers(request).data.items
    levels = [skill.level for skill in found[0].capabilities]
    return {"users": len(found), "name": found[0].name, "levels": levels}


@scenario.step("upsert working patterns")
def upsert_patterns(given: dict[str, Any]) -> dict[str, Any]:
    items = [v1.WorkingPattern(valid_from=item["validFrom"], hours=item["hours"]) for item in given["items"]]
    batch = v1.WorkingPatternsBatch(items=[v1.PatternsOfUser(user_id=worker_id(), items=items)])
    [written] = working_patterns.UpsertWorkingPatterns(v1.UpsertWorkingPatternsRequest(batch=batch)).data
    rows = paginate(working_patterns.ListWorkingPatterns, v1.ListWorkingPatternsRequest())
    listed = next(user for user in rows if user.id == written.id)
    return {**patterns_of(written), "listed": len(listed.items)}


def leave(user_id: str) -> v1.TimeOffBatch:
    given = scenario.input_of("upsert time off")
    kinds = paginate(v1.TimeOffTypeServiceStub(admin).ListTimeOffTypes, v1.ListTimeOffTypesRequest())
    vacation = next(kind.id for kind in kinds if kind.name == VACATION)
    items = [
        v1.TimeOff(
            user_id=user_id,
            time_off_type_id=vacation,
            start_date=item["startDate"],
            end_date=item["endDate"],
            availability=0,
            reason=given["reason"],
            external_ids=[item["externalId"]],
        )
        for item in given["items"]
    ]
    return v1.TimeOffBatch(match=given["match"], items=items)


def summary_of(meta: v1.WriteMeta) -> dict[str, Any]:
    summary = meta.summary
    return {
        "created": summary.created,
        "updated": summary.updated,
        "unchanged": summary.unchanged,
        "deleted": summary.deleted,
    }


@scenario.step("upsert time off")
def upsert_time_off(given: dict[str, Any]) -> dict[str, Any]:
    global upserted
    request = v1.UpsertTimeOffRequest(batch=leave(worker_id()), include=["summary"])
    response = time_off.UpsertTimeOff(request)
    upserted = list(response.data)
    return summary_of(response.meta)


@scenario.step("delete time off in an upsert")
def delete_time_off(given: dict[str, Any]) -> dict[str, Any]:
    batch = leave(worker_id())
    batch.deleted.append(upserted[1].id)
    del batch.items[1:]
    response = time_off.UpsertTimeOff(v1.UpsertTimeOffRequest(batch=batch, include=["summary"]))
    left = time_off.ListTimeOff(v1.ListTimeOffRequest(external_id=upserted[1].external_ids[0])).data.items
    return {**summary_of(response.meta), "left": len(left)}


@scenario.step("keep what only a new request has")
def keep_time_off(given: dict[str, Any]) -> dict[str, Any]:
    other = find_user_by_email(admin, given["email"])
    assert other
    batch = leave(other.id)
    batch.create_only = "keep"
    del batch.items[1:]
    response = time_off.UpsertTimeOff(v1.UpsertTimeOffRequest(batch=batch))
    [warning] = response.meta.warnings.items
    return {
        "kept": response.data[0].user_id == worker_id(),
        "warnings": response.meta.warning_count,
        "warning": v1.WarningCode.Name(warning.code).removeprefix("WARNING_CODE_").lower(),
        "field": warning.field,
    }


@scenario.step("change the currency")
def change_currency(given: dict[str, Any]) -> dict[str, Any]:
    before = rates.GetPricing(v1.GetPricingRequest()).data.currency
    rates.UpdatePricing(v1.UpdatePricingRequest(pricing=v1.Pricing(currency=given["currency"])))
    return {**record(rates.GetPricing(v1.GetPricingRequest()).data), "before": before}


@scenario.step("create a project billed by the hour")
def create_project(given: dict[str, Any]) -> dict[str, Any]:
    global billed
    project = v1.Project(
        name=given["name"],
        client_id=created.id,
        start_date=given["startDate"],
        end_date=given["endDate"],
        status=f"PROJECT_STATUS_{given['status'].upper()}",
        billing_type=f"BILLING_TYPE_{given['billingType'].upper()}",
    )
    billed = projects.CreateProject(v1.CreateProjectRequest(project=project)).data
    return record(billed)


def rates_to(given: dict[str, Any]) -> v1.Rates:
    user, capability = worker_id(), capability_id()
    items = [
        v1.Rate(
            kind=f"RATE_KIND_{item['kind'].upper()}",
            valid_from=item.get("validFrom"),
            amount=item["amount"],
            currency=item.get("currency"),
            user_id=user if item.get("user") else None,
            capability_id=capability if item.get("capability") else None,
        )
        for item in given["items"]
    ]
    return v1.Rates(items=items)


def rates_of(found: v1.Rates) -> dict[str, Any]:
    items = [
        {
            **{name: record(rate)[name] for name in ("kind", "validFrom", "amount", "currency")},
            "user": rate.HasField("user_id"),
            "capability": rate.HasField("capability_id"),
        }
        for rate in found.items
    ]
    return {**record(found), "items": items}


def replace_organization_rates(given: dict[str, Any]) -> v1.Rates:
    request = v1.ReplaceOrganizationRatesRequest(rates=rates_to(given))
    return rates.ReplaceOrganizationRates(request, metadata=(("if-match", f'"{given["version"]}"'),)).data


@scenario.step("replace the rates of the organization")
def organization_rates(given: dict[str, Any]) -> dict[str, Any]:
    return rates_of(replace_organization_rates(given))


@scenario.step("replace an old version of rates")
def old_rates(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: replace_organization_rates(scenario.input_of("replace the rates of the organization")))


@scenario.step("a rate with seven decimals")
def bad_rate(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: replace_organization_rates(given))


@scenario.step("replace the rates of a user")
def user_rates(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ReplaceUserRatesRequest(user_id=worker_id(), rates=rates_to(given))
    return rates_of(rates.ReplaceUserRates(request).data)


@scenario.step("replace the rates of a project")
def project_rates(given: dict[str, Any]) -> dict[str, Any]:
    rates.ReplaceProjectRates(v1.ReplaceProjectRatesRequest(project_id=billed.id, rates=rates_to(given)))
    return rates_of(rates.GetProjectRates(v1.GetProjectRatesRequest(project_id=billed.id)).data)


@scenario.step("resolve a rate")
def resolve_rate(given: dict[str, Any]) -> dict[str, Any]:
    hour = v1.ResolveRateRequest(user_id=worker_id(), project_id=billed.id, date=given["date"])
    bill = rates.ResolveRate(hour).data
    hour.kind = v1.RateKind.RATE_KIND_COST
    cost = rates.ResolveRate(hour).data
    considered = [record(level)["level"] for level in bill.considered]
    return {**record(bill), "considered": considered, "cost": cost.amount}


@scenario.step("replace a budget")
def replace_budget(given: dict[str, Any]) -> dict[str, Any]:
    items = [
        v1.BudgetItem(
            valid_from=item.get("validFrom"),
            hours=item["hours"],
            amount=item.get("amount"),
            period=f"BUDGET_PERIOD_{item['period'].upper()}",
        )
        for item in given["items"]
    ]
    wanted = v1.Budget(items=items, alert_at=given["alertAt"])
    money.ReplaceProjectBudget(v1.ReplaceProjectBudgetRequest(project_id=billed.id, budget=wanted))
    found = money.GetProjectBudget(v1.GetProjectBudgetRequest(project_id=billed.id)).data
    return {**record(found), "items": [record(item) for item in found.items]}


@scenario.step("money by month and project")
def money_of_projects(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetMoneyRequest(
        start_date=given["startDate"],
        end_date=given["endDate"],
        bucket=v1.MoneyBucket.MONEY_BUCKET_MONTH,
        group_by=v1.MoneyGroup.MONEY_GROUP_PROJECT,
        budget=True,
    )

    async def get() -> v1.Money:
        async with channel_async(target, key, plaintext=True) as connection:
            return (await v1.MoneyServiceStub(connection).GetMoney(request)).data

    user, capability = worker_id(), capability_id()

    def rows(kind: Callable[..., Any], name: str) -> list[Any]:
        return [
            kind(
                user_id=user,
                project_id=billed.id,
                capability_id=capability if row.get("capability") else None,
                date=row["date"],
                hours=row["hours"],
            )
            for row in given[name]
        ]

    planned = v1.AssignmentBatch(items=rows(v1.Assignment, "planned"))
    assignments.UpsertAssignments(v1.UpsertAssignmentsRequest(batch=planned))
    actual = v1.ActualHoursBatch(items=rows(v1.ActualHoursRow, "actual"))
    v1.ActualHoursServiceStub(admin).UpsertActualHours(v1.UpsertActualHoursRequest(batch=actual))
    found = asyncio.run(get())
    items = [
        {
            **{name: record(item)[name] for name in ("name", "currency", "method")},
            "spentHours": record(item.budget)["spentHours"],
            "values": [
                [None if math.isnan(figure) else figure for figure in series.figures] for series in item.values
            ],
        }
        for item in found.items
    ]
    return {**record(found), "items": items, "totals": [total.currency for total in found.totals]}


@scenario.step("money for a member")
def money_for_a_member(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetMoneyRequest(start_date=given["startDate"], end_date=given["endDate"])
    return refusal(lambda: v1.MoneyServiceStub(member).GetMoney(request))


@scenario.step("the lines of money")
def money_lines(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.ListMoneyLinesRequest(
        start_date=given["startDate"], end_date=given["endDate"], limit=given["limit"]
    )
    lines = [
        {**record(line), "capability": line.HasField("capability_id")}
        for line in paginate(money.ListMoneyLines, request)
    ]
    shown = ("date", "hours", "capability", "rate", "rateLevel", "amount", "currency", "timesheetStatus")
    return {"lines": [{name: line[name] for name in shown} for line in lines]}


@scenario.step("make a proposal")
def make_proposal(given: dict[str, Any]) -> dict[str, Any]:
    global proposal
    reviewer = find_user_by_email(admin, given["reviewer"])
    assert reviewer
    wanted = v1.Proposal(title=given["title"], note=given["note"], reviewer_ids=[reviewer.id])
    proposal = v1.ProposalServiceStub(member).CreateProposal(v1.CreateProposalRequest(proposal=wanted)).data
    return {**record(proposal), "reviewer": list(proposal.reviewer_ids) == [reviewer.id]}


def on_days(days: list[dict[str, Any]]) -> list[v1.Assignment]:
    user, project = worker_id(), project_id()
    return [v1.Assignment(user_id=user, project_id=project, date=day["date"], hours=day["hours"]) for day in days]


def plan_days(days: list[dict[str, Any]]) -> None:
    assignments.UpsertAssignments(v1.UpsertAssignmentsRequest(batch=v1.AssignmentBatch(items=on_days(days))))


@scenario.step("wish planned hours")
def wish_hours(given: dict[str, Any]) -> dict[str, Any]:
    plan_days(given["planned"])
    batch = v1.AssignmentBatch(items=on_days(given["wished"]))
    request = v1.UpsertAssignmentsRequest(batch=batch, proposal_id=proposal.id)
    return sums(v1.AssignmentServiceStub(member).UpsertAssignments(request).data)


@scenario.step("wish a window")
def wish_window(given: dict[str, Any]) -> dict[str, Any]:
    window = v1.AssignmentWindow(
        user_id=worker_id(),
        project_id=project_id(),
        start_date=given["startDate"],
        end_date=given["endDate"],
        items=on_days(given["items"]),
    )
    request = v1.ReplaceAssignmentsWindowRequest(window=window, proposal_id=proposal.id)
    done = v1.AssignmentServiceStub(member).ReplaceAssignmentsWindow(request).data
    return {**counts(done), "wishes": proposals.GetProposal(v1.GetProposalRequest(proposal_id=proposal.id)).data.rows}


def days_of(rows: Iterable[v1.Assignment]) -> list[dict[str, Any]]:
    return [{"date": row.date, "hours": row.hours} for row in rows]


def days_request(given: dict[str, Any], proposal_id: str | None = None) -> v1.ListAssignmentsRequest:
    return v1.ListAssignmentsRequest(
        user_id=worker_id(),
        start_date=given["startDate"],
        end_date=given["endDate"],
        limit=given["limit"],
        proposal_id=proposal_id,
    )


def live_days(given: dict[str, Any]) -> list[dict[str, Any]]:
    return days_of(paginate(assignments.ListAssignments, days_request(given)))


@scenario.step("read the plan of a proposal")
def read_proposed(given: dict[str, Any]) -> dict[str, Any]:
    request = days_request(given, proposal.id)

    async def read() -> list[v1.Assignment]:
        async with channel_async(target, key, plaintext=True) as connection:
            rows = paginate_async(v1.AssignmentServiceStub(connection).ListAssignments, request)
            return [row async for row in rows]

    return {"live": live_days(given), "proposed": days_of(asyncio.run(read()))}


@scenario.step("capacity of a proposal")
def capacity_of_proposal(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetCapacityRequest(
        start_date=given["startDate"],
        end_date=given["endDate"],
        user_id=worker_id(),
        bucket=v1.CapacityBucket.CAPACITY_BUCKET_MONTH,
        group_by=v1.CapacityGroup.CAPACITY_GROUP_USER,
        proposal_id=proposal.id,
        compare=v1.PlanComparison.PLAN_COMPARISON_LIVE,
    )
    found = capacity.GetCapacity(request).data
    hours = {series: list(values.hours) for series, values in zip(found.series, found.items[0].values)}
    return {"live": hours["livePlanned"], "proposed": hours["planned"]}


def hours_of(row: v1.ProposalDifference) -> dict[str, float | None]:
    return {
        "before": row.before.hours if row.HasField("before") else None,
        "after": row.after.hours if row.HasField("after") else None,
        "base": row.base.hours if row.HasField("base") else None,
    }


@scenario.step("the difference of a proposal")
def diff_proposal(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.DiffProposalRequest(proposal_id=proposal.id, limit=given["limit"])
    rows = [
        {"date": row.key.date, **hours_of(row), "conflict": record(row)["conflict"]}
        for row in paginate(proposals.DiffProposal, request)
    ]
    return {"rows": rows}


@scenario.step("the impact of a proposal")
def impact_of_proposal(given: dict[str, Any]) -> dict[str, Any]:
    request = v1.GetProposalImpactRequest(proposal_id=proposal.id)
    impact = v1.ProposalServiceStub(admin).GetProposalImpact(request).data
    weeks = [
        {
            "name": week.name,
            "startDate": week.start_date,
            "before": record(week.before),
            "after": record(week.after),
        }
        for week in impact.items
    ]
    money = [
        {"currency": sums.currency, "revenue": record(sums.revenue), "cost": record(sums.cost)}
        for sums in impact.money.items
    ]
    hidden = not v1.ProposalServiceStub(member).GetProposalImpact(request).data.HasField("money")
    return {
        **record(impact),
        "weeks": weeks,
        "unfilled": record(impact.unfilled),
        "money": money,
        "hidden": hidden,
    }


@scenario.step("have a proposal approved")
def approve_proposal(given: dict[str, Any]) -> dict[str, Any]:
    submission = v1.SubmitProposalRequest(proposal_id=proposal.id)
    submitted = v1.ProposalServiceStub(member).SubmitProposal(submission).data
    approved = proposals.ApproveProposal(v1.ApproveProposalRequest(proposal_id=proposal.id)).data
    me = v1.MeServiceStub(manager).GetMe(v1.GetMeRequest()).data
    decided = approved.decided_by_id == me.actor_user_id and approved.HasField("decided_at")
    return {**record(approved), "submitted": record(submitted)["status"], "decided": decided}


def application(on_conflict: str | None = None) -> v1.ApplyProposalRequest:
    wanted = v1.ProposalApplication(on_conflict=on_conflict and f"ON_CONFLICT_{on_conflict.upper()}")
    return v1.ApplyProposalRequest(proposal_id=proposal.id, application=wanted)


@scenario.step("apply without the scope")
def apply_unscoped(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: v1.ProposalServiceStub(reader).ApplyProposal(application()))


@scenario.step("apply in conflict")
def apply_in_conflict(given: dict[str, Any]) -> dict[str, Any]:
    plan_days([given])
    return refusal(lambda: proposals.ApplyProposal(application()))


@scenario.step("apply a proposal")
def apply_proposal(given: dict[str, Any]) -> dict[str, Any]:
    applied, again = (proposals.ApplyProposal(application(given["onConflict"])).data for _ in range(2))
    return {
        "status": record(applied)["status"],
        "counts": record(applied.outcome),
        "same": applied == again,
        "live": live_days(scenario.input_of("read the plan of a proposal")),
    }


@scenario.step("revert a proposal")
def revert_proposal(given: dict[str, Any]) -> dict[str, Any]:
    global proposal
    applied = proposal
    proposal = proposals.RevertProposal(v1.RevertProposalRequest(proposal_id=applied.id)).data
    rows = proposals.DiffProposal(v1.DiffProposalRequest(proposal_id=proposal.id)).data.items
    drafts = v1.ListProposalsRequest(status=v1.ProposalStatus.PROPOSAL_STATUS_DRAFT)
    return {
        **record(proposal),
        "reverts": proposal.reverts_id == applied.id,
        "after": [hours_of(row)["after"] for row in rows],
        "drafts": len(list(paginate(proposals.ListProposals, drafts))),
    }


@scenario.step("delete a proposal")
def delete_proposal(given: dict[str, Any]) -> dict[str, Any]:
    proposals.DeleteProposal(v1.DeleteProposalRequest(proposal_id=proposal.id))
    return refusal(lambda: proposals.GetProposal(v1.GetProposalRequest(proposal_id=proposal.id)))


scenario.run()
