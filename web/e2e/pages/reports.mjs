// Reports: their figures are those of the API, the address has what is shown, CSV, print, and the chart with its table.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const shot = (page, name, options = {}) => page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, ...options });

const now = new Date();
const first = `${now.toLocaleDateString("sv").slice(0, 7)}-01`;
const last = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 0)).toISOString().slice(0, 10);
const capacity = (query) => api("GET", `/capacity?start_date=${first}&end_date=${last}&${query}`);
const today = now.toLocaleDateString("sv");
/** untilToday is the part of the month that is over, with which worked hours are compared. */
const untilToday = (query) => api("GET", `/capacity?start_date=${first}&end_date=${today}&${query}`);
const of = ({ series }, values, name) => (values[series.indexOf(name)] ?? []).reduce((all, hours) => all + hours, 0);
const number = (value) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }).format(value);
const percent = (value) => new Intl.NumberFormat("en-GB", { style: "percent" }).format(value);
const items = (page, noun) => page.getByRole("region", { name: `By ${noun}` }).locator("tbody tr");
const cellsOf = (row) => row.locator("th, td").allInnerTexts().then((texts) => texts.map((text) => text.trim()));

await step("utilization by person shows the figures of the API", async () => {
  const page = await open("#/reports");
  await settled(page);
  const data = await capacity("bucket=week&group_by=user"), done = await untilToday("group_by=user");
  assert.equal(await items(page, "person").count(), data.items.length);
  for (const item of [data.items[0], data.items.at(-1)]) {
    const [available, planned] = ["availability", "planned"].map((name) => of(data, item.values, name));
    const [soFar, worked] = ["availability", "actual"].map((name) => of(done, done.items.find(({ id }) => id === item.id).values, name));
    const row = items(page, "person").filter({ has: page.getByRole("button", { name: item.name, exact: true }) });
    assert.deepEqual(await cellsOf(row), [item.name, number(available), number(planned), number(worked), available ? percent(planned / available) : "–", soFar ? percent(worked / soFar) : "–"]);
  }
  // The chart's table has the buckets, and the same sum.
  const numbers = page.getByRole("region", { name: "All together: numbers" });
  assert.equal(await numbers.locator("tbody tr").count(), data.buckets.length);
  const total = await cellsOf(numbers.locator("tfoot tr"));
  assert.deepEqual(total.slice(1, 4), ["availability", "planned", "actual"].map((name) => number(of(data, data.total.values, name))));
  const svg = page.locator("figure svg[role=img]");
  assert.match(await svg.locator("desc").textContent(), new RegExp(`Planned ${total[2].replace(/[.]/g, "\\.")}`));
  assert.equal(await svg.locator("rect.planned").count(), data.buckets.length);
  await shot(page, "reports-light");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("plan against worked hours, by project, client, skill and team", async () => {
  const page = await open("#/reports?report=plan&by=project");
  for (const [by, group, noun] of [["project", "project", "project"], ["client", "client", "client"], ["capability", "capability", "skill"], ["team", "manager", "team"]]) {
    await page.goto(`${origin}/#/reports?report=plan&by=${by}`);
    await settled(page);
    await page.getByRole("heading", { name: `Plan and worked hours, by ${noun}` }).waitFor();
    const data = await capacity(`bucket=week&group_by=${group}`);
    assert.equal(await items(page, noun).count(), data.items.length, by);
    const item = data.items.find(({ name, values }) => name && of(data, values, "planned"));
    const row = items(page, noun).filter({ has: page.getByRole("button", { name: item.name, exact: true }) });
    assert.ok((await cellsOf(row)).includes(`${number(of(data, item.values, "planned"))} h`), by);
    assert.deepEqual(await violations(page), [], by);
  }
  await page.context().close();
});

await step("a time that runs is compared with the plan to date, and one that is over with its plan", async () => {
  const page = await open("#/reports?report=plan&by=project");
  await settled(page);
  if (today < last) {
    const done = await untilToday("group_by=project");
    const [planned, worked] = ["planned", "actual"].map((name) => of(done, done.total.values, name));
    await page.getByText(/worked until \d/).waitFor();
    const heads = await page.getByRole("region", { name: "By project" }).getByRole("columnheader").allInnerTexts();
    assert.deepEqual(heads.map((text) => text.replace(/[↑↓\s]+$/, "")).slice(0, 5), ["Project", "Planned", "Planned to date", "Worked to date", "Difference to date"]);
    const total = await cellsOf(page.getByRole("region", { name: "By project" }).locator("tfoot tr"));
    assert.deepEqual(total.slice(2, 4), [planned, worked].map((hours) => `${number(hours)} h`));
  }
  await page.goto(`${origin}/#/reports?report=plan&by=project&range=last-month`);
  await settled(page);
  assert.doesNotMatch(await page.getByRole("region", { name: "By project" }).innerText(), /to date/);
  await page.context().close();
});

await step("all together by skill are the same people in what is available and in what is planned", async () => {
  const page = await open("#/reports?by=capability");
  await settled(page);
  const people = await capacity("bucket=week&group_by=user");
  const total = await cellsOf(page.getByRole("region", { name: "By skill" }).locator("tfoot tr"));
  assert.deepEqual(total.slice(1, 3), ["availability", "planned"].map((name) => number(of(people, people.total.values, name))));
  await page.context().close();
});

await step("a row shows its own steps in the chart, columns sort, and a link to it shows the same", async () => {
  const page = await open("#/reports?range=quarter");
  await settled(page);
  await page.getByText("Months", { exact: true }).click();
  await page.getByRole("button", { name: "Planned %" }).click();
  await settled(page);
  const shares = (await page.getByRole("region", { name: "By person" }).locator("tbody tr td:nth-child(5)").allInnerTexts()).map((text) => parseFloat(text) || 0);
  assert.deepEqual(shares, shares.toSorted((a, b) => b - a));
  await page.getByRole("button", { name: "Mei Chen", exact: true }).click();
  await page.locator("figcaption").getByText("Mei Chen").waitFor();
  const numbers = await page.getByRole("region", { name: "Mei Chen: numbers" }).innerText();
  const other = await open(await page.evaluate(() => location.hash));
  await settled(other);
  assert.equal(await other.getByRole("region", { name: "Mei Chen: numbers" }).innerText(), numbers);
  assert.equal(await other.getByRole("region", { name: "By person" }).getByRole("columnheader", { name: /^Planned %/ }).getAttribute("aria-sort"), "descending");
  await other.getByRole("button", { name: "Mei Chen", exact: true }).click();
  await other.locator("figcaption").getByText("All together").waitFor();
  await page.context().close();
  await other.context().close();
});

await step("other dates, a team, and what the API refuses", async () => {
  const page = await open("#/reports?range=custom&from=2027-03-01&to=2027-03-14");
  await settled(page);
  assert.equal(await page.getByRole("region", { name: "All together: numbers" }).locator("tbody tr").count(), 2);
  await page.getByLabel("Last day").fill("2027-03-28");
  await page.waitForFunction(() => document.querySelectorAll("figure tbody tr").length === 4);
  await page.getByRole("combobox", { name: "Team of" }).fill("Sofia");
  await page.keyboard.press("Enter");
  await page.getByText("team of Sofia Marchetti").waitFor();
  await settled(page);
  const data = await api("GET", `/capacity?start_date=2027-03-01&end_date=2027-03-28&group_by=user&manager_id=${(await api("GET", "/users?name=Sofia")).items[0].id}`);
  assert.equal(await items(page, "person").count(), data.items.length);
  await page.goto(`${origin}/#/reports?range=custom&from=2026-01-01&to=2027-12-31`);
  await page.getByRole("alert").getByText(/at most 369 days after/).waitFor();
  await page.context().close();
});

await step("the CSV is that of the API", async () => {
  const page = await open("#/reports");
  await settled(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  assert.match(download.suggestedFilename(), /^utilization-person-.*\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  const response = await fetch(`${origin}/api/v1/capacity?start_date=${first}&end_date=${last}&bucket=week&group_by=user`, { headers: { Authorization: `Bearer ${process.env.WORKPLAN_KEY}`, Accept: "text/csv" } });
  assert.equal(text, await response.text());
  await page.context().close();
});

await step("a printed month has the heading, the chart and the tables, and nothing else", async () => {
  const page = await open("#/reports?report=plan&by=project", { colorScheme: "dark" });
  await settled(page);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("header.bar").isVisible(), false);
  for (const filters of await page.locator(".filters").all()) assert.equal(await filters.isVisible(), false);
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  assert.equal(await page.getByRole("heading", { name: "Plan and worked hours, by project" }).isVisible(), true);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  await page.pdf({ path: `${folder}/reports.pdf`, format: "A4", landscape: true });
  await shot(page, "reports-print");
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, forced: { forcedColors: "active" }, wide: { width: 2560, height: 1200 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open("#/reports", options);
    for (const path of ["#/reports", "#/reports?report=plan&by=client&range=year"]) {
      await page.goto(`${origin}/${path}`);
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
      await shot(page, `reports-${name}${path.includes("plan") ? "-plan" : ""}`);
      assert.deepEqual(await violations(page), []);
    }
    await page.context().close();
  });
}

await finish();
