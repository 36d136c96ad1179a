import assert from "node:assert/strict";
import { test } from "node:test";
import type { JournalEvent } from "../../../src/api/records";
import { action, changes, object } from "../../../src/pages/journal/words";
import { capabilities, projects, users } from "../../../src/api/directory.svelte";

const event = (type: string, before: object | null, after: object | null): JournalEvent =>
  ({ seq: 1, type, at: "2026-11-29T10:00:00Z", actorId: "u2", keyId: null, requestId: null, record: { type: type.split(".")[0]!, id: "r1" }, before, after, rows: [], rowCount: 0, firstDate: null, lastDate: null }) as JournalEvent;
const sheet = { id: "r1", userId: "u1", startDate: "2026-11-16", endDate: "2026-11-22", status: "pending" };

test("what becomes of a timesheet has words", () => {
  users.put({ id: "u1", name: "Mei Chen" } as never);
  const said = (done: string) => action(event(`timesheet.${done}`, { status: "pending" }, sheet));
  assert.deepEqual(["submitted", "approved", "rejected", "withdrawn", "reopened"].map(said), ["submitted", "approved", "rejected", "withdrew", "reopened"]);
  const { noun, name, href } = object(event("timesheet.submitted", null, sheet));
  assert.match(`${noun} ${name}`, /^the timesheet of Mei Chen, Nov 16\s–\s22, 2026$/);
  assert.equal(href, "#/hours?user=u1&week=2026-11-16");
  const rejected = event("timesheet.rejected", { status: "pending", decidedById: null, decidedAt: null, rejectionReason: null, version: 1 }, { ...sheet, status: "rejected", decidedById: "u2", decidedAt: "2026-11-29T10:00:00Z", rejectionReason: "Thursday is missing", version: 2 });
  assert.deepEqual(changes(rejected), [{ field: "rejection reason", from: "", to: "Thursday is missing" }]);
});

test("a change of how days are settled has words", () => {
  const changed = event("settlement.updated", { period: "week", weekStart: 1, selfApproval: false, autoLockAfterDays: null }, { period: "half_month", weekStart: 7, selfApproval: true, autoLockAfterDays: 45 });
  assert.equal(`${action(changed)} ${object(changed).noun}`, "changed how days are settled");
  assert.deepEqual(changes(changed), [
    { field: "period", from: "week", to: "half month" },
    { field: "first day of the week", from: "Mon", to: "Sun" },
    { field: "self approval", from: "no", to: "yes" },
    { field: "days until days close", from: "", to: "45" },
  ]);
});

test("a change of rates and of the currency has words", () => {
  users.put({ id: "u1", name: "Mei Chen" } as never);
  projects.put({ id: "r1", name: "Atlas" } as never);
  capabilities.put({ id: "c1", name: "Design" } as never);
  const rate = { kind: "bill", validFrom: null, amount: 110, currency: "EUR", userId: null, capabilityId: null };
  const items = [rate, { ...rate, userId: "u1", amount: 120.5, validFrom: "2027-04-01" }, { ...rate, capabilityId: "c1", amount: null }, { ...rate, kind: "cost", amount: 60 }];
  const changed = event("rates.updated", { items: [], version: 1 }, { id: "r1", owner: "project", items, version: 2 });
  const { noun, name, href } = object(changed);
  assert.equal(`${action(changed)} ${noun} ${name}`, "changed the rates of Atlas");
  assert.equal(href, "#/projects/r1");
  assert.deepEqual(changes(changed), [{ field: "rates", from: "", to: "110 EUR; 120.5 EUR for Mei Chen from Apr 1, 2027; no rate for Design; cost 60 EUR" }]);
  const costs = event("rates.costs_updated", { items: [], version: 1 }, { id: "r1", owner: "organization", items: [], version: 2 });
  assert.equal(`${action(costs)} ${object(costs).noun} ${object(costs).name}`, "changed the cost rates of the organization");
  const currency = event("pricing.updated", { currency: "EUR" }, { id: "r1", currency: "CHF" });
  assert.equal(`${action(currency)} ${object(currency).noun}`, "changed the currency");
  assert.deepEqual(changes(currency), [{ field: "currency", from: "EUR", to: "CHF" }]);
});

test("a change of a budget has words", () => {
  projects.put({ id: "r1", name: "Atlas" } as never);
  const items = [
    { validFrom: null, hours: 400, amount: 48000, period: "total" },
    { validFrom: "2027-04-01", hours: 37.5, amount: null, period: "month" },
  ];
  const changed = event("budget.updated", { items: [], alertAt: [50, 80, 100], version: 1 }, { id: "r1", items, alertAt: [75, 100], version: 2 });
  const { noun, name, href } = object(changed);
  assert.equal(`${action(changed)} ${noun} ${name}`, "changed the budget of Atlas");
  assert.equal(href, "#/projects/r1");
  assert.deepEqual(changes(changed), [
    { field: "budget", from: "", to: "400 h and 48,000 in total; 37.5 h a month from Apr 1, 2027" },
    { field: "percent to warn at", from: "50, 80, 100", to: "75, 100" },
  ]);
});

test("a budget that is used up has words", () => {
  projects.put({ id: "p1", name: "Atlas" } as never);
  const of = (alert: object) => {
    const reached = event("project.budget_reached", null, { id: "r1", projectId: "p1", validFrom: null, month: null, ...alert });
    const { noun, name, href } = object(reached);
    assert.equal(href, "#/projects/p1");
    assert.deepEqual(changes(reached), []);
    return `${action(reached)} ${noun} ${name}`;
  };
  assert.equal(of({ percent: 80, hours: "planned" }), "saw planned hours reach 80 % of the budget of Atlas");
  assert.equal(of({ percent: 100, hours: "actual", month: "2027-03-01" }), "saw worked hours reach 100 % of the budget of Atlas");
});
