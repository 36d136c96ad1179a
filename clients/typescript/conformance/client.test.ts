// What the scenario cannot show.

import assert from "node:assert/strict";
import { type IncomingMessage, type RequestListener, createServer } from "node:http";
import { type ServerHttp2Stream, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { Workplan, WorkplanError } from "@workplan-api/client";
import { ClientService, MeService, createClient, createTransport } from "@workplan-api/client/grpc";

const key = "wpk_secret";
const body = { companyName: "Acme" };

test("the key is not printed", async () => {
  const { baseUrl } = await serve((_, response) => response.end("<html>"));
  const workplan = new Workplan({ baseUrl, key });
  const transport = createTransport({ baseUrl, key, tries: 1 });
  const errors = [
    await failureOf(workplan.get("/api/v1/me")),
    await failureOf(createClient(MeService, transport).getMe({})),
  ];
  assert.deepEqual(
    errors.map(({ code }) => code),
    ["unexpected_response", "unreachable"],
  );
  for (const value of [workplan, transport, ...errors]) {
    assert.doesNotMatch(
      inspect(value, { depth: 20, showHidden: true }) + String(value) + JSON.stringify(value),
      /secret/,
    );
  }
});

test("a key that no header can carry is refused without printing it", () => {
  for (const make of [
    () => new Workplan({ baseUrl: "http://127.0.0.1", key: `${key}\n` }),
    () => createTransport({ baseUrl: "http://127.0.0.1", key: `${key}\n` }),
  ]) {
    assert.throws(make, (error) => error instanceof TypeError && !inspect(error).includes("secret"));
  }
});

test("an address without http is refused", () => {
  assert.throws(() => new Workplan({ baseUrl: "localhost:8080", key }), /baseUrl: localhost:8080/);
});

test("lists are separated by commas, and slashes of the address are not doubled", async () => {
  const { baseUrl, requests } = await serve((_, response) => response.end('{"data": {"items": []}}'));
  await new Workplan({ baseUrl: `${baseUrl}/`, key }).get("/api/v1/projects", {
    query: { status: ["draft", "active"] },
  });
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/api/v1/projects?status=draft,active"],
  );
});

test("a create is sent again after 429, where nothing was done", async () => {
  const { baseUrl, requests } = await serve((_, response) => {
    if (requests.length === 1) response.writeHead(429, { "Retry-After": "0" }).end();
    else response.end('{"data": {}}');
  });
  await new Workplan({ baseUrl, key }).post("/api/v1/clients", { body });
  assert.equal(requests.length, 2);
});

test("after a lost connection a read is sent again, a create is not", async () => {
  const { baseUrl, requests } = await serve((request) => request.socket.destroy());
  const workplan = new Workplan({ baseUrl, key, tries: 2 });
  assert.equal((await failureOf(workplan.post("/api/v1/clients", { body }))).code, "unreachable");
  assert.equal(requests.length, 1);
  assert.equal((await failureOf(workplan.get("/api/v1/me"))).code, "unreachable");
  assert.equal(requests.length, 3);
});

test("after a lost connection a read is sent again, a create is not, over gRPC too", async () => {
  let calls = 0;
  const baseUrl = await serveHttp2((stream) => {
    calls++;
    stream.session?.destroy();
  });
  const clients = createClient(ClientService, createTransport({ baseUrl, key, tries: 2 }));
  assert.equal((await failureOf(clients.createClient({ client: body }))).code, "unreachable");
  assert.equal(calls, 1);
  assert.equal((await failureOf(clients.listClients({}))).code, "unreachable");
  assert.equal(calls, 3);
});

test("a wait of more than a minute, or past the deadline, is not begun", async () => {
  for (const [seconds, timeoutMs] of [
    ["61", 600_000],
    ["31", 30_000],
  ] as const) {
    const { baseUrl, requests } = await serve((_, response) =>
      response.writeHead(503, { "Retry-After": seconds }).end("busy"),
    );
    const { code, status, message } = await failureOf(new Workplan({ baseUrl, key, timeoutMs }).get("/api/v1/me"));
    assert.deepEqual([code, status, requests.length], ["unexpected_response", 503, 1]);
    assert.match(message, /GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/me: 503, without a content type: "busy"/);
  }
});

test("a redirect is not followed", async () => {
  const { baseUrl, requests } = await serve((_, response) => response.writeHead(301, { Location: "/elsewhere" }).end());
  const { code, status } = await failureOf(new Workplan({ baseUrl, key }).post("/api/v1/clients", { body }));
  assert.deepEqual([code, status, requests.length], ["unexpected_response", 301, 1]);
});

test("a call ends at its deadline", async () => {
  const { baseUrl } = await serve(() => {});
  assert.equal(
    (await failureOf(new Workplan({ baseUrl, key }).get("/api/v1/me", { timeoutMs: 50 }))).code,
    "unreachable",
  );
  const me = createClient(MeService, createTransport({ baseUrl: await serveHttp2(), key, timeoutMs: 50 }));
  const { code, status } = await failureOf(me.getMe({}));
  assert.deepEqual([code, status], ["unreachable", "DEADLINE_EXCEEDED"]);
});

test("a call that its caller gives up fails with the reason of the signal", async () => {
  const reason = new Error("changed my mind");
  const signal = AbortSignal.abort(reason);
  const { baseUrl } = await serve(() => {});
  const clients = createClient(ClientService, createTransport({ baseUrl: await serveHttp2(), key }));
  await assert.rejects(new Workplan({ baseUrl, key }).get("/api/v1/me", { signal }), reason);
  await assert.rejects(clients.listClients({}, { signal }), reason);
});

test("a call is given up while it waits", async () => {
  const { baseUrl } = await serve((_, response) => response.writeHead(429, { "Retry-After": "59" }).end());
  const signal = AbortSignal.timeout(50);
  await assert.rejects(new Workplan({ baseUrl, key, timeoutMs: 600_000 }).get("/api/v1/me", { signal }), {
    name: "TimeoutError",
  });
});

/** Serves HTTP/1.1 until the tests are over, and keeps the requests. */
async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  after(() => server.closeAllConnections());
  return { baseUrl: await listen(server), requests };
}

/** Serves HTTP/2 until the tests are over; without a listener no call is answered. */
function serveHttp2(listener: (stream: ServerHttp2Stream) => void = () => {}): Promise<string> {
  const server = createHttp2Server();
  server.on("stream", listener);
  server.on("session", (session) => after(() => session.destroy()));
  return listen(server);
}

async function listen(server: Server): Promise<string> {
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(call: Promise<unknown>): Promise<WorkplanError> {
  try {
    await call;
  } catch (error) {
    assert(error instanceof WorkplanError, String(error));
    return error;
  }
  assert.fail("the call has not failed");
}
