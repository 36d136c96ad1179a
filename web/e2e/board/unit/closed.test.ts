import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords } from "../../../src/api/closed";

const id = "0198c0de-5a1e-7000-8000-00000000beef";
const by = (reason: string) => `closed by the lock ${id}${reason}: an admin can make an exception for the user, or delete the lock`;
const said = (message: string, details?: { field: string; message: string; index?: number }[], sent?: unknown) => inWords({ code: "period_locked", message, details }, sent && JSON.stringify(sent));

test("a refusal of closed days names the days and the reason, and no id", () => {
  assert.equal(said(`2026-10-03 is ${by(" (Payroll of October)")}`).message, "Oct 3, 2026 is closed (Payroll of October). An admin can open it: Settings → Closed days.");
  assert.match(said(`the days from 2026-10-01 to 2026-10-05 are ${by(" (Pay (old): all)")}`).message, /^Oct 1\s–\s5, 2026 are closed \(Pay \(old\): all\)\. An admin can open them: /);
  assert.match(said(`userId: 2026-10-03 is ${by("")}`).message, /^Oct 3, 2026 is closed\. /);
  assert.equal(said("something else").message, "something else");
});

test("a refusal of several items has the days of the items", () => {
  const item = (index: number) => ({ field: `items[${index}].date`, message: `is ${by(" (Payroll)")}`, index });
  const sent = { items: [{ date: "2026-11-01" }, { date: "2026-10-30" }, { date: "2026-10-28" }] };
  const { message, details } = said(`items[1].date is ${by(" (Payroll)")} (2 items are bad)`, [item(1), item(2)], sent);
  assert.match(message, /^Oct 28\s–\s30, 2026 are closed \(Payroll\)\. An admin can open them: /);
  assert.equal(details![0]!.message, "Closed (Payroll). An admin can open it: Settings → Closed days.");
  assert.match(said(`items[1].date is ${by("")}`, [item(1)], sent).message, /^Oct 30, 2026 is closed\. /);
  assert.match(said(`items[1].date is ${by("")}`).message, /^Closed\. /);
});

test("a refusal of days that are submitted, approved or too old says what can be done", () => {
  const sheet = "0198c0de-5a1e-7000-8000-00000000cafe";
  const approved = `settled by the approved timesheet ${sheet}: a manager of the user or an admin can reopen it`;
  const pending = `settled by the pending timesheet ${sheet}: withdraw it, or ask a manager of the user or an admin, who can also write the hours`;
  assert.equal(said(`2026-10-03 is ${approved}`).message, "Oct 3, 2026 is approved. A manager or an admin can reopen it: Worked hours.");
  assert.match(said(`the days from 2026-10-01 to 2026-10-05 are ${approved}`).message, /^Oct 1\s–\s5, 2026 are approved\. A manager or an admin can reopen them: /);
  const { message, details } = said(`items[0].date is ${pending}`, [{ field: "items[0].date", message: `is ${pending}`, index: 0 }], { items: [{ date: "2026-11-01" }] });
  assert.equal(message, "Nov 1, 2026 is submitted. Withdraw it, or ask a manager or an admin: Worked hours.");
  assert.equal(details![0]!.message, "Submitted. Withdraw it, or ask a manager or an admin: Worked hours.");
  assert.match(said("2026-10-03 is settled by an approved timesheet of the user: a manager of the user or an admin can reopen it").message, /^Oct 3, 2026 is approved\. /);
  const old = "closed because of its age: an admin can change autoLockAfterDays of the settlement";
  assert.equal(said(`2026-10-03 is ${old}`).message, "Oct 3, 2026 is closed because of age. An admin can open it: Settings → Closed days.");
});
