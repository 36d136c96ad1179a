import assert from "node:assert/strict";
import { test } from "node:test";
import type { BudgetUse } from "../../../src/api/records";
import { wordsOf, type Burn, type ProjectMoney } from "../../../src/pages/projects/budget";
import { turnOf } from "../../../src/pages/reports/money";
import { formatUsed, leftOf, partsOf, usedOf } from "../../../src/parts/money";

const none: BudgetUse = { period: "total", hours: null, amount: null, spentHours: null, spentAmount: null, remainingHours: null, remainingAmount: null, burnDate: null, overrunAt: null };
const hours = (spent: number, limit = 100) => ({ hours: limit, spentHours: spent, remainingHours: limit - spent });
const amount = (spent: number, limit = 1000) => ({ amount: limit, spentAmount: spent, remainingAmount: limit - spent });
const burn = (unit: Burn["unit"], ends: string | null): Burn => ({ unit, before: 0, used: [40, 80], limits: [100, 100], format: (value) => `${value} ${unit}`, ends });
const said = (use: Partial<BudgetUse>, rest: Partial<ProjectMoney> = {}, ended?: string) =>
  wordsOf({ budget: { items: [], alertAt: [], version: 1 }, use: { ...none, ...use }, currency: "EUR", first: "2026-11-01", today: "2026-11-30", burns: [], partial: false, ...rest }, ended);

test("the sentence about two limits has the one that ends first", () => {
  const both = { ...hours(40), ...amount(900), burnDate: "2026-12-03", overrunAt: "2026-12-04" };
  assert.match(said(both, { burns: [burn("amount", "2026-12-03"), burn("hours", null)] }), /^By the firm plan, the amount of the budget is used up on Dec 3, 2026, and the budget is overrun from Dec 4, 2026\. .* take 120 amount in all, 20 amount more than the budget\.$/);
  assert.match(said(both, { burns: [burn("hours", "2026-12-03"), burn("amount", null)] }), /^By the firm plan, the hours of the budget are used up on Dec 3, 2026/);
  // An amount that has no chart.
  assert.match(said(both, { burns: [burn("hours", null)] }), /^By the firm plan, the amount of the budget is used up on Dec 3, 2026, and the budget is overrun from Dec 4, 2026\.$/);
  assert.match(said({ ...hours(100), burnDate: "2026-11-30" }, { burns: [burn("hours", "2026-11-30")] }), /^The budget has been used up since Nov 30, 2026\./);
});

test("who does not see all worked hours reads no day, and nothing of what lasts", () => {
  const hidden = "When the budget ends is not known: you do not see all worked hours.";
  assert.equal(said(hours(40), { partial: true, burns: [burn("hours", null)] }), hidden);
  assert.equal(said({ hours: 100 }, { partial: true }), hidden);
  // The manager of a project sees all of its hours.
  assert.match(said({ ...hours(40), burnDate: "2026-12-03" }, { partial: true, burns: [burn("hours", "2026-12-03")] }), /used up on Dec 3/);
  assert.match(said(hours(40), { burns: [burn("hours", null)] }), /lasts/);
  assert.equal(usedOf({ ...none, hours: 100 }), null);
  assert.deepEqual(partsOf({ ...none, hours: 100 }, "EUR").map(leftOf), ["–"]);
});

test("the budget of a project that is over does not last", () => {
  assert.equal(said({ ...hours(40), ...amount(1200) }, {}, "completed"), "The project is completed: 60 h left, over by €200.");
  assert.equal(said({ ...hours(40), period: "month" }, {}, "cancelled"), "The project is cancelled.");
});

test("what ends next comes first, then what has ended, then what lasts", () => {
  const days = ["2026-12-24", null, "2026-11-29", "2026-11-30", "2025-01-02"];
  const sorted = days.toSorted((a, b) => turnOf({ burnDate: a }, "2026-11-30").localeCompare(turnOf({ burnDate: b }, "2026-11-30")));
  assert.deepEqual(sorted, ["2026-11-30", "2026-12-24", "2026-11-29", "2025-01-02", null]);
  assert.ok(turnOf({ burnDate: "2026-12-01" }, "2026-11-30", true) > turnOf({ burnDate: null }, "2026-11-30"));
});

test("only all of a budget is 100 %", () => {
  assert.deepEqual([0.996, 1, 1.004, 0.29].map(formatUsed), ["99%", "100%", "101%", "29%"]);
});
