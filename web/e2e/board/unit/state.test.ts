import assert from "node:assert/strict";
import { test } from "node:test";
import type { Api, HourRow, JournalEvent, Reply } from "../../../src/board/api";
import { Axis } from "../../../src/board/axis";
import { Bars } from "../../../src/board/bars";
import { formatDay } from "../../../src/board/day";
import { arrange, heights, Rows, visible } from "../../../src/board/layout";
import { Live, type Conflict } from "../../../src/board/live";
import { Loader } from "../../../src/board/load";
import { excess, reversed, type Change } from "../../../src/board/model";
import { formatPlace, parsePlace } from "../../../src/board/place";
import { reverse, Undo } from "../../../src/board/undo";
import { Writes, type Refusal } from "../../../src/board/writes";
import { monday, week } from "../fixture";

const change = (day: number, before: number, after: number): Change => ({ userId: "ada", projectId: "p", capabilityId: null, day: monday + day, before, after, wasTentative: false, tentative: false });

test("free and over are sums of days, tentative hours count for neither", () => {
  const model = week();
  model.apply([change(0, 0, 12), change(1, 0, 2), { ...change(2, 0, 5), projectId: "draft" }]);
  const sums = model.sums("ada", monday, monday + 7);
  assert.deepEqual([sums.availability, sums.planned, sums.tentative, sums.free, sums.over], [32, 14, 5, 22, 4]);
});

test("a week that has just the hours of the person is not over", () => {
  const model = week();
  model.setColumn("bob", "availability", monday, [7.6, 7.6, 7.6, 7.6, 7.6]);
  model.apply([8, 8, 8, 8, 6].map((hours, day) => ({ ...change(day, 0, hours), userId: "bob" })));
  assert.equal(excess(model.sums("bob", monday, monday + 7)), 0);
  model.apply([{ ...change(4, 6, 6.25), userId: "bob" }]);
  assert.equal(excess(model.sums("bob", monday, monday + 7)).toFixed(2), "0.25");
});

test("a change of a day whose rows are not loaded moves its sum by the difference", () => {
  const model = week();
  model.setColumn("eve", "planned", monday, [6]);
  model.setPlanned({ ...change(0, 2, 5), userId: "eve" });
  assert.equal(model.value("eve", "planned", monday), 9);
});

test("a row shows the lanes that have bars in view, and no others can be hit", () => {
  const model = week(), view = { seen: { first: monday, end: monday + 7 } };
  const line = (projectId: string, day: number) => ({ userId: "eve", projectId, capabilityId: null, day: monday + day, hours: 4, tentative: false });
  // The lane of the first project is free again when the second one goes on.
  model.setLines("eve", monday, monday + 14, [line("p", 0), line("q", 0), line("q", 1), line("q", 8)]);
  const bars = new Bars(model, view);
  const shown = () => bars.shown("eve").map((lane) => lane[0]!.projectId);
  assert.equal(shown().length, 2);
  view.seen = { first: monday + 7, end: monday + 14 };
  assert.deepEqual(shown(), ["q"]);
  assert.deepEqual([0, 1].map((lane) => bars.at({ kind: "person", key: "eve", userId: "eve", open: false }, monday + 8, lane)?.projectId), ["q", undefined]);
  assert.equal(bars.of("eve").length, 2, "the others are there");
});

test("shares are corrected by events that they do not include yet", () => {
  const model = week();
  const shares = (day: number, days = 7) => [...model.byProject("eve", monday + day, monday + day + days)];
  assert.deepEqual(shares(0), [], "nothing is loaded");
  model.shares.project.replace(0, 2, 10, [{ id: "eve", split: { id: "p" }, values: [[6, 4], [0, 0]] }]);
  assert.deepEqual([shares(0), shares(7), shares(0, 14)], [[["p", 6]], [["p", 4]], [["p", 10]]]);
  assert.deepEqual([shares(0, 1), shares(14)], [[], []], "days that are no column, and a column that is not loaded");
  const slot = { userId: "eve", projectId: "p", capabilityId: "c", day: monday + 1 };
  const set = (after: number, before: number, seq: number, projectId = "p") => model.setPlanned({ ...slot, projectId, before, after, wasTentative: false, tentative: false }, seq);
  set(5, 2, 10);
  assert.deepEqual(shares(0), [["p", 6]], "event 10 is included");
  set(8, 5, 11);
  set(1, 0, 12, "q");
  assert.deepEqual(shares(0), [["p", 9], ["q", 1]]);
  model.shares.capability.replace(0, 4, 12, [{ id: "eve", split: { id: "c" }, values: [[9, 0, 0, 0], [0, 0, 0, 0]] }, { id: "eve", split: null, values: [[0, 9, 0, 0], [0, 0, 0, 0]] }]);
  set(0, 8, 13);
  assert.deepEqual([...model.shares.capability.sums("eve", monday, monday + 7)!], [["c", 1]]);
  assert.equal(shares(0).length, 2);
  model.setLines("eve", monday, monday + 7, [{ ...slot, hours: 3, tentative: false }]);
  assert.deepEqual(shares(0), [["p", 3]], "rows of days are preferred");
  model.shares.project.replace(0, 2, 14, []);
  assert.deepEqual(shares(7), []);
});

test("rows are found by position, groups and open people included", () => {
  const model = week();
  model.apply([change(0, 0, 4)]);
  const shown = { people: ["ada", "bob"], open: new Set(["ada"]), added: new Map([["ada", new Set(["q"])]]), first: monday, end: monday + 7 };
  const list = arrange(model, { ...shown, grouping: "none" });
  assert.deepEqual(list.map((row) => row.key), ["ada", "ada p", "ada q", "ada add", "bob"]);
  const rows = new Rows(list, heights.comfortable);
  assert.equal(rows.height, 40 + 28 * 3 + 40);
  for (let y = 0; y < rows.height; y++) {
    const i = rows.at(y);
    assert.ok(rows.tops[i]! <= y && y < rows.tops[i + 1]!);
  }
  assert.deepEqual(arrange(model, { ...shown, open: new Set(), grouping: "manager" }).map((row) => row.key), ["manager:bob", "manager:bob ada", "manager:", "manager: bob"]);
  assert.deepEqual(arrange(model, { ...shown, open: new Set(), grouping: "client" }).map((row) => row.key), ["client:loading:", "client:loading: ada", "client:loading: bob"]);
  model.shares.project.replace(0, 4, 1, [{ id: "ada", split: { id: "p" }, values: [[4, 0, 0, 0], [0, 0, 0, 0]] }]);
  assert.deepEqual(arrange(model, { ...shown, open: new Set(), grouping: "client" }).map((row) => row.key), ["client:c", "client:c ada p", "client:", "client: bob"]);
});

test("the window has what is visible and nothing else", () => {
  const model = week();
  const rows = new Rows(arrange(model, { people: ["ada", "bob"], open: new Set(), added: new Map(), grouping: "none", first: monday, end: monday + 7 }), heights.comfortable);
  assert.deepEqual(visible(rows, 104, 92, 92, 40, 184, 30), { firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 2 });
  assert.deepEqual(visible(rows, 104, 92, 50, 0, 100, 400), { firstRow: 0, lastRow: 1, firstColumn: 0, lastColumn: 1 });
});

test("a hundred steps are undone and done again, and refused changes are forgotten", () => {
  const undo = new Undo();
  for (let i = 1; i <= 120; i++) undo.push({ label: String(i), changes: [change(i, 0, i)] });
  let steps = 0;
  for (let step = undo.undo(); step; step = undo.undo()) {
    assert.equal(reverse(step).changes[0]!.after, 0);
    steps++;
  }
  assert.equal(steps, 100);
  assert.equal(undo.redo()?.label, "21");
  undo.push({ label: "new", changes: [change(1, 0, 1)] });
  assert.equal(undo.redo(), undefined, "a new step ends what was undone");
  undo.forget(new Set([`ada p  ${monday + 1}`]));
  assert.equal(undo.undoLabel, "21");
});

test("a given step is undone also if others came later, but only once", () => {
  const undo = new Undo(), steps = [1, 2, 3].map((i) => ({ label: String(i), changes: [change(i, 0, i)] }));
  for (const step of steps) undo.push(step);
  assert.equal(undo.undo(steps[0]), steps[0]);
  assert.equal(undo.undo(steps[0]), undefined);
  assert.equal(undo.of(change(1, 0, 1)), undefined);
  assert.equal(undo.of(change(2, 0, 2)), steps[1]);
  assert.equal(undo.undoLabel, "3");
  assert.equal(undo.redoLabel, "1");
});

test("the address has what is shown, and nothing that is usual", () => {
  assert.equal(formatPlace(parsePlace("")), "");
  const hash = "from=2027-03-01&zoom=day&group=client&view=heat&q=ada&team=bob&over=1&free=8";
  assert.equal(formatPlace(parsePlace(`#${hash}`)), hash);
  assert.equal(parsePlace("#zoom=century&from=soon").zoom, "week");
});

interface Call { items: { date: string; hours: number }[]; key: string | undefined }

/** network responds to calls with the given replies, one after the other, and then with 200. */
function network(...replies: Partial<Reply<unknown>>[]) {
  const calls: Call[] = [];
  const send = async (_method: string, _path: string, body: unknown, options?: { idempotencyKey?: string }) => {
    calls.push({ items: (body as Call).items, key: options?.idempotencyKey });
    return { status: 200, data: [], ...replies.shift() };
  };
  return { calls, api: { send } as unknown as Api };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

test("edits that come together are one call, and what is undone before is none", async () => {
  const { api, calls } = network();
  const writes = new Writes({ api, delay: 5, onState() {}, onRefused: () => assert.fail() });
  writes.push([change(0, 0, 4)]);
  writes.push([change(0, 4, 6), change(1, 0, 8), change(2, 0, 1)]);
  writes.push([change(2, 1, 0)]);
  assert.equal(writes.waiting, 2);
  await settled();
  assert.deepEqual(calls.map((call) => call.items.map((item) => item.hours)), [[6, 8]]);
  assert.equal(writes.waiting, 0);
});

test("a call without a response is sent again with the same key, and later edits wait", async () => {
  const { api, calls } = network({ status: 0, data: undefined });
  const writes = new Writes({ api, delay: 5, onState() {}, onRefused: () => assert.fail() });
  writes.push([change(0, 0, 4)]);
  await settled();
  assert.equal(writes.connection, "offline");
  writes.push([change(0, 4, 5)]);
  await settled();
  assert.equal(calls.length, 1);
  writes.retry();
  await settled();
  assert.deepEqual(calls.map((call) => call.items[0]!.hours), [4, 4, 5]);
  assert.equal(calls[0]!.key, calls[1]!.key);
  assert.notEqual(calls[1]!.key, calls[2]!.key);
  assert.equal(writes.connection, "online");
});

test("after a time without a connection, what others wrote is not replaced", async () => {
  const { api, calls } = network({ status: 0, data: undefined });
  const writes = new Writes({ api, delay: 5, onState() {}, onRefused: () => assert.fail(), newer: async (changes) => (calls.length === 1 ? changes.filter(({ day }) => day === monday) : []) });
  writes.push([change(0, 0, 4), change(1, 0, 5)]);
  await settled();
  writes.push([change(2, 0, 6)]);
  writes.retry();
  await settled();
  assert.deepEqual(calls.map((call) => call.items.map(({ hours }) => hours)), [[4, 5], [5], [6]]);
  assert.notEqual(calls[0]!.key, calls[1]!.key, "it is another call");
  assert.equal(writes.waiting, 0);
});

test("a refused call is handed back whole, with the reason of each row", async () => {
  const { api } = network({ status: 403, data: undefined, error: { message: "Not yours.", code: "permission_denied", details: [{ field: "items[1].userId", message: "is not below you", index: 1 }] } });
  const refusals: Refusal[] = [];
  const writes = new Writes({ api, delay: 5, onState() {}, onRefused: (refusal) => refusals.push(refusal) });
  writes.push([change(0, 0, 4), change(1, 2, 8)]);
  await settled();
  assert.deepEqual(refusals[0]!.changes.map((c) => [c.before, c.after]), [[0, 4], [2, 8]]);
  assert.deepEqual([...refusals[0]!.reasons.values()], ["is not below you"]);
  assert.equal(writes.waiting, 0);
});

test("large edits are cut into calls of 1,000 rows", async () => {
  const { api, calls } = network();
  const writes = new Writes({ api, delay: 5, onState() {}, onRefused: () => assert.fail() });
  writes.push(Array.from({ length: 2500 }, (_, i) => change(i, 0, 1)));
  await settled();
  await settled();
  assert.deepEqual(calls.map((call) => call.items.length), [1000, 1000, 500]);
});

/**
 * Two people write one day: mine is 6 hours, theirs is 7. The order is that of the writes on the server; "response" is when that to
 * mine arrives, and the events arrive around it. A replay is the response to a repetition: the request has another id than the event.
 */
async function bothWrite(...order: ("mine" | "theirs" | "response" | "replay" | "refusal")[]) {
  const model = week();
  const conflicts: Conflict[] = [];
  let respond!: (reply: Reply<HourRow[]>) => void, send!: (event: JournalEvent) => void;
  const api = {
    send: () => new Promise((resolve) => (respond = resolve)),
    events: (_after: number, onEvent: typeof send) => new Promise(() => (send = onEvent)),
  } as unknown as Api;
  const writes = new Writes({ api, delay: 0, onState() {}, onRefused: ({ changes }) => model.apply(changes.map(reversed)) });
  const live = new Live({ api, model, loader: { asOf: 0 } as Loader, writes, onChanged() {}, onConflict: (conflict) => conflicts.push(conflict), onConnection() {}, onChange() {} });
  void live.run();
  const mine = change(0, 0, 6);
  model.apply([mine]);
  writes.push([mine]);
  await settled();
  const writers: string[] = order.filter((step) => step === "mine" || step === "theirs");
  const row = (who: string) => ({ userId: "ada", projectId: "p", capabilityId: null, date: formatDay(monday), hours: who === "mine" ? 6 : 7, version: 1 + writers.indexOf(who) });
  for (const step of order) {
    if (step !== "mine" && step !== "theirs") {
      respond(step === "refusal" ? { status: 403, data: undefined } : { status: 200, data: [row("mine")], requestId: step === "replay" ? "again" : "mine" });
      await settled();
      continue;
    }
    const seq = 1 + writers.indexOf(step);
    send({ seq, type: "assignments.upserted", at: "", actorId: step, requestId: step, record: null, before: null, after: null, rows: [{ ...row(step), previousHours: seq === 1 ? 0 : row(writers[0]!).hours }] });
  }
  return { shown: model.planned(mine), conflicts: conflicts.length > 0 };
}

test("what others write after an edit is shown and told, whenever the response to the edit arrives", async () => {
  for (const order of [["response", "mine", "theirs"], ["mine", "response", "theirs"], ["mine", "theirs", "response"]] as const) {
    assert.deepEqual(await bothWrite(...order), { shown: 7, conflicts: true }, String(order));
  }
});

test("an edit that replaces what others wrote stays, and is a conflict", async () => {
  for (const order of [["response", "theirs", "mine"], ["theirs", "response", "mine"], ["theirs", "mine", "response"]] as const) {
    assert.deepEqual(await bothWrite(...order), { shown: 6, conflicts: true }, String(order));
  }
});

test("an edit whose first response was lost is no conflict with itself", async () => {
  for (const order of [["replay", "mine"], ["mine", "replay"]] as const) {
    assert.deepEqual(await bothWrite(...order), { shown: 6, conflicts: false }, String(order));
  }
});

test("an edit that is refused gives way to what others wrote meanwhile", async () => {
  assert.equal((await bothWrite("theirs", "refusal")).shown, 7);
});

test("everything is loaded again only when all edits are saved, and once more if one was made meanwhile", async () => {
  let send!: (event: JournalEvent) => void;
  const responses: (() => void)[] = [], loads: (() => void)[] = [];
  const api = {
    send: () => new Promise((resolve) => responses.push(() => resolve({ status: 200, data: [] }))),
    events: (_after: number, onEvent: typeof send) => new Promise(() => (send = onEvent)),
  } as unknown as Api;
  const loader = { asOf: 0, everything: () => new Promise<void>((resolve) => loads.push(resolve)) } as unknown as Loader;
  const writes = new Writes({ api, delay: 0, onState() {}, onRefused: () => assert.fail() });
  const live = new Live({ api, model: week(), loader, writes, onChanged() {}, onConflict: () => assert.fail(), onConnection() {}, onChange() {} });
  const reloadDelay = () => new Promise((resolve) => setTimeout(resolve, 600));
  void live.run();
  writes.push([change(0, 0, 6)]);
  send({ seq: 1, type: "project.updated", at: "", actorId: null, requestId: null, record: null, before: null, after: null, rows: [] });
  await reloadDelay();
  assert.equal(loads.length, 0, "an edit is not saved");
  responses.shift()!();
  await reloadDelay();
  assert.equal(loads.length, 1);
  writes.push([change(1, 0, 2)]);
  await settled();
  loads[0]!();
  await reloadDelay();
  assert.equal(loads.length, 1, "the edit that was made meanwhile is not saved");
  responses.shift()!();
  await reloadDelay();
  assert.equal(loads.length, 2);
  loads[1]!();
  await reloadDelay();
  assert.equal(loads.length, 2);
  live.stop();
});

test("what could not be loaded again after an event is loaded later", async () => {
  let send!: (event: JournalEvent) => void, loads = 0;
  const api = { events: (_after: number, onEvent: typeof send) => new Promise(() => (send = onEvent)) } as unknown as Api;
  const loader = { asOf: 0, everything: () => (++loads === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve()) } as unknown as Loader;
  const writes = new Writes({ api, delay: 0, onState() {}, onRefused: () => assert.fail() });
  const live = new Live({ api, model: week(), loader, writes, onChanged() {}, onConflict: () => assert.fail(), onConnection() {}, onChange() {} });
  void live.run();
  send({ seq: 1, type: "project.updated", at: "", actorId: null, requestId: null, record: null, before: null, after: null, rows: [] });
  for (let i = 0; i < 70 && loads < 2; i++) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(loads, 2);
  live.stop();
});

test("what is read while an edit is not saved does not take it back", async () => {
  const model = week();
  const reads: string[] = [];
  let respond!: (reply: Reply<HourRow[]>) => void;
  const api = {
    send: () => new Promise((resolve) => (respond = resolve)),
    get: async (path: string) => {
      reads.push(path);
      const data = path === "/capacity" ? { asOf: 1, buckets: [], series: [], items: [] } : { items: [{ ...change(0, 0, 2), date: formatDay(monday), hours: 2 }], total: 1, hasMore: false, nextCursor: null };
      return { status: 200, data };
    },
  } as unknown as Api;
  const writes = new Writes({ api, delay: 0, onState() {}, onRefused: () => assert.fail() });
  const loader = new Loader(api, model, writes, () => {});
  const edit = change(0, 2, 6);
  model.apply([edit]);
  writes.push([edit]);
  await settled();
  const shares = loader.shares(new Axis("week", model.origin, model.days), monday, monday + 7);
  await loader.need(["ada"], monday, monday + 7);
  assert.equal(model.planned(edit), 6, "the row that was read is older than the edit");
  await settled();
  assert.ok(!reads.includes("/capacity"), "sums wait for the edit");
  respond({ status: 200, data: [] });
  await shares;
  assert.ok(reads.includes("/capacity"));
});

test("sums are read again if rows have a change of others before its event arrives", async () => {
  const model = week();
  const people: string[] = [];
  let send!: (event: JournalEvent) => void;
  const api = { events: (_after: number, onEvent: typeof send) => new Promise(() => (send = onEvent)) } as unknown as Api;
  const loader = { asOf: 0, person: async (userId: string) => people.push(userId) } as unknown as Loader;
  const writes = new Writes({ api, onState() {}, onRefused: () => assert.fail() });
  const live = new Live({ api, model, loader, writes, onChanged() {}, onConflict: () => assert.fail(), onConnection() {}, onChange() {} });
  void live.run();
  const row = (day: number) => ({ userId: "ada", projectId: "p", capabilityId: null, date: formatDay(monday + day), hours: 6, previousHours: 4, version: 2 });
  model.setLines("ada", monday, monday + 7, [0, 1].map((day) => ({ userId: "ada", projectId: "p", capabilityId: null, day: monday + day, hours: 6, tentative: false })));
  send({ seq: 1, type: "assignments.upserted", at: "", actorId: "eve", requestId: "theirs", record: null, before: null, after: null, rows: [row(0), row(1)] });
  await settled();
  assert.deepEqual(people, ["ada"], "once for both rows");
});
