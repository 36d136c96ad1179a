// Closed days: an admin closes a month by keyboard and sees before what that closes, a member's hours of it cannot be
// edited and say why, an exception opens them until it ends, and the days are opened again.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/closed-${name}.png` });
const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];
const day = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const locks = async () => (await api("GET", "/locks")).items;

// The month before this one, and a Wednesday in its middle.
const now = new Date();
const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1)).toISOString().slice(0, 10);
const last = new Date(Date.UTC(now.getFullYear(), now.getMonth(), 0)).toISOString().slice(0, 10);
const middle = day(first, 14);
const monday = day(middle, -((new Date(middle).getUTCDay() + 6) % 7));
const wednesday = day(monday, 2);
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).formatRange(Date.parse(first), Date.parse(last));
const why = "Payroll (last month)";

const mei = await user("Mei Chen");
const type = (await api("GET", "/time-off-types")).items.find(({ isActive }) => isActive);
const project = (await api("GET", "/projects?limit=1")).items[0];
const hours = (value) => ({ items: [{ userId: mei.id, projectId: project.id, capabilityId: null, date: wednesday, hours: value }] });
await api("POST", "/actual-hours", hours(6));
const request = await api("POST", "/time-off", { userId: mei.id, timeOffTypeId: type.id, startDate: wednesday, endDate: wednesday, availability: 0, reason: "Moving", status: "pending" });
const pending = (await api("GET", `/time-off?status=pending&start_date=${first}&end_date=${last}&count=true&limit=1`)).total;

const cell = (page) => page.getByRole("textbox", { name: new RegExp(`^${project.name}.*, Wed `) }).first();

/** reach presses Tab until something has the focus, as somebody without a mouse does. */
async function reach(page, target) {
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${target}`);
}

const press = async (page, target, keys = "Enter") => (await reach(page, target), await page.keyboard.press(keys));

await step("an admin closes the last month by keyboard, and reads before what that closes", async () => {
  const page = await open("#/settings");
  await settled(page);
  await page.getByRole("region", { name: "Closed days" }).getByText("none").waitFor();
  await press(page, page.getByRole("link", { name: "All closed days" }));
  await page.getByRole("heading", { name: "No days are closed" }).waitFor();
  await shot(page, "none");
  assert.deepEqual(await violations(page), []);
  await press(page, page.getByRole("link", { name: "Close days" }));
  const panel = page.getByRole("complementary", { name: "Close days" });
  await panel.getByText(`Closes ${days}: worked hours and time off of everybody.`).waitFor();
  await panel.getByText(new RegExp(`^${pending} requests? for time off in these days still waits? for a decision`)).waitFor();
  assert.equal(await panel.getByRole("link", { name: "To decide" }).getAttribute("href"), "#/decide");
  // What is chosen is what it says.
  await press(page, panel.getByLabel("Time off"), "Space");
  await panel.getByText(`Closes ${days}: worked hours of everybody.`).waitFor();
  assert.equal(await panel.getByRole("link", { name: "To decide" }).count(), 0);
  await press(page, panel.getByLabel("Planned hours"), "Space");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  await panel.getByText(`Closes ${days}: worked hours and time off of everybody.`).waitFor();
  await reach(page, panel.getByRole("radio", { name: "Everybody" }));
  await page.keyboard.press("ArrowDown");
  await reach(page, panel.getByRole("combobox", { name: "Add a person" }));
  await page.keyboard.type("Mei");
  await page.keyboard.press("Enter");
  await panel.getByText(`Closes ${days}: worked hours and time off of Mei Chen.`).waitFor();
  await panel.getByText(/^1 request for time off in these days still waits for a decision/).waitFor();
  await shot(page, "form-light");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowUp");
  await reach(page, panel.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type(why);
  await press(page, panel.getByRole("button", { name: "Close these days" }));
  await page.getByRole("complementary", { name: days }).getByText(why).waitFor();
  const [lock, ...others] = await locks();
  assert.deepEqual([lock.startDate, lock.endDate, lock.kinds, lock.userIds, lock.reason, others.length], [first, last, ["actual_hours", "time_off"], [], why, 0]);
  await page.getByRole("row", { name: new RegExp(`^${days.replace(/\s/g, "\\s")}.*Worked hours and time off.*Everybody`) }).waitFor();
  await shot(page, "closed-light");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("a refusal says the days and the reason", async () => {
  const page = await open("#/decide");
  const row = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: new RegExp(`^Approve ${type.name}, Mei Chen`) }) }).first();
  await row.getByRole("button", { name: /^Approve / }).first().click();
  const refused = page.getByText(/is closed \(Payroll \(last month\)\)\. An admin can open it: Settings → Closed days\./);
  await refused.waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /[\da-f]{8}-[\da-f]{4}-/);
  await shot(page, "refused");
  await page.goto(`${origin}/#/time-off/${request.id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await refused.waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /[\da-f]{8}-[\da-f]{4}-/);
  assert.equal((await api("GET", `/time-off/${request.id}`)).status, "pending");
  await page.context().close();
});

await step("a member's hours of closed days cannot be edited, and say why; an exception opens them until it ends", async () => {
  const page = await open(`#/hours?week=${monday}`, { as: "Mei Chen" });
  await settled(page);
  await page.getByText(`closed (${why}). An admin can open them: Settings → Closed days.`).waitFor();
  assert.equal(await cell(page).getAttribute("title"), `Closed: ${why}`);
  assert.equal(await page.locator("td input:not([readonly])").count(), 0);
  assert.ok((await page.locator("thead svg").count()) >= 7, "a sign says it, and not only a colour");
  await cell(page).focus();
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Replace with plan" }).click({ force: true });
  await page.waitForTimeout(700);
  assert.deepEqual((await api("GET", `/actual-hours?user_id=${mei.id}&start_date=${wednesday}&end_date=${wednesday}`)).items.filter(({ projectId }) => projectId === project.id).map(({ hours }) => hours), [6]);
  await shot(page, "hours-light");
  assert.deepEqual(await violations(page), []);

  // The admin makes an exception, by keyboard.
  const admin = await open("#/closed");
  await settled(admin);
  await press(admin, admin.getByRole("link", { name: days }));
  const panel = admin.getByRole("complementary", { name: days });
  await press(admin, panel.getByRole("button", { name: "Make an exception" }));
  await admin.keyboard.type("Mei");
  await admin.keyboard.press("Enter");
  await panel.getByText("Until then, the worked hours and time off of Mei Chen in these days can be changed").waitFor();
  const preset = await panel.getByLabel("Open until").inputValue();
  assert.match(preset, /T23:59$/);
  await reach(admin, panel.getByLabel("Reason"));
  await admin.keyboard.type("A day on the wrong project");
  await shot(admin, "exception-light");
  assert.deepEqual(await violations(admin), []);
  await admin.keyboard.press("Enter");
  await panel.getByRole("list", { name: "Exceptions" }).getByText(/^Open until .*: A day on the wrong project$/).waitFor();
  const focused = () => admin.evaluate(() => document.activeElement.textContent.trim());
  await until(async () => (await focused()) === "Make an exception", "the focus stays in the panel");
  const [{ exceptions }] = await locks();
  assert.deepEqual(exceptions.map(({ userId, reason }) => [userId, reason]), [[mei.id, "A day on the wrong project"]]);
  assert.ok(Date.parse(exceptions[0].until) > Date.now() + 86_400_000 && Date.parse(exceptions[0].until) < Date.now() + 2 * 86_400_000);
  assert.deepEqual(await violations(admin), []);

  // The page of the member hears of it.
  await page.getByText(/^Closed days are open for you until .*: A day on the wrong project$/).waitFor();
  await cell(page).focus();
  await page.keyboard.type("7.5");
  await page.keyboard.press("Enter");
  await until(async () => (await api("GET", `/actual-hours?user_id=${mei.id}&start_date=${wednesday}&end_date=${wednesday}`)).items.some(({ hours }) => hours === 7.5));
  await shot(page, "hours-open");
  assert.deepEqual(await violations(page), []);

  // What is typed before the page hears of the end is refused with the reason.
  await page.route("**/api/v1/locks*", (route) => route.abort());
  await press(admin, panel.getByRole("button", { name: "End now the exception of Mei Chen" }));
  await panel.getByText("None. An exception opens").waitFor();
  await until(async () => (await focused()) === "Make an exception", "and after the end");
  await until(async () => (await locks())[0].exceptions.length === 0);
  await cell(page).fill("3");
  await cell(page).press("Enter");
  await page.getByText(`Closed (${why}). An admin can open it: Settings → Closed days.`).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /[\da-f]{8}-[\da-f]{4}-/);
  await shot(page, "hours-refused");
  await page.unroute("**/api/v1/locks*");
  await admin.context().close();
  await page.context().close();
});

await step("a member does not see the settings", async () => {
  const page = await open("#/closed", { as: "Mei Chen" });
  await page.getByRole("heading", { name: "You may not see this" }).waitFor();
  assert.equal(await page.locator("#more").getByText("Closed days").count(), 0);
  await page.context().close();
});

await step("errors are at their fields, and what is typed stays", async () => {
  const page = await open("#/closed");
  await settled(page);
  await page.getByRole("link", { name: days }).click();
  await page.getByRole("button", { name: "Make an exception" }).click();
  const form = page.getByRole("form", { name: "New exception" });
  await form.getByRole("combobox", { name: "Person" }).fill("Mei");
  await page.keyboard.press("Enter");
  await form.getByLabel("Open until").fill("2026-01-01T10:00");
  await form.getByLabel("Reason").fill("Late");
  await page.keyboard.press("Enter");
  await form.getByText(/must be in the future/i).waitFor();
  assert.equal(await form.getByLabel("Open until").getAttribute("aria-invalid"), "true");
  assert.equal(await form.getByLabel("Reason").inputValue(), "Late");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("the days are opened again, and the page says which before; the journal has it in words", async () => {
  const page = await open("#/closed");
  await settled(page);
  await press(page, page.getByRole("link", { name: days }));
  const panel = page.getByRole("complementary", { name: days });
  await press(page, panel.getByRole("button", { name: "Open these days…" }));
  const dialog = page.getByRole("dialog", { name: "Open these days?" });
  await dialog.getByText(`${days}: worked hours and time off of everybody can be changed again.`).waitFor();
  await shot(page, "confirm");
  assert.deepEqual(await violations(page), []);
  await press(page, dialog.getByRole("button", { name: "Open these days" }));
  await page.getByRole("heading", { name: "No days are closed" }).waitFor();
  assert.deepEqual(await locks(), []);
  await page.goto(`${origin}/#/journal`);
  for (const text of [`Inês Carvalho closed the days of ${why}`, `Inês Carvalho changed the days of ${why}`, `Inês Carvalho opened the days of ${why}`]) await page.getByRole("listitem").filter({ hasText: text }).first().waitFor();
  assert.match(await page.locator("main").innerText(), /exceptions: nothing → Mei Chen until .* \(A day on the wrong project\)|exceptions:\s+Mei Chen until/);
  await page.context().close();
});

await finish();
