"""Tests of what the scenario cannot show."""

from __future__ import annotations

import json
import os
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from uuid import UUID

import anyio
import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped]
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

from workplan import AsyncWorkplan, CursorError, Workplan, WorkplanError, follow, models, v1, whole, whole_async
from workplan._calls import Tries
from workplan._http import _PAGE
from workplan.grpc import channel, channel_async
from workplan.grpc import follow as follow_grpc
from workplan.models import AssignmentInput, WriteMeta

USER = "01890000-0000-7000-8000-000000000001"


class Requests(BaseHTTPRequestHandler):
    """Keeps the paths and the bodies. Responds to every request with 404."""

    seen: list[tuple[str, Any]]

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        self.seen.append((self.path, json.loads(self.rfile.read(length) or "null")))
        body = b'{"error": {"code": "not_found", "message": "not found", "requestId": "r-1", "details": []}}'
        self.send_response(404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *args: object) -> None:
        pass


def requests_of(call: Callable[[str], object]) -> list[tuple[str, Any]]:
    """The requests that a call sends to a base URL."""
    seen: list[tuple[str, Any]] = []
    handler = type("Handler", (Requests,), {"seen": seen})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            call(f"http://127.0.0.1:{server.server_port}")
        except WorkplanError as error:
            assert error.code == "not_found", error
        server.shutdown()
    return seen


class Rest(unittest.TestCase):
    def test_base_url_may_have_the_path_of_the_api(self) -> None:
        def get_me_at_all(url: str) -> None:
            for suffix in ("", "/", "/api/v1", "//api/v1//"):
                with self.assertRaises(WorkplanError):
                    Workplan(url + suffix, "wpk_key").get_me()

        self.assertEqual(requests_of(get_me_at_all), [("/api/v1/me", None)] * 4)

    def test_ids_and_dates_may_be_str(self) -> None:
        item = AssignmentInput(USER, UUID(USER), "2027-03-01", 7.5)
        [(_, body)] = requests_of(lambda url: Workplan(url, "wpk_key").upsert_assignments(items=[item]))
        self.assertEqual(body["items"], [{"userId": USER, "projectId": USER, "date": "2027-03-01", "hours": 7.5}])
        [(path, _)] = requests_of(
            lambda url: Workplan(url, "wpk_key").list_assignments(user_id=USER, start_date="2027-03-01")
        )
        self.assertEqual(path, f"/api/v1/assignments?user_id={USER}&start_date=2027-03-01")
        [(path, _)] = requests_of(lambda url: Workplan(url, "wpk_key").get_user(USER))
        self.assertEqual(path, f"/api/v1/users/{USER}")

    def test_a_body_that_cannot_be_sent_is_named(self) -> None:
        workplan = Workplan("http://127.0.0.1:1", "wpk_key")
        decimal: Any = Decimal("7.5")
        wrong: Any
        for wrong, message in (
            (AssignmentInput(USER, USER, "2027-03-01", decimal), r"items\[0\].hours cannot be sent as JSON: Decimal"),
            (AssignmentInput(USER, USER, "2027-03-01", float("nan")), r"items\[0\].hours cannot be sent as JSON: nan"),
            ({"userId": USER}, "is a dict, not a class of workplan.models"),
        ):
            with self.assertRaisesRegex(TypeError, message):
                workplan.upsert_assignments(items=[wrong])

    def test_a_wrong_base_url_or_key_is_refused(self) -> None:
        for make in (Workplan, AsyncWorkplan):
            with self.assertRaisesRegex(ValueError, "'127.0.0.1:8080' does not begin with http"):
                make("127.0.0.1:8080", "wpk_key")
            with self.assertRaisesRegex(ValueError, "the API key is empty"):
                make("http://127.0.0.1:8080", "")
            with self.assertRaisesRegex(ValueError, "such as a space or a line break$"):
                make("http://127.0.0.1:8080", "wpk_key\n")


class Journal(BaseHTTPRequestHandler):
    """Responds to a follower: a proxy responds in between, and later the events have expired."""

    paths: list[str]

    def do_GET(self) -> None:
        self.paths.append(self.path)
        event: dict[str, Any] = {
            "seq": 8,
            "type": "client.created",
            "at": "2027-03-01T08:30:00Z",
            "record": None,
            "before": None,
            "after": {"companyName": "Acme"},
            "rows": [],
            "rowCount": 0,
            **dict.fromkeys(("actorId", "keyId", "requestId", "firstDate", "lastDate")),
        }
        page = {"items": [], "nextAfter": 7, "head": 7, "first": 1, "upToDate": True}
        error = {"message": "note the head", "code": "cursor_expired", "requestId": "r-1", "details": []}
        status, body = {
            1: (200, {"data": page}),
            2: (502, "a proxy"),
            3: (200, {"data": {**page, "items": [event], "nextAfter": 12}}),
        }.get(len(self.paths), (410, {"error": error}))
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


class Follow(unittest.TestCase):
    def test_it_survives_a_proxys_response_and_an_expired_number_ends_it(self) -> None:
        paths: list[str] = []
        with HTTPServer(("127.0.0.1", 0), type("Handler", (Journal,), {"paths": paths})) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            workplan = Workplan(f"http://127.0.0.1:{server.server_port}", "wpk_key", tries=1)
            events = []
            with self.assertRaisesRegex(CursorError, "note the head") as raised:
                for event in follow(workplan.list_events, after="head", types=["client.*"]):
                    events.append((event.seq, event.after and event.after["companyName"]))
            server.shutdown()
        self.assertEqual(events, [(8, "Acme")])
        self.assertEqual((raised.exception.code, raised.exception.status), ("cursor_expired", 410))
        self.assertEqual(
            paths,
            [
                "/api/v1/events?after=head&types=client.%2A",
                "/api/v1/events?after=7&types=client.%2A&wait=20",
                "/api/v1/events?after=7&types=client.%2A&wait=20",
                "/api/v1/events?after=12&types=client.%2A&wait=20",
            ],
        )

    def test_the_first_call_fails(self) -> None:
        with self.assertRaises(WorkplanError) as raised:
            next(follow(Workplan("http://127.0.0.1:1", "wpk_key", tries=1).list_events))
        self.assertEqual(raised.exception.code, "unreachable")
        with channel("127.0.0.1:1", "wpk_key", plaintext=True, tries=1) as connection:
            with self.assertRaises(WorkplanError) as raised:
                next(follow_grpc(connection))
        self.assertEqual(raised.exception.code, "unreachable")


class Repeated(unittest.TestCase):
    def test_a_request_that_is_too_expensive_is_not_sent_again(self) -> None:
        for code, status, again in (("unavailable", 503, True), ("too_expensive", 503, False), ("too_expensive", "DEADLINE_EXCEEDED", False)):
            error = WorkplanError("send less", code=code, status=status)
            self.assertEqual(Tries(4, 30.0).pause_after(error) is not None, again, (code, status))


class Meta(unittest.TestCase):
    def test_an_upsert_passes_the_meta_of_the_response_to_on_meta(self) -> None:
        warning = {"index": 0, "field": "items[0].userId", "code": "inactive_user", "message": "is inactive"}
        response = {"data": [], "meta": {"warnings": [warning], "warningCount": 1}}
        paths: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                paths.append(self.path)
                self.rfile.read(int(self.headers["Content-Length"]))
                body = json.dumps(response).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass

        metas: list[WriteMeta] = []
        with HTTPServer(("127.0.0.1", 0), Handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            with Workplan(f"http://127.0.0.1:{server.server_port}", "wpk_key") as workplan:
                rows = workplan.upsert_assignments(items=[], include=["warnings", "summary"], on_meta=metas.append)
                del response["meta"]
                workplan.upsert_assignments(items=[], on_meta=metas.append)
            server.shutdown()
        self.assertEqual((rows, [meta.to_dict() for meta in metas]), ([], [{"warnings": [warning], "warningCount": 1}]))
        self.assertEqual(paths, ["/api/v1/assignments?include=warnings%2Csummary", "/api/v1/assignments"])


class Rows(BaseHTTPRequestHandler):
    """Has 1,000 clients, in the form that is asked for. Breaks the connection after a part of them unless whole."""

    protocol_version = "HTTP/1.1"
    whole = True
    refusals = 0
    requests = 0

    def do_GET(self) -> None:
        kind = type(self)
        kind.requests += 1
        if kind.requests <= kind.refusals:
            self.send_response(429)
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", f"{self.headers['Accept']}; charset=utf-8")
        self.send_header("Workplan-Seq", "42")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        client = {
            "id": USER, "companyName": "Clïent\u2028", "isActive": True, "clientPriority": "low", "categories": [],
            "email": None, "image": None, "website": None, "countryCode": None, "accountManagerId": None, "version": 1,
            "currency": None, "createdAt": "2027-01-01T00:00:00Z", "updatedAt": "2027-01-01T00:00:00Z", "externalIds": [],
        }
        line = json.dumps(client, ensure_ascii=False).encode() + b"\n"
        for part in [line * 500, line * 499 + line[:20], line[20:]]:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        if kind.whole:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def log_message(self, *args: object) -> None:
        pass


class WholeLists(unittest.TestCase):
    def serve(self, **members: object) -> tuple[str, type[Rows]]:
        handler = type("Handler", (Rows,), members)
        server = HTTPServer(("127.0.0.1", 0), handler)
        Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}", handler

    def folder(self) -> str:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_it_is_sent_again_until_it_begins(self) -> None:
        url, handler = self.serve(refusals=2)
        with Workplan(url, "wpk_key") as workplan:
            clients = whole(workplan.list_clients, name="a")
            self.assertIsNone(clients.seq)
            names = [client.company_name for client in clients]
        self.assertEqual((names, clients.seq, handler.requests), (["Clïent\u2028"] * 1000, 42, 3))

    def test_one_that_is_cut_off_is_an_error_and_no_file(self) -> None:
        url, handler = self.serve(whole=False)
        path = os.path.join(self.folder(), "clients.csv")
        Path(path).write_text("old")
        read = []

        async def read_async() -> None:
            async with AsyncWorkplan(url, "wpk_key") as workplan:
                clients = whole_async(workplan.list_clients)
                with self.assertRaisesRegex(WorkplanError, "rows are missing") as caught:
                    async for client in clients:
                        read.append(client)
                codes.append(caught.exception.code)
                with self.assertRaises(WorkplanError) as caught:
                    await clients.save(path, "csv")
                codes.append(caught.exception.code)

        codes = []
        anyio.run(read_async)
        with Workplan(url, "wpk_key") as workplan:
            clients = whole(workplan.list_clients)
            for call in (lambda: list(clients), lambda: clients.save(path, "csv"), lambda: clients.save(path, "parquet")):
                with self.assertRaises(WorkplanError) as caught:
                    call()
                codes.append(caught.exception.code)
        self.assertEqual(codes, ["unexpected_response"] * 5)
        self.assertEqual(len(read), 1000)
        self.assertEqual((os.listdir(os.path.dirname(path)), Path(path).read_text()), (["clients.csv"], "old"))
        self.assertEqual(handler.requests, 5)

    def test_a_file_is_complete(self) -> None:
        url, _ = self.serve()
        folder = self.folder()

        async def save() -> int | None:
            async with AsyncWorkplan(url, "wpk_key") as workplan:
                clients = whole_async(workplan.list_clients)
                await clients.save(os.path.join(folder, "async"), "csv")
                return clients.seq

        self.assertEqual(anyio.run(save), 42)
        with Workplan(url, "wpk_key") as workplan:
            clients = whole(workplan.list_clients)
            clients.save(Path(folder, "sync"), "csv")
            with self.assertRaisesRegex(WorkplanError, "rows are missing: the end is missing"):
                clients.save(Path(folder, "table"), "parquet")
        self.assertEqual(Path(folder, "sync").read_bytes(), Path(folder, "async").read_bytes())
        self.assertEqual(sorted(os.listdir(folder)), ["async", "sync"])

    def test_the_page_of_each_list_can_be_around_a_row(self) -> None:
        pages = [page for name, page in vars(models).items() if name.endswith("Page") and name != "EventPage"]
        self.assertGreater(len(pages), 10)
        for page in pages:
            self.assertEqual(page.from_dict({**_PAGE, "items": []}).items, [])

    def test_other_servers_and_methods_are_refused(self) -> None:
        seen = requests_of(lambda url: list(whole(Workplan(url, "wpk_key").list_users, is_active=True)))
        self.assertEqual(seen, [("/api/v1/users?isActive=true", None)])
        for wrong in (lambda: None, AsyncWorkplan("http://127.0.0.1:1", "wpk_key").list_users):
            with self.assertRaisesRegex(TypeError, "is not a list method"):
                whole(wrong)  # type: ignore[arg-type]


class Grpc(unittest.TestCase):
    def test_a_url_is_refused_as_target(self) -> None:
        for make in (channel, channel_async):
            with self.assertRaisesRegex(ValueError, "is a URL: write host and port"):
                make("http://127.0.0.1:9090", "wpk_key")

    def test_a_create_is_repeated_only_if_workplan_refused_it(self) -> None:
        info = AnyMessage()
        info.Pack(ErrorInfo(reason="rate_limited", domain="workplan"))
        for details, tries in (([info], 2), ([], 1)):
            calls = []

            def refuse(_: object, context: grpc.ServicerContext) -> v1.CreateClientResponse:
                calls.append(dict(context.invocation_metadata())["idempotency-key"])
                status = Status(code=8, message="refused", details=details)
                context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
                context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "refused")

            server = grpc.server(ThreadPoolExecutor(1))
            method = grpc.unary_unary_rpc_method_handler(
                refuse, v1.CreateClientRequest.FromString, v1.CreateClientResponse.SerializeToString
            )
            server.add_generic_rpc_handlers(
                [grpc.method_handlers_generic_handler("workplan.v1.ClientService", {"CreateClient": method})]
            )
            port = server.add_insecure_port("127.0.0.1:0")
            server.start()
            with closing(channel(f"127.0.0.1:{port}", "wpk_key", plaintext=True, tries=2)) as connection:
                with self.assertRaises(WorkplanError):
                    v1.ClientServiceStub(connection).CreateClient(v1.CreateClientRequest())
            server.stop(None).wait()
            self.assertEqual(len(calls), tries, details)
            self.assertEqual(len(set(calls)), 1)
