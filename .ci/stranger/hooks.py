"""Hooks of Schemathesis: they make requests that can succeed, and count those that did.

The server refuses random ids (404 in a path, unknown_reference in a body), random cursors,
and fields that conflict with each other, which a schema cannot express. So before a request
is sent, these hooks replace its ids and its cursor by real ones and make its fields fit.
Schemathesis then checks again whether the request is valid by the schema: an invalid request
stays invalid.
"""

import atexit
import base64
import datetime
import http.server
import itertools
import os
import re
import threading
import unicodedata
import uuid
import zlib
from collections import Counter, defaultdict

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

API = os.environ["WORKPLAN_HTTP"] + "/api/v1"
HEADERS = {"Authorization": "Bearer " + os.environ["WORKPLAN_KEY"]}

ME = requests.get(f"{API}/me", headers=HEADERS, timeout=10).json()["data"]
SCOPES, ACTOR, OWN_KEY = ME["scopes"], ME["actorUserId"], ME["keyId"]

STREAM = "/api/v1/events/stream"  # not called, see schemathesis.toml
EVENT_TYPES = ("client.updated", "user.*", "assignments.upserted", "key.created")

records = defaultdict(dict)  # list → id → the last known record
lists = {}  # the name of a field that holds an id → the list that has the id
PLACEHOLDERS = "users?kind=placeholder"  # users that a list has only if it is asked for them
repeatable = set()  # the query parameters that are arrays
cursors = {}  # path of a list → the nextCursor of a page without filters
deleted = set()
made = []  # the id of the lock that new_exception created last
numbers = itertools.count()
periods = itertools.count()  # of timesheets, whose days do not overlap
entry_days = itertools.count()  # of entries, one for each
called = Counter()
succeeded = Counter()


class Receiver(http.server.BaseHTTPRequestHandler):
    """A receiver of webhooks that accepts everything."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
CALENDAR = base64.b64encode(
    b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270906\r\nSUMMARY:Rest\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
).decode()
RECEIVER = f"http://127.0.0.1:{receiver.server_port}/"


@schemathesis.hook
def after_load_schema(ctx, schema):
    for operation in schema.get_all_operations():
        if operation.ok().path != STREAM:
            called[operation.ok().label] = 0
    sources = {}
    for path, item in schema.raw_schema["paths"].items():
        if kind := item.get("get", {}).get("x-lists"):
            sources[kind] = path.rsplit("/")[-1]
    sources["Placeholder"] = PLACEHOLDERS
    for field, kind in ids(schema.raw_schema):
        if kind != "LockException":  # new_exception makes one for each request
            lists[field] = sources[kind]
    for item in schema.raw_schema["paths"].values():
        for operation in item.values():
            parameters = operation.get("parameters", []) if isinstance(operation, dict) else []
            repeatable.update(p["name"] for p in parameters if p.get("schema", {}).get("type") == "array")
    for _ in range(10):
        webhook = {"url": RECEIVER, "types": ["*"], "state": "paused"}
        requests.post(f"{API}/webhooks", json=webhook, headers=HEADERS, timeout=10).raise_for_status()
    requests.post(f"{API}/calendar-feed", headers=HEADERS, timeout=10).raise_for_status()
    new_exception()
    new_proposal()
    for name in sorted(set(lists.values())):
        response = requests.get(f"{API}/{name}", params={"limit": 200}, headers=HEADERS, timeout=10)
        response.raise_for_status()
        learn(name, response.json()["data"]["items"])
    timesheets("approved")
    new_role()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    # Schemathesis follows the userId of a webhook also if it is null.
    if not case.meta.is_negative_at(ParameterLocation.PATH):
        for name, value in case.path_parameters.items():
            if str(value) == "None":
                case.path_parameters[name] = str(uuid.uuid4())
    # One path in sixteen keeps its random id, to get 404.
    if draw(case.path_parameters, 16):
        replace_ids(case.path_parameters, fitting(case.path))
        if isinstance(case.path_parameters.get("seq"), int) and case.path_parameters["seq"] > 0:
            case.path_parameters["seq"] = 1 + draw(case.path_parameters, 30)
    if case.path.endswith("/redeliver") and case.path_parameters.get("webhook_id") in records["webhooks"].keys() - of_all_events()["webhooks"].keys():
        case.path_parameters["webhook_id"] = next(iter(of_all_events()["webhooks"]), str(uuid.uuid4()))  # else it gets 404
    if case.method.upper() == "DELETE" and is_uuid(case.path_parameters.get("session_id", "")) and draw(case.path_parameters, 2):
        case.path_parameters["session_id"] = new_session()
    if is_uuid(case.path_parameters.get("exception_id", "")) and draw(case.path_parameters, 2):
        case.path_parameters |= new_exception()
    if case.method.upper() == "DELETE" and is_uuid(case.path_parameters.get("user_id", "")) and draw(case.path_parameters, 2):
        requests.post(f"{API}/calendar-feed", headers=HEADERS, timeout=10).raise_for_status()
        case.path_parameters["user_id"] = ACTOR
    if case.method.upper() == "DELETE" and is_uuid(case.path_parameters.get("proposal_id", "")) and draw(case.path_parameters, 2):
        case.path_parameters["proposal_id"] = next(iter(proposals("")))
    replace_ids(case.query, records)
    if not case.meta.is_negative_at(ParameterLocation.QUERY) and is_uuid(case.query.get("proposal", "")):
        for moment in ("asOf", "updatedSince"):
            case.query.pop(moment, None)  # a proposal is about now
    for name, value in case.query.items():
        if isinstance(value, list):
            case.query[name] = value = value[:201]  # one more than the most: a server refuses a request line without end
        if isinstance(value, list) and len(value) < 2 and name not in repeatable:
            case.query[name] = [*value, *value] or ["", ""]  # ?limit=5 is a number, whatever it was made of
    target = next((records[lists[name]].get(id) for name, id in case.path_parameters.items() if name in lists), None)
    for header in {"If-Match", "If-None-Match"} & case.headers.keys():
        if not case.meta.is_negative_at(ParameterLocation.HEADER):
            fit_precondition(case.headers, header, target)
    if "Idempotency-Key" in case.headers and not case.meta.is_negative_at(ParameterLocation.HEADER):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())  # the document describes its format only in words
    if "cursor" in case.query and not case.meta.is_negative_at(ParameterLocation.QUERY):
        fit_cursor(case)
    if not case.meta.is_negative_at(ParameterLocation.QUERY):
        fit_moments(case.query, is_diff=case.path.endswith("/diff") and "/proposals/" not in case.path)
        fit_country(case.query)
        # A range of capacity is short, because its response may be too large.
        fit_range(case.query, "start_date", "end_date", longest=62 if case.path.endswith("/timesheets/status") else 40 if "/capacity" in case.path or "/candidates" in case.path or "/money" in case.path else None)
        fit_range(case.query, "startDate", "endDate", longest=None)
        for level, capability in (("minLevel", "capabilityId"), ("min_level", "has_capability_id")):
            if not case.query.get(capability):
                case.query.pop(level, None)  # it needs a capability
        if case.method.upper() == "DELETE" and case.path.endswith(("/assignments", "/actual-hours")):
            fit_owner(case.query, "user_id", "project_id")
        if "availability" in case.query.get("include", []):
            case.query["include"] = ["warnings", "availability"]
        if not case.query.get("proposal"):
            case.query.pop("compare", None)  # it needs a proposal
        if case.path.endswith("/impact"):
            case.query.setdefault("start_date", "1200-01-01")  # wishes can be more than 370 days apart
            fit_range(case.query, "start_date", "end_date", longest=40)
        if case.path.endswith("/money") and case.query.get("group_by", "project") != "project":
            case.query.pop("budget", None)  # it needs items that are projects
        if "/capacity" in case.path:
            if str(case.query.get("time_off_by_type")).lower() == "true":
                for narrower in ("group_by", "split_by", "project_id", "client_id", "capability_id"):
                    case.query.pop(narrower, None)  # it needs the availability of users
            if "split_by" in case.query or "kind" in case.query:
                case.query.pop("group_by", None)  # it splits only the hours of users
    if case.path.endswith("/events"):
        if str(case.query.get("wait")) in map(str, range(1, 26)):
            case.query["wait"] = 0  # also in a request with another fault
        if not case.meta.is_negative_at(ParameterLocation.QUERY):
            fit_events(case.query)
    if isinstance(case.body, (str, list, dict)):  # Schemathesis takes an absent body for an invalid one if it is assigned
        case.body = trim(case.body)
    known = fitting(case.path) if case.path.endswith("/decide") else records
    for part in objects(case.body):
        replace_ids(part, known)  # all of them first: two unknown ids may become the same one
    target_of_copy = case.body.get("target") if isinstance(case.body, dict) else None
    for part in objects(case.body):
        if part is not target_of_copy:  # it has no end
            fit_dates(part, longest=366 if "time-off" in case.path else 31 if "/assignments/" in case.path or "/actual-hours/" in case.path else None)
        fit_billing(part)
        fit_rejection(part)
        fit_reporting(part, target)
        if "users" in case.path or "holidays" in case.path:
            fit_country(part)
        fit_currency(part)
        fit_patterns(part)
        if case.path.endswith("/rates"):
            fit_rates(part, case.path.split("/")[3])
        if case.path.endswith("/budget"):
            fit_budget(part, target)
        if case.path.endswith(("}/capabilities", "/capabilities/upsert")):
            fit_unique(part, "items", "capabilityId")
        if case.path.endswith(("/capabilities/upsert", "/working-patterns/upsert")):
            fit_unique(part, "items", "userId")
        if case.path.endswith("/import"):
            fit_calendar(part)
        if case.path.endswith("/views"):
            fit_unique(part, "items", "name")
        if case.path.endswith("/users"):
            fit_unique(part, "capabilities", "capabilityId")
            fit_kind(part)
        fit_external_ids(part)
        if case.path.endswith("/upsert"):
            fit_batch(part)
        if case.path.endswith("/window"):
            fit_window(part)
        elif case.path.endswith("/confirm"):
            fit_owner(part, "userId", "projectId")
        if case.path.endswith("/copy"):
            fit_copy(part)
        if "keys" in case.path:
            fit_key(part)
        if case.path.endswith("/suggest"):
            fit_brief(part)
        elif "/proposals" in case.path:
            fit_proposal(part)
        if "/locks" in case.path:
            fit_lock(part)
        if case.path.endswith("/timesheets"):
            fit_timesheet(part)
        if case.path.endswith("/remind"):
            fit_reminding(part)
        if case.path.endswith("/entries"):
            fit_entry(part)
        if case.path.endswith("/decide"):
            fit_unique(part, "items", "id")
            fit_decision(part)
        if "webhooks" in case.path:
            fit_webhook(part)
            fit_redelivery(part)


@schemathesis.hook
def after_call(ctx, case, response):
    label = case.operation.label
    called[label] += 1
    if response.status_code >= 300:
        return
    succeeded[label] += 1
    if str(case.query.get("dryRun")).lower() == "true":
        return  # what it shows is not stored
    name, data = case.path.split("/")[3], response.json()["data"]
    id = next(iter(case.path_parameters.values()), None)
    if "/exceptions" in case.path:
        return  # the lock stays, and new_exception makes what is to be removed
    if case.method.upper() == "DELETE":
        records[name].pop(id, None)
        deleted.add(id)
    elif case.path.endswith("/settlement"):
        if data["autoLockAfterDays"]:  # else it closes the days of most other requests
            requests.patch(API + "/organization/settlement", json={"autoLockAfterDays": None}, headers=HEADERS, timeout=10).raise_for_status()
    elif case.method.upper() == "POST" and case.path.endswith("/locks") and "rates" in data["kinds"]:
        requests.delete(f"{API}/locks/{data['id']}", headers=HEADERS, timeout=10).raise_for_status()  # else the currency cannot change
        deleted.add(data["id"])
    elif case.path.endswith("/suggest"):
        if data["proposal"]:
            requests.delete(f"{API}/proposals/{data['proposal']['id']}", headers=HEADERS, timeout=10).raise_for_status()
    elif case.method.upper() == "POST" and case.path.endswith(("/proposals", "/revert")):
        requests.delete(f"{API}/proposals/{data['id']}", headers=HEADERS, timeout=10).raise_for_status()  # at most 200 are open
        deleted.add(data["id"])
    elif case.path.endswith("/decide"):
        learn(name, [item["timesheet"] for item in data["items"] if item["timesheet"]])
    elif name == "time-off" and case.path.endswith(("/approve", "/reject")):
        records[name][id]["status"] = "decided"
    elif name in records and isinstance(data, dict) and not case.path.endswith(("/attempts", "/test", "/working-patterns", "}/capabilities", "/users/capabilities", "/import", "/unbind-sign-in", "/window", "/delete", "/copy", "/confirm", "/fill", "/prefill", "/candidates", "/status", "/diff", "/hours", "/entries", "/remind", "/rates", "/budget", "/impact")):
        learn(name, data.get("items", [data]))
    if isinstance(data, dict) and data.get("nextCursor") and case.query.keys() <= {"limit"}:
        cursors[case.formatted_path] = data["nextCursor"]


@atexit.register
def report():
    with open(os.environ["STRANGER_COUNTS"], "w") as out:
        for label in sorted(called):
            print(f"{succeeded[label]:6} of {called[label]:6} succeeded  {label}", file=out)
        print(f"{succeeded.total():6} of {called.total():6} in all", file=out)


def new_session():
    """Signs in with the key, and returns the id of the session."""
    key = {"key": os.environ["WORKPLAN_KEY"]}
    response = requests.post(os.environ["WORKPLAN_HTTP"] + "/session", json=key, headers={"Origin": os.environ["WORKPLAN_HTTP"]}, timeout=10)
    response.raise_for_status()
    sessions = requests.get(f"{API}/sessions", headers=HEADERS, timeout=10).json()["data"]["items"]
    return sessions[-1]["id"]


def new_exception():
    """Closes a day, makes an exception of it, and returns the parameters of the path of the exception. Removes the lock of the
    call before, because there are at most 200."""
    if made:
        requests.delete(f"{API}/locks/{made.pop()}", headers=HEADERS, timeout=10)
    lock = post("locks", {"endDate": "1000-01-01", "kinds": ["time_off"], "userIds": [ACTOR], "reason": "Archived"})
    made.append(lock["id"])
    until = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)).isoformat()
    exception = post(f"locks/{lock['id']}/exceptions", {"userId": ACTOR, "until": until, "reason": "A late receipt"})
    return {"lock_id": lock["id"], "exception_id": exception["id"]}


def new_proposal(*steps):
    """Wishes hours, and takes a proposal through steps. Returns it."""
    proposal = post("proposals", {"title": "What if"})
    user, project = (requests.get(f"{API}/{name}", params={"limit": 1}, headers=HEADERS, timeout=10).json()["data"]["items"][0]["id"] for name in ("users", "projects"))
    # A day of no other call: hours that are planned already need no wish.
    day = datetime.date(1200, 1, 1) + datetime.timedelta(days=next(numbers))
    wish = {"userId": user, "projectId": project, "date": day.isoformat(), "hours": 3}
    response = requests.post(f"{API}/assignments", params={"proposal": proposal["id"]}, json={"items": [wish]}, headers=HEADERS, timeout=10)
    response.raise_for_status()
    for step in steps:
        proposal = post(f"proposals/{proposal['id']}/{step}", {"onConflict": "mine"} if step == "apply" else None)
    return proposal


def new_role():
    """Makes a placeholder with a row, which no other request changes."""
    role.append(post("users", {"kind": "placeholder", "name": "A role"})["id"])
    project = next(id for id, record in records["projects"].items() if record["status"] != "cancelled")
    post("assignments", {"items": [{"userId": role[0], "projectId": project, "date": "2027-03-01", "hours": 3}]})


STEPS = {  # of a proposal that the operation takes
    "": (),  # to be deleted
    "/submit": (),
    "/impact": (),
    "/withdraw": ("submit",),
    "/approve": ("submit",),
    "/reject": ("submit",),
    "/apply": ("submit", "approve"),
    "/revert": ("submit", "approve", "apply"),
}
role = []  # the id of new_role
ready = {}  # operation → a proposal for it


def proposals(verb):
    """A proposal in the status that an operation takes; the one of the call before, if it has still that status."""
    if verb in ready:
        now = requests.get(f"{API}/proposals/{ready[verb]['id']}", headers=HEADERS, timeout=10)
        if now.ok and now.json()["data"]["status"] == ready[verb]["status"]:
            return {ready[verb]["id"]: ready[verb]}
    ready[verb] = new_proposal(*STEPS[verb])
    return {ready[verb]["id"]: ready[verb]}


def post(path, body):
    """Creates a record and returns it."""
    response = requests.post(f"{API}/{path}", json=body, headers=HEADERS, timeout=10)
    response.raise_for_status()
    return response.json()["data"]


def learn(name, shown):
    """Remembers records. New rows may not refer to inactive capabilities and types, so it forgets those. It does not revoke
    or rotate the key that it uses. Where a person belongs it has no placeholder."""
    for record in shown:
        if record["id"] == OWN_KEY:
            continue
        if record.get("kind") == "placeholder":
            records[PLACEHOLDERS][record["id"]] = record
            continue
        if name in ("capabilities", "time-off-types") and not record["isActive"]:
            records[name].pop(record["id"], None)
        else:
            records[name][record["id"]] = record


def fitting(path):
    """The records that the operation at a path takes."""
    verb = path[path.rindex("/") :]
    if "/proposals/" in path and verb in STEPS:
        return records | {"proposals": proposals(verb)}
    if "/timesheets/" in path and verb in ("/hours", "/approve", "/reject", "/withdraw", "/reopen", "/decide"):
        return records | {"timesheets": timesheets("approved" if verb in ("/hours", "/reopen") else "pending")}
    return {"/reject": undecided, "/redeliver": of_all_events}.get(verb, lambda: records)()


def of_all_events():
    """The webhooks that get every event: a number of an event that another one does not get is refused."""
    return {"webhooks": {id: record for id, record in records["webhooks"].items() if "*" in record["types"]}}


def undecided():
    """The pending time off requests; creates one if there is none."""
    waiting = {id: record for id, record in records["time-off"].items() if record["status"] == "pending"}
    if not waiting:
        user, kind = (next(iter(records[name])) for name in ("users", "time-off-types"))
        wish = {"userId": user, "timeOffTypeId": kind, "availability": 0, "reason": "The lake"}
        wish |= {"startDate": "2027-08-02", "endDate": "2027-08-13"}
        record = post("time-off", wish)
        learn("time-off", [record])
        waiting = {record["id"]: record}
    return {"time-off": waiting}


def timesheets(status):
    """The timesheets of others that are pending or approved; submits one if there is none, and approves it if need be. Nobody
    decides their own."""
    waiting = {id: record for id, record in records["timesheets"].items() if record["status"] == status and record["userId"] != ACTOR}
    if not waiting:
        record = post("timesheets", {"userId": next(id for id in records["users"] if id != ACTOR), **new_period()})
        if status == "approved":
            record = post(f"timesheets/{record['id']}/approve", None)
        learn("timesheets", [record])
        waiting = {record["id"]: record}
    return waiting


def new_period(length=1):
    """Days that no timesheet has, at most 62."""
    start = datetime.date(1100, 1, 1) + datetime.timedelta(days=62 * next(periods))
    return {"startDate": start.isoformat(), "endDate": (start + datetime.timedelta(days=length - 1)).isoformat()}


def draw(value, sides):
    """A number below sides that depends only on the generated value."""
    return zlib.crc32(repr(value).encode()) % sides


def ids(part):
    """The fields of a document that hold ids, each with its kind of record."""
    if isinstance(part, list):
        for one in part:
            yield from ids(one)
    elif isinstance(part, dict):
        schema = part.get("schema", {})
        if kind := schema.get("x-id-of") or schema.get("items", {}).get("x-id-of"):
            yield part["name"], kind
        for name, one in part.items():
            if isinstance(one, dict) and "x-id-of" in one and name not in ("schema", "items"):
                yield name, one["x-id-of"]
            yield from ids(one)


def is_uuid(value):
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value.lower()
    except ValueError:
        return False


def objects(body):
    """The body, its source, target and demand, the items of a batch and theirs, if they are objects."""
    if isinstance(body, dict):
        yield from (body[name] for name in ("source", "target", "demand") if isinstance(body.get(name), dict))
        yield body
        for name in ("items", "capabilities"):
            items = body.get(name)
            for item in items if isinstance(items, list) else ():
                yield from objects(item)


def replace_ids(fields, known):
    """Replaces unknown ids by known ones."""
    for field, value in fields.items():
        name = lists.get(field)
        if name and known[name]:
            of = list(known[name])
            replaced = [
                of[draw(one, len(of))] if is_uuid(one) and one not in known[name] and one not in deleted else one
                for one in (value if isinstance(value, list) else [value])
            ]
            fields[field] = replaced if isinstance(value, list) else replaced[0]


def fit_precondition(headers, name, target):
    """Makes half of the preconditions match. The document describes their format only in words:
    with a pattern, Schemathesis would send `0` as a valid value."""
    if not re.fullmatch(r'"[1-9][0-9]{0,17}"', headers[name]):
        headers[name] = f'"{1 + draw(headers[name], 9)}"'
    if target and draw(headers[name], 2):
        headers[name] = f'"{target["version"]}"'


def fit_cursor(case):
    """Continues after a real page. A cursor belongs to its filters and excludes an offset."""
    cursor = cursors.get(case.formatted_path)
    case.query = {name: value for name, value in case.query.items() if name == "limit"}
    if cursor:
        case.query["cursor"] = cursor


def fit_moments(query, is_diff):
    """Moments are numbers of events that there are, the earlier one first. asOf goes without updatedSince."""
    if is_diff:
        query["from"] = ("0", "1", "2")[draw(query.get("from", ""), 3)]
        if "to" in query:
            query["to"] = ("2", "3", "7")[draw(query["to"], 3)]
    elif "asOf" in query:
        query["asOf"] = ("0", "1", "7")[draw(query["asOf"], 3)]
        query.pop("updatedSince", None)


def fit_events(query):
    """Replaces a number and types by real ones: the document describes them only in words."""
    if "after" in query:
        query["after"] = ("0", "7", "head")[draw(query["after"], 3)]
    if "types" in query:
        query["types"] = [EVENT_TYPES[draw(one, len(EVENT_TYPES))] for one in query["types"]]


def trim(value):
    """Removes white space and what cannot be seen from both ends of all strings. The server does so before it checks
    lengths, and it knows other white space than the patterns of JSON Schema."""
    match value:
        case str():
            unseen = "".join({c for c in value if unicodedata.category(c)[0] in "CZ"})
            return value.strip(unseen) if unseen else value
        case list():
            return [trim(one) for one in value]
        case dict():
            return {name: trim(one) for name, one in value.items()}
    return value


def fit_dates(body, longest):
    """Writes a date without a time, and fits the range."""
    for field in {"date", "startDate", "endDate"} & body.keys():
        try:
            body[field] = datetime.date.fromisoformat(body[field]).isoformat()
        except (TypeError, ValueError):
            return  # an invalid request
    fit_range(body, "startDate", "endDate", longest)


def fit_range(fields, first, last, longest):
    """Puts the end of a range after its start, at most so many days later.

    A change of one of the two sets both, because the other one is not known here.
    """
    try:
        days = sorted(datetime.date.fromisoformat(fields[name]) for name in (first, last) if name in fields)
    except (TypeError, ValueError):
        return  # an invalid request
    if not days:
        return
    start, end = days[0], days[-1]
    if longest:
        end = start + (end - start) % datetime.timedelta(days=longest)
    fields |= {first: start.isoformat(), last: end.isoformat()}


def fit_billing(body):
    """Removes an amount or an hourly rate that conflicts with the billing type."""
    billing = body.get("billingType") or ("fixed_price" if "amount" in body else "time_materials")
    for field, types in (("amount", ("fixed_price", "retainer")), ("hourlyRate", ("time_materials",))):
        if isinstance(body.get(field), (int, float)) and billing not in types:
            del body[field]


def fit_rejection(body):
    """Removes the reason for a rejection from a request that is not rejected."""
    if "startDate" in body and "rejectionReason" in body and body.get("status") != "rejected":
        del body["rejectionReason"]


def fit_reporting(body, user):
    """Makes all users report to the same user, so that no cycle is possible."""
    if is_uuid(body.get("reportsToId")):
        top = next(id for id, record in records["users"].items() if record["reportsToId"] is None)
        body["reportsToId"] = None if user and user["id"] == top else top


def fit_key(body):
    """Moves an expiry into the future, and replaces scopes by real ones, at least one: the schema does not have these rules."""
    try:
        body["expiresAt"] = datetime.datetime.fromisoformat(body["expiresAt"]).replace(year=2099, day=1).isoformat()
    except (KeyError, TypeError, ValueError):
        pass  # absent, null or invalid
    scopes = body.get("scopes")
    if isinstance(scopes, list) and all(isinstance(scope, str) and 0 < len(scope) <= 100 for scope in scopes):
        body["scopes"] = [SCOPES[(draw(scopes, 15) + i) % len(SCOPES)] for i in range(len(scopes) or 1)]


def fit_proposal(body):
    """Moves an expiry into the future, and names users as reviewers, each once: the schema does not have these rules."""
    try:
        body["expiresAt"] = datetime.datetime.fromisoformat(body["expiresAt"]).replace(year=2099, day=1).isoformat()
    except (KeyError, TypeError, ValueError):
        pass  # absent, null or invalid
    reviewers = body.get("reviewerIds")
    if isinstance(reviewers, list) and all(map(is_uuid, reviewers)):
        known = list(records["users"])
        body["reviewerIds"] = list(dict.fromkeys(known[draw(one, len(known))] for one in reviewers))


def fit_brief(body):
    """Asks for a placeholder, or for hours of a project, and names each person once: the schema does not have these rules."""
    among = body.get("among")
    if isinstance(among, list) and all(map(is_uuid, among)):
        people = [id for id in records["users"] if id not in records[PLACEHOLDERS]]
        body["among"] = list(dict.fromkeys(people[draw(one, len(people))] for one in among))
    demand = body.get("demand")
    if not isinstance(demand, dict):
        return
    if demand.get("placeholderId") is None and demand.get("projectId") is None:
        demand["projectId"] = next(iter(records["projects"]))
    if is_uuid(demand.get("placeholderId")):
        demand["placeholderId"] = role[0]  # others can have rows with capabilities that are inactive meanwhile
        for field in ("projectId", "capabilityId", "minLevel", "hours", "hoursPerDay", "startDate", "endDate"):
            demand.pop(field, None)
    elif is_uuid(demand.get("projectId")):
        demand.pop("placeholderId", None)
        for field, name, fits in (
            ("projectId", "projects", lambda record: record.get("status") != "cancelled"),
            ("capabilityId", "capabilities", lambda record: record.get("isActive")),
        ):
            known = [id for id, record in records[name].items() if fits(record)]
            if is_uuid(demand.get(field)) and demand[field] not in known:
                demand[field] = known[draw(demand[field], len(known))]
        for field, default in (("hours", 8), ("startDate", "2027-03-01"), ("endDate", "2027-03-20")):
            if demand.get(field) is None:
                demand[field] = default
        fit_range(demand, "startDate", "endDate", longest=40)
        if not demand.get("capabilityId"):
            demand.pop("minLevel", None)


def fit_lock(body):
    """Closes days that no other request uses, and makes exceptions for the user whose days are always closed, that end in the
    next 30 days: the schema does not have these rules."""
    users = body.get("userIds")
    if isinstance(users, list) and users and all(map(is_uuid, users)):
        body["userIds"] = [ACTOR]
    if is_uuid(body.get("userId")):
        body["userId"] = ACTOR
    for field in ("startDate", "endDate"):
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(body.get(field))):
            body[field] = ("1001-01-31", "1001-02-01")[field == "endDate"]
    try:
        datetime.datetime.fromisoformat(body["until"])
        until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1 + draw(body, 28))
        body["until"] = until.isoformat()
    except (KeyError, TypeError, ValueError):
        pass  # absent or invalid


def fit_timesheet(body):
    """Submits days that no other timesheet has, and that are not too many: the schema does not have these rules."""
    if all(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(body.get(field))) for field in ("startDate", "endDate")):
        body |= new_period(1 + draw(body, 62))


def fit_entry(body):
    """Gives an entry a day that no other row has: then the hours of a day are not too many, and no row is written directly, too."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(body.get("date"))):
        body["date"] = (datetime.date(1020, 1, 1) + datetime.timedelta(days=next(entry_days))).isoformat()


def fit_reminding(body):
    """Reminds users that there are, each once, of days that are not too many and not too far away: the schema does not have
    these rules."""
    users = body.get("userIds")
    if isinstance(users, list) and all(map(is_uuid, users)):
        known = list(records["users"])
        body["userIds"] = list(dict.fromkeys(one if one in deleted else known[draw(one, len(known))] for one in users))
    for field in ("startDate", "endDate"):
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(body.get(field))):
            body[field] = ("2001-03-05", "2001-03-11")[field == "endDate"]


def fit_decision(body):
    """Gives a reason to a rejection, and none to an approval: the schema does not have this rule."""
    reason = body.get("rejectionReason")
    if body.get("decision") == "approve" and isinstance(reason, str):
        del body["rejectionReason"]
    elif body.get("decision") == "reject" and reason is None:
        body["rejectionReason"] = "The workshop is missing"


def fit_webhook(body):
    """Replaces the URL, the types and the cursor by real ones, and a state that only the server sets: the document describes
    them only in words."""
    if isinstance(body.get("url"), str) and body["url"].startswith("http"):
        body["url"] = RECEIVER
    types = body.get("types")
    if isinstance(types, list) and all(isinstance(one, str) and 0 < len(one) <= 64 for one in types):
        body["types"] = [EVENT_TYPES[draw(one, len(EVENT_TYPES))] for one in types] or ["*"]
    if body.get("state") in ("pending", "disabled"):
        body["state"] = "paused"
    if isinstance(body.get("cursor"), int) and body["cursor"] >= 0:
        body["cursor"] = draw(body, 30)


def fit_redelivery(body):
    """Names events in one way, and such that exist."""
    if body.get("parked") is False:
        del body["parked"]
    numbers = {name: 1 + draw(body, 30) for name in ("seq", "fromSeq", "toSeq") if isinstance(body.get(name), (int, float)) and body[name] >= 1}
    if "seq" in numbers or body.get("parked") is True:
        for other in ("fromSeq", "toSeq"):
            body.pop(other, None)
            numbers.pop(other, None)
    if "seq" in numbers and body.get("parked") is not None:
        del body["parked"]
    if all(value is None for value in body.values()):
        numbers["seq"] = 1
    if "fromSeq" in numbers or "toSeq" in numbers:
        numbers |= {"fromSeq": 1, "toSeq": 1 + draw(body, 30)}
    body |= numbers


def fit_patterns(body):
    """Makes working patterns begin on different days: the schema does not have this rule."""
    items = body.get("items")
    days = [item.get("validFrom") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    if any(day is not None for day in days) and len(days) > len(set(map(str, days))):
        for i, item in enumerate(items):
            try:
                datetime.date.fromisoformat(item["validFrom"])
                item["validFrom"] = f"{1000 + i}-01-01"
            except (AttributeError, KeyError, TypeError, ValueError):
                pass  # an invalid item


def fit_rates(body, owner):
    """Keeps one rate for each day, with at most 6 decimals, at most 500 of a kind, and only what the list of the owner can
    have: the schema does not have these rules."""
    items = body.get("items")
    if not isinstance(items, list):
        return
    kept, keys = [], set()
    for item in items:
        if not isinstance(item, dict):
            kept.append(item)
            continue
        if is_uuid(item.get("userId")) and owner != "projects":
            item["userId"] = None
        if is_uuid(item.get("userId")) and is_uuid(item.get("capabilityId")):
            item["capabilityId"] = None
        if item.get("kind") == "cost" and (owner == "clients" or owner == "projects" and item.get("userId") is None):
            item["kind"] = "bill"
        if isinstance(item.get("amount"), float):
            item["amount"] = round(item["amount"], 6)
        key = tuple(str(item.get(name)).lower() for name in ("kind", "validFrom", "userId", "capabilityId"))
        if key not in keys:
            kept.append(item)
        keys.add(key)
    body["items"] = kept[:500] if len(items) <= 1000 else kept


def fit_budget(body, project):
    """Keeps one item for each day, with hours or an amount of at most 6 decimals, and without the amount that a project has itself,
    and puts the percentages in order: the schema does not have these rules."""
    alerts = body.get("alertAt")
    if isinstance(alerts, list) and all(type(percent) in (int, float) and percent == int(percent) for percent in alerts):
        body["alertAt"] = sorted(set(alerts)) if len(alerts) <= 10 else alerts
    items = body.get("items")
    if not isinstance(items, list):
        return
    kept, days = [], set()
    for item in items:
        if not isinstance(item, dict):
            kept.append(item)
            continue
        if isinstance(item.get("amount"), (int, float)) and (project or {}).get("billingType") in ("fixed_price", "retainer"):
            item["amount"] = None
        for number in ("hours", "amount"):
            if isinstance(item.get(number), float):
                item[number] = round(item[number], 6)
        if item.get("hours") is None and item.get("amount") is None:
            item["hours"] = 40
        day = str(item.get("validFrom"))
        if day not in days:
            kept.append(item)
        days.add(day)
    body["items"] = kept


def fit_unique(body, name, key):
    """Keeps the first item of a list with each value of a field, without regard to case: the schema does not have this rule."""
    items = body.get(name)
    if isinstance(items, list):
        values = [str(item[key]).strip().lower() if isinstance(item, dict) and key in item else None for item in items]
        body[name] = [item for i, item in enumerate(items) if values[i] is None or values[i] not in values[:i]]


def fit_calendar(body):
    """Sends an iCalendar file of base64, and at most ten years: the schema does not have these rules."""
    if isinstance(body.get("file"), str) and body["file"]:
        body["file"] = CALENDAR
    for year in ("firstYear", "lastYear"):
        if isinstance(body.get(year), (int, float)) and 1900 <= body[year] <= 2200:
            body[year] = 2027


def fit_external_ids(body):
    """Keeps one external id of each source: the schema does not have this rule."""
    ids = body.get("externalIds")
    if isinstance(ids, list) and all(isinstance(one, str) for one in ids):
        sources = [one.split(":")[0] for one in ids]
        body["externalIds"] = [one for i, one in enumerate(ids) if sources[i] not in sources[:i]]


def fit_batch(body):
    """Gives each item of a batch something of its own to match, and removes capabilities: the schema does not have these
    rules."""
    source = re.fullmatch("externalId:(.+)", str(body.get("match")))
    items = body.get("items")
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, dict):
            continue
        n = next(numbers)
        item.pop("capabilities", None)
        if source:
            item["externalIds"] = [f"{source[1]}:{n}"]
        if "name" in item and "clientId" not in item:  # a user
            if not source:
                item["kind"], item["email"] = "person", f"stranger{n}@example.com"
            fit_kind(item)
        elif body.get("match") == "name":
            item["name" if "name" in item else "companyName"] = f"Stranger {n}"


def fit_kind(body):
    """Makes a user without an e-mail address a placeholder, and removes what placeholders do not have: the schema does not
    have these rules."""
    if "name" in body and body.get("email") is None:
        body["kind"] = "placeholder"
    if body.get("kind") == "placeholder":
        for field in ("email", "role", "canSignIn", "startDate", "endDate"):
            body.pop(field, None)


def fit_owner(fields, user, project):
    """Names a user if there is neither a user nor a project: the schema does not have this rule."""
    if fields.get(user) is None and fields.get(project) is None:
        fields[user] = next(iter(records["users"]))


def fit_window(body):
    """Puts the items of a window into it: the schema does not have this rule."""
    if not isinstance(body.get("items"), list):
        return
    fit_owner(body, "userId", "projectId")
    for item in body["items"]:
        if isinstance(item, dict):
            for field, value in (("userId", body.get("userId")), ("projectId", body.get("projectId")), ("date", body.get("startDate"))):
                if isinstance(item.get(field), str) and value is not None:
                    item[field] = value


def fit_copy(body):
    """Copies to a later day, and to another user or project only if the source has one: the schema does not have these rules."""
    source, target = body.get("source"), body.get("target")
    if not isinstance(source, dict) or not isinstance(target, dict):
        return
    fit_owner(source, "userId", "projectId")
    for field in ("userId", "projectId"):
        if source.get(field) is None:
            target.pop(field, None)
    try:
        start = datetime.date.fromisoformat(source["startDate"])
        datetime.date.fromisoformat(target["startDate"])
        target["startDate"] = (start + datetime.timedelta(days=1 + draw(target, 20))).isoformat()
    except (KeyError, OverflowError, TypeError, ValueError):
        pass  # an invalid request


def fit_country(body):
    """Replaces a country by one that is assigned: the schema does not list them."""
    country = body.get("countryCode")
    if isinstance(country, str) and len(country) == 2:
        body["countryCode"] = ("AT", "br", "Ca", "dE", "FI", "GB", "IT", "jp")[draw(country, 8)]


def fit_currency(body):
    """Replaces a currency by one of today: the schema does not list them."""
    currency = body.get("currency")
    if isinstance(currency, str) and re.fullmatch("[A-Za-z]{3}", currency):
        body["currency"] = ("AUD", "bRL", "chf", "EUR", "jpY", "NOK", "usd", "ZAR")[draw(currency, 8)]
