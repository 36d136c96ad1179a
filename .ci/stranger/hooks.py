"""Hooks of Schemathesis: requests that can succeed, and a count of those that did.

A random id cannot be accepted: it is a 404 in a path, and unknown_reference, a 400, in
a body. Nor can fields that do not fit each other, which a schema cannot say. So before
a request is sent, its ids become ids that the server gave out, and its fields are made
to fit. Schemathesis then judges anew whether the request keeps to its schema: one that
has to be refused stays one that has to be refused.
"""

import atexit
import datetime
import os
import re
import uuid
import zlib
from collections import Counter, defaultdict

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

API = os.environ["WORKPLAN_HTTP"] + "/api/v1"
HEADERS = {"Authorization": "Bearer " + os.environ["WORKPLAN_KEY"]}

records = defaultdict(dict)  # list → id → the record as the server last showed it
lists = {}  # the name of a field that holds an id → the list that the id comes from
deleted = set()
called = Counter()
succeeded = Counter()


@schemathesis.hook
def after_load_schema(ctx, schema):
    for operation in schema.get_all_operations():
        called[operation.ok().label] = 0
    sources = {}
    for path, item in schema.raw_schema["paths"].items():
        if kind := item.get("get", {}).get("x-lists"):
            sources[kind] = path.rsplit("/")[-1]
    for field, kind in ids(schema.raw_schema):
        lists[field] = sources[kind]
    for name in sorted(set(lists.values())):
        answer = requests.get(f"{API}/{name}", params={"limit": 200}, headers=HEADERS, timeout=10)
        answer.raise_for_status()
        learn(name, answer.json()["data"]["items"])


@schemathesis.hook
def before_call(ctx, case, kwargs):
    # One path in sixteen keeps its random id, so that 404 is seen too.
    if draw(case.path_parameters, 16):
        replace_ids(case.path_parameters, undecided() if case.path.endswith("/reject") else records)
    replace_ids(case.query, records)
    target = next((records[lists[name]].get(id) for name, id in case.path_parameters.items()), None)
    if "If-Match" in case.headers and not case.meta.is_negative_at(ParameterLocation.HEADER):
        fit_precondition(case.headers, target)
    case.body = fit_spaces(case.body)
    for part in objects(case.body):
        replace_ids(part, records)
        fit_dates(part, longest=366 if "time-off" in case.path else None)
        fit_billing(part)
        fit_reporting(part, target)
        if "users" in case.path:
            fit_country(part)


@schemathesis.hook
def after_call(ctx, case, response):
    label = case.operation.label
    called[label] += 1
    if response.status_code >= 300:
        return
    succeeded[label] += 1
    name, data = case.path.split("/")[3], response.json()["data"]
    id = case.path_parameters.get("request_id")
    if case.method.upper() == "DELETE":
        records[name].pop(id, None)
        deleted.add(id)
    elif case.path.endswith(("/approve", "/reject")):
        records[name][id]["status"] = "decided"
    elif name in records and isinstance(data, dict):
        learn(name, data.get("items", [data]))


@atexit.register
def report():
    with open(os.environ["STRANGER_COUNTS"], "w") as out:
        for label in sorted(called):
            print(f"{succeeded[label]:6} of {called[label]:6} answered 2xx  {label}", file=out)
        print(f"{succeeded.total():6} of {called.total():6} in all", file=out)


def learn(name, shown):
    records[name].update((record["id"], record) for record in shown)


def undecided():
    """Time off that can be rejected: where all is decided, a request more."""
    waiting = {id: record for id, record in records["time-off"].items() if record["status"] == "pending"}
    if not waiting:
        user, kind = (next(iter(records[name])) for name in ("users", "time-off-types"))
        wish = {"userId": user, "timeOffTypeId": kind, "availability": 0, "reason": "The lake"}
        wish |= {"startDate": "2027-08-02", "endDate": "2027-08-13"}
        answer = requests.post(f"{API}/time-off", json=wish, headers=HEADERS, timeout=10)
        answer.raise_for_status()
        record = answer.json()["data"]
        learn("time-off", [record])
        waiting = {record["id"]: record}
    return {"time-off": waiting}


def draw(value, sides):
    """A number below sides that follows from the generated value alone."""
    return zlib.crc32(repr(value).encode()) % sides


def ids(part):
    """The fields of a document that hold ids, with the kind of record that each is of."""
    if isinstance(part, list):
        for one in part:
            yield from ids(one)
    elif isinstance(part, dict):
        if kind := part.get("schema", {}).get("x-id-of"):
            yield part["name"], kind
        for name, one in part.items():
            if isinstance(one, dict) and "x-id-of" in one and name != "schema":
                yield name, one["x-id-of"]
            yield from ids(one)


def is_uuid(value):
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value.lower()
    except ValueError:
        return False


def objects(body):
    """The body, and the items of a batch, where they are objects."""
    if isinstance(body, dict):
        yield body
        items = body.get("items")
        yield from (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()


def replace_ids(fields, known):
    """Puts known ids in the place of those that the server never gave out."""
    for field, value in fields.items():
        name = lists.get(field)
        if name and is_uuid(value) and value not in records[name] and value not in deleted:
            fields[field] = list(known[name])[draw(value, len(known[name]))]


def fit_precondition(headers, target):
    """Lets half of the preconditions hold. Their form stands in the document in words only: by
    a pattern, Schemathesis would go on to send `0` and take it for valid."""
    if not re.fullmatch(r'"[1-9][0-9]{0,17}"', headers["If-Match"]):
        headers["If-Match"] = f'"{1 + draw(headers["If-Match"], 9)}"'
    if target and draw(headers["If-Match"], 2):
        headers["If-Match"] = f'"{target["version"]}"'


def fit_spaces(value):
    """Takes a space for U+0085, which is none in a pattern of JSON Schema and one to the server:
    most other engines know no pattern that leaves it out."""
    match value:
        case str():
            return value.replace("\x85", " ")
        case list():
            return [fit_spaces(one) for one in value]
        case dict():
            return {name: fit_spaces(one) for name, one in value.items()}
    return value


def fit_dates(body, longest):
    """Puts dates into the years that are kept, which the document says in words only, and
    ends after their starts, at most so many days later.

    A change of one of the two sets both, as the other one is not known here.
    """
    dates = {}
    for field in {"date", "startDate", "endDate"} & body.keys():
        try:
            day = datetime.date.fromisoformat(body[field])
        except (TypeError, ValueError):
            return  # it was to be refused
        dates[field] = min(max(day, datetime.date(1970, 1, 1)), datetime.date(2999, 12, 31))
    if "startDate" in dates or "endDate" in dates:
        start, end = sorted((dates.get("startDate") or dates["endDate"], dates.get("endDate") or dates["startDate"]))
        if longest:
            end = start + (end - start) % datetime.timedelta(days=longest)
        dates |= {"startDate": start, "endDate": end}
    body.update((field, day.isoformat()) for field, day in dates.items())


def fit_billing(body):
    """Leaves out an amount or an hourly rate that is not of the billing type."""
    billing = body.get("billingType") or ("fixed_price" if "amount" in body else "time_materials")
    for field, types in (("amount", ("fixed_price", "retainer")), ("hourlyRate", ("time_materials",))):
        if isinstance(body.get(field), (int, float)) and billing not in types:
            del body[field]


def fit_reporting(body, user):
    """Lets everybody report to the same user: so nobody comes to stand below themselves."""
    if is_uuid(body.get("reportsToId")):
        top = next(id for id, record in records["users"].items() if record["reportsToId"] is None)
        body["reportsToId"] = None if user and user["id"] == top else top


def fit_country(body):
    """Takes a country that there is: a schema cannot list them."""
    country = body.get("countryCode")
    if isinstance(country, str) and len(country) == 2:
        body["countryCode"] = ("AT", "br", "Ca", "dE", "FI", "GB", "IT", "jp")[draw(country, 8)]
