// Tests of what the scenario cannot show.

import assert from "node:assert/strict";
import { type IncomingMessage, type RequestListener, createServer } from "node:http";
import { type IncomingHttpHeaders, type ServerHttp2Stream, createServer as createHttp2Server } from "node:http2";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { CursorError, Workplan, type WriteMeta } from "@workplan-api/client";
import { ClientService, MeService, createClient, createTransport, follow } from "@workplan-api/client/grpc";
import { save } from "@workplan-api/client/node";
import { failureOf } from "./failure.js";

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

test("a base URL without http is refused", () => {
  assert.throws(() => new Workplan({ baseUrl: "localhost:8080", key }), /baseUrl: localhost:8080 does not begin/);
});

test("a missing key is refused", () => {
  const missing = process.env["NO_SUCH_VARIABLE"]!;
  assert.throws(() => new Workplan({ baseUrl: "http://127.0.0.1", key: missing }), /the API key is missing/);
});

test("the base URL may have slashes and the path of the API at its end", async () => {
  const { baseUrl, requests } = await serve((_, response) => response.end('{"data": {}}'));
  for (const suffix of ["", "/", "/api/v1", "//api/v1//"]) {
    await new Workplan({ baseUrl: baseUrl + suffix, key }).get("/api/v1/me");
  }
  assert.deepEqual(new Set(requests.map(({ url }) => url)), new Set(["/api/v1/me"]));
});

test("a list follows the cursors, without the offset", async () => {
  const { baseUrl, requests } = await serve(({ url }, response) => {
    const nextCursor = url?.includes("cursor=") ? null : "c1";
    response.end(JSON.stringify({ data: { items: [{ id: "a" }], nextCursor } }));
  });
  const rows = [];
  const query = { offset: 7, limit: 1 };
  for await (const row of new Workplan({ baseUrl, key }).all("/api/v1/users", { query })) rows.push(row);
  assert.equal(rows.length, 2);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/api/v1/users?offset=7&limit=1", "/api/v1/users?limit=1&cursor=c1"],
  );
});

test("the items of a list are separated by commas", async () => {
  const { baseUrl, requests } = await serve((_, response) => response.end('{"data": {"items": []}}'));
  await new Workplan({ baseUrl, key }).get("/api/v1/projects", {
    query: { status: ["draft", "active"] },
  });
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/api/v1/projects?status=draft,active"],
  );
});

test("an upsert passes the meta of the response to onMeta", async () => {
  const meta = { warnings: [{ index: 0, field: "items[0].userId", code: "inactive_user", message: "is inactive" }], warningCount: 1 };
  const { baseUrl, requests } = await serve((_, response) => response.end(JSON.stringify({ data: [], meta })));
  const metas: WriteMeta[] = [];
  const rows = await new Workplan({ baseUrl, key }).post("/api/v1/assignments", {
    query: { include: ["warnings", "summary"] },
    body: { items: [] },
    onMeta: (meta) => metas.push(meta),
  });
  assert.deepEqual([rows, metas], [[], [meta]]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/api/v1/assignments?include=warnings,summary"],
  );
});

test("a create is sent again after 429", async () => {
  const { baseUrl, requests } = await serve((_, response) => {
    if (requests.length === 1) response.writeHead(429, { "Retry-After": "0" }).end();
    else response.end('{"data": {}}');
  });
  await new Workplan({ baseUrl, key }).post("/api/v1/clients", { body });
  assert.equal(requests.length, 2);
});

test("after a lost connection a call is sent again, a create with the same key", async () => {
  const keys: unknown[] = [];
  const { baseUrl } = await serve((request) => {
    keys.push(request.headers["idempotency-key"]);
    request.socket.destroy();
  });
  const workplan = new Workplan({ baseUrl, key, tries: 2 });
  for (const call of [
    () => workplan.post("/api/v1/clients", { body }),
    () => workplan.post("/api/v1/clients", { body, idempotencyKey: "mine" }),
    () => workplan.get("/api/v1/me"),
  ]) {
    assert.equal((await failureOf(call())).code, "unreachable");
  }
  assertKeys(keys.sort());
});

test("after a lost connection a call is sent again, a create with the same key, over gRPC too", async () => {
  const keys: unknown[] = [];
  const baseUrl = await serveHttp2((stream, headers) => {
    keys.push(headers["idempotency-key"]);
    stream.session?.destroy();
  });
  const clients = createClient(ClientService, createTransport({ baseUrl, key, tries: 2 }));
  for (const call of [
    () => clients.createClient({ client: body }),
    () => clients.createClient({ client: body }, { headers: { "Idempotency-Key": "mine" } }),
    () => clients.listClients({}),
  ]) {
    assert.equal((await failureOf(call())).code, "unreachable");
  }
  assertKeys(keys.sort());
});

/** Checks the sorted keys of two tries with a random key, two with the key "mine" and two without a key. */
function assertKeys(keys: unknown[]) {
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  assert.deepEqual(keys, [keys[0], keys[0], "mine", "mine", undefined, undefined]);
}

test("there is no wait of more than a minute or past the deadline", async () => {
  for (const [seconds, timeoutMs] of [
    ["61", 600_000],
    ["31", 30_000],
  ] as const) {
    const { baseUrl, requests } = await serve((_, response) =>
      response.writeHead(503, { "Retry-After": seconds }).end("busy"),
    );
    const { code, status, message } = await failureOf(new Workplan({ baseUrl, key, timeoutMs }).get("/api/v1/me"));
    assert.deepEqual([code, status, requests.length], ["unexpected_response", 503, 1]);
    assert.match(message, /GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/me is not from Workplan: 503, without a content type: "busy"/);
  }
});

test("a request that is too expensive is not sent again", async () => {
  const error = { code: "too_expensive", message: "send less", requestId: "r-1", details: [] };
  const { baseUrl, requests } = await serve((_, response) => response.writeHead(503).end(JSON.stringify({ error })));
  const { code, status } = await failureOf(new Workplan({ baseUrl, key }).get("/api/v1/me"));
  assert.deepEqual([code, status, requests.length], ["too_expensive", 503, 1]);
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

test("a call that its caller cancels fails with the reason of the signal", async () => {
  const reason = new Error("cancelled by the user");
  const signal = AbortSignal.abort(reason);
  const { baseUrl } = await serve(() => {});
  const clients = createClient(ClientService, createTransport({ baseUrl: await serveHttp2(), key }));
  await assert.rejects(new Workplan({ baseUrl, key }).get("/api/v1/me", { signal }), reason);
  await assert.rejects(clients.listClients({}, { signal }), reason);
});

test("a call can be cancelled while it waits", async () => {
  const { baseUrl } = await serve((_, response) => response.writeHead(429, { "Retry-After": "59" }).end());
  const signal = AbortSignal.timeout(50);
  await assert.rejects(new Workplan({ baseUrl, key, timeoutMs: 600_000 }).get("/api/v1/me", { signal }), {
    name: "TimeoutError",
  });
});

test("a follower survives a proxy's response, and an expired number ends it", async () => {
  const { baseUrl, requests } = await serve((_, response) => {
    const page = (items: object[], nextAfter: number) => response.end(JSON.stringify({ data: { items, nextAfter } }));
    if (requests.length === 1) page([], 7);
    else if (requests.length === 2) response.writeHead(502).end("<html>");
    else if (requests.length === 3) page([{ seq: 8 }, { seq: 9 }], 12);
    else response.writeHead(410).end('{"error": {"message": "note the head", "code": "cursor_expired", "details": []}}');
  });
  const seqs: number[] = [];
  const following = (async () => {
    const workplan = new Workplan({ baseUrl, key, tries: 1 });
    for await (const { seq } of workplan.follow({ after: "head", types: ["client.*"] })) seqs.push(seq);
  })();
  const error = await failureOf(following);
  assert.deepEqual([error instanceof CursorError, error.code, error.status, error.message, error.name], [
    true,
    "cursor_expired",
    410,
    "note the head",
    "CursorError",
  ]);
  assert.deepEqual(seqs, [8, 9]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    [
      "/api/v1/events?after=head&types=client.*",
      "/api/v1/events?after=7&types=client.*&wait=20",
      "/api/v1/events?after=7&types=client.*&wait=20",
      "/api/v1/events?after=12&types=client.*&wait=20",
    ],
  );
});

test("the first call of a follower fails", async () => {
  const { baseUrl, requests } = await serve((_, response) => response.end("<html>"));
  const error = await failureOf(new Workplan({ baseUrl, key }).follow().next());
  assert.deepEqual([error.code, requests.length], ["unexpected_response", 1]);
  const transport = createTransport({ baseUrl, key, tries: 1 });
  assert.equal((await failureOf(follow(transport).next())).code, "unreachable");
});

test("a follower ends when its signal aborts", async () => {
  const { baseUrl, requests } = await serve((_, response) => {
    if (requests.length === 1) response.end('{"data": {"items": [{"seq": 1}], "nextAfter": 1}}');
  });
  const signal = AbortSignal.timeout(100);
  const seqs: number[] = [];
  for await (const { seq } of new Workplan({ baseUrl, key }).follow({ signal })) seqs.push(seq);
  assert.deepEqual(seqs, [1]);
});

/** Responds with 1,000 clients, in the form that is asked for, and breaks the connection after a part of them unless whole. */
function rows(whole: boolean): RequestListener {
  return (request, response) => {
    response.writeHead(200, { "Content-Type": `${request.headers.accept}; charset=utf-8`, "Workplan-Seq": "42" });
    for (let i = 0; i < 1000; i++) response.write(`{"companyName":"Clïent ${i}"}\n`);
    if (whole) response.end();
    else response.write('{"companyName":', () => setTimeout(() => response.destroy(), 50));
  };
}

test("the rows of a whole list are read as they arrive, also past the time for the call", async () => {
  let next = () => {};
  const { baseUrl } = await serve(async (request, response) => {
    response.writeHead(200, { "Content-Type": request.headers.accept, "Workplan-Seq": "7" });
    for (let version = 0; version < 3; version++) {
      const read = new Promise<void>((resolve) => (next = resolve));
      response.write(`{"version":${version}}\n`);
      await read;
    }
    response.end();
  });
  const list = new Workplan({ baseUrl, key, timeoutMs: 300 }).whole("/api/v1/clients", { query: { name: "a" } });
  assert.equal(list.seq, undefined);
  let read = 0;
  for await (const { version } of list) {
    assert.deepEqual([version, list.seq], [read++, 7]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    next();
  }
  assert.equal(read, 3);
});

test("a whole list that is cut off is an error, and no file", async () => {
  const { baseUrl, requests } = await serve(rows(false));
  const list = new Workplan({ baseUrl, key }).whole("/api/v1/clients");
  const folder = await mkdtemp(join(tmpdir(), "whole-"));
  after(() => rm(folder, { recursive: true }));
  const path = join(folder, "clients.csv");
  await writeFile(path, "old");
  const read: unknown[] = [];
  const errors = [
    await failureOf((async () => {
      for await (const row of list) read.push(row);
    })()),
    await failureOf(save(list, path, "csv")),
    await failureOf(save(list, path, "parquet")),
  ];
  assert.deepEqual(errors.map(({ code }) => code), Array(3).fill("unexpected_response"));
  assert.match(errors[0]!.message, /rows are missing/);
  assert.equal(read.length, 1000);
  assert.deepEqual([await readdir(folder), await readFile(path, "utf8")], [["clients.csv"], "old"]);
  assert.equal(requests.length, 3);
});

test("a whole list is asked for again until it begins, and saved", async () => {
  const { baseUrl, requests } = await serve((request, response) =>
    requests.length === 1 ? response.writeHead(429, { "Retry-After": "1" }).end() : rows(true)(request, response),
  );
  const list = new Workplan({ baseUrl, key }).whole("/api/v1/clients");
  const folder = await mkdtemp(join(tmpdir(), "whole-"));
  after(() => rm(folder, { recursive: true }));
  await save(list, join(folder, "clients"), "ndjson");
  const text = await readFile(join(folder, "clients"), "utf8");
  assert.deepEqual([text.split("\n").length, text.includes("Clïent 999"), list.seq], [1001, true, 42]);
  assert.equal(requests.length, 2);
  const { code, message } = await failureOf(save(list, join(folder, "table"), "parquet"));
  assert.deepEqual([code, /rows are missing: the table has no end/.test(message)], ["unexpected_response", true]);
  assert.deepEqual(await readdir(folder), ["clients"]);
});

test("a loop over a whole list can end early, and be cancelled", async () => {
  const closed: Promise<unknown>[] = [];
  const { baseUrl } = await serve((request, response) => {
    closed.push(new Promise((resolve) => response.on("close", resolve)));
    response.writeHead(200, { "Content-Type": request.headers.accept, "Workplan-Seq": "7" }).write('{"version":1}\n');
  });
  const workplan = new Workplan({ baseUrl, key });
  for await (const _ of workplan.whole("/api/v1/clients")) break;
  await closed[0];
  const canceled = new AbortController();
  await assert.rejects(
    async () => {
      for await (const _ of workplan.whole("/api/v1/clients", { signal: canceled.signal })) canceled.abort("enough");
    },
    (reason) => reason === "enough",
  );
});

test("a whole list of another server, and of one that does not respond, is an error", async () => {
  const stranger = await serve((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>"));
  const silent = await serve(() => {});
  const codes = [];
  for (const { baseUrl } of [stranger, silent]) {
    const list = new Workplan({ baseUrl, key, timeoutMs: 100 }).whole("/api/v1/users");
    codes.push((await failureOf(save(list, join(tmpdir(), "never"), "csv"))).code);
  }
  assert.deepEqual(codes, ["unexpected_response", "unreachable"]);
});

/** Serves HTTP/1.1 until the end of the tests, and keeps the requests. */
async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  after(() => server.closeAllConnections());
  return { baseUrl: await listen(server), requests };
}

/** Serves HTTP/2 until the end of the tests. Without a listener it never responds. */
function serveHttp2(listener: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void = () => {}): Promise<string> {
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

