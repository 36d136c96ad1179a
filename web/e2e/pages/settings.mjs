// The settings: what matters of each part, and the import of holidays.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
const card = (page, name) => page.getByRole("region", { name, exact: true });
const holidays = async (country, year) => (await api("GET", `/holidays?countryCode=${country}&year=${year}&limit=200`)).items;

await step("each part shows what matters, with a link to its page", async () => {
  const webhook = await api("POST", "/webhooks", { url: "http://127.0.0.1:9/", name: "Payroll", types: ["*"] });
  const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await api("POST", "/keys", { name: "Ends soon", actorUserId: (await api("GET", "/users?name=In%C3%AAs")).items[0].id, scopes: ["read:users"], expiresAt });
  const page = await open("#/people");
  await page.getByRole("button", { name: "More" }).click();
  await page.locator("#more").getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("main section").length === 10 && !document.querySelector("[aria-busy]"));
  await card(page, "Signing in").getByText("As a person of the demo").waitFor();
  const { keys, requestsPerMinute } = (await api("GET", "/me")).organization.limits;
  const working = (await api("GET", "/keys?limit=200")).items.filter(({ revokedAt }) => !revokedAt).length;
  assert.match(await card(page, "API keys").innerText(), new RegExp(`Working\\s+${working}\\b[^]*Ends soon`));
  const limits = await card(page, "Limits").innerText();
  const written = (value) => (value ? value.toLocaleString("en-GB") : "no limit");
  assert.match(limits, new RegExp(`all together\\s+${written(requestsPerMinute)}`));
  assert.match(limits, new RegExp(`Keys\\s+${working}, ${keys ? `at most ${written(keys)}` : "no limit"}`));
  assert.match(await card(page, "Sign-ins").innerText(), /Signed in\s+\d+ browsers? of \d+ (person|people)/);
  const year = new Date().getFullYear();
  const portugal = card(page, "Holidays").getByRole("row", { name: /^Portugal/ });
  assert.match(await portugal.innerText(), new RegExp(`\\s${(await holidays("PT", year)).length || "none"}\\s`));
  const empty = await page.locator("main section").evaluateAll((cards) => cards.filter((card) => card.getBoundingClientRect().bottom - card.lastElementChild.getBoundingClientRect().bottom > 40 || [...card.children].some((child, i, all) => i > 0 && child.getBoundingClientRect().top - all[i - 1].getBoundingClientRect().bottom > 40)).map((card) => card.ariaLabel));
  assert.deepEqual(empty, [], "each card is as high as what it says");
  await shot(page, "settings-light");
  assert.deepEqual(await violations(page), []);
  await card(page, "Webhooks").getByRole("link", { name: "Payroll" }).click();
  await page.getByRole("heading", { name: "Payroll" }).waitFor();
  assert.ok(page.url().endsWith(webhook.id));
  await page.context().close();
});

await step("an admin chooses what members see of each other, and others see that at once", async () => {
  const before = await api("GET", "/organization/privacy");
  await api("PATCH", "/organization/privacy", { leaveTypes: "all", pendingRequests: "all", workedHours: "all", utilization: "all" });
  const page = await open("#/settings");
  const choice = card(page, "What members see").getByLabel("Types of leave");
  await choice.waitFor();
  const member = await open("#/time-off?status=approved", { as: "Mei Chen" });
  const types = member.locator("main tbody tr td.minor").first();
  await types.waitFor();
  assert.doesNotMatch(await types.innerText(), /^Time off$/);
  await choice.selectOption("managers");
  await page.getByText("Saved").waitFor();
  assert.equal((await api("GET", "/organization/privacy")).leaveTypes, "managers");
  await member.waitForTimeout(1200); // within a second
  await member.reload();
  await member.locator("main tbody tr td.minor").first().waitFor();
  await member.locator("main tbody").getByText("Time off", { exact: true }).first().waitFor();
  const fields = ["leaveTypes", "pendingRequests", "workedHours", "utilization"];
  await api("PATCH", "/organization/privacy", Object.fromEntries(fields.map((field) => [field, before[field]])));
  await page.context().close();
  await member.context().close();
});

await step("a CSV is looked at, imported, and its duplicates are named", async () => {
  await api("PUT", "/holidays", { items: [{ countryCode: "IS", date: "2029-06-17", name: "National Day" }, { countryCode: "IS", date: "2029-12-25", name: "Christmas" }] });
  const page = await open("#/settings/holidays");
  await page.getByLabel("Or paste it here").fill(
    ["country;date;name;part", "IS;2029-06-17;National Day;", 'Iceland;25.12.2029;"Christmas Day; all day";1', "IS;2029-12-24;Christmas Eve;0,5", "IS;2029-12-24;Christmas Eve again;", "IS;2029-02-30;No such day;", ";2029-01-01;New Year;"].join("\n"),
  );
  await page.getByText("1 new, 1 there already, 1 there by another name, 1 twice in the list, 2 not imported").waitFor();
  const line = (name) => page.getByRole("row", { name: new RegExp(name) });
  assert.match(await line("Christmas Day; all day").innerText(), /There by another name As “Christmas”/);
  assert.match(await line("No such day").innerText(), /Needs a date such as 2027-12-25/);
  assert.match(await line("New Year").innerText(), /Needs a country/);
  await shot(page, "import-light");
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("Country of lines without one").selectOption({ label: "Norway" });
  await page.getByText("2 new").waitFor();
  await page.getByRole("button", { name: "Import 2 holidays" }).click();
  await page.getByText("2 holidays created.").waitFor();
  const iceland = await holidays("IS", 2029);
  assert.deepEqual(iceland.map(({ name, factor }) => [name, factor]).toSorted(), [["Christmas Eve", 0.5], ["Christmas", 1], ["National Day", 1]]);
  assert.equal((await holidays("NO", 2029))[0].name, "New Year");
  await page.getByRole("button", { name: "Import 0 holidays" }).waitFor();
  await page.context().close();
});

await step("a calendar file is read by the server, and imported for a country", async () => {
  const event = (...lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
  const text = [
    "BEGIN:VCALENDAR",
    ...event("DTSTART;VALUE=DATE:20290101", "DTEND;VALUE=DATE:20290102", "SUMMARY;LANGUAGE=en:New", "  Year\\, the first"),
    ...event("DTSTART;VALUE=DATE:20291225", "DTEND;VALUE=DATE:20291227", "SUMMARY:No\xebl"),
    ...event("DTSTART:20290301T090000Z", "SUMMARY:A meeting"),
    ...event("DTSTART;VALUE=DATE:20200501", "RRULE:FREQ=YEARLY", "SUMMARY:May Day"),
    ...event("DTSTART;VALUE=DATE:20290502", "STATUS:CANCELLED", "SUMMARY:Not any more"),
    ...event("DTSTART;VALUE=DATE:20290330", "SUMMARY:Good Friday (regional holiday)"),
    "END:VCALENDAR",
  ].join("\r\n");
  await api("PUT", "/holidays", { items: [{ countryCode: "FI", date: "2029-01-01", name: "Uudenvuodenpäivä", factor: 0.5 }] });
  const page = await open("#/settings/holidays");
  // As ISO 8859-1: the server finds that out.
  await page.getByLabel("File").setInputFiles({ name: "holidays.ics", mimeType: "text/calendar", buffer: Buffer.from(text, "latin1") });
  await page.getByText("Choose the country of the holidays.").waitFor();
  await page.getByLabel(/^\s*Country/).selectOption({ label: "Finland" });
  await page.getByLabel("Last year").fill("2029");
  await page.getByLabel("First year").fill("2029");
  await page.getByText("3 new, 1 renamed, 0 there already").waitFor();
  await page.getByText("1 left out: cancelled").waitFor();
  await page.getByText("1 left out: with a time of day").click();
  await page.getByText("has a time of day").waitFor();
  await page.getByLabel("Also import those that are free in a part of the country only").check();
  await page.getByText("4 new, 1 renamed, 0 there already").waitFor();
  await page.getByText("Was “Uudenvuodenpäivä”").waitFor();
  await shot(page, "import-calendar-light");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Import 5 holidays" }).click();
  await page.getByText("4 holidays created, 1 renamed.").waitFor();
  assert.deepEqual((await holidays("FI", 2029)).map(({ date, name, factor }) => [date, name, factor]), [
    ["2029-01-01", "New Year, the first", 0.5],
    ["2029-03-30", "Good Friday (regional holiday)", 1],
    ["2029-05-01", "May Day", 1],
    ["2029-12-25", "Noël", 1],
    ["2029-12-26", "Noël", 1],
  ]);
  await page.getByRole("button", { name: "Import 0 holidays" }).waitFor();
  await page.context().close();
});

await step("a member may not", async () => {
  const page = await open("#/settings", { as: "Mei Chen" });
  await page.getByRole("heading", { name: "You may not see this" }).waitFor();
  assert.equal(await page.locator("#more").getByText("Settings").count(), 0);
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, wide: { width: 2560, height: 1200 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open("#/settings", options);
    for (const path of ["#/settings", "#/settings/holidays"]) {
      await page.goto(`${origin}/${path}`);
      await settled(page);
      if (path.endsWith("holidays")) await page.getByLabel("Or paste it here").fill("GB,2029-12-25,Christmas Day\nGB,,Nothing");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
      await shot(page, `settings-${name}${path.endsWith("holidays") ? "-import" : ""}`);
      assert.deepEqual(await violations(page), []);
    }
    await page.context().close();
  });
}

await finish();
