import assert from "node:assert/strict";
import { test } from "node:test";
import type { Settlement } from "../../../src/api/records";
import { byAge } from "../../../src/parts/locks";
import { periodOf } from "../../../src/parts/timesheets";

const of = (period: Settlement["period"], weekStart = 1) => ({ period, weekStart }) as Settlement;

test("a day is in the week, the half month or the month that has it", () => {
  assert.deepEqual(periodOf(of("week"), "2026-11-29"), ["2026-11-23", "2026-11-29"]);
  assert.deepEqual(periodOf(of("week", 7), "2026-11-29"), ["2026-11-29", "2026-12-05"]);
  assert.deepEqual(periodOf(of("week", 4), "2026-11-25"), ["2026-11-19", "2026-11-25"]);
  assert.deepEqual(periodOf(of("half_month"), "2026-02-15"), ["2026-02-01", "2026-02-15"]);
  assert.deepEqual(periodOf(of("half_month"), "2028-02-16"), ["2028-02-16", "2028-02-29"]);
  assert.deepEqual(periodOf(of("month"), "2026-12-31"), ["2026-12-01", "2026-12-31"]);
});

test("days close by their age when the settlement says so", () => {
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(byAge({ autoLockAfterDays: null } as Settlement), []);
  const [{ endDate, reason } = { endDate: "", reason: "" }] = byAge({ autoLockAfterDays: 10 } as Settlement);
  assert.deepEqual([(Date.parse(today) - Date.parse(endDate)) / 86_400_000, reason], [11, "older than 10 days"]);
});
