// What happens on the way: a response that is lost, a save that is slow, what others do at the same time, a stream that is
// refused, and another person in the same browser.

import assert from "node:assert/strict";
import { api, finish, open, origin, settled, step, until } from "../browser.mjs";

const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];
const [mei, oliver] = [await user("Mei Chen"), await user("Oliver Grant")];
const [type] = (await api("GET", "/time-off-types?limit=200")).items.filter(({ isActive }) => isActive);
const manager = await api("GET", `/users/${mei.reportsToId}`);
const [project] = (await api("GET", "/projects?status=active")).items;

/** lost lets the first request of a method reach the server, and loses its response. */
async function lost(page, address, method) {
  const keys = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return keys;
}

await step("a request whose response was lost is made once, however often it is sent", async () => {
  const page = await open("#/time-off/new", { as: "Mei Chen" });
  await page.getByLabel("First day").fill("2028-05-08");
  await page.getByLabel("Last day").fill("2028-05-12");
  await page.getByLabel("Reason").fill("Climbing");
  const keys = await lost(page, "**/api/v1/time-off", "POST");
  const add = page.locator(".panel").getByRole("button", { name: "Request time off" });
  await add.click();
  await page.locator(".panel").getByText("The server cannot be reached.").waitFor();
  await add.click();
  await page.getByRole("heading", { name: /^Mei Chen: / }).waitFor();
  assert.equal((await api("GET", `/time-off?user_id=${mei.id}&start_date=2028-05-08&end_date=2028-05-08`)).items.length, 1);
  assert.equal(new Set(keys).size, 1);
  await page.context().close();
});

await step("what is typed while the form is saved stays, and can be saved next", async () => {
  const page = await open(`#/people/${mei.id}`);
  const hours = page.getByLabel("Hours a week"), name = page.getByLabel("Name", { exact: true });
  await hours.fill("36");
  let go;
  await page.route(`**/api/v1/users/${mei.id}`, async (route) => {
    if (route.request().method() === "PATCH") await new Promise((resolve) => (go = resolve));
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saving…").waitFor();
  await name.fill("Mei-Lin Chen");
  await until(() => go);
  go();
  await page.locator(".notices").getByText("Saved").waitFor();
  assert.equal(await name.inputValue(), "Mei-Lin Chen");
  await page.unroute(`**/api/v1/users/${mei.id}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(async () => (await api("GET", `/users/${mei.id}`)).name === "Mei-Lin Chen", "the name is saved");
  assert.equal((await api("GET", `/users/${mei.id}`)).defaultAvailability, 36);
  await api("PATCH", `/users/${mei.id}`, { name: "Mei Chen", defaultAvailability: 40 });
  await page.context().close();
});

await step("a date that is being typed breaks nothing", async () => {
  const page = await open(`#/people/${mei.id}/hours`);
  await page.getByRole("button", { name: "Add pattern" }).click();
  const from = page.locator(".from input").last(), monday = page.getByRole("spinbutton").first();
  await monday.fill("6");
  await from.fill("");
  await from.fill("2028-01-03");
  assert.equal(await monday.inputValue(), "6");
  // The same while the pattern is saved.
  let go;
  await page.route("**/working-patterns", async (route) => {
    if (route.request().method() === "PUT") await new Promise((resolve) => (go = resolve));
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(() => go);
  await monday.fill("5");
  go();
  await page.locator(".notices").getByText("Saved").waitFor();
  assert.equal(await monday.inputValue(), "5");
  const { items } = await api("GET", `/users/${mei.id}/working-patterns`);
  assert.equal(items.at(-1).hours[0], 6);
  assert.equal(items.at(-1).validFrom, "2028-01-03");
  await page.context().close();
});

await step("the last day of a key stays the same after it was saved", async () => {
  const page = await open("#/keys", { timezoneId: "America/Los_Angeles" });
  await page.route("**/api/v1/events/stream*", (route) => route.abort()); // the event would repair the list
  await page.goto(`${origin}/#/keys/new`);
  await page.reload();
  await page.getByLabel("Name", { exact: true }).fill("Until May");
  await page.getByRole("checkbox", { name: "read:users" }).check();
  const last = page.getByLabel("Works until the end of");
  await last.fill("2028-05-31");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  assert.equal(await last.inputValue(), "2028-05-31");
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Until May" }).click();
  assert.equal(await last.inputValue(), "2028-05-31");
  await page.context().close();
});

await step("a decision sees all hours that are planned in a long time off", async () => {
  const start = Date.UTC(2029, 0, 1), day = (i) => new Date(start + i * 864e5).toISOString().slice(0, 10);
  await api("POST", "/assignments", { items: Array.from({ length: 250 }, (_, i) => ({ userId: mei.id, projectId: project.id, capabilityId: null, date: day(i), hours: 1 })) });
  const { id } = await api("POST", "/time-off", { userId: mei.id, timeOffTypeId: type.id, startDate: day(0), endDate: day(249), availability: 0, reason: "A year at sea", status: "pending" });
  const page = await open(`#/time-off/${id}`);
  await page.locator(".facts").getByText("250 h").waitFor();
  await api("DELETE", `/time-off/${id}`);
  await page.context().close();
});

await step("the months of who is away are not mixed up by a slow response", async () => {
  const { id } = await api("POST", "/time-off", { userId: oliver.id, timeOffTypeId: type.id, startDate: "2028-09-04", endDate: "2028-09-08", availability: 0, reason: "A race", status: "approved" });
  const page = await open("#/time-off?view=away&month=2028-08");
  await settled(page);
  let go;
  await page.route("**/api/v1/time-off?*2028-09-01*", async (route) => {
    await new Promise((resolve) => (go = resolve));
    await route.continue();
  });
  const next = page.getByRole("button", { name: "Next month" });
  await next.click();
  await until(() => go);
  const other = page.waitForResponse(/start_date=2028-10-01/);
  await next.click();
  await other;
  const late = page.waitForResponse(/start_date=2028-09-01/);
  go();
  await late;
  await page.waitForTimeout(300);
  await page.getByRole("heading", { name: "October 2028" }).waitFor();
  assert.equal(await page.locator("main a.bar").count(), 0);
  await api("DELETE", `/time-off/${id}`);
  await page.context().close();
});

await step("what others create appears in the lists that it belongs to", async () => {
  const page = await open("#/time-off");
  await settled(page);
  const asked = { userId: mei.id, timeOffTypeId: type.id, startDate: "2028-06-05", endDate: "2028-06-05", availability: 0, reason: "A wedding in June" };
  const { id } = await api("POST", "/time-off", { ...asked, status: "pending" });
  await page.getByText("A wedding in June").waitFor();
  const approved = await api("POST", "/time-off", { ...asked, reason: "It waits for nobody", status: "approved" });
  await page.goto(`${origin}/#/people`);
  await settled(page);
  await api("POST", "/users", { name: "Aaron Abel", email: "aaron.abel@larkfield.example.com" });
  await page.getByRole("link", { name: "Aaron Abel" }).waitFor();
  await api("POST", "/users", { kind: "placeholder", name: "Aardvark keeper" });
  await page.goto(`${origin}/#/clients`);
  await settled(page);
  await api("POST", "/clients", { companyName: "Aardvark & Sons" });
  await page.getByRole("link", { name: "Aardvark & Sons" }).waitFor();
  await page.goto(`${origin}/#/people?role=admin`);
  await settled(page);
  await api("POST", "/users", { name: "Abigail Ames", email: "abigail.ames@larkfield.example.com" });
  await page.waitForTimeout(700);
  assert.equal(await page.getByRole("link", { name: /Abigail Ames|Aardvark keeper/ }).count(), 0);
  for (const one of [id, approved.id]) await api("DELETE", `/time-off/${one}`);
  await page.context().close();
});

await step("events that came while the stream was refused are shown after that", async () => {
  const client = await api("POST", "/clients", { companyName: "Quiet Harbour", clientPriority: "low" });
  const { head } = await api("GET", "/events?after=head&limit=1");
  const page = await open("", { as: null });
  // The stream ends before anything happens, and is refused once.
  let streams = 0;
  await page.route("**/api/v1/events/stream*", async (route) => {
    streams++;
    if (streams === 1) return route.fulfill({ status: 200, contentType: "text/event-stream", body: `id: ${head}\nevent: checkpoint\ndata: {}\nretry: 1500\n\n` });
    if (streams > 2) return route.continue();
    await api("PATCH", `/clients/${client.id}`, { clientPriority: "high" });
    await route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
  });
  await page.goto(`${origin}/#/clients`);
  await page.getByRole("button", { name: /Inês Carvalho/ }).click();
  await page.locator("tr", { hasText: "Quiet Harbour" }).getByText("Low").waitFor();
  await page.locator("tr", { hasText: "Quiet Harbour" }).getByText("High").waitFor({ timeout: 10_000 });
  await page.context().close();
});

await step("a change of the role shows at once", async () => {
  const page = await open("#/people", { as: "Mei Chen" });
  await settled(page);
  assert.equal(await page.getByRole("link", { name: "Add person" }).count(), 0);
  await api("PATCH", `/users/${mei.id}`, { role: "admin" });
  await page.getByRole("link", { name: "Add person" }).waitFor();
  await api("PATCH", `/users/${mei.id}`, { role: "member" });
  await page.getByRole("link", { name: "Add person" }).waitFor({ state: "detached" });
  await page.context().close();
});

await step("a search that was just typed is no filter of the next page", async () => {
  const page = await open("#/people");
  await settled(page);
  await page.getByRole("searchbox", { name: "Search by name" }).pressSequentially("Mei");
  await page.evaluate(() => (location.hash = "#/clients"));
  await page.getByRole("heading", { name: "Clients" }).waitFor();
  await page.waitForTimeout(400);
  assert.match(page.url(), /#\/clients$/);
  await page.context().close();
});

await step("an address that nobody can read is no blank page", async () => {
  const page = await open("#/people/%");
  await page.getByRole("heading", { name: "People" }).waitFor();
  await page.goto(`${origin}/#/%E0%A4%A`);
  await page.getByText("There is no page with this address.").waitFor();
  await page.context().close();
});

await step("hours that wait for a connection are left only after a question, and undone only where they are seen", async () => {
  await api("POST", "/assignments", { items: [{ userId: mei.id, projectId: project.id, capabilityId: null, date: "2027-08-02", hours: 2 }] });
  const page = await open("#/hours?week=2027-08-02", { as: "Mei Chen" });
  const cell = page.locator("[data-at='0 0']");
  await cell.waitFor();
  await page.context().setOffline(true);
  await cell.fill("3");
  await cell.press("Tab");
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Worked hours" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("button", { name: "Undo" }).isEnabled(), false);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "People" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);
  await until(async () => (await api("GET", `/actual-hours?user_id=${mei.id}&start_date=2027-08-02&end_date=2027-08-02`)).items[0]?.hours === 3, "the hours are saved");
  await page.context().close();
});

await step("what one person did not save is not saved by the next one in the same browser", async () => {
  await api("POST", "/assignments", { items: [{ userId: mei.id, projectId: project.id, capabilityId: null, date: "2027-08-02", hours: 2 }] });
  const hours = async () => (await api("GET", `/assignments?user_id=${mei.id}&project_id=${project.id}&start_date=2027-08-02&end_date=2027-08-02`)).items[0].hours;
  assert.notEqual(manager.name, "Inês Carvalho");
  const page = await open("#from=2027-08-02&zoom=day&q=Mei%20Chen");
  await page.locator(".name.person").first().waitFor();
  await page.getByRole("gridcell", { name: /^2 of/ }).first().waitFor();
  await page.route("**/api/v1/assignments?*", (route) => (route.request().method() === "POST" ? route.fulfill({ status: 503, headers: { "Retry-After": "2" }, contentType: "application/json", body: JSON.stringify({ error: { message: "slow down", code: "overloaded" } }) }) : route.continue()));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.getByText("The server is busy: 1 change waits.").waitFor();
  for (const { id, userId } of (await api("GET", "/sessions?limit=200")).items) if (userId !== mei.id) await api("DELETE", `/sessions/${id}`);
  // The board stays, and says so. Who signs in does so in another tab.
  await page.getByRole("alert").getByText("You are signed out.").waitFor();
  await page.unroute("**/api/v1/assignments?*");
  const tab = await page.context().newPage();
  await tab.goto(new URL("/", page.url()).href);
  await tab.getByText(/other people$/).click();
  await tab.getByRole("button", { name: new RegExp(manager.name) }).click();
  await tab.locator(".name.person").first().waitFor();
  await page.waitForTimeout(5000);
  assert.equal(await hours(), 2);
  await tab.getByRole("button", { name: /^Account of/ }).click();
  await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.getByRole("button", { name: /Inês Carvalho/ }).click();
  await until(async () => (await hours()) === 7, "the person who typed it saves it");
  const { items } = await api("GET", "/events?after=0&types=assignments.*&limit=200");
  assert.equal(items.at(-1).actorId, (await user("Inês Carvalho")).id);
  await page.context().close();
});

await finish();
