"""Runs scim2-tester against a Workplan, with a key that has only the scope scim, and then the commands of scim2-cli. See
the script run."""

import json
import os
import subprocess
import sys
import urllib.request
import uuid

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server, filling
from scim2_tester.checkers import patch_add, patch_replace

HTTP = os.environ["WORKPLAN_HTTP"]
SCIM = HTTP + "/scim/v2"

# What the tester finds, by check and a part of the reason, and why it stays so. docs/decisions.md has more.
KNOWN = {
    ("search_with_attributes", "nothing at this path"): "a search is over one kind of resource: POST /Users/.search",
    ("object_deletion", "still exists after deletion"): "DELETE deactivates, so that people who come back are found",
    ("check_remove_attribute", "active cannot be removed"): "a user is active or not",
}


def api(path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["WORKPLAN_KEY"], "Content-Type": "application/json"}
    request = urllib.request.Request(HTTP + "/api/v1" + path, body and json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))["data"]


def check(key):
    """Runs the tester on users. Groups are given by the configuration, and the tester would create some."""
    client = httpx2.Client(base_url=SCIM, headers={"Authorization": "Bearer " + key})
    results = check_server(SyncSCIMClient(client), resource_types=["User"])
    found = [r for r in results if r.status != Status.SUCCESS]
    left = dict(KNOWN)
    for r in found:
        known = next((k for k in left if k[0] == r.title and k[1] in r.reason), None)
        print(f"{r.title}: {r.reason}\n  {'known: ' + left.pop(known) if known else 'NEW'}")
        if not known:
            left["new"] = r.title
    if left:
        sys.exit(f"other findings than the known ones: {left}")
    print(f"{len(results)} checks, {len(found)} known findings")


def with_email(value, path):
    """The tester sends random texts, but as emails.value an e-mail address, which a userName has to be, too."""
    return f"{uuid.uuid4()}@example.com" if value and str(path).lower().endswith("username") else value


def use(key):
    """Runs the commands of the client on a user and a group."""
    environment = {**os.environ, "SCIM_CLI_URL": SCIM, "SCIM_CLI_HEADERS": "Authorization: Bearer " + key}

    def scim2(*args):
        command = [os.path.join(os.path.dirname(sys.executable), "scim2"), *args]
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, (args, done.stdout, done.stderr)
        return json.loads(done.stdout) if done.stdout.strip() else None

    user = scim2("create", "user", "--user-name", "vera@example.com", "--display-name", "Vera Rubin")
    assert user["name"]["familyName"] == "Rubin", user
    found = scim2("query", "user", "--filter", 'userName eq "vera@example.com"', "--attribute", "userName")
    assert found["Resources"] == [{"schemas": user["schemas"], "id": user["id"], "userName": "vera@example.com"}], found
    assert scim2("search", "user", "--count", "1")["itemsPerPage"] == 1
    assert scim2("modify", "user", user["id"], "replace", "active", "false")["active"] is False
    assert scim2("replace", "user", "--id", user["id"], "--user-name", "vera@example.com", "--active", "true")["active"]
    member = json.dumps([{"value": user["id"]}])
    scim2("modify", "group", "manager", "add", "members", member)
    assert scim2("query", "user", user["id"])["groups"][0]["value"] == "manager"
    scim2("modify", "group", "manager", "remove", f'members[value eq "{user["id"]}"]')
    scim2("delete", "user", user["id"])
    assert scim2("query", "user", user["id"])["active"] is False
    print("a user and a group with the commands of scim2-cli")


def main():
    admin = api("/me")["actorUserId"]
    key = api("/keys", {"name": "scim", "actorUserId": admin, "scopes": ["scim"], "rateLimit": 0})["secret"]
    random_value = filling.generate_random_value
    for module in (filling, patch_add, patch_replace):
        module.generate_random_value = lambda context, path, **options: with_email(random_value(context, path, **options), path)
    check(key)
    use(key)


main()
