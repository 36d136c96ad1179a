// What waits for a decision, in one list: who asks for what, what it does, one click for each, several at once, and the way back.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";
import { within } from "../counted.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
const pending = async () => (await api("GET", "/time-off?status=pending&limit=200")).items;
const users = new Map((await api("GET", "/users?limit=200")).items.map((user) => [user.id, user]));
const nameOf = ({ userId }) => users.get(userId).name;
const [type] = (await api("GET", "/time-off-types?limit=200")).items.filter(({ name }) => name === "Vacation");
const rows = (page) => page.locator("main section li");
const rowOf = (page, request) => rows(page).filter({ hasText: nameOf(request) }).first();
const notice = (page, text) => page.locator(".notices p").filter({ hasText: text });
const ask = (userId, startDate, endDate, fields = {}) => api("POST", "/time-off", { userId, timeOffTypeId: type.id, startDate, endDate, availability: 0, reason: "A trip", status: "pending", ...fields });
const statuses = async (userId, year) => (await api("GET", `/time-off?user_id=${userId}&start_date=${year}-01-01&end_date=${year}-12-31`)).items.map(({ status }) => status).sort();
const count = (page) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^To decide/ }).locator(".count");

// The weeks of the demo that wait are a part of timesheets.mjs.
const sheets = (await api("GET", "/timesheets?status=pending")).items;
await api("POST", "/timesheets/decide", { items: sheets.map(({ id }) => ({ id, decision: "approve" })) });
// Proposals are a part of proposals.mjs.
for (const { id } of (await api("GET", "/proposals?status=in_review")).items) await api("POST", `/proposals/${id}/withdraw`);

await step("a member has no such page, and a manager only the requests of the team", async () => {
  const member = await open("#/time-off", { as: "Mei Chen" });
  await settled(member);
  await member.getByRole("combobox", { name: "Find anything" }).waitFor();
  assert.equal(await member.getByRole("link", { name: /^To decide/ }).count(), 0);
  await member.goto(`${origin}/#/decide`);
  await member.getByText("Nothing for you to decide").waitFor();
  const manager = await open("#/decide", { as: "Rafael Ortega" });
  await rows(manager).first().waitFor();
  const { id } = [...users.values()].find(({ name }) => name === "Rafael Ortega");
  const below = (userId) => userId && (users.get(userId).reportsToId === id || below(users.get(userId).reportsToId));
  const own = (await pending()).filter(({ userId }) => below(userId));
  assert.equal(await rows(manager).count(), own.length);
  assert.equal(await count(manager).innerText(), String(own.length));
  await member.context().close();
  await manager.context().close();
});

await step("a row says how long, what is planned then, and who else is away", async () => {
  const [mei, oliver] = ["Mei Chen", "Oliver Grant"].map((name) => [...users.values()].find((user) => user.name === name));
  const [project] = (await api("GET", "/projects?status=active&limit=1")).items;
  await api("POST", "/assignments", { items: ["2028-02-07", "2028-02-08"].map((date) => ({ userId: mei.id, projectId: project.id, capabilityId: null, date, hours: 6 })) });
  const asked = await ask(mei.id, "2028-02-07", "2028-02-13", { reason: "Skiing" });
  const half = await ask(mei.id, "2028-02-21", "2028-02-22", { availability: 4 });
  const other = await ask(oliver.id, "2028-02-09", "2028-02-10", { status: "approved" });
  const page = await open("#/decide?name=mei%20chen");
  const row = rows(page).filter({ hasText: "Skiing" });
  await row.getByText(/Vacation, 7.–.13 Feb 2028/).waitFor();
  await row.getByText(/^5 working days, 40 h/).waitFor();
  await row.getByText("12 h planned on 2 days").waitFor();
  await row.getByText(`${project.name} 12 h`).waitFor();
  await row.getByText(/Also away: Oliver Grant 9.–.10 Feb 2028/).waitFor();
  const halves = rows(page).filter({ hasText: "works 4 h a day" });
  await halves.getByText("Nothing planned").waitFor();
  // What is planned meanwhile shows at once.
  await api("POST", "/assignments", { items: [{ userId: mei.id, projectId: project.id, capabilityId: null, date: "2028-02-21", hours: 7 }] });
  await halves.getByText("3 h too much on 1 day").waitFor();
  await page.getByText("Nothing planned", { exact: true }).first().click();
  await page.waitForFunction(() => !document.querySelector("main section")?.innerText.includes("Skiing"));
  for (const { id } of [asked, half, other]) await api("DELETE", `/time-off/${id}`);
  await page.context().close();
});

await step("one click approves, the keyboard goes on, and the way back is one step", async () => {
  const page = await open("#/decide");
  await settled(page);
  await rows(page).first().waitFor();
  const [first] = (await pending()).sort((a, b) => a.startDate.localeCompare(b.startDate));
  const [before] = await Promise.all([pending()]);
  const was = await statuses(first.userId, first.startDate.slice(0, 4));
  await rowOf(page, first).getByRole("button", { name: /^Approve/ }).focus();
  await page.keyboard.press("Enter");
  await notice(page, `Approved: ${(await api("GET", `/time-off-types?limit=200`)).items.find(({ id }) => id === first.timeOffTypeId).name}, ${nameOf(first)}`).waitFor();
  assert.equal((await api("GET", `/time-off/${first.id}`)).status, "approved");
  await until(async () => (await count(page).innerText()) === String(before.length - 1), "the count in the bar follows");
  assert.equal(await page.evaluate(() => document.activeElement.closest("main section li") !== null), true, "the focus is at the next request");
  await page.keyboard.press("Control+z");
  await notice(page, "Undone: approved").waitFor();
  assert.deepEqual(await statuses(first.userId, first.startDate.slice(0, 4)), was);
  await until(async () => (await count(page).innerText()) === String(before.length), "it waits again");
  for (const key of ["Control+y", "Control+Shift+z"]) {
    await page.keyboard.press(key);
    await notice(page, "Redone: approved").last().waitFor();
    await until(async () => (await count(page).innerText()) === String(before.length - 1), `${key}: it is approved again`);
    await page.keyboard.press("Control+z");
    await until(async () => (await count(page).innerText()) === String(before.length), "it waits again");
  }
  assert.deepEqual(await statuses(first.userId, first.startDate.slice(0, 4)), was);
  await page.context().close();
});

await step("a decision next to the list of time off is undone too, and the new request is open in its place", async () => {
  const mei = [...users.values()].find(({ name }) => name === "Mei Chen");
  const { id } = await ask(mei.id, "2028-04-03", "2028-04-07");
  const page = await open(`#/time-off/${id}`);
  await page.locator(".panel").getByRole("button", { name: "Reject…" }).click();
  await page.keyboard.type("The launch is then.");
  await page.locator(".panel").getByRole("button", { name: "Reject", exact: true }).click();
  await notice(page, "Rejected: Vacation, Mei Chen").getByRole("button", { name: "Undo" }).click();
  await notice(page, "Undone: rejected").waitFor();
  assert.deepEqual(await statuses(mei.id, 2028), ["pending"]);
  await page.locator(".panel").getByRole("button", { name: "Approve" }).waitFor();
  const [made] = (await api("GET", `/time-off?user_id=${mei.id}&start_date=2028-01-01`)).items;
  assert.match(page.url(), new RegExp(`#/time-off/${made.id}`));
  await api("DELETE", `/time-off/${made.id}`);
  await page.context().close();
});

await step("three are approved in three clicks, and all that waits in three from any page", async () => {
  const page = await open("#/decide");
  await rows(page).nth(2).waitFor();
  const before = (await pending()).length;
  console.log(`  ${await within(page, "approve three requests", async () => {
    for (let left = before - 1; left > before - 4; left--) {
      await rows(page).first().getByRole("button", { name: /^Approve/ }).click();
      await until(async () => (await rows(page).count()) === left);
    }
  })}`);
  await until(async () => (await pending()).length === before - 3, "three are approved");
  await page.goto(`${origin}/#/people`);
  await settled(page);
  console.log(`  ${await within(page, "approve all that waits", async () => {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^To decide/ }).click();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: `Approve ${before - 3}` }).click();
    await page.getByText("All decided").waitFor();
  })}`);
  assert.equal((await pending()).length, 0);
  // All of them are one step, also on the board.
  await page.goto("about:blank");
  await page.goto(`${origin}/#/`);
  await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
  assert.match(await page.getByRole("button", { name: "Undo" }).getAttribute("title"), new RegExp(`^Undo: approved .* and ${before - 4} more`));
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await pending()).length === before - 3, "the board takes all of them back");
  // What was taken back there is no step any more: the one before it is the third approval.
  await page.reload();
  await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
  assert.doesNotMatch(await page.getByRole("button", { name: "Undo" }).getAttribute("title"), / more/);
  await page.context().close();
});

await step("a request that somebody else has changed is named, all others are rejected with one reason, and come back at once", async () => {
  const page = await open("#/decide");
  await page.route("**/events/stream*", (route) => route.abort()); // no news from others
  await page.reload();
  await rows(page).first().waitFor();
  const before = await pending();
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByText(`${before.length} selected`).waitFor();
  await shot(page, "approve-light");
  const [changed] = before;
  await api("PATCH", `/time-off/${changed.id}`, { reason: "Changed meanwhile" });
  await page.locator(".columns").getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: `Reject ${before.length} requests?` });
  await dialog.getByLabel("Reason").fill("Nobody is away in the week of the launch.");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Reject" }).click();
  const failures = page.getByRole("alert");
  await failures.getByText("Somebody else changed it meanwhile.").waitFor();
  assert.ok((await failures.innerText()).includes(nameOf(changed)));
  assert.equal(await failures.locator("li").count(), 1);
  await shot(page, "approve-failed");
  assert.deepEqual(await violations(page), []);
  for (const request of before.slice(1)) {
    const { status, rejectionReason } = await api("GET", `/time-off/${request.id}`);
    assert.deepEqual([status, rejectionReason], ["rejected", "Nobody is away in the week of the launch."]);
  }
  await notice(page, `Rejected: ${before.length - 1} requests`).getByRole("button", { name: "Undo" }).click();
  await until(async () => (await pending()).length === before.length, "all wait again");
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, tablet: { width: 768 }, wide: { width: 2560, height: 1200 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open("#/decide", options);
    await rows(page).first().waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll("main section li")].every((row) => /planned|too much/.test(row.innerText)));
    await shot(page, `decide-${name}`);
    const narrow = await page.locator("main section li > :is(span, input)").evaluateAll((cells) => cells.filter((cell) => cell.localName === "span" && cell.offsetWidth < 110).map((cell) => cell.innerText));
    assert.deepEqual(narrow, [], "each cell has room for its text");
    await rows(page).first().getByRole("checkbox").check();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    await shot(page, `approve-${name}`);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

await finish();
