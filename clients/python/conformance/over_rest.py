"""Runs the scenario over REST, some steps with the async client."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen
from uuid import UUID

import anyio
from scenario import CAPABILITY, PROJECT, SECRET_PREFIX, VACATION, WORKER_EMAIL, Scenario, plan, refusal

from workplan import AsyncWorkplan, WholeList, Workplan, follow, follow_async, paginate, paginate_async, whole, whole_async
from workplan.models import (
    ActualHoursRowInput,
    Assignment,
    AssignmentChanges,
    AssignmentInput,
    AssignmentSourceInput,
    AssignmentTargetInput,
    BudgetItemInput,
    CapabilitiesOfUserInput,
    Capacity,
    Client,
    ClientInput,
    Event,
    HolidayInput,
    HoursKeyInput,
    Money,
    PatternsOfUserInput,
    Project,
    Proposal,
    RateInput,
    Rates,
    TimeOff,
    TimeOffInput,
    User,
    UserCapabilities,
    UserCapabilityInput,
    ViewInput,
    Webhook,
    WebhookAttempt,
    WorkingPatternInput,
    WorkingPatterns,
    WriteMeta,
)
from workplan.types import UNSET

scenario = Scenario("Rest")
url, key = environ["WORKPLAN_URL"], environ["WORKPLAN_KEY"]
admin = Workplan(url, key)
member = Workplan(url, environ["WORKPLAN_MEMBER_KEY"])
manager = Workplan(url, environ["WORKPLAN_MANAGER_KEY"])
reader = Workplan(url, environ["WORKPLAN_READER_KEY"])

created: Client
planned: list[Assignment]
asked: TimeOff
head: int
follower: Iterator[Event]
followed: Event
webhook: Webhook
upserted: list[TimeOff]
billed: Project  # by the hour
proposal: Proposal  # the one of which a step is


def worker_id() -> UUID:
    worker = admin.find_user_by_email(WORKER_EMAIL)
    assert worker
    return worker.id


def project_id() -> UUID:
    return next(project.id for project in paginate(admin.list_projects, name=PROJECT))


def capability_id() -> UUID:
    return next(capability.id for capability in paginate(admin.list_capabilities) if capability.name == CAPABILITY)


def items(given: dict[str, Any]) -> list[AssignmentInput]:
    user, project, capability = worker_id(), project_id(), capability_id()
    return [
        AssignmentInput(user, project, date, hours, capability_id=capability if has_capability else None)
        for date, has_capability, hours in plan(given)
    ]


def sums(rows: Iterable[Assignment]) -> dict[str, Any]:
    rows = list(rows)
    return {
        "rows": len(rows),
        "withCapability": sum(row.capability_id is not None for row in rows),
        "hours": sum(row.hours for row in rows),
    }


@scenario.step("me")
def me(given: dict[str, Any]) -> dict[str, Any]:
    identity = admin.get_me()
    return {"keyName": identity.key_name, "scopes": len(identity.scopes)}


@scenario.step("a base URL with the path of the API")
def url_with_path(given: dict[str, Any]) -> dict[str, Any]:
    return {"keyName": Workplan(url + given["path"], key).get_me().key_name}


@scenario.step("find a user by e-mail address")
def find_user(given: dict[str, Any]) -> dict[str, Any]:
    async def find(email: str) -> User | None:
        async with AsyncWorkplan(url, key) as workplan:
            return await workplan.find_user_by_email(email)

    user = admin.find_user_by_email(given["email"])
    assert user
    return {"name": user.name, "email": user.email, "unknown": anyio.run(find, given["unknown"])}


@scenario.step("page through users")
def page_through_users(given: dict[str, Any]) -> dict[str, Any]:
    users = list(paginate(admin.list_users, limit=given["limit"]))
    return {"users": len(users), "ids": len({user.id for user in users}), "names": [users[0].name, users[-1].name]}


@scenario.step("create a client")
def create_a_client(given: dict[str, Any]) -> dict[str, Any]:
    global created
    created = admin.create_client(
        company_name=given["companyName"],
        email=given["email"],
        website=given["website"],
        country_code=given["countryCode"],
        categories=given["categories"],
    )
    return created.to_dict()


@scenario.step("patch a client with a null")
def patch_a_client(given: dict[str, Any]) -> dict[str, Any]:
    return admin.update_client(created.id, website=given["website"], client_priority=given["clientPriority"]).to_dict()


@scenario.step("upsert 500 rows")
def upsert(given: dict[str, Any]) -> dict[str, Any]:
    global planned
    planned = admin.upsert_assignments(items=items(given))
    return sums(planned)


@scenario.step("upsert them again")
def upsert_again(given: dict[str, Any]) -> dict[str, Any]:
    again = admin.upsert_assignments(items=items(scenario.input_of("upsert 500 rows")))
    return {"rows": len(again), "sameIds": [row.id for row in again] == [row.id for row in planned]}


@scenario.step("read them back")
def read_back(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[Assignment]:
        async with AsyncWorkplan(url, key) as workplan:
            rows = paginate_async(
                workplan.list_assignments,
                user_id=worker_id(),
                start_date=given["from"],
                end_date=given["to"],
                limit=given["limit"],
            )
            return [row async for row in rows]

    rows = anyio.run(read)
    first = rows[0]
    return {
        **sums(rows),
        "first": {"date": str(first.date), "hours": first.hours, "capability": first.capability_id is not None},
    }


def counts(done: AssignmentChanges) -> dict[str, Any]:
    return {
        "created": done.created,
        "updated": done.updated,
        "unchanged": done.unchanged,
        "deleted": done.deleted,
    }


def replaced_window(given: dict[str, Any]) -> dict[str, Any]:
    rows = items(given)
    for row in rows:
        row.tentative = True
    return counts(
        admin.replace_assignments_window(
            user_id=worker_id(),
            project_id=project_id(),
            start_date=given["startDate"],
            end_date=given["endDate"],
            items=rows,
        )
    )


@scenario.step("replace a window")
def replace_window(given: dict[str, Any]) -> dict[str, Any]:
    return replaced_window(given)


@scenario.step("replace it again")
def replace_window_again(given: dict[str, Any]) -> dict[str, Any]:
    return replaced_window(scenario.input_of("replace a window"))


@scenario.step("move a plan")
def move_plan(given: dict[str, Any]) -> dict[str, Any]:
    start, end = (datetime.date.fromisoformat(given[name]) for name in ("startDate", "endDate"))
    done = admin.copy_assignments(
        source=AssignmentSourceInput(start_date=start, end_date=end, user_id=worker_id()),
        target=AssignmentTargetInput(start_date=datetime.date.fromisoformat(given["target"])),
        on_existing="replace",
        move=True,
    )
    return {**counts(done), "dates": [str(row.date) for row in done.items]}


@scenario.step("confirm a plan")
def confirm_plan(given: dict[str, Any]) -> dict[str, Any]:
    done = admin.confirm_assignments(user_id=worker_id(), start_date=given["startDate"], end_date=given["endDate"])
    left = admin.list_assignments(user_id=worker_id(), tentative=True).items
    return {"confirmed": done.confirmed, "refused": done.refused, "tentative": len(left)}


@scenario.step("fill a placeholder")
def fill_placeholder(given: dict[str, Any]) -> dict[str, Any]:
    placeholder = admin.create_user(kind="placeholder", name=given["name"])
    day = datetime.date.fromisoformat(given["date"])
    admin.upsert_assignments(items=[AssignmentInput(placeholder.id, project_id(), day, given["hours"])])
    found = admin.list_candidates(placeholder.id, start_date=day, end_date=day, limit=200)
    filled = admin.fill_placeholder(placeholder.id, user_id=worker_id())
    return {
        "hours": found.hours,
        "candidate": worker_id() in [one.id for one in found.items],
        "moved": filled.moved,
        "merged": filled.merged,
        "after": filled.items[0].hours,
    }


@scenario.step("delete a plan")
def delete_plan(given: dict[str, Any]) -> dict[str, Any]:
    key = HoursKeyInput(worker_id(), project_id(), datetime.date.fromisoformat(given["date"]))
    row = admin.delete_assignment_rows(items=[key])
    window = admin.delete_assignments(user_id=worker_id(), start_date=given["startDate"], end_date=given["endDate"])
    return {"row": row.deleted, "window": window.deleted}


@scenario.step("submit actual hours")
def submit_actual_hours(given: dict[str, Any]) -> dict[str, Any]:
    row = ActualHoursRowInput(worker_id(), project_id(), given["date"], given["hours"])
    rows = admin.upsert_actual_hours(items=[row]).items
    return {"rows": len(rows), "hours": rows[0].hours, "capabilityId": rows[0].capability_id}


@scenario.step("ask for time off")
def ask_for_time_off(given: dict[str, Any]) -> dict[str, Any]:
    global asked
    vacation = next(kind.id for kind in paginate(member.list_time_off_types) if kind.name == VACATION)
    asked = member.create_time_off(
        user_id=worker_id(),
        time_off_type_id=vacation,
        start_date=given["startDate"],
        end_date=given["endDate"],
        availability=given["availability"],
        reason=given["reason"],
    )
    return asked.to_dict()


@scenario.step("approve time off")
def approve_time_off(given: dict[str, Any]) -> dict[str, Any]:
    async def approve() -> list[TimeOff]:
        async with AsyncWorkplan(url, key) as workplan:
            await workplan.approve_time_off(asked.id)
            return (await workplan.list_time_off(user_id=asked.user_id, status="approved")).items

    approved = anyio.run(approve)
    decided = approved[0].decided_by_id == admin.get_me().actor_user_id and approved[0].decided_at is not None
    return {"requests": len(approved), "status": approved[0].status, "decided": decided}


@scenario.step("get single records")
def get_records(given: dict[str, Any]) -> dict[str, Any]:
    project = admin.get_project(project_id(), expand=["client"])
    assert project.client
    return {
        "user": admin.get_user(worker_id()).name,
        "client": admin.get_client(created.id).company_name,
        "project": project.name,
        "projectClient": project.client.company_name,
        "timeOff": admin.get_time_off(asked.id).status,
    }


@scenario.step("get records that do not exist")
def get_nothing(given: dict[str, Any]) -> dict[str, Any]:
    calls: list[Callable[[str], object]] = [admin.get_user, admin.get_client, admin.get_project, admin.get_time_off]
    return {"codes": [refusal(partial(call, given["id"]))["code"] for call in calls]}


@scenario.step("a bad field")
def bad_field(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.create_client(company_name=given["companyName"]))


@scenario.step("150 bad items")
def bad_items(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.upsert_assignments(items=items(given)))


@scenario.step("a missing scope")
def missing_scope(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: reader.create_client(company_name=given["companyName"]))


@scenario.step("a missing permission")
def missing_permission(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: member.create_client(company_name=given["companyName"]))


@scenario.step("patch a record that does not exist")
def patch_nothing(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.update_client(given["id"], client_priority=given["clientPriority"]))


@scenario.step("an old version")
def old_version(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(
        lambda: admin.update_client(created.id, client_priority=given["clientPriority"], if_match=given["version"])
    )


@scenario.step("a wrong key")
def wrong_key(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(Workplan(url, given["key"]).get_me)


@scenario.step("a busy server")
def busy(given: dict[str, Any]) -> dict[str, Any]:
    return {"keyName": Workplan(environ["WORKPLAN_BUSY_URL"], key).get_me().key_name}


@scenario.step("a lost response")
def lost(given: dict[str, Any]) -> dict[str, Any]:
    return Workplan(environ["WORKPLAN_LOSSY_URL"], key).create_client(company_name=given["companyName"]).to_dict()


@scenario.step("a lost response of a change")
def lost_change(given: dict[str, Any]) -> dict[str, Any]:
    lossy = Workplan(environ["WORKPLAN_LOSSY_URL"], key)
    return lossy.update_client(
        created.id, client_priority=given["clientPriority"], if_match=given["version"]
    ).to_dict()


@scenario.step("a dead server")
def dead(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(Workplan(environ["WORKPLAN_DEAD_URL"], key, tries=1).get_me)


@scenario.step("a wrong base address")
def stranger(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(Workplan(environ["WORKPLAN_STRANGER_URL"], key, tries=1).get_me)


@scenario.step("an incomplete body")
def incomplete(given: dict[str, Any]) -> dict[str, Any]:
    workplan = AsyncWorkplan(environ["WORKPLAN_BROKEN_URL"], key, tries=1)
    return refusal(lambda: anyio.run(workplan.get_me))


@scenario.step("follow the journal")
def follow_journal(given: dict[str, Any]) -> dict[str, Any]:
    global head, follower, followed
    head = admin.list_events(after="head").head
    follower = follow(admin.list_events, after=str(head), types=given["types"])
    client = admin.create_client(company_name=given["companyName"])
    followed = next(follower)
    return {
        "type": followed.type_,
        "later": followed.seq > head,
        "client": followed.record and followed.record.id == client.id,
        "actor": followed.actor_id == admin.get_me().actor_user_id,
        "companyName": company_name(followed),
    }


def company_name(event: Event) -> object:
    return event.after and event.after["companyName"]


@scenario.step("follow the journal across a restart")
def follow_across_a_restart(given: dict[str, Any]) -> dict[str, Any]:
    urlopen(environ["WORKPLAN_RESTART_URL"]).close()
    event = next(follower)
    return {"type": event.type_, "next": event.seq == followed.seq + 1, "companyName": company_name(event)}


@scenario.step("follow from a stored number")
def follow_from_a_number(given: dict[str, Any]) -> dict[str, Any]:
    return {"companyNames": [company_name(event) for event in islice(follow(admin.list_events, after=str(head)), 2)]}


@scenario.step("cancel a follower")
def cancel_a_follower(given: dict[str, Any]) -> dict[str, Any]:
    async def count() -> int:
        events = 0
        async with AsyncWorkplan(url, key) as workplan:
            with anyio.move_on_after(given["milliseconds"] / 1000):
                async for _ in follow_async(workplan.list_events, after="head"):
                    events += 1
        return events

    return {"events": anyio.run(count)}


@scenario.step("follow after a number ahead")
def follow_ahead(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: list(follow(admin.list_events, after=str(head + given["ahead"]))))


@scenario.step("read the event of the 500 rows")
def read_event(given: dict[str, Any]) -> dict[str, Any]:
    return admin.list_events(types=given["types"]).items[0].to_dict()


def outcome_of(found: Webhook) -> dict[str, Any]:
    return {
        **found.to_dict(),
        "secret": isinstance(found.secret, str) and found.secret.startswith(SECRET_PREFIX),
        "failing": found.last_error is not None,
    }


@scenario.step("create a webhook")
def create_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    global webhook
    webhook = admin.create_webhook(url=given["url"], types=given["types"], name=given["name"])
    return outcome_of(webhook)


@scenario.step("patch a webhook")
def patch_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    patched = admin.update_webhook(
        webhook.id, url=given["url"], name=given["name"], cursor=given["cursor"], if_match=given["version"]
    )
    return outcome_of(patched)


@scenario.step("pause a webhook")
def pause_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    return outcome_of(admin.update_webhook(webhook.id, state=given["state"]))


@scenario.step("read webhooks")
def read_webhooks(given: dict[str, Any]) -> dict[str, Any]:
    webhooks = list(paginate(admin.list_webhooks))
    return {
        **outcome_of(admin.get_webhook(webhook.id)),
        "webhooks": len(webhooks),
        "listed": webhooks[0].id == webhook.id,
    }


@scenario.step("read the attempts of a webhook")
def read_attempts(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[WebhookAttempt]:
        async with AsyncWorkplan(url, key) as workplan:
            rows = paginate_async(workplan.list_webhook_attempts, webhook.id, limit=given["limit"])
            return [row async for row in rows]

    attempts = anyio.run(read)
    return {**attempts[0].to_dict(), "attempts": len(attempts)}


@scenario.step("rotate the secret of a webhook")
def rotate_secret(given: dict[str, Any]) -> dict[str, Any]:
    rotated = admin.rotate_webhook_secret(webhook.id, overlap_seconds=given["overlapSeconds"])
    return {
        **outcome_of(rotated),
        "changed": rotated.secret != webhook.secret,
        "overlaps": rotated.previous_secret_expires_at is not None,
    }


@scenario.step("test a webhook")
def send_ping(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.test_webhook(webhook.id))


@scenario.step("redeliver an event")
def redeliver(given: dict[str, Any]) -> dict[str, Any]:
    return outcome_of(admin.redeliver_webhook(webhook.id, seq=followed.seq))


@scenario.step("redeliver nothing")
def redeliver_nothing(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.redeliver_webhook(webhook.id))


@scenario.step("a webhook without TLS")
@scenario.step("a webhook with an unknown type")
def bad_webhook(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.create_webhook(url=given["url"], types=given["types"]))


@scenario.step("delete a webhook")
def delete_a_webhook(given: dict[str, Any]) -> dict[str, Any]:
    admin.delete_webhook(webhook.id)
    return refusal(lambda: admin.get_webhook(webhook.id))


def holidays_of(given: dict[str, Any]) -> list[HolidayInput]:
    return [
        HolidayInput(item["countryCode"], item["date"], item["name"], item.get("factor", UNSET))
        for item in given["items"]
    ]


@scenario.step("upsert holidays")
def upsert_holidays(given: dict[str, Any]) -> dict[str, Any]:
    holidays = admin.upsert_holidays(items=holidays_of(given))
    return {
        "holidays": len(holidays),
        "countryCodes": [holiday.country_code for holiday in holidays],
        "factors": [holiday.factor for holiday in holidays],
        "versions": [holiday.version for holiday in holidays],
    }


@scenario.step("a bad holiday")
def bad_holiday(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.upsert_holidays(items=holidays_of(given)))


@scenario.step("list holidays")
def list_holidays(given: dict[str, Any]) -> dict[str, Any]:
    holidays = list(paginate(admin.list_holidays, year=given["year"], limit=given["limit"]))
    return {"dates": [holiday.date for holiday in holidays], "names": [holiday.name for holiday in holidays]}


@scenario.step("delete a holiday")
def delete_a_holiday(given: dict[str, Any]) -> dict[str, Any]:
    [holiday] = admin.list_holidays(country_code=given["countryCode"]).items
    admin.delete_holiday(holiday.id, if_match=holiday.version)
    return {"name": holiday.name, "holidays": len(admin.list_holidays(country_code=given["countryCode"]).items)}


def patterns_of(found: WorkingPatterns) -> dict[str, Any]:
    return {
        "patterns": len(found.items),
        "validFrom": [pattern.valid_from for pattern in found.items],
        "hours": [pattern.hours for pattern in found.items],
        "version": found.version,
        "updated": found.updated_at is not None,
    }


@scenario.step("get working patterns")
def get_patterns(given: dict[str, Any]) -> dict[str, Any]:
    return patterns_of(admin.get_working_patterns(worker_id()))


def replace(given: dict[str, Any]) -> WorkingPatterns:
    patterns = [WorkingPatternInput(item["validFrom"], item["hours"]) for item in given["items"]]
    return admin.replace_working_patterns(worker_id(), items=patterns, if_match=given["version"])


@scenario.step("replace working patterns")
def replace_patterns(given: dict[str, Any]) -> dict[str, Any]:
    return patterns_of(replace(given))


@scenario.step("replace an old version of working patterns")
def replace_old_patterns(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: replace(scenario.input_of("replace working patterns")))


def skills_of(found: UserCapabilities) -> dict[str, Any]:
    return {
        "capabilities": len(found.items),
        "levels": [skill.level for skill in found.items],
        "version": found.version,
        "updated": found.updated_at is not None,
    }


@scenario.step("get the capabilities of a user")
def get_skills(given: dict[str, Any]) -> dict[str, Any]:
    return skills_of(admin.get_user_capabilities(worker_id()))


@scenario.step("replace the capabilities of a user")
def replace_skills(given: dict[str, Any]) -> dict[str, Any]:
    skills = [UserCapabilityInput(capability_id(), given["level"])]
    return skills_of(admin.replace_user_capabilities(worker_id(), items=skills, if_match=given["version"]))


@scenario.step("find users by a capability")
def find_skilled(given: dict[str, Any]) -> dict[str, Any]:
    found = admin.list_users(capability_id=[capability_id()], min_level=given["level"]).items
    return {"users": len(found), "name": found[0].name}


@scenario.step("colour a project")
def color_project(given: dict[str, Any]) -> dict[str, Any]:
    chosen = admin.update_project(project_id(), color=given["color"])
    cleared = admin.update_project(project_id(), color=None)
    return {"chosen": chosen.color, "cleared": cleared.color}


@scenario.step("upsert a client by its external id")
def upsert_client(given: dict[str, Any]) -> dict[str, Any]:
    items = [ClientInput(given["companyName"], external_ids=[given["externalId"]])]
    first, second = (admin.upsert_clients(match=given["match"], items=items)[0] for _ in range(2))
    found = admin.list_clients(external_id=given["externalId"]).items
    return {"found": [client.company_name for client in found], "sameId": first.id == second.id}


@scenario.step("save a view")
def save_view(given: dict[str, Any]) -> dict[str, Any]:
    admin.replace_views(items=[ViewInput(given["name"], given["query"])], if_match=given["version"])
    saved = admin.get_views()
    return saved.items[0].to_dict() | {"version": saved.version}


def capacity_of(found: Capacity) -> dict[str, Any]:
    return {
        **found.items[0].to_dict(),
        "items": len(found.items),
        "buckets": found.buckets,
        "series": found.series,
    }


@scenario.step("capacity by week and user")
def capacity_of_a_user(given: dict[str, Any]) -> dict[str, Any]:
    found = admin.get_capacity(
        start_date=given["startDate"],
        end_date=given["endDate"],
        user_id=worker_id(),
        bucket="week",
        group_by="user",
    )
    return capacity_of(found)


@scenario.step("capacity by month and project")
def capacity_of_a_project(given: dict[str, Any]) -> dict[str, Any]:
    async def get() -> Capacity:
        async with AsyncWorkplan(url, key) as workplan:
            return await workplan.get_capacity(
                start_date=given["startDate"],
                end_date=given["endDate"],
                project_id=project_id(),
                bucket="month",
                group_by="project",
            )

    return capacity_of(anyio.run(get))


@scenario.step("capacity of two years")
def capacity_of_two_years(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: admin.get_capacity(start_date=given["startDate"], end_date=given["endDate"]))


@scenario.step("find free hours")
def find_free_hours(given: dict[str, Any]) -> dict[str, Any]:
    users = admin.list_capacity_gaps(
        hours=given["hours"],
        start_date=given["startDate"],
        end_date=given["endDate"],
        capability_id=capability_id(),
    ).items
    return {**users[0].to_dict(), "users": len(users)}


@scenario.step("upsert the capabilities of users")
def upsert_skills(given: dict[str, Any]) -> dict[str, Any]:
    skills = [UserCapabilityInput(capability_id(), given["level"])]
    [written] = admin.upsert_user_capabilities(items=[CapabilitiesOfUserInput(worker_id(), skills)])
    listed = next(user for user in paginate(admin.list_user_capabilities) if user.id == written.id)
    return {**skills_of(written), "listed": skills_of(listed)["levels"]}


@scenario.step("list users with their capabilities")
def list_skilled(given: dict[str, Any]) -> dict[str, Any]:
    found = admin.list_users(capability_id=[capability_id()], include=["capabilities"]).items
    levels = [skill.level for skill in found[0].capabilities or []]
    return {"users": len(found), "name": found[0].name, "levels": levels}


@scenario.step("upsert working patterns")
def upsert_patterns(given: dict[str, Any]) -> dict[str, Any]:
    patterns = [WorkingPatternInput(item["validFrom"], item["hours"]) for item in given["items"]]
    [written] = admin.upsert_working_patterns(items=[PatternsOfUserInput(worker_id(), patterns)])
    listed = next(user for user in paginate(admin.list_working_patterns) if user.id == written.id)
    return {**patterns_of(written), "listed": len(listed.items)}


def leave(user_id: UUID) -> tuple[str, list[TimeOffInput]]:
    given = scenario.input_of("upsert time off")
    vacation = next(kind.id for kind in paginate(admin.list_time_off_types) if kind.name == VACATION)
    return given["match"], [
        TimeOffInput(
            user_id,
            vacation,
            item["startDate"],
            item["endDate"],
            0,
            given["reason"],
            external_ids=[item["externalId"]],
        )
        for item in given["items"]
    ]


def summary_of(meta: list[WriteMeta]) -> dict[str, Any]:
    assert meta[0].summary
    return meta[0].summary.to_dict()


@scenario.step("upsert time off")
def upsert_time_off(given: dict[str, Any]) -> dict[str, Any]:
    global upserted
    meta: list[WriteMeta] = []
    match, wanted = leave(worker_id())
    upserted = admin.upsert_time_off(match=match, items=wanted, include=["summary"], on_meta=meta.append)
    return summary_of(meta)


@scenario.step("delete time off in an upsert")
def delete_time_off(given: dict[str, Any]) -> dict[str, Any]:
    meta: list[WriteMeta] = []
    match, wanted = leave(worker_id())
    admin.upsert_time_off(
        match=match, items=wanted[:1], deleted=[upserted[1].id], include=["summary"], on_meta=meta.append
    )
    left = admin.list_time_off(external_id=upserted[1].external_ids[0]).items
    return {**summary_of(meta), "left": len(left)}


@scenario.step("keep what only a new request has")
def keep_time_off(given: dict[str, Any]) -> dict[str, Any]:
    meta: list[WriteMeta] = []
    other = admin.find_user_by_email(given["email"])
    assert other
    match, wanted = leave(other.id)
    [kept] = admin.upsert_time_off(match=match, items=wanted[:1], create_only="keep", on_meta=meta.append)
    first = meta[0].warnings[0] if meta[0].warnings else None
    return {
        "kept": kept.user_id == worker_id(),
        "warnings": meta[0].warning_count,
        "warning": first and first.code,
        "field": first and first.field,
    }


@scenario.step("change the currency")
def change_currency(given: dict[str, Any]) -> dict[str, Any]:
    before = admin.get_pricing().currency
    admin.update_pricing(currency=given["currency"])
    return {**admin.get_pricing().to_dict(), "before": before}


@scenario.step("create a project billed by the hour")
def create_project(given: dict[str, Any]) -> dict[str, Any]:
    global billed
    billed = admin.create_project(
        name=given["name"],
        client_id=created.id,
        start_date=given["startDate"],
        end_date=given["endDate"],
        status=given["status"],
        billing_type=given["billingType"],
    )
    return billed.to_dict()


def rates_to(given: dict[str, Any]) -> list[RateInput]:
    user, capability = worker_id(), capability_id()
    return [
        RateInput(
            item["kind"],
            valid_from=item.get("validFrom", UNSET),
            amount=item["amount"],
            currency=item.get("currency", UNSET),
            user_id=user if item.get("user") else UNSET,
            capability_id=capability if item.get("capability") else UNSET,
        )
        for item in given["items"]
    ]


def rates_of(found: Rates) -> dict[str, Any]:
    items = [
        {
            "kind": rate.kind,
            "validFrom": rate.valid_from,
            "amount": rate.amount,
            "currency": rate.currency,
            "user": rate.user_id is not None,
            "capability": rate.capability_id is not None,
        }
        for rate in found.items
    ]
    return {"owner": found.owner, "version": found.version, "items": items}


def replace_organization_rates(given: dict[str, Any]) -> Rates:
    return admin.replace_organization_rates(items=rates_to(given), if_match=given["version"])


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
    return rates_of(admin.replace_user_rates(worker_id(), items=rates_to(given)))


@scenario.step("replace the rates of a project")
def project_rates(given: dict[str, Any]) -> dict[str, Any]:
    admin.replace_project_rates(billed.id, items=rates_to(given))
    return rates_of(admin.get_project_rates(billed.id))


@scenario.step("resolve a rate")
def resolve_rate(given: dict[str, Any]) -> dict[str, Any]:
    user, day = worker_id(), given["date"]
    bill = admin.resolve_rate(user_id=user, project_id=billed.id, date=day)
    cost = admin.resolve_rate(user_id=user, project_id=billed.id, date=day, kind="cost")
    return {**bill.to_dict(), "considered": [level.level for level in bill.considered], "cost": cost.amount}


@scenario.step("replace a budget")
def replace_budget(given: dict[str, Any]) -> dict[str, Any]:
    items = [
        BudgetItemInput(
            item["period"],
            valid_from=item.get("validFrom", UNSET),
            hours=item["hours"],
            amount=item.get("amount", UNSET),
        )
        for item in given["items"]
    ]
    admin.replace_project_budget(billed.id, items=items, alert_at=given["alertAt"])
    return admin.get_project_budget(billed.id).to_dict()


@scenario.step("money by month and project")
def money_of_projects(given: dict[str, Any]) -> dict[str, Any]:
    async def get() -> Money:
        async with AsyncWorkplan(url, key) as workplan:
            return await workplan.get_money(
                start_date=given["startDate"],
                end_date=given["endDate"],
                bucket="month",
                group_by="project",
                budget=True,
            )

    user, capability = worker_id(), capability_id()

    def rows(kind: Callable[..., Any], name: str) -> list[Any]:
        return [
            kind(
                user,
                billed.id,
                row["date"],
                row["hours"],
                capability_id=capability if row.get("capability") else None,
            )
            for row in given[name]
        ]

    admin.upsert_assignments(items=rows(AssignmentInput, "planned"))
    admin.upsert_actual_hours(items=rows(ActualHoursRowInput, "actual"))
    found = anyio.run(get)
    items = [
        {
            "name": item.name,
            "currency": item.currency,
            "method": item.method,
            "spentHours": item.budget.spent_hours if item.budget else None,
            "values": item.values,
        }
        for item in found.items
    ]
    return {**found.to_dict(), "items": items, "totals": [total.currency for total in found.totals]}


@scenario.step("money for a member")
def money_for_a_member(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: member.get_money(start_date=given["startDate"], end_date=given["endDate"]))


@scenario.step("the lines of money")
def money_lines(given: dict[str, Any]) -> dict[str, Any]:
    start, end = given["startDate"], given["endDate"]
    rows = paginate(admin.list_money_lines, start_date=start, end_date=end, limit=given["limit"])
    lines = [
        {
            "date": line.date,
            "hours": line.hours,
            "capability": line.capability_id is not None,
            "rate": line.rate,
            "rateLevel": line.rate_level,
            "amount": line.amount,
            "currency": line.currency,
            "timesheetStatus": line.timesheet_status,
        }
        for line in rows
    ]
    return {"lines": lines, "whole": len(list(whole(admin.list_money_lines, start_date=start, end_date=end)))}


@scenario.step("make a proposal")
def make_proposal(given: dict[str, Any]) -> dict[str, Any]:
    global proposal
    reviewer = admin.find_user_by_email(given["reviewer"])
    assert reviewer
    proposal = member.create_proposal(title=given["title"], note=given["note"], reviewer_ids=[reviewer.id])
    return {**proposal.to_dict(), "reviewer": proposal.reviewer_ids == [reviewer.id]}


def on_days(days: list[dict[str, Any]]) -> list[AssignmentInput]:
    user, project = worker_id(), project_id()
    return [AssignmentInput(user, project, datetime.date.fromisoformat(day["date"]), day["hours"]) for day in days]


@scenario.step("wish planned hours")
def wish_hours(given: dict[str, Any]) -> dict[str, Any]:
    admin.upsert_assignments(items=on_days(given["planned"]))
    return sums(member.upsert_assignments(items=on_days(given["wished"]), proposal=proposal.id))


@scenario.step("wish a window")
def wish_window(given: dict[str, Any]) -> dict[str, Any]:
    done = member.replace_assignments_window(
        user_id=worker_id(),
        project_id=project_id(),
        start_date=given["startDate"],
        end_date=given["endDate"],
        items=on_days(given["items"]),
        proposal=proposal.id,
    )
    return {**counts(done), "wishes": member.get_proposal(proposal.id).rows}


def days_of(rows: Iterable[Assignment]) -> list[dict[str, Any]]:
    return [{"date": row.date, "hours": row.hours} for row in rows]


def live_days(given: dict[str, Any]) -> list[dict[str, Any]]:
    start, end = given["startDate"], given["endDate"]
    return days_of(
        paginate(
            admin.list_assignments, user_id=worker_id(), start_date=start, end_date=end, limit=given["limit"]
        )
    )


@scenario.step("read the plan of a proposal")
def read_proposed(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[Assignment]:
        async with AsyncWorkplan(url, key) as workplan:
            rows = paginate_async(
                workplan.list_assignments,
                user_id=worker_id(),
                start_date=given["startDate"],
                end_date=given["endDate"],
                limit=given["limit"],
                proposal=proposal.id,
            )
            return [row async for row in rows]

    return {"live": live_days(given), "proposed": days_of(anyio.run(read))}


@scenario.step("capacity of a proposal")
def capacity_of_proposal(given: dict[str, Any]) -> dict[str, Any]:
    found = admin.get_capacity(
        start_date=given["startDate"],
        end_date=given["endDate"],
        user_id=worker_id(),
        bucket="month",
        group_by="user",
        proposal=proposal.id,
        compare="live",
    )
    hours = dict(zip(found.series, found.items[0].values))
    return {"live": hours["livePlanned"], "proposed": hours["planned"]}


@scenario.step("the difference of a proposal")
def diff_proposal(given: dict[str, Any]) -> dict[str, Any]:
    rows = [
        {
            "date": row.key.date,
            "before": row.before and row.before.hours,
            "after": row.after and row.after.hours,
            "base": row.base and row.base.hours,
            "conflict": row.conflict,
        }
        for row in paginate(admin.diff_proposal, proposal.id, limit=given["limit"])
    ]
    return {"rows": rows}


@scenario.step("the impact of a proposal")
def impact_of_proposal(given: dict[str, Any]) -> dict[str, Any]:
    impact = admin.get_proposal_impact(proposal.id)
    weeks = [
        {
            "name": week.name,
            "startDate": week.start_date,
            "before": week.before.to_dict(),
            "after": week.after.to_dict(),
        }
        for week in impact.items
    ]
    hidden = member.get_proposal_impact(proposal.id).money is None
    return {**impact.to_dict(), "weeks": weeks, "hidden": hidden}


@scenario.step("have a proposal approved")
def approve_proposal(given: dict[str, Any]) -> dict[str, Any]:
    submitted = member.submit_proposal(proposal.id)
    approved = manager.approve_proposal(proposal.id)
    decided = approved.decided_by_id == manager.get_me().actor_user_id and approved.decided_at is not None
    return {**approved.to_dict(), "submitted": submitted.status, "decided": decided}


@scenario.step("apply without the scope")
def apply_unscoped(given: dict[str, Any]) -> dict[str, Any]:
    return refusal(lambda: reader.apply_proposal(proposal.id))


@scenario.step("apply in conflict")
def apply_in_conflict(given: dict[str, Any]) -> dict[str, Any]:
    admin.upsert_assignments(items=on_days([given]))
    return refusal(lambda: manager.apply_proposal(proposal.id))


@scenario.step("apply a proposal")
def apply_proposal(given: dict[str, Any]) -> dict[str, Any]:
    applied, again = (manager.apply_proposal(proposal.id, on_conflict=given["onConflict"]) for _ in range(2))
    assert applied.outcome
    return {
        "status": applied.status,
        "counts": applied.outcome.to_dict(),
        "same": applied == again,
        "live": live_days(scenario.input_of("read the plan of a proposal")),
    }


@scenario.step("revert a proposal")
def revert_proposal(given: dict[str, Any]) -> dict[str, Any]:
    global proposal
    applied, proposal = proposal, manager.revert_proposal(proposal.id)
    after = [row.after and row.after.hours for row in manager.diff_proposal(proposal.id).items]
    drafts = list(paginate(manager.list_proposals, status="draft"))
    return {
        **proposal.to_dict(),
        "reverts": proposal.reverts_id == applied.id,
        "after": after,
        "drafts": len(drafts),
    }


@scenario.step("delete a proposal")
def delete_proposal(given: dict[str, Any]) -> dict[str, Any]:
    manager.delete_proposal(proposal.id)
    return refusal(lambda: manager.get_proposal(proposal.id))


def rows_of(workplan: Workplan) -> WholeList[Assignment]:
    given = scenario.input_of("read a whole list")
    return whole(workplan.list_assignments, user_id=worker_id(), start_date=given["from"], end_date=given["to"])


def is_latest(seq: int | None) -> bool:
    return seq == admin.list_events(after="head").head


@scenario.step("read a whole list")
def read_whole(given: dict[str, Any]) -> dict[str, Any]:
    rows = rows_of(admin)
    return {**sums(rows), "seq": is_latest(rows.seq)}


@scenario.step("save a whole list")
def save_whole(given: dict[str, Any]) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        csv, parquet = Path(folder, "rows.csv"), Path(folder, "rows.parquet")
        rows = rows_of(admin)
        rows.save(csv, "csv")
        rows.save(parquet, "parquet")
        table = parquet.read_bytes()
        return {
            "lines": csv.read_bytes().count(b"\n"),
            "parquet": [table[:4].decode(), table[-4:].decode()],
            "files": len(os.listdir(folder)),
            "seq": is_latest(rows.seq),
        }


@scenario.step("a whole list that is cut off")
def cut_whole(given: dict[str, Any]) -> dict[str, Any]:
    read: list[Assignment] = []
    with TemporaryDirectory() as folder, Workplan(environ["WORKPLAN_CUT_URL"], key) as workplan:
        rows = rows_of(workplan)
        calls: list[Callable[[], object]] = [
            lambda: read.extend(rows),
            lambda: rows.save(Path(folder, "rows.csv"), "csv"),
            lambda: rows.save(Path(folder, "rows.parquet"), "parquet"),
        ]
        codes = [refusal(call)["code"] for call in calls]
        return {"codes": codes, "some": len(read) > 0, "files": len(os.listdir(folder))}


@scenario.step("a page of a whole list")
def page_of_whole(given: dict[str, Any]) -> dict[str, Any]:
    async def read() -> list[User]:
        async with AsyncWorkplan(url, key) as workplan:
            return [user async for user in whole_async(workplan.list_users, limit=given["limit"])]

    return refusal(lambda: anyio.run(read))


scenario.run()
