// Rates: a raise of a project by keyboard, who sees them, two writers, closed days, and the currency.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";

const [project] = (await api("GET", "/projects?name=Rider%20App")).items;
const [mei] = (await api("GET", "/users?name=Mei%20Chen")).items;
const resolve = (date, kind = "bill") => api("GET", `/rates/resolve?user_id=${mei.id}&project_id=${project.id}&date=${date}&kind=${kind}`);
const form = (page) => page.getByRole("form", { name: "Rates" });
const today = new Date().toLocaleDateString("sv");
const sections = (page) => page.getByRole("navigation", { name: "Sections" });

await step("an admin adds a raise to a project by keyboard", async () => {
  const before = await api("GET", `/projects/${project.id}/rates`);
  const page = await open(`#/projects/${project.id}/money`);
  await form(page).getByRole("button", { name: "Add bill rate" }).focus();
  await page.keyboard.press("Enter");
  const first = form(page).getByRole("group").last();
  await until(() => first.getByLabel("From, empty").evaluate((input) => input === document.activeElement), "the day has the focus");
  // A rate of a project with worked hours begins today. What an earlier day does is said below it.
  assert.equal(await first.getByLabel("From, empty").inputValue(), today);
  assert.equal(await first.getByText("get this rate, too").count(), 0);
  await first.getByLabel("From, empty").fill("2026-11-01");
  await first.getByText("Hours since 1 Nov 2026 get this rate, too.").waitFor();
  await first.getByLabel("From, empty").fill("");
  await first.getByText("All past hours get this rate, too.").waitFor();
  await first.getByLabel("From, empty").fill("2027-03-01");
  await first.getByLabel("Amount").fill("111");
  await form(page).getByRole("button", { name: "Add bill rate" }).press("Enter");
  const raise = form(page).getByRole("group").last();
  await raise.getByLabel("From, empty").fill("2027-04-01");
  await raise.getByLabel("Amount").fill("140.5");
  await raise.getByLabel("Currency").fill("chf");
  await raise.getByLabel("Person").fill("Mei");
  await page.keyboard.press("Enter");
  assert.equal(await raise.getByLabel("Skill").count(), 0);
  await raise.getByLabel("Amount").press("Enter");
  await page.getByText("Saved").waitFor();
  const { items, version } = await api("GET", `/projects/${project.id}/rates`);
  assert.deepEqual([items.length, version], [before.items.length + 2, before.version + 1]);
  const on = async (date) => (({ amount, currency, level, from }) => [amount, currency, level, from])(await resolve(date));
  assert.deepEqual(await on("2027-03-31"), [111, "EUR", "project", "2027-03-01"]);
  assert.deepEqual(await on("2027-04-01"), [140.5, "CHF", "project_user", "2027-04-01"]);
  await form(page).getByRole("group", { name: "Bill rate from 1 Apr 2027 for Mei Chen" }).waitFor();
  await page.screenshot({ path: `${folder}/rates-project.png`, fullPage: true });
  assert.deepEqual(await violations(page), []);

  // What a person costs on a project.
  await form(page).getByRole("button", { name: "Add cost rate" }).click();
  const cost = form(page).getByRole("group").last();
  await cost.getByLabel("Amount").fill("70");
  await cost.getByLabel("Person").fill("Mei");
  await page.keyboard.press("Enter");
  await form(page).getByRole("button", { name: "Save" }).click();
  await until(async () => (await resolve("2027-04-01", "cost")).amount === 70, "the cost rate is saved");
  await page.context().close();
});

await step("two writers, what is refused, and closed days", async () => {
  const path = `/clients/${project.clientId}/rates`;
  await api("PUT", path, { items: [{ kind: "bill", amount: 90 }] });
  const page = await open(`#/clients/${project.clientId}/rates`);
  const amount = form(page).getByLabel("Amount");
  // What somebody else saves is shown.
  await api("PUT", path, { items: [{ kind: "bill", amount: 95 }] });
  await until(async () => (await amount.inputValue()) === "95", "their rate is shown");
  assert.equal(await form(page).getByRole("button", { name: "Add cost rate" }).count(), 0);
  await amount.fill("100");
  await api("PUT", path, { items: [{ kind: "bill", amount: 97 }] });
  await form(page).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Load their version" }).click();
  await until(async () => (await amount.inputValue()) === "97", "their version is loaded");

  // Two rates for the same day.
  await form(page).getByRole("button", { name: "Add bill rate" }).click();
  await amount.last().fill("120");
  await form(page).getByLabel("From, empty").last().fill("");
  await form(page).getByRole("button", { name: "Save" }).click();
  await form(page).getByRole("group").last().getByText("Day must be another day than that of the other rate.").waitFor();
  assert.deepEqual(await violations(page), []);
  await form(page).getByRole("button", { name: /^Remove/ }).last().click();

  const lock = await api("POST", "/locks", { startDate: "2026-10-01", endDate: "2026-10-31", kinds: ["rates"], reason: "Invoices" });
  await amount.fill("99");
  await form(page).getByRole("button", { name: "Save" }).click();
  await form(page).getByRole("alert").filter({ hasText: "closed (Invoices). An admin can open" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.screenshot({ path: `${folder}/rates-closed.png`, fullPage: true });
  // The first open day is offered. Until then, the rate is as it was.
  await form(page).getByRole("button", { name: "Start on 1 Nov 2026" }).click();
  assert.equal(await form(page).getByRole("alert").count(), 0);
  await form(page).getByText("Hours since 1 Nov 2026 get this rate, too.").waitFor();
  await form(page).getByRole("button", { name: "Save" }).click();
  await until(async () => (await api("GET", path)).items.length === 2, "both rates are saved");
  assert.deepEqual((await api("GET", path)).items.map(({ validFrom, amount }) => [validFrom, amount]), [[null, 97], ["2026-11-01", 99]]);
  // The current rate is first.
  await until(async () => (await amount.first().inputValue()) === "99", "the current rate is first");
  await form(page).getByRole("group").first().getByText("now").waitFor();
  await api("DELETE", `/locks/${lock.id}`);
  await form(page).getByRole("button", { name: /^Remove/ }).first().click();
  await form(page).getByRole("button", { name: /^Remove/ }).click();
  await form(page).getByRole("button", { name: "Save" }).click();
  await until(async () => (await api("GET", path)).items.length === 0, "the list is empty");
  await page.context().close();
});

await step("a person has rates by skill, and the organization a currency", async () => {
  const page = await open(`#/people/${mei.id}/rates`);
  await form(page).getByRole("button", { name: "Add bill rate" }).click();
  const rate = form(page).getByRole("group").filter({ has: page.getByPlaceholder("EUR") });
  await rate.getByLabel("Amount").fill("88");
  await rate.getByLabel("Skill").click();
  await page.keyboard.press("Enter");
  await form(page).getByRole("button", { name: "Save" }).click();
  await until(async () => (await api("GET", `/users/${mei.id}/rates`)).items.some(({ kind, amount, capabilityId }) => kind === "bill" && amount === 88 && capabilityId), "the rate is saved");
  assert.deepEqual(await violations(page), []);

  await page.goto(`${origin}/#/settings`);
  await page.getByRole("link", { name: "Rates and currency" }).click();
  await form(page).waitFor();
  await settled(page);
  const currency = page.getByRole("textbox", { name: "Currency" }).first();
  await currency.fill("usd");
  await currency.press("Tab");
  await until(async () => (await api("GET", "/organization/pricing")).currency === "USD", "the currency is saved");
  await form(page).getByRole("button", { name: "Add cost rate" }).click();
  assert.equal(await form(page).getByRole("group").last().getByLabel("Currency").getAttribute("placeholder"), "USD");
  assert.deepEqual(await violations(page), []);
  await page.screenshot({ path: `${folder}/rates-settings.png`, fullPage: true });
  await form(page).getByRole("button", { name: "Discard" }).click();
  await currency.fill("EUR");
  await currency.press("Tab");
  await until(async () => (await api("GET", "/organization/pricing")).currency === "EUR", "the currency is back");

  // A client has its own; it stays when there are amounts in it.
  await page.goto(`${origin}/#/clients/new`);
  await page.getByRole("textbox", { name: "Company" }).fill("Rossier SA");
  await page.getByRole("textbox", { name: "Currency" }).fill("chf");
  await page.getByRole("button", { name: "Add client" }).click();
  await until(async () => (await api("GET", "/clients?name=Rossier")).items[0]?.currency === "CHF", "the client is there");
  const client = (await api("GET", "/clients?name=Rossier")).items[0];
  await api("POST", "/projects", { name: "Alpine", clientId: client.id, startDate: "2027-01-01", endDate: "2027-12-31", hourlyRate: 130 });
  await page.goto(`${origin}/#/clients/${client.id}`);
  await page.getByRole("textbox", { name: "Currency" }).fill("EUR");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/cannot be changed, because the project/).waitFor();
  await page.context().close();
});

await step("the rates of the organization are in groups by skill, and a first rate holds since ever if nothing was worked", async () => {
  const before = await api("GET", "/organization/rates"), [one, other] = (await api("GET", "/capabilities?limit=200")).items.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  const rate = (amount, validFrom, skill) => ({ kind: "bill", amount, validFrom, capabilityId: skill?.id ?? null });
  await api("PUT", "/organization/rates", { items: [rate(80, null, other), rate(70, null, one), rate(90, "2026-06-01", other), rate(60, null), rate(95, "2099-01-01", other), ...before.items.filter(({ kind }) => kind === "cost")] });
  const page = await open("#/settings/rates");
  await form(page).waitFor();
  const parts = await form(page).locator("h4, fieldset").evaluateAll((list) => list.map((part) => part.tagName === "H4" ? part.innerText : Number(part.querySelector("input[type=number]").value)));
  assert.deepEqual(parts.slice(0, 8), ["Every skill", 60, one.name, 70, other.name, 90, 95, 80]);
  assert.deepEqual(await violations(page), []);
  await page.screenshot({ path: `${folder}/rates-groups.png`, fullPage: true });
  await api("PUT", "/organization/rates", { items: before.items });

  const quiet = await api("POST", "/projects", { name: "Not begun", clientId: project.clientId, startDate: "2027-01-01", endDate: "2027-12-31", billingType: "time_materials" });
  await page.goto(`${origin}/#/projects/${quiet.id}/money`);
  // Nothing is planned or worked, and still its amounts have a currency.
  await page.getByRole("button", { name: "Add budget" }).click();
  await page.getByRole("spinbutton", { name: "Amount, EUR" }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await form(page).getByRole("button", { name: "Add bill rate" }).click();
  assert.equal(await form(page).getByLabel("From, empty").inputValue(), "");
  await form(page).getByRole("button", { name: "Add bill rate" }).click();
  assert.equal(await form(page).getByLabel("From, empty").last().inputValue(), today);
  await form(page).getByRole("button", { name: "Discard" }).click();
  await page.context().close();
});

await step("managers see no costs, and a member sees nothing of rates", async () => {
  const page = await open(`#/projects/${project.id}/money`, { as: "Hanna Lindqvist" });
  await form(page).getByRole("heading", { name: "Bill rates" }).waitFor();
  assert.equal(await form(page).getByText(/cost rate/i).count(), 0);
  const { items } = await api("GET", `/projects/${project.id}/rates`);
  await form(page).getByLabel("Amount").first().fill("112");
  await form(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  assert.equal((await api("GET", `/projects/${project.id}/rates`)).items.length, items.length);
  await page.context().close();

  const member = await open(`#/people/${mei.id}/rates`, { as: "Emma Virtanen" });
  const asked = [];
  member.on("request", (request) => /\/rates|pricing/.test(request.url()) && asked.push(request.url()));
  const other = (await api("GET", "/projects?limit=200")).items.find(({ projectManagerId }) => projectManagerId !== null && projectManagerId === mei.id) ?? project;
  for (const path of [`people/${mei.id}`, `clients/${project.clientId}`, `projects/${other.id}`]) {
    await member.goto(`${origin}/#/${path}`);
    await sections(member).getByRole("link", { name: "History" }).waitFor();
    await settled(member);
    assert.equal(await member.getByRole("link", { name: /^(Rates|Money)$/ }).count(), 0, path);
    await member.goto(`${origin}/#/${path}/rates`);
    await settled(member);
    assert.equal(await form(member).count(), 0, path);
  }
  assert.deepEqual(asked, []);
  await member.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open(`#/projects/${project.id}/money`, options);
    for (const path of [`projects/${project.id}/money`, `people/${mei.id}/rates`, "settings/rates"]) {
      await page.goto(`${origin}/#/${path}`);
      await form(page).waitFor();
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
      await page.screenshot({ path: `${folder}/rates-${path.split("/")[0]}-${name}.png`, fullPage: true });
      assert.deepEqual(await violations(page), []);
    }
    await page.context().close();
  });
}

await finish();
