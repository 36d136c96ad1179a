// Timesheets: a member submits a week by keyboard and reads before which days are missing, its cells are closed until
// it is taken back or rejected, and an approved week says why. Who decides has timesheets and time off in one list, and
// can open a week again. Admins say how many days are submitted at a time.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/timesheets-${name}.png` });
const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];
const day = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const show = (date, options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(Date.parse(date));
const range = (first, last) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).formatRange(Date.parse(first), Date.parse(last));
const loose = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s/g, "\\s"));

const [mei, lukas, ines] = await Promise.all(["Mei Chen", "Lukas Brandt", "Inês Carvalho"].map(user));
const sheets = async ({ id }) => (await api("GET", `/timesheets?user_id=${id}&limit=200`)).items;
const statuses = async (of) => (await sheets(of)).map(({ status }) => status);

// A week before last month, which is approved in the demo. The person has worked all days but the Wednesday.
const today = new Date().toISOString().slice(0, 10);
const earlier = new Date(Date.UTC(new Date(today).getUTCFullYear(), new Date(today).getUTCMonth() - 1, -6)).toISOString().slice(0, 10);
const monday = day(earlier, -((new Date(earlier).getUTCDay() + 6) % 7));
const sunday = day(monday, 6), wednesday = day(monday, 2);
const week = `#/hours?week=${monday}`;
const days = range(monday, sunday);
const project = (await api("GET", "/projects?limit=1")).items[0];
const worked = (await api("GET", `/actual-hours?user_id=${mei.id}&start_date=${monday}&end_date=${sunday}&limit=200`)).items;
const cellOf = ({ userId, projectId, capabilityId, date }) => ({ userId, projectId, capabilityId, date });
if (worked.length) await api("POST", "/actual-hours/delete", { items: worked.map(cellOf) });
const record = (userId, date, hours) => ({ userId, projectId: project.id, capabilityId: null, date, hours });
await api("POST", "/actual-hours", { items: [0, 1, 3, 4].map((i) => record(mei.id, day(monday, i), 7.5)) });
const hoursOf = async (date) => (await api("GET", `/actual-hours?user_id=${mei.id}&start_date=${date}&end_date=${date}`)).items.map(({ hours }) => hours);

const cell = (page, date) => page.getByRole("textbox", { name: new RegExp(`^${project.name}.*, ${show(date, { weekday: "short" })} `) }).first();
const line = (page) => page.getByRole("group", { name: loose(days) });
const editable = (page) => page.locator("td input:not([readonly])").count();
const rows = (page) => page.locator("main section li");
const notice = (page, text) => page.locator(".notices p").filter({ hasText: text });

/** reach presses Tab until something has the focus, as somebody without a mouse does. */
async function reach(page, target) {
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${target}`);
}

const press = async (page, target, keys = "Enter") => (await reach(page, target), await page.keyboard.press(keys));
const focused = (page) => page.evaluate(() => document.activeElement.textContent.trim());

await step("the weeks of the demo that wait are approved at once", async () => {
  const page = await open("#/decide?kind=timesheet");
  for (const name of ["Hanna Lindqvist", "Samuel Adjei", "Thandiwe Moyo"]) await rows(page).filter({ hasText: name }).waitFor();
  assert.equal(await rows(page).count(), 3);
  await rows(page).filter({ hasText: "“Two interviews are on Studio Operations.”" }).waitFor();
  await shot(page, "demo");
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Approve 3" }).click();
  await until(async () => (await rows(page).count()) === 0);
  assert.equal((await api("GET", "/timesheets?status=pending&count=true")).total, 0);
  await page.context().close();
});

const member = await open(week, { as: "Mei Chen" });

await step("a manager reminds the member, who reads it at once", async () => {
  await settled(member);
  await line(member).getByText("Not submitted.").waitFor();
  assert.equal(await line(member).getByRole("button", { name: "Remind" }).count(), 0);
  const manager = await open(`${week}&user=${mei.id}`);
  await settled(manager);
  await press(manager, line(manager).getByRole("button", { name: "Remind" }));
  await notice(manager, "Mei Chen is reminded").waitFor();
  await line(manager).getByText("Not submitted. Reminded this minute.").waitFor();
  await line(member).getByText("Not submitted. Reminded this minute.").waitFor();
  await shot(member, "reminded");
  assert.deepEqual(await violations(manager), []);
  await manager.context().close();
});

await step("a member submits a week by keyboard, and reads before which day is missing", async () => {
  await settled(member);
  await line(member).getByText("Not submitted.").waitFor();
  await shot(member, "open");
  await press(member, line(member).getByRole("button", { name: "Submit…" }));
  const dialog = member.getByRole("dialog", { name: loose(`Submit ${days}?`) });
  await dialog.getByText("30 h.").waitFor();
  await dialog.getByText(loose(`No hours: ${show(wednesday, { weekday: "short" })} ${show(wednesday, { day: "numeric", month: "short", year: "numeric" })}.`)).waitFor();
  assert.equal(await focused(member), "Submit");
  await shot(member, "submit");
  assert.deepEqual(await violations(member), []);
  await reach(member, dialog.getByLabel("Note"));
  await member.keyboard.type("The Wednesday is on the old project");
  await press(member, dialog.getByRole("button", { name: "Submit", exact: true }));
  await line(member).getByText("Submitted this minute, 30 h. It waits for a decision. “The Wednesday is on the old project”").waitFor();
  await until(async () => (await focused(member)) === "Withdraw", "the keyboard goes on at what can be done now");
  assert.deepEqual((await sheets(mei)).map(({ startDate, endDate, note, status, hours }) => [startDate, endDate, note, status, hours]), [[monday, sunday, "The Wednesday is on the old project", "pending", 30]]);
  await shot(member, "pending");
  assert.deepEqual(await violations(member), []);
});

await step("its cells are closed for the member and say why, and open for those who decide", async () => {
  assert.equal(await editable(member), 0);
  assert.equal(await cell(member, wednesday).getAttribute("title"), "Submitted: withdraw it to change it");
  assert.match(await member.getByRole("columnheader", { name: /^Wed / }).innerText(), /submitted/);
  await cell(member, wednesday).focus();
  await member.keyboard.type("8");
  await member.keyboard.press("Enter");
  await member.waitForTimeout(600);
  assert.deepEqual(await hoursOf(wednesday), []);
  // The line of the week is there for a manager above, too.
  const manager = await open(`${week}&user=${mei.id}`);
  await settled(manager);
  await press(manager, line(manager).getByRole("button", { name: "Reject…" }));
  await manager.getByRole("dialog").waitFor();
  await manager.keyboard.press("Escape");
  await until(async () => (await focused(manager)) === "Reject…", "the focus is back");
  assert.equal(await line(manager).getByRole("button", { name: "Withdraw" }).count(), 0);
  await cell(manager, wednesday).fill("1.5");
  await cell(manager, wednesday).press("Enter");
  await until(async () => (await hoursOf(wednesday))[0] === 1.5, "who decides may correct it");
  await shot(manager, "manager");
  assert.deepEqual(await violations(manager), []);
  await manager.context().close();
});

await step("it is withdrawn, corrected and submitted again", async () => {
  await press(member, line(member).getByRole("button", { name: "Withdraw" }));
  await line(member).getByText("Not submitted.").waitFor();
  await until(async () => (await focused(member)) === "Submit…", "the keyboard goes on");
  assert.ok((await editable(member)) >= 7);
  await cell(member, wednesday).fill("6");
  await cell(member, wednesday).press("Enter");
  await until(async () => (await hoursOf(wednesday))[0] === 6);
  await press(member, line(member).getByRole("button", { name: "Submit…" }));
  await member.getByRole("dialog").getByText("36 h, and no day is missing.").waitFor();
  await member.keyboard.press("Enter"); // the focus is on Submit
  await line(member).getByText("Submitted this minute, 36 h. It waits for a decision.").waitFor();
  assert.deepEqual(await statuses(mei), ["withdrawn", "pending"]);
});

// Others for the list, and one that its reader may not decide.
const other = await api("POST", "/timesheets", { userId: lukas.id, startDate: monday, endDate: sunday, note: "As planned" });
await api("POST", "/timesheets", { userId: ines.id, startDate: monday, endDate: sunday });
const [type] = (await api("GET", "/time-off-types")).items.filter(({ name }) => name === "Vacation");
const leave = await api("POST", "/time-off", { userId: lukas.id, timeOffTypeId: type.id, startDate: "2028-05-01", endDate: "2028-05-02", availability: 0, reason: "A trip", status: "pending" });

await step("timesheets and time off are in one list; a rejection has one reason for all that is selected", async () => {
  const page = await open("#/decide");
  await rows(page).first().waitFor();
  const waits = (await api("GET", "/time-off?status=pending&limit=200")).items.length;
  await until(async () => (await rows(page).count()) === waits + 2, "not the own one");
  const count = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^To decide/ }).locator(".count");
  assert.equal(await count.innerText(), String(waits + 2));
  const meis = rows(page).filter({ hasText: "Mei Chen" }).filter({ hasText: "Timesheet" });
  assert.match(await meis.innerText(), loose(`Timesheet, ${days}`));
  assert.match(await meis.innerText(), /36 h worked/);
  await rows(page).filter({ hasText: "“As planned”" }).waitFor();
  await shot(page, "decide");
  assert.deepEqual(await violations(page), []);

  // By keyboard: only the timesheets, then only the time off.
  await reach(page, page.getByRole("group", { name: "Kind" }).getByRole("radio", { name: "All" }));
  await page.keyboard.press("ArrowRight");
  await until(async () => (await rows(page).count()) === waits);
  await page.getByText("Nothing planned", { exact: true }).first().waitFor();
  await page.keyboard.press("ArrowRight");
  await until(async () => (await rows(page).count()) === 2);
  assert.equal(await page.getByRole("group", { name: "What it does" }).count(), 0);
  await page.keyboard.press("ArrowRight");
  await until(async () => (await rows(page).count()) === waits + 2);

  for (const row of [meis, rows(page).filter({ hasText: "May 2028" })]) await press(page, row.getByRole("checkbox"), "Space");
  await page.getByText("2 selected").waitFor();
  await page.getByText("2 working days off, 36 h worked").waitFor();
  await press(page, page.locator(".columns").getByRole("button", { name: "Reject…" }));
  const dialog = page.getByRole("dialog", { name: "Reject 2 requests?" });
  await dialog.getByText("Each person reads this.").waitFor();
  await page.keyboard.type("The workshop on Thursday is missing");
  await shot(page, "reject");
  assert.deepEqual(await violations(page), []);
  await press(page, dialog.getByRole("button", { name: "Reject" }));
  await notice(page, loose(`Rejected: Timesheet, Mei Chen, ${days}`)).waitFor();
  await notice(page, "Rejected: Vacation, Lukas Brandt").getByRole("button", { name: "Undo" }).waitFor();
  const rejected = (await sheets(mei)).at(-1);
  assert.deepEqual([rejected.status, rejected.rejectionReason, rejected.decidedById], ["rejected", "The workshop on Thursday is missing", ines.id]);
  assert.equal((await api("GET", `/time-off/${leave.id}`)).rejectionReason, "The workshop on Thursday is missing");
  await until(async () => (await count.innerText()) === String(waits), "the count in the bar follows");
  await page.context().close();
});

await step("the member hears of the rejection, and submits again", async () => {
  await line(member).getByText("Rejected by Inês Carvalho: “The workshop on Thursday is missing”").waitFor();
  assert.ok((await editable(member)) >= 7);
  await shot(member, "rejected");
  assert.deepEqual(await violations(member), []);
  await cell(member, day(monday, 3)).fill("8");
  await cell(member, day(monday, 3)).press("Enter");
  await until(async () => (await hoursOf(day(monday, 3)))[0] === 8);
  await press(member, line(member).getByRole("button", { name: "Submit…" }));
  await member.keyboard.press("Enter");
  await line(member).getByText("Submitted this minute, 36.5 h. It waits for a decision.").waitFor();
});

const ill = await api("POST", "/time-off", { userId: mei.id, timeOffTypeId: type.id, startDate: wednesday, endDate: wednesday, availability: 0, reason: "Ill", status: "pending" });

await step("one that is decided meanwhile is named, and the others are approved", async () => {
  const page = await open("#/decide?kind=timesheet");
  await page.route("**/events/stream*", (route) => route.abort()); // no news from others
  await page.reload();
  await until(async () => (await rows(page).count()) === 2);
  await api("POST", `/timesheets/${other.id}/withdraw`);
  await page.getByRole("checkbox", { name: "Select all" }).focus();
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Approve 2" }));
  const failures = page.getByRole("alert");
  await failures.getByText("The timesheet is withdrawn: only one that is pending can be approved").waitFor();
  assert.match(await failures.innerText(), /Timesheet, Lukas Brandt/);
  assert.equal(await failures.locator("li").count(), 1);
  await notice(page, "Approved: Timesheet, Mei Chen").waitFor();
  await until(async () => (await rows(page).count()) === 0);
  assert.deepEqual(await statuses(mei), ["withdrawn", "rejected", "approved"]);
  await shot(page, "refused");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("an approved cell says why it is closed, and so does a refusal", async () => {
  await line(member).getByText("Approved by Inês Carvalho, 36.5 h.").waitFor();
  assert.equal(await line(member).getByRole("button").count(), 0);
  assert.equal(await editable(member), 0);
  assert.equal(await cell(member, wednesday).getAttribute("title"), "Approved: a manager or an admin can reopen it");
  assert.ok((await member.locator("thead svg").count()) >= 7, "a sign says it, and not only a colour");
  await shot(member, "approved");
  assert.deepEqual(await violations(member), []);

  // The page of an admin that has not heard of it.
  const admin = await open("#/hours");
  await settled(admin);
  await admin.route("**/api/v1/timesheets*", (route) => route.abort());
  await admin.goto(`${origin}/${week}&user=${mei.id}`);
  await settled(admin);
  await cell(admin, wednesday).fill("3");
  await cell(admin, wednesday).press("Enter");
  await admin.getByText("Approved. A manager or an admin can reopen it: Worked hours.").waitFor();
  assert.doesNotMatch(await admin.locator("main").innerText(), /[\da-f]{8}-[\da-f]{4}-/);
  await admin.context().close();

  // Time off on approved days, in the list and on its page.
  const absence = await open("#/decide?kind=timeOff");
  const refused = absence.getByText(loose(`${show(wednesday, { day: "numeric", month: "short", year: "numeric" })} is approved. A manager or an admin can reopen it: Worked hours.`));
  await rows(absence).filter({ hasText: "“Ill”" }).getByRole("button", { name: /^Approve/ }).click();
  await refused.waitFor();
  await absence.goto(`${origin}/#/time-off/${ill.id}`);
  await absence.getByRole("button", { name: "Approve" }).click();
  await refused.waitFor();
  assert.doesNotMatch(await absence.locator("main").innerText(), /[\da-f]{8}-[\da-f]{4}-/);
  await absence.context().close();
});

await step("who decides opens it again with a reason, by keyboard", async () => {
  const admin = await open(`${week}&user=${mei.id}`);
  await settled(admin);
  await press(admin, line(admin).getByRole("button", { name: "Reopen…" }));
  const dialog = admin.getByRole("dialog", { name: loose(`Reopen ${days}?`) });
  await admin.keyboard.type("A day is on the wrong project");
  await shot(admin, "reopen");
  assert.deepEqual(await violations(admin), []);
  await press(admin, dialog.getByRole("button", { name: "Reopen" }));
  await line(admin).getByText("Reopened: “A day is on the wrong project”").waitFor();
  await until(async () => (await focused(admin)) === "Submit…", "the keyboard goes on");
  await line(member).getByText("Reopened: “A day is on the wrong project”").waitFor();
  assert.ok((await editable(member)) >= 7);
  assert.equal((await statuses(mei)).at(-1), "reopened");
  await admin.goto(`${origin}/#/journal?types=timesheet.*`);
  for (const text of ["Mei Chen submitted the timesheet of Mei Chen", "Mei Chen withdrew the timesheet of Mei Chen", "Inês Carvalho rejected the timesheet of Mei Chen", "Inês Carvalho approved the timesheet of Mei Chen", "Inês Carvalho reopened the timesheet of Mei Chen"]) await admin.getByRole("listitem").filter({ hasText: text }).first().waitFor();
  await admin.context().close();
});

await step("admins say how many days are submitted at a time, and when days close by themselves", async () => {
  const admin = await open("#/closed");
  await settled(admin);
  const section = admin.getByRole("region", { name: "Timesheets" });
  await section.getByLabel("A week begins on").waitFor();
  await shot(admin, "settings");
  assert.deepEqual(await violations(admin), []);
  const settlement = () => api("GET", "/organization/settlement");
  await section.getByLabel("People submit").selectOption("Half a month");
  await until(async () => (await settlement()).period === "half_month");
  await section.getByLabel("A week begins on").waitFor({ state: "detached" });
  await press(admin, section.getByLabel("Close days by themselves after (days)"), "4");
  await admin.keyboard.type("00");
  await press(admin, section.getByLabel("Admins may approve their own timesheets"), "Space");
  await until(async () => (await settlement()).selfApproval && (await settlement()).autoLockAfterDays === 400);
  await shot(admin, "settings-changed");

  // The page of the member follows: it says the dates, which are not those of the week.
  const [half] = await member.locator(".spans b").allInnerTexts();
  await until(async () => (await member.locator(".spans b").count()) > 0);
  assert.match(half ?? (await member.locator(".spans b").first().innerText()), /^(1\s–\s15|16\s–\s(28|29|30|31)) /);
  await member.goto(`${origin}/#/hours?week=${day(today, -430)}`);
  await member.getByText(/: closed \(older than 400 days\)\. An admin can open them: Settings → Closed days\.$/).waitFor();
  assert.equal(await editable(member), 0);

  // What somebody else has changed meanwhile is not overwritten.
  await api("PATCH", "/organization/settlement", { autoLockAfterDays: null });
  await section.getByLabel("People submit").selectOption("A month");
  await section.getByText("Somebody else changed this meanwhile.").waitFor();
  assert.equal((await settlement()).period, "half_month");
  await section.getByLabel("People submit").selectOption("A month");
  await until(async () => (await settlement()).period === "month");

  // Now the own one is in the list of the admin.
  await admin.goto(`${origin}/#/decide?kind=timesheet`);
  await rows(admin).filter({ hasText: "Inês Carvalho" }).getByRole("button", { name: /^Approve/ }).click();
  await until(async () => (await statuses(ines)).at(-1) === "approved");
  await admin.goto(`${origin}/#/journal`);
  await admin.getByRole("listitem").filter({ hasText: "changed how days are settled" }).first().waitFor();
  await admin.context().close();
});

await step("a member does not see the settings, and a session without the scope no line", async () => {
  const page = await open("#/closed", { as: "Mei Chen" });
  await page.getByRole("heading", { name: "You may not see this" }).waitFor();
  assert.equal(await page.getByRole("region", { name: "Timesheets" }).count(), 0);
  await page.route("**/session", async (route) => {
    const response = await route.fetch(), body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, scopes: body.data.scopes.filter((scope) => scope !== "write:timesheets") } } });
  });
  await page.goto("about:blank");
  await page.goto(`${origin}/${week}`);
  await settled(page);
  await page.locator(".spans [role='group']").first().waitFor();
  assert.equal(await page.locator(".spans button").count(), 0);
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, forced: { colorScheme: "dark", forcedColors: "active" } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open(`${week}&user=${lukas.id}`, options);
    await settled(page);
    await page.locator(".spans [role='group']").first().waitFor();
    await page.getByRole("button", { name: "Submit…" }).first().click();
    await page.getByRole("dialog").getByText(/ h/).first().waitFor();
    await shot(page, `submit-${name}`);
    assert.deepEqual(await violations(page, name === "forced"), []);
    await page.keyboard.press("Enter");
    await page.getByText("It waits for a decision.").first().waitFor();
    await shot(page, `pending-${name}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page, name === "forced"), []);
    await page.goto(`${origin}/#/decide?kind=timesheet`);
    await rows(page).first().waitFor();
    await shot(page, `decide-${name}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page, name === "forced"), []);
    await rows(page).first().getByRole("button", { name: /^Reject/ }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("Once more");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await until(async () => (await statuses(lukas)).at(-1) === "rejected");
    await page.context().close();
  });
}

await member.context().close();
await finish();
