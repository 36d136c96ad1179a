// What the panels of a project and of a person say beyond their fields, and open roles.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
const one = async (path) => (await api("GET", path)).items[0];
const user = (name) => one(`/users?kind=all&name=${encodeURIComponent(name)}`);
const number = (value) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }).format(value);
const of = ({ series }, values, ...names) => names.flatMap((name) => values[series.indexOf(name)] ?? []).reduce((all, hours) => all + hours, 0);

await step("a project shows its burn, team and timeline, with the figures of the API", async () => {
  const project = await one("/projects?name=Booking%20Engine");
  const data = await api("GET", `/capacity?start_date=${project.startDate}&end_date=${project.endDate}&bucket=month&kind=all&project_id=${project.id}`);
  const page = await open(`#/projects/${project.id}`);
  await settled(page);
  const progress = page.getByRole("region", { name: "Progress" });
  const hours = (values, ...names) => `${number(of(data, values, ...names))} h`;
  assert.match(await progress.innerText(), new RegExp(`Planned\\s+${hours(data.total.values, "planned")}\\s+(Tentative[^]*?)?Open roles\\s+${hours(data.total.values, "unfilled")}\\s+Worked\\s+${hours(data.total.values, "actual")}`));
  await page.getByRole("link", { name: "Team and hours" }).click();
  await page.getByRole("heading", { name: "Team", exact: true }).waitFor();
  const team = page.locator(".panel table.numbers").last();
  await team.locator("tbody tr").first().waitFor();
  assert.equal(await team.locator("tbody tr").count(), data.items.length);
  const placeholder = team.getByRole("row", { name: /Backend Engineer/ });
  await placeholder.getByText("Open role").waitFor();
  const item = data.items.find(({ name }) => name !== "Backend Engineer");
  assert.match(await team.getByRole("row", { name: item.name }).innerText(), new RegExp(`${hours(item.values, "planned")}\\s.*${hours(item.values, "actual")}`, "s"));
  await page.getByText("Numbers").click();
  assert.match(await page.getByRole("region", { name: /^Hours by .*: numbers$/ }).locator("tfoot").innerText(), new RegExp(hours(data.total.values, "planned")));
  await shot(page, "project-team");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("a project has all of its hours, and says how many are outside of its dates", async () => {
  const client = await one("/clients");
  const project = await api("POST", "/projects", { name: "Edges", clientId: client.id, startDate: "2026-03-02", endDate: "2026-03-13", status: "active" });
  const mei = await user("Mei Chen");
  const role = await api("POST", "/users", { kind: "placeholder", name: "Edge role" });
  const rows = (userId, hours, ...dates) => dates.map((date) => ({ userId, projectId: project.id, date, hours }));
  await api("POST", "/assignments", { items: [...rows(mei.id, 5, "2025-11-03", "2026-03-02", "2029-01-02"), { ...rows(mei.id, 3, "2026-03-16")[0], tentative: true }, ...rows(role.id, 8, "2026-03-03", "2026-02-27")] });
  await api("POST", "/actual-hours", { items: rows(mei.id, 4, "2026-03-03", "2026-04-01") });
  const page = await open(`#/projects/${project.id}/team`);
  const progress = page.getByRole("region", { name: "Progress" });
  await progress.waitFor();
  assert.match(await progress.innerText(), /Planned\s+15 h\s+Tentative\s+3 h\s+Open roles\s+16 h\s+Worked\s+8 h/);
  await progress.getByText("Outside of these dates: 10 h planned, 3 h tentative, 8 h of open roles, 4 h worked.").waitFor();
  const team = page.locator(".panel table.numbers").last();
  assert.match(await team.locator("tfoot").innerText(), /Total\s+15 h\s+3 h\s+16 h\s+8 h/);
  await page.context().close();
});

await step("a project that goes on for years is summed too, and its hours have no amount there", async () => {
  const client = await one("/clients");
  const project = await api("POST", "/projects", { name: "Long run", clientId: client.id, startDate: "2026-01-15", endDate: "2028-12-31", status: "active", billingType: "time_materials", hourlyRate: 100 });
  const mei = await user("Mei Chen");
  await api("POST", "/assignments", { items: ["2026-02-02", "2027-06-07", "2028-12-04"].map((date) => ({ userId: mei.id, projectId: project.id, date, hours: 5 })) });
  await api("POST", "/actual-hours", { items: [{ userId: mei.id, projectId: project.id, date: "2026-02-02", hours: 4 }] });
  const page = await open(`#/projects/${project.id}/team`);
  const progress = page.getByRole("region", { name: "Progress" });
  await progress.waitFor();
  assert.match(await progress.innerText(), /Planned\s+15 h\s+Worked\s+4 h\s+Left of the plan\s+11 h/);
  // What the hours are worth depends on the rates: the section Money has it.
  assert.doesNotMatch(await progress.innerText(), /an hour|1,500/);
  await page.getByText("Numbers").click();
  assert.equal(await page.getByRole("region", { name: "Hours by month: numbers" }).locator("tbody tr").count(), 36);
  await page.context().close();
});

await step("skills have levels: a manager edits them, and somebody else only sees them", async () => {
  const mei = await user("Mei Chen");
  const page = await open(`#/people/${mei.id}/capabilities`, { as: "Sofia Marchetti" });
  await page.getByLabel("Level of Product Design").selectOption("5");
  await page.getByRole("combobox", { name: "Add a skill" }).fill("Quality");
  await page.keyboard.press("Enter");
  await page.getByLabel("Level of Quality Assurance").selectOption("2");
  await shot(page, "person-capabilities");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".notices").getByText("Saved").waitFor();
  const names = new Map((await api("GET", "/capabilities?limit=200")).items.map(({ id, name }) => [id, name]));
  const levels = Object.fromEntries((await api("GET", `/users/${mei.id}/capabilities`)).items.map(({ capabilityId, level }) => [names.get(capabilityId), level]));
  assert.equal(levels["Product Design"], 5);
  assert.equal(levels["Quality Assurance"], 2);
  // Two who edit the list at once: the second one is told.
  await page.getByLabel("Level of Quality Assurance").selectOption("4");
  await api("PUT", `/users/${mei.id}/capabilities`, { items: [] });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Somebody else changed this list meanwhile.").waitFor();
  await page.getByRole("button", { name: "Load their version" }).click();
  await page.getByLabel("Level of Quality Assurance").waitFor({ state: "detached" });
  await page.context().close();
  const other = await open(`#/people/${(await user("Oliver Grant")).id}/capabilities`, { as: "Mei Chen" });
  await other.getByText(/^\d of 5$/).first().waitFor({ state: "attached" });
  assert.equal(await other.locator(".panel :is(select, input)").count(), 0);
  await other.context().close();
});

await step("time off is counted in working days by type, and the plan is shown by week", async () => {
  const ibrahim = await user("Ibrahim");
  const types = (await api("GET", "/time-off-types?limit=200")).items;
  const id = (name) => types.find((type) => type.name === name).id;
  const ask = (name, startDate, endDate, availability, status) => api("POST", "/time-off", { userId: ibrahim.id, timeOffTypeId: id(name), startDate, endDate, availability, reason: "x", status });
  await api("PATCH", `/users/${ibrahim.id}`, { countryCode: "AQ", defaultAvailability: 40 }); // a country without holidays
  await ask("Vacation", "2020-03-02", "2020-03-15", 0, "approved"); // two weeks are ten working days
  await ask("Training", "2020-04-06", "2020-04-07", 4, "approved"); // two halves are one
  await ask("Vacation", "2020-05-04", "2020-05-04", 0, "pending");
  await ask("Vacation", "2020-06-01", "2020-06-05", 0, "rejected");
  const page = await open(`#/people/${ibrahim.id}/time-off`);
  await settled(page);
  for (let year = new Date().getFullYear(); year > 2020; year--) await page.getByRole("button", { name: "Previous year" }).click();
  const row = (name) => page.locator(".panel tr", { has: page.getByRole("rowheader", { name }) }).innerText();
  await page.getByText("4 May 2020").waitFor();
  assert.match(await row("Vacation"), /^Vacation\s+10\s+0\s+1$/);
  assert.match(await row("Training"), /^Training\s+1\s+0\s+0$/);
  assert.match(await row("Total"), /^Total\s+11\s+0\s+1$/);
  await shot(page, "person-time-off");
  assert.deepEqual(await violations(page), []);
  const mei = await user("Mei Chen");
  await page.goto(`${origin}/#/people/${mei.id}/plan`);
  await page.locator("figcaption").getByText("Hours by week").waitFor();
  await page.getByText("Numbers").click();
  const numbers = page.getByRole("region", { name: "Hours by week: numbers" });
  assert.equal(await numbers.locator("tbody tr").count(), 13);
  assert.match(await numbers.locator("thead").innerText(), /Available\s+Planned\s+Worked/);
  await shot(page, "person-plan");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("open roles have their own list and badge, no e-mail, and are not offered as people", async () => {
  const page = await open("#/people");
  await settled(page);
  assert.equal(await page.getByRole("link", { name: "Backend Engineer" }).count(), 0);
  await page.getByText("Open roles", { exact: true }).click();
  await page.getByRole("link", { name: "Backend Engineer" }).click();
  await page.getByRole("heading", { name: "Backend Engineer" }).waitFor();
  await page.locator(".panel header").getByText("Open role").waitFor();
  assert.equal(await page.locator(".panel").getByLabel("E-mail").count(), 0);
  assert.deepEqual(await page.locator(".tabs a").allInnerTexts(), ["Details", "Skills", "Plan", "Rates", "History"]);
  await shot(page, "placeholder");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await page.getByText("Numbers").click();
  assert.match(await page.getByRole("region", { name: "Hours by week: numbers" }).locator("tfoot").innerText(), /Total\s+180 h/); // 6 weeks of 30
  await page.getByRole("link", { name: "Add open role" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Illustrator");
  await page.getByRole("button", { name: "Add open role" }).click();
  await page.getByRole("heading", { name: "Illustrator" }).waitFor();
  assert.equal((await user("Illustrator")).kind, "placeholder");
  await page.goto(`${origin}/#/time-off/new`);
  const person = page.locator(".panel").getByRole("combobox", { name: "Person" });
  await person.fill("Illustrator");
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".panel [role=option]").count(), 0);
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const project = await one("/projects?name=Booking%20Engine");
    const lukas = await user("Lukas Brandt");
    const page = await open("#/people", options);
    for (const path of [`projects/${project.id}/team`, `people/${lukas.id}/plan`, `people/${lukas.id}/time-off`, `people/${lukas.id}/capabilities`, "people?kind=placeholder"]) {
      await page.goto(`${origin}/#/${path}`);
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400, path);
      await shot(page, `details-${path.split("/").at(-1).replace(/\W/g, "-")}-${name}`);
      assert.deepEqual(await violations(page), [], path);
    }
    await page.context().close();
  });
}

await finish();
