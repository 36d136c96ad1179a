import assert from "node:assert/strict";
import { test } from "node:test";
import { projects, users } from "../../../src/api/directory.svelte";
import type { Difference, HoursState, Project, User } from "../../../src/api/records";
import { inProposal, type Api } from "../../../src/board/api";
import { conflictOf, effectsOf, saidOf, summaryOf, totalsOf, weeksOf, withOver } from "../../../src/parts/proposals";

// Browsers have it, and Node.js from 21 on.
Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, i: number) => K) => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item, 0), [...(groups.get(keyOf(item, 0)) ?? []), item]);
  return groups;
};

for (const [id, name] of [["a", "Ana"], ["b", "Ben"]]) users.put({ id, name } as User);
users.put({ id: "r", name: "Designer", kind: "placeholder" } as User);
for (const [id, name] of [["p", "Booking Engine"], ["q", "Customer Portal"]]) projects.put({ id, name } as Project);

const hours = (value?: number, tentative = false): HoursState | null => (value === undefined ? null : { id: "", hours: value, tentative, version: 1 });
const row = (userId: string, projectId: string, date: string, before: HoursState | null, after: HoursState | null, more: Partial<Difference> = {}): Difference => ({ key: { userId, projectId, capabilityId: null, date }, before, after, base: before, conflict: null, because: null, ...more });
const plain = (text: string) => text.replace(/[\u00a0\u2009]/g, " ");

test("what a proposal changes is a sentence for each person, those with the most first", () => {
  const rows = [
    row("a", "p", "2031-03-03", null, hours(8)), row("a", "p", "2031-03-17", hours(2), hours(8)),
    row("b", "q", "2031-03-03", hours(4), null), row("b", "q", "2031-03-10", null, hours(4)),
    row("b", "p", "2031-03-04", hours(3), hours(3, true)), row("b", "p", "2031-03-05", hours(5), hours(5)),
  ];
  const said = effectsOf(rows).map(({ userId, parts }) => [userId, ...parts.map((part) => plain(saidOf(part)))]);
  assert.deepEqual(said, [
    ["a", "+14 h Booking Engine in weeks 10–12 of 2031"],
    ["b", "4 h Customer Portal moved in weeks 10–11 of 2031", "3 h Booking Engine made tentative in week 10 of 2031"],
  ]);
  assert.equal(summaryOf(rows), "+18 h −4 h, 2 people");
  assert.equal(summaryOf([]), "Nothing yet");
});

test("open roles are counted by themselves", () => {
  const day = (userId: string) => row(userId, "p", "2031-03-03", null, hours(8));
  assert.equal(summaryOf([day("a"), day("b"), day("r")]), "+24 h, 2 people, 1 open role");
  assert.equal(summaryOf([day("r")]), "+8 h, 1 open role");
});

test("a new row without hours changes nothing", () => {
  const empty = [row("b", "q", "2031-03-31", null, hours(0)), row("b", "q", "2031-04-01", null, hours(0, true))];
  assert.deepEqual(effectsOf(empty), []);
  assert.equal(summaryOf(empty), "Nothing yet");
  const [effect] = effectsOf([row("b", "q", "2031-03-03", null, hours(8)), ...empty]);
  assert.equal(plain(saidOf(effect!.parts[0]!)), "+8 h Customer Portal in week 10 of 2031");
  assert.equal(summaryOf([row("b", "q", "2031-03-03", hours(0), hours(0, true)), ...empty]), "1 day, 1 person");
});

test("the impact says who is over in which weeks, and what changes in all", () => {
  const effects = effectsOf([row("a", "p", "2031-03-03", null, hours(8)), row("b", "p", "2031-03-03", null, hours(8))]);
  const week = (userId: string, startDate: string, before: number | null, after: number | null) => ({ userId, startDate, before: { over: before }, after: { over: after } });
  const impact = {
    startDate: "2031-03-03", endDate: "2031-03-23",
    items: [week("a", "2031-03-03", 2, 6), week("a", "2031-03-10", 3, 1), week("a", "2031-03-17", 0, 4.5), week("b", "2031-03-03", null, null)],
    unfilled: { before: 40, after: 26 },
    money: [{ currency: "EUR", revenue: { before: 0, after: 1200 }, cost: { before: 0, after: 700.5 } }, { currency: "CHF", revenue: { before: 5, after: 5 }, cost: null }],
  };
  assert.deepEqual(withOver(effects, impact).map(({ over }) => over), [{ hours: 8.5, weeks: "weeks 10–12 of 2031" }, undefined]);
  assert.deepEqual(totalsOf(impact).map(plain), ["Open roles, Mar 3 – 23, 2031: 40 h → 26 h", "Revenue, Mar 3 – 23, 2031: €0 → €1,200, cost €0 → €700.50"]);
  assert.deepEqual(totalsOf({ ...impact, unfilled: { before: 3, after: 3 }, money: [{ currency: "EUR", revenue: { before: 5, after: 5 }, cost: { before: 0, after: 7 } }] }).map(plain), ["Cost, Mar 3 – 23, 2031: €0 → €7"]);
  assert.deepEqual(totalsOf({ ...impact, unfilled: { before: 3, after: 3 }, money: null }), []);
});

test("the reasons of what is suggested are said once, without the name", () => {
  const because = (text: string) => ({ because: text });
  const [effect] = effectsOf([row("a", "p", "2031-03-03", null, hours(8), because("Design 4, 24 h free in week 10")), row("a", "p", "2031-03-04", null, hours(8), because("Design 4, 24 h free in week 10")), row("a", "p", "2031-03-10", null, hours(8), because("Design 4, 9 h free in week 11")), row("a", "p", "2031-03-11", null, hours(8))]);
  assert.deepEqual(effect!.reasons, ["Design 4, 24 h free in week 10", "Design 4, 9 h free in week 11"]);
});

test("weeks have their year if it is another one", () => {
  const year = new Date().getFullYear();
  assert.equal(weeksOf(`${year}-06-15`, `${year}-06-15`).includes("of"), false);
  assert.equal(weeksOf("2030-12-23", "2031-01-08"), "weeks 52 of 2030 to 2 of 2031");
  assert.equal(weeksOf("2029-12-31", "2029-12-31"), "week 1 of 2030");
});

test("a conflict has its values: now, when it was proposed, and as wished", () => {
  assert.equal(plain(conflictOf(row("a", "p", "2031-03-03", hours(7), hours(4), { base: hours(8), conflict: "changed" }))), "is 7 h now, was 8 h when it was proposed, wished 4 h");
  assert.equal(plain(conflictOf(row("a", "p", "2031-03-03", null, hours(4, true), { base: hours(8), conflict: "gone" }))), "is nothing now, was 8 h when it was proposed, wished 4 h tentative");
  assert.equal(conflictOf(row("a", "p", "2031-03-03", null, hours(4), { conflict: "inactive_user" })), "Ana is not active any more");
});

test("in a proposal, the board reads and writes planned hours of it, and all else as it is", async () => {
  const asked: unknown[] = [];
  const api = inProposal({ get: async (...of: unknown[]) => asked.push(of), send: async (...of: unknown[]) => asked.push(of), events: async () => "aborted" } as unknown as Api, "x");
  await api.get("/capacity", { bucket: "day" });
  await api.get("/capacity/gaps", {});
  await api.get("/users/1/candidates", {});
  await api.get("/assignments", {});
  await api.get("/users", { kind: "all" });
  await api.get("/time-off");
  await api.send("POST", "/assignments?include=warnings", {});
  await api.send("PUT", "/me/views", {});
  const proposals = asked.map((of) => JSON.stringify(of).includes('"proposal":"x"') || JSON.stringify(of).includes("proposal=x"));
  assert.deepEqual(proposals, [true, true, true, true, false, false, true, false]);
  assert.equal((asked[6] as unknown[])[1], "/assignments?include=warnings&proposal=x");
});
