// Edits records as people do: errors at their field, conflicts, decisions, secrets, the keyboard, a
// lost connection, and what somebody else does meanwhile.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];

await step("an error appears at its field, and the keyboard is there", async () => {
  const page = await open("#/people/new");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Ada ".repeat(100));
  await page.getByLabel("E-mail").fill("ada@larkfield.example.com");
  await page.getByRole("button", { name: "Add person" }).click();
  await page.locator(".field", { has: name }).locator(".error").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.labels[0].firstChild.data.trim()), "Name");
  await shot(page, "field-error");
  assert.deepEqual(await violations(page), []);
  await name.fill("Ada Lovelace");
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
  await page.getByRole("button", { name: "Add person" }).click();
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  assert.equal((await user("Ada Lovelace")).countryCode, "GB");
  await page.context().close();
});

await step("two people who change different fields both keep their change", async () => {
  const ada = await user("Ada Lovelace");
  const page = await open(`#/people/${ada.id}`);
  await page.route("**/events/stream*", (route) => route.abort()); // no news from others
  await page.reload();
  await page.getByLabel("Hours a week").fill("32");
  await api("PATCH", `/users/${ada.id}`, { countryCode: "IE" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const saved = await user("Ada Lovelace");
  assert.deepEqual([saved.defaultAvailability, saved.countryCode], [32, "IE"]);
  await page.context().close();
});

await step("the days of employment are set and cleared, and nobody is free after the last", async () => {
  const ada = await user("Ada Lovelace");
  const page = await open(`#/people/${ada.id}`);
  await page.getByLabel("First day").fill("2027-03-01");
  await page.getByLabel("Last day").fill("2027-03-03");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  assert.deepEqual([(await user("Ada Lovelace")).startDate, (await user("Ada Lovelace")).endDate], ["2027-03-01", "2027-03-03"]);
  const { items } = await api("GET", `/capacity?start_date=2027-03-01&end_date=2027-03-05&user_id=${ada.id}&bucket=week`);
  assert.ok(Math.abs(items[0].values[3][0] - (3 * ada.defaultAvailability) / 5) < 1e-6, "nobody is free after the last day");
  await page.getByLabel("First day").fill("");
  await page.getByLabel("Last day").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForFunction(() => !document.querySelector("[role=status]")?.textContent?.includes("Saving"));
  for (let tries = 0; (await user("Ada Lovelace")).endDate !== null; tries++) {
    assert.ok(tries < 50, "the last day stays");
    await page.waitForTimeout(100);
  }
  await page.context().close();
});

for (const [how, live] of [["when it is saved", false], ["as soon as it happens", true]]) {
  await step(`a conflict in one field shows both values, ${how}, and overwrites nothing`, async () => {
    const ada = await user("Ada Lovelace");
    await api("PATCH", `/users/${ada.id}`, { defaultAvailability: 40 });
    const page = await open(`#/people/${ada.id}`);
    if (!live) {
      await page.route("**/events/stream*", (route) => route.abort());
      await page.reload();
    }
    await page.getByLabel("Hours a week").fill("20");
    const theirs = live ? 28 : 24;
    await api("PATCH", `/users/${ada.id}`, { defaultAvailability: theirs });
    if (!live) await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("group", { name: "Hours a week: two values" });
    await conflict.waitFor();
    assert.match(await conflict.innerText(), new RegExp(`changed this to ${theirs}. You entered 20`));
    assert.equal((await user("Ada Lovelace")).defaultAvailability, theirs);
    assert.ok(await page.getByRole("button", { name: "Save" }).isDisabled());
    await shot(page, `conflict-${live}`);
    assert.deepEqual(await violations(page), []);
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    assert.equal((await user("Ada Lovelace")).defaultAvailability, 20);
    await page.context().close();
  });
}

await step("what another person saves shows within a second", async () => {
  const page = await open("#/clients");
  await page.getByRole("link", { name: "Harbourline Logistics" }).waitFor();
  await page.waitForTimeout(500); // the stream connects
  const client = (await api("GET", "/clients?name=Harbourline")).items[0];
  const start = performance.now();
  await api("PATCH", `/clients/${client.id}`, { companyName: "Harbourline Group" });
  await page.getByRole("link", { name: "Harbourline Group" }).waitFor();
  assert.ok(performance.now() - start < 1000);
  await page.context().close();
});

await step("a working week is written, and read back", async () => {
  const { id } = await user("Ada Lovelace");
  const page = await open(`#/people/${id}/hours`);
  await page.getByRole("button", { name: "Add pattern" }).click();
  await page.locator(".days input").nth(4).fill("0");
  await shot(page, "working-hours");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const { items } = await api("GET", `/users/${id}/working-patterns`);
  assert.deepEqual(items[0].hours, [4, 4, 4, 4, 0, 0, 0]);
  await page.context().close();
});

await step("a manager approves one request and rejects another with a reason", async () => {
  const page = await open("#/time-off");
  await settled(page);
  const links = page.locator("a.open");
  await links.first().waitFor();
  const waiting = await links.count();
  await links.first().click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.locator(".notices").getByText("Approved").waitFor();
  await page.goto(`${origin}/#/time-off`);
  await page.reload();
  await links.first().click();
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByLabel("Why is it rejected?").fill("The launch is that week.");
  await shot(page, "reject");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByText("The launch is that week.").waitFor();
  await page.goto(`${origin}/#/time-off`);
  await page.reload();
  await settled(page);
  assert.equal(await links.count(), waiting - 2);
  await page.context().close();
});

await step("a person asks for time off by keyboard, and dates do not move with the time zone", async () => {
  const page = await open("#/time-off/new", { as: "Mei Chen", timezoneId: "Pacific/Kiritimati" });
  await page.getByLabel("First day").fill("2027-03-01");
  await page.getByLabel("Last day").fill("2027-03-05");
  await page.getByLabel("Reason").fill("Skiing");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: /Mei Chen: / }).waitFor();
  const { id } = await user("Mei Chen");
  const { items } = await api("GET", `/time-off?user_id=${id}&start_date=2027-03-01&end_date=2027-03-01`);
  assert.deepEqual([items[0].startDate, items[0].endDate, items[0].reason], ["2027-03-01", "2027-03-05", "Skiing"]);
  for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const other = await open("#/time-off", { timezoneId });
    await other.getByText("1–5 Mar 2027").or(other.getByText("1 – 5 Mar 2027")).waitFor();
    await other.context().close();
  }
  await page.context().close();
});

await step("the secret of a key is shown once, works, and ends with the key", async () => {
  const page = await open("#/keys/new");
  await page.getByLabel("Name", { exact: true }).fill("Payroll export");
  await page.getByRole("checkbox", { name: "read:users" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "The secret of the key" });
  const secret = await dialog.locator("code").innerText();
  await shot(page, "secret");
  assert.deepEqual(await violations(page), []);
  const status = async () => (await fetch(`${origin}/api/v1/users?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  assert.equal(await status(), 200);
  await dialog.getByRole("button", { name: "Done" }).click();
  assert.equal(await page.getByText(secret).count(), 0);
  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.locator(".panel").getByText("Revoked", { exact: true }).first().waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await status(), 401);
  await page.context().close();
});

await step("what a revoked key made is shown, and stopped", async () => {
  const leaked = await api("POST", "/keys", { name: "Leaked", actorUserId: (await user("Inês")).id, scopes: ["read:keys", "write:keys", "write:webhooks"] });
  const asLeaked = { Authorization: `Bearer ${leaked.secret}` };
  const webhook = await api("POST", "/webhooks", { url: "http://127.0.0.1:9/", name: "Left behind", types: ["key.*"] }, asLeaked);
  const child = await api("POST", "/keys", { name: "A copy", actorUserId: leaked.actorUserId, scopes: ["write:keys"] }, asLeaked);
  const page = await open(`#/keys/${leaked.id}`);
  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "What this key made still works" });
  await dialog.getByText("Left behind").waitFor();
  await dialog.getByText("A copy").waitFor();
  await shot(page, "made");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Disable the webhooks and revoke the keys" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal((await api("GET", `/webhooks/${webhook.id}`)).state, "disabled");
  assert.ok((await api("GET", "/keys?limit=200")).items.find(({ id }) => id === child.id).revokedAt);
  await page.context().close();
});

await step("an admin signs another person out, and revokes their calendar address", async () => {
  const oliver = await open("#/people", { as: "Oliver Grant" });
  await oliver.context().request.post(`${origin}/api/v1/calendar-feed`, { headers: { Origin: origin } });
  const page = await open("#/sessions");
  await page.getByRole("button", { name: "Revoke… the address of Oliver Grant" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("No calendar addresses").waitFor();
  assert.equal((await api("GET", "/calendar-feeds")).items.length, 0);
  await page.getByRole("button", { name: "Sign out… Oliver Grant" }).click();
  await shot(page, "sign-out-other");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("button", { name: "Sign out… Oliver Grant" }).waitFor({ state: "detached" });
  // The page of the other person is told by the end of its stream.
  await oliver.getByRole("heading", { name: "Sign in to Workplan" }).waitFor();
  await page.context().close();
  await oliver.context().close();
});

await step("a webhook is added, tested, paused, and an event is sent again", async () => {
  let received = 0;
  const receiver = createServer((request, response) => request.resume().on("end", () => (received++, response.end()))).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const page = await open("#/webhooks/new");
  await page.getByLabel("Address").fill(`http://127.0.0.1:${receiver.address().port}/`);
  await page.getByLabel("Name", { exact: false }).first().fill("Archive");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /Test and activate|Send a test/ }).click();
  await page.getByText("The test was accepted with status 200.").waitFor();
  await api("POST", "/capabilities", { name: "Illustration" });
  await page.getByRole("link", { name: "Deliveries" }).click();
  await page.getByText("webhook.ping").first().waitFor();
  while (received < 2) await page.waitForTimeout(50);
  await page.reload();
  const before = received;
  await page.getByRole("button", { name: /Send event .* again/ }).first().click();
  while (received <= before) await page.waitForTimeout(50);
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".panel").getByText("Paused").waitFor();
  await page.context().close();
  receiver.close();
});

await step("lists are sorted by name, and go on as one scrolls", async () => {
  for (let i = 0; i < 60; i++) await api("POST", "/clients", { companyName: `Client ${i}` });
  const page = await open("#/clients");
  const names = page.locator("a.open");
  await names.first().waitFor();
  assert.equal(await names.count(), 50);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("link", { name: "Tejo Mutual" }).waitFor();
  const shown = await names.allInnerTexts();
  assert.deepEqual(shown, shown.toSorted((a, b) => a.localeCompare(b)));
  await page.context().close();
});

await step("what is not saved is left only after a question", async () => {
  const page = await open("#/clients");
  await page.getByRole("link", { name: "Aurelia Hotels" }).click();
  const company = page.getByLabel("Company");
  await company.fill("Aurelia Resorts");
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  const ways = [
    () => page.getByRole("link", { name: "Brightwater Schools Trust" }).click(),
    () => page.getByRole("link", { name: "People", exact: true }).click(),
    () => page.evaluate(() => history.back()),
    () => page.keyboard.press("Escape"),
  ];
  for (const leave of ways) {
    await company.focus();
    await leave();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await company.inputValue(), "Aurelia Resorts");
  }
  await ways[0]();
  await shot(page, "unsaved");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Brightwater Schools Trust" }).waitFor();
  await page.goto(`${origin}/#/people`);
  await page.getByRole("heading", { name: "People" }).waitFor();
  await page.context().close();
});

await step("holidays and the catalog are edited, and have a history", async () => {
  const page = await open("#/holidays/new?year=2027");
  await page.getByLabel("Country").last().selectOption({ label: "Iceland" });
  await page.getByLabel("Date").fill("2027-06-17");
  await page.getByLabel("Name", { exact: true }).fill("National Day");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByRole("heading", { name: "National Day" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Icelandic National Day");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "History" }).click();
  await page.locator(".panel del").getByText("National Day").waitFor();
  await page.goto(`${origin}/#/catalog/new?list=types`);
  await page.getByLabel("Name", { exact: true }).fill("Jury duty");
  await page.getByRole("button", { name: "Add type of time off" }).click();
  await page.getByRole("heading", { name: "Jury duty" }).waitFor();
  await page.getByLabel("In use").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("tr.selected").getByText("Not in use").waitFor();
  assert.equal((await api("GET", "/time-off-types?limit=200")).items.find(({ name }) => name === "Jury duty").isActive, false);
  await page.context().close();
});

await step("everything is reached by keyboard", async () => {
  const page = await open("#/projects");
  await settled(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches("a.open"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  const name = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
  await page.keyboard.press("Escape");
  await page.locator(".panel").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.keyboard.type("Mei");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Mei Chen" }).waitFor();
  await page.context().close();
});

await step("a member sees what they may, and no forms for the rest", async () => {
  const page = await open("#/keys", { as: "Mei Chen" });
  await page.getByRole("heading", { name: "You may not see this" }).waitFor();
  await shot(page, "forbidden");
  assert.deepEqual(await violations(page), []);
  const { id } = await user("Inês");
  await page.goto(`${origin}/#/people/${id}`);
  await page.getByRole("heading", { name: "Inês Carvalho" }).waitFor();
  assert.equal(await page.locator(".panel input:enabled").count(), 0);
  await page.context().close();
});

await step("a lost connection shows a banner, and comes back", async () => {
  const page = await open("#/clients");
  await page.getByRole("link", { name: "Aurelia Hotels" }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("No connection to the server.").waitFor();
  await shot(page, "offline");
  assert.deepEqual(await violations(page), []);
  await page.context().setOffline(false);
  await page.getByText("No connection to the server.").waitFor({ state: "detached" });
  await page.context().close();
});

await step("a failed list says what failed, with the id of the request, and tries again", async () => {
  const page = await open("#/people");
  await page.route("**/api/v1/clients?*", (route) =>
    route.fulfill({ status: 503, headers: { "X-Request-Id": "request-1" }, json: { error: { code: "unavailable", message: "the database cannot be reached", requestId: "request-1", details: [] } } }),
  );
  await page.goto(`${origin}/#/clients`);
  await page.getByText("request-1").waitFor();
  await shot(page, "failed");
  assert.deepEqual(await violations(page), []);
  await page.unroute("**/api/v1/clients?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Aurelia Hotels" }).waitFor();
  await page.context().close();
});

await step("a read waits as long as a busy server asks", async () => {
  const page = await open("#/people");
  let refused = 0;
  await page.route("**/api/v1/clients?*", (route) => (refused++ ? route.continue() : route.fulfill({ status: 503, headers: { "Retry-After": "1" }, json: { error: { code: "unavailable", message: "busy", details: [] } } })));
  await page.goto(`${origin}/#/clients`);
  await page.getByRole("link", { name: "Aurelia Hotels" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.ok(refused > 1);
  await page.context().close();
});

await step("a person signs in and out, and a session that ended leads to the sign-in page", async () => {
  const page = await open("", { as: null });
  await page.getByLabel("API key").fill("wpk_wrong");
  await page.getByRole("button", { name: "Sign in with a key" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Hanna Lindqvist" }).click();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await settled(page); // so that the next call is the one that a click makes
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in to Workplan" }).waitFor();
  await page.getByRole("button", { name: "Hanna Lindqvist" }).click();
  await page.getByRole("heading", { name: "Clients" }).waitFor();
  await page.getByText("Account of Hanna Lindqvist").locator("..").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Workplan" }).waitFor();
  await page.context().close();
});

await step("a session that ends takes nothing that was typed: one signs in again in another tab, and saves", async () => {
  const hanna = await user("Hanna Lindqvist");
  const page = await open(`#/people/${hanna.id}`, { as: "Inês Carvalho" });
  await settled(page);
  await page.getByLabel("Hours a week").fill("36");
  const context = page.context(), cookies = await context.cookies();
  await context.clearCookies();
  const ended = await page.request.delete(`${origin}/session`, { headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), Origin: origin } });
  assert.ok(ended.ok());
  const banner = page.getByRole("alert").filter({ hasText: "You are signed out." });
  await banner.waitFor({ timeout: 15_000 });
  assert.deepEqual(await violations(page), []);
  const [tab] = await Promise.all([page.waitForEvent("popup"), banner.getByRole("link", { name: "Sign in again" }).click()]);
  await tab.getByRole("button", { name: "Inês Carvalho" }).click();
  await banner.waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Hours a week").inputValue(), "36");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  assert.equal((await user("Hanna Lindqvist")).defaultAvailability, 36);
  await api("PATCH", `/users/${hanna.id}`, { defaultAvailability: hanna.defaultAvailability });
  await page.context().close();
});

await finish();
