// Money: the figures of the report and of a project are those of the API, which budget ends first, who sees it, and the editor of a budget.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { api, finish, folder, key, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name, options = {}) => page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, ...options });

const now = new Date();
const day = (months, date) => new Date(Date.UTC(now.getFullYear(), now.getMonth() + months, date)).toISOString().slice(0, 10);
/** The month before this one to the month after it. */
const [first, last] = [day(-1, 1), day(2, 0)];
const range = `range=custom&from=${first}&to=${last}`;
const money = (query) => api("GET", `/money?start_date=${first}&end_date=${last}&${query}`);
const figure = ({ series }, { values }, name) => (values[series.indexOf(name)].includes(null) ? null : values[series.indexOf(name)].reduce((sum, value) => sum + value, 0));
const amount = (value, currency) => new Intl.NumberFormat("en-GB", { style: "currency", currency, maximumFractionDigits: 0 }).format(value);
const hours = (value) => `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 }).format(value)} h`;
const date = (value) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(value));
const table = (page, noun) => page.getByRole("region", { name: `By ${noun}` });
const over = new Set((await api("GET", "/projects?limit=200")).items.filter(({ status }) => status === "completed" || status === "cancelled").map(({ id }) => id));
/** inTurn sorts items by when their budgets end: the next one first, then those that have ended, the latest first. */
const inTurn = (data) => {
  const ends = data.items.filter(({ id, budget }) => budget?.burnDate && !over.has(id)).map(({ name, budget }) => ({ name, on: budget.burnDate }));
  const [ahead, past] = [true, false].map((isAhead) => ends.filter(({ on }) => on >= data.today === isAhead).sort((a, b) => a.on.localeCompare(b.on)));
  return [...ahead, ...past.toReversed()];
};
const columns = [["plannedRevenue", "Planned"], ["tentativeRevenue", "Tentative"], ["unfilledRevenue", "Open roles"], ["actualRevenue", "Actual"], ["forecastRevenue", "Forecast"], ["forecastCost", "Cost"], ["margin", "Margin"]];

/** grid returns the cells of a table: the names of the columns, the rows and the totals. */
const grid = (page, noun) =>
  table(page, noun).evaluate((region) => {
    const cells = (row) => [...row.querySelectorAll("th, td")].map((cell) => cell.innerText.trim());
    return { head: cells(region.querySelector("thead tr")).map((name) => name.replace(/\s*[↑↓]$/, "")), rows: [...region.querySelectorAll("tbody tr")].map(cells), totals: [...region.querySelectorAll("tfoot tr")].map(cells) };
  });

/** isShown asserts that the rows and the totals have the figures of the API, and nothing else. */
function isShown({ head, rows, totals }, data) {
  const seen = columns.filter(([series, name]) => head.includes(name));
  const wanted = columns.filter(([series]) => data.series.includes(series) && (!/^(tent|unf)/.test(series) || data.totals.some((total) => figure(data, total, series))));
  assert.deepEqual(seen, wanted);
  const texts = (of) => wanted.map(([series]) => (figure(data, of, series) ? amount(figure(data, of, series), of.currency) : "–"));
  const shown = (row) => wanted.map(([, name]) => row[head.indexOf(name)]);
  const sort = (list) => list.map((row) => row.join(" | ")).sort();
  assert.deepEqual(sort(rows.map((row) => [row[0].split("\n")[0], ...shown(row)])), sort(data.items.filter(({ name }) => name).map((item) => [item.name, ...texts(item)]).concat(data.items.filter(({ name }) => !name).map((item) => [rows.at(-1)[0], ...texts(item)]))));
  assert.deepEqual(totals.map(shown), data.totals.map(texts));
}

await step("the report by project shows the figures and the budgets of the API", async () => {
  const page = await open(`#/reports?report=money&${range}`);
  await settled(page);
  const data = await money("bucket=month&group_by=project&budget=true");
  const shown = await grid(page, "project");
  isShown(shown, data);
  const words = { hourly: "By the hour", progress: "Fixed price", monthly: "Per month", none: "Not billed" };
  assert.ok(data.items.filter(({ budget }) => budget).length > 5);
  for (const item of data.items) {
    const { name, currency, method, budget } = item;
    const row = shown.rows.find(([text]) => text.split("\n")[0] === name);
    assert.ok(row[0].split("\n").includes(words[method]), name);
    const [ends, spent, remaining] = row.slice(1, 4);
    if (!budget) {
      assert.deepEqual([ends, spent, remaining], ["–", "–", "–"]);
      continue;
    }
    const left = (value, text) => (value < 0 ? `over by ${text(-value)}` : text(value));
    const money = (value) => amount(value, currency);
    const lines = [
      ...(budget.hours === null ? [] : [[`${hours(budget.spentHours).slice(0, -2)} of ${hours(budget.hours)}`, left(budget.remainingHours, hours)]]),
      ...(budget.amount === null ? [] : [[`${money(budget.spentAmount)} of ${money(budget.amount)}`, left(budget.remainingAmount, money)]]),
    ];
    assert.deepEqual([spent.split("\n").slice(0, lines.length), remaining.split("\n")], [lines.map(([text]) => text), lines.map(([, text]) => text)], name);
    if (over.has(item.id)) {
      assert.match(ends, /^(Completed|Cancelled)/, name);
      continue;
    }
    assert.match(ends, budget.burnDate ? new RegExp(`^${date(budget.burnDate)}`) : /^Lasts$/, name);
    if (budget.overrunAt) assert.match(ends, budget.overrunAt <= data.today ? /Overrun/ : /Will overrun/, name);
  }
  assert.match(await table(page, "project").innerText(), /Overrun/);
  // The chart's table has the same sums.
  await page.getByText("Numbers", { exact: true }).click();
  const chart = await page.getByRole("region", { name: "All together: numbers" }).locator("tfoot tr").innerText();
  assert.ok(chart.includes(amount(figure(data, data.totals[0], "forecastRevenue"), data.totals[0].currency)));
  await shot(page, "money-light");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("two clicks from a page show the project whose budget ends first", async () => {
  const page = await open("#/people");
  await settled(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Reports" }).click();
  await page.getByText("Money", { exact: true }).click();
  await settled(page);
  await page.getByRole("heading", { name: "Money, by project" }).waitFor();
  // The first days of a month have few hours: the budgets do not depend on the range.
  const data = await api("GET", `/money?start_date=${day(0, 1)}&end_date=${day(1, 0)}&bucket=total&budget=true`);
  const ends = inTurn(data);
  const names = () => grid(page, "project").then(({ rows }) => rows.map(([text]) => text.split("\n")[0]));
  const dated = async () => (await names()).slice(0, ends.length).map((name) => ends.find((end) => end.name === name)?.on);
  assert.ok(ends.length > 1 && ends[0].on >= data.today && ends.at(-1).on < data.today);
  assert.deepEqual(await dated(), ends.map(({ on }) => on));
  const head = page.getByRole("columnheader", { name: "Budget ends" });
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  // The date leads to the budget.
  assert.equal(await table(page, "project").getByRole("link").first().getAttribute("href"), `#/projects/${data.items.find(({ name }) => name === ends[0].name).id}/money`);
  // By keyboard: the other way round, then by name.
  await head.getByRole("button").focus();
  await page.keyboard.press("Enter");
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  const lasting = data.items.filter(({ id, budget }) => budget && (!budget.burnDate || over.has(id))).length;
  assert.deepEqual((await names()).slice(lasting, lasting + ends.length).map((name) => ends.find((end) => end.name === name)?.on), ends.map(({ on }) => on).toReversed());
  await page.getByRole("columnheader", { name: "Project" }).getByRole("button").press("Enter");
  assert.deepEqual(await names(), data.items.map(({ name }) => name));
  await page.context().close();
});

await step("by client, person, team and skill, for one client, in weeks and in total", async () => {
  const page = await open("#/reports?report=money");
  for (const [rows, group, noun, none] of [["client", "client", "client"], ["person", "user", "person", "Retainers"], ["team", "manager", "team", "Without a manager, and retainers"], ["capability", "capability", "skill", "Without a skill, and retainers"]]) {
    await page.goto(`${origin}/#/reports?report=money&rows=${rows}&${range}`);
    await page.getByRole("heading", { name: `Money, by ${noun}` }).waitFor();
    await settled(page);
    const shown = await grid(page, noun), data = await money(`bucket=month&group_by=${group}`);
    isShown(shown, data);
    if (data.items.some(({ id }) => id === null)) assert.equal(shown.rows.at(-1)[0].split("\n")[0], none);
    assert.deepEqual(await violations(page), [], rows);
  }
  await page.getByText("Total", { exact: true }).first().click();
  await settled(page);
  assert.equal(await page.locator("figure").count(), 0);
  await page.getByText("Weeks", { exact: true }).click();
  await settled(page);
  assert.equal(await page.locator("figure rect.worked").count() - 1, (await money("bucket=week")).buckets.length);
  const [client] = (await api("GET", "/clients?limit=1")).items;
  await page.getByRole("combobox", { name: "Client" }).fill(client.companyName);
  await page.keyboard.press("Enter");
  await page.getByText(`, ${client.companyName}, `).waitFor();
  await settled(page);
  isShown(await grid(page, "skill"), await money(`bucket=week&group_by=capability&client_id=${client.id}`));
  await page.context().close();
});

await step("the CSV is that of the API", async () => {
  const page = await open("#/reports?report=money");
  await settled(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  assert.match(download.suggestedFilename(), /^money-project-.*\.csv$/);
  const response = await fetch(`${origin}/api/v1/money?start_date=${day(0, 1)}&end_date=${day(1, 0)}&bucket=week&group_by=project`, { headers: { Authorization: `Bearer ${key}`, Accept: "text/csv" } });
  assert.equal(await readFile(await download.path(), "utf8"), await response.text());
  await page.context().close();
});

await step("managers see no costs, and members see nothing but their projects", async () => {
  const page = await open(`#/reports?report=money&${range}`, { as: "Hanna Lindqvist" });
  await settled(page);
  const { head } = await grid(page, "project");
  assert.ok(head.includes("Forecast") && !head.includes("Cost") && !head.includes("Margin"));
  // Figures without the hours that she does not see are said to be too low, above them.
  const { partial } = await page.evaluate(async (query) => (await (await fetch(`/api/v1/money?${query}`)).json()).data, `start_date=${first}&end_date=${last}&bucket=total`);
  if (partial !== undefined) {
    assert.equal(partial, true);
    await page.getByRole("note").getByText("You do not see all worked hours, so these figures are too low.").waitFor();
    await table(page, "project").getByText("Not known: you do not see all worked hours").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await shot(page, "money-partial");
  }
  await page.context().close();

  const { items } = await api("GET", "/projects?limit=200");
  const emma = (await api("GET", "/users?name=Emma%20Virtanen")).items[0];
  const own = items.find(({ projectManagerId, name }) => projectManagerId === emma.id && name === "Customer Portal"), other = items.find(({ projectManagerId }) => projectManagerId !== emma.id);
  const member = await open("#/reports?report=money", { as: "Emma Virtanen" });
  await settled(member);
  await member.getByRole("heading", { name: "Utilization, by person" }).waitFor();
  assert.equal(await member.getByText("Money", { exact: true }).count(), 0);
  await member.getByRole("combobox", { name: "Find anything" }).fill("Money");
  assert.equal(await member.getByRole("option", { name: /^Money/ }).count(), 0);
  await member.goto(`${origin}/#/projects/${own.id}/money`);
  await member.getByRole("region", { name: "Budget" }).waitFor();
  await member.goto(`${origin}/#/projects/${other.id}`);
  await member.getByRole("heading", { name: other.name }).waitFor();
  await member.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "History" }).waitFor();
  assert.equal(await member.getByRole("link", { name: "Money", exact: true }).count(), 0);
  await member.context().close();
});

await step("a project says in words and in its chart when the budget ends", async () => {
  const data = await money("group_by=project&bucket=total&budget=true");
  const ahead = data.items.find(({ budget, method }) => budget?.period === "total" && budget.burnDate > data.today && (budget.hours !== null || method === "hourly"));
  const page = await open(`#/projects/${ahead.id}/money`);
  const region = page.getByRole("region", { name: "Budget", exact: true });
  await region.waitFor();
  const { budget } = ahead;
  const isMoney = (await page.locator("figcaption").innerText()).startsWith("Budget in money");
  assert.ok((await region.innerText()).includes(date(budget.burnDate)));
  const figures = page.locator("figure svg[role=img]");
  assert.match(await figures.locator("desc").textContent(), new RegExp(`used up on ${date(budget.burnDate)}`));
  assert.equal(await figures.locator("circle.mark").count(), 1);
  // The line of what is used reaches that of the budget on the day of the API.
  const limit = (await figures.locator("path.limit").getAttribute("d")).match(/^M[\d.]+ ([\d.]+)H/)[1];
  assert.ok(Number(await figures.locator("circle.mark").getAttribute("cy")) <= Number(limit));
  // Up to today it is what is spent.
  await page.getByText("Numbers", { exact: true }).click();
  const rows = await page.getByRole("region", { name: /: numbers$/ }).locator("tbody tr").evaluateAll((list) => list.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText)));
  const exact = isMoney ? (value) => amount(value, ahead.currency) : hours;
  assert.ok(rows.some(([actual]) => actual === exact(isMoney ? budget.spentAmount : budget.spentHours)), JSON.stringify(rows));
  await shot(page, "money-project-light");
  assert.deepEqual(await violations(page), []);

  const monthly = data.items.find(({ budget }) => budget?.period === "month" && budget.hours !== null);
  await page.goto(`${origin}/#/projects/${monthly.id}/money`);
  await page.locator("figcaption").getByText("Budget in hours, by month").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("of two limits, the chart and the sentence have the one that ends first, and follow a new rate", async () => {
  const { id } = (await api("GET", "/projects?name=Rider%20App")).items[0];
  const before = await api("GET", `/projects/${id}/budget`), rates = await api("GET", `/projects/${id}/rates`);
  const use = async () => (await money(`group_by=project&bucket=total&budget=true&project_id=${id}`)).items.find(({ budget }) => budget).budget;
  const page = await open(`#/projects/${id}/money`);
  const region = page.getByRole("region", { name: "Budget", exact: true }), caption = page.locator("figcaption");
  await api("PUT", `/projects/${id}/budget`, { items: [{ hours: 100000, amount: 100, period: "total" }], alertAt: [50] });
  await caption.getByText("Budget in money").waitFor();
  await until(async () => new RegExp(`The amount of the budget has been used up.*${date((await use()).burnDate)}`).test(await region.innerText()), "the sentence has the amount");
  // A share of more than all is no 100 %.
  await api("PUT", `/projects/${id}/budget`, { items: [{ hours: (await use()).spentHours - 0.5, amount: 9e8, period: "total" }], alertAt: [50] });
  await caption.getByText("Budget in hours").waitFor();
  assert.match(await region.innerText(), /The hours of the budget have been used up/);
  assert.match(await region.innerText(), /101%\s+over by 0.5 h/);
  // The other limit has its own end, which is none.
  await page.locator("fieldset", { hasText: "Budget in" }).getByText("Money").click();
  assert.doesNotMatch(await page.locator("figure desc").textContent(), /used up/);

  // A rate that is saved changes what is spent.
  await api("PUT", `/projects/${id}/budget`, { items: [{ amount: 9e8, period: "total" }], alertAt: [50] });
  await caption.getByText("Budget in money").waitFor();
  const spent = async () => amount((await use()).spentAmount, "EUR"), cell = () => region.locator("tbody td").first().innerText();
  await until(async () => (await cell()).replace(/\.\d+$/, "") === (await spent()) || (await cell()).startsWith((await spent()).slice(0, 5)), "it is what the API has");
  const old = await cell(), line = await page.locator("figure path.area").getAttribute("d");
  await page.getByRole("form", { name: "Rates" }).getByRole("button", { name: "Add bill rate" }).click();
  const rate = page.getByRole("form", { name: "Rates" }).getByRole("group").last();
  await rate.getByLabel("From, empty").fill("");
  await rate.getByLabel("Amount").fill("1");
  await rate.getByLabel("Amount").press("Enter");
  await until(async () => (await cell()) !== old, "the table follows");
  assert.notEqual(await page.locator("figure path.area").getAttribute("d"), line);
  await api("PUT", `/projects/${id}/rates`, { items: rates.items });
  await until(async () => (await cell()) === old, "and back");
  await api("PUT", `/projects/${id}/budget`, { items: before.items, alertAt: before.alertAt });
  await page.context().close();
});

await step("amounts have their currency, and completed projects no end", async () => {
  const { items } = await api("GET", "/projects?limit=200");
  const page = await open("#/projects");
  await settled(page);
  const row = (name) => page.getByRole("table", { name: "Projects" }).getByRole("row", { name });
  const retainer = items.find(({ billingType }) => billingType === "retainer"), hourly = items.find(({ hourlyRate }) => hourlyRate !== null);
  await row(retainer.name).getByText(`${amount(retainer.amount, "EUR")} / month`).waitFor();
  await row(hourly.name).getByText(`${amount(hourly.hourlyRate, "EUR")} / h`).waitFor();
  await page.goto(`${origin}/#/projects/${hourly.id}`);
  await page.getByText("EUR, of the organization").waitFor();
  await page.getByText("Rate per hour, EUR").waitFor();
  assert.doesNotMatch(await page.getByRole("region", { name: "Progress" }).innerText(), /an hour/);
  assert.deepEqual(await violations(page), []);
  await shot(page, "money-details");

  const done = items.find(({ id, status }) => status === "completed");
  const { budget } = (await money(`group_by=project&bucket=total&budget=true&project_id=${done.id}`)).items[0] ?? {};
  if (!budget) await api("PUT", `/projects/${done.id}/budget`, { items: [{ hours: 100000, period: "total" }] });
  await page.goto(`${origin}/#/projects/${done.id}/money`);
  const region = page.getByRole("region", { name: "Budget", exact: true });
  await region.getByText("The project is completed").waitFor();
  assert.doesNotMatch(await region.innerText(), /lasts/);

  for (const name of ["Money, rates and budgets", "Rates and currency"]) {
    await page.getByRole("combobox", { name: "Find anything" }).fill("rates");
    await page.getByRole("option", { name }).click();
    await page.getByRole("heading", { name: name === "Rates and currency" ? name : "Reports" }).waitFor();
  }
  await page.context().close();
});

await step("a budget is edited with its version, by keyboard", async () => {
  const { id } = (await api("GET", "/projects?name=Rider%20App")).items[0];
  const path = `/projects/${id}/budget`, before = await api("GET", path);
  const page = await open(`#/projects/${id}/money`);
  const amounts = page.getByRole("spinbutton", { name: /^Amount/ });
  await amounts.last().fill("300000");
  await page.getByLabel("Warn at percent").fill("60, 90");
  await page.keyboard.press("Enter");
  await page.getByText("Saved").waitFor();
  const after = await api("GET", path);
  assert.deepEqual([after.items.at(-1).amount, after.alertAt, after.version], [300000, [60, 90], before.version + 1]);
  await page.getByRole("region", { name: "Budget", exact: true }).getByText("€300,000").first().waitFor();

  // Somebody else saves first.
  await amounts.last().fill("310000");
  await api("PUT", path, { items: after.items.map((item) => ({ ...item, amount: 320000 })), alertAt: [50] });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Load their version" }).click();
  await until(async () => (await amounts.last().inputValue()) === "320000", "their version is loaded");

  // What is refused is said at its item.
  await page.getByRole("button", { name: "Add budget" }).click();
  await page.getByRole("spinbutton", { name: "Hours" }).last().fill("100");
  await page.getByLabel("From, empty for the start").last().fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/must be another day/).waitFor();
  assert.deepEqual(await violations(page), []);
  // So are percentages, and an item without a limit.
  await page.getByRole("button", { name: /^Remove the budget from/ }).last().click();
  await page.getByLabel("Warn at percent").fill("80, 50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").getByText("each more than the one before, such as 50, 80, 100.").waitFor();
  assert.doesNotMatch(await page.getByRole("complementary").innerText(), /alertAt|Request/);
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("Warn at percent").fill("50, 80");
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.getByRole("button", { name: "Add budget" }).click();
  await page.getByText("Enter hours, an amount, or both.").waitFor();
  assert.equal(await page.getByRole("spinbutton", { name: "Hours" }).last().evaluate((input) => input.validationMessage), "Enter hours, an amount, or both.");
  // The bar with the button is above what follows, not over it.
  await page.getByRole("heading", { name: "Bill rates" }).scrollIntoViewIfNeeded();
  const [bar, heading] = [await page.locator(".actions").boundingBox(), await page.getByRole("heading", { name: "Bill rates" }).boundingBox()];
  assert.ok(bar.y + bar.height <= heading.y || bar.y >= heading.y + heading.height, JSON.stringify([bar, heading]));
  await shot(page, "money-bar", { fullPage: false });
  await page.getByRole("button", { name: /^Remove the budget from/ }).last().click();
  await page.getByRole("button", { name: /^Remove the budget from/ }).last().click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(async () => (await api("GET", path)).items.length === 1, "one item is left");
  await page.context().close();
});

await step("two currencies have their own totals and charts, and hours without a rate are said", async () => {
  const { id } = (await api("GET", "/projects?name=Crew%20Rostering")).items[0];
  await api("PUT", `/projects/${id}/rates`, { items: [{ kind: "bill", validFrom: first, amount: 150, currency: "CHF" }, { kind: "bill", validFrom: day(0, 1), amount: null }] });
  // Without the rates of the organization, hours on a project without one have none.
  const [mei, client] = [(await api("GET", "/users?name=Mei%20Chen")).items[0], (await api("GET", "/clients?limit=1")).items[0]];
  const rates = await api("GET", "/organization/rates");
  await api("PUT", "/organization/rates", { items: rates.items.filter(({ kind }) => kind === "cost") });
  const project = await api("POST", "/projects", { name: "Without a rate", clientId: client.id, startDate: first, endDate: last, status: "active", billingType: "time_materials", projectManagerId: mei.id });
  await api("POST", "/assignments", { items: [{ userId: mei.id, projectId: project.id, capabilityId: null, date: day(1, 10), hours: 6.5 }] });
  const page = await open(`#/reports?report=money&${range}`);
  await settled(page);
  const data = await money("bucket=month&group_by=project&budget=true"), shown = await grid(page, "project");
  assert.deepEqual(data.totals.map(({ currency }) => currency), ["CHF", "EUR"]);
  isShown(shown, data);
  assert.deepEqual(shown.totals.map(([text]) => text.split("\n")[0]), ["Total CHF", "Total EUR"]);
  // What is worth two currencies has no sum: nobody knows when that budget ends.
  assert.equal(data.items.find((item) => item.id === id && item.budget).budget.spentAmount, null);
  assert.match(await table(page, "project").getByRole("row", { name: "Crew Rostering" }).first().innerText(), /Not known/);
  await page.getByText("A margin of several currencies is not added up.").waitFor();
  assert.equal(figure(data, data.items.find((item) => item.id === project.id), "unpricedHours"), 6.5);
  await table(page, "project").getByRole("row", { name: "Without a rate" }).getByText("6.5 h have no rate").waitFor();
  // The chart begins with the currency of the organization.
  await page.locator("figcaption").getByText("All together, EUR").waitFor();
  await page.locator("fieldset", { hasText: "Currency of the chart" }).getByText("CHF").click();
  await page.locator("figcaption").getByText("All together, CHF").waitFor();
  await shot(page, "money-currencies");
  assert.deepEqual(await violations(page), []);
  // A row of one currency shows its own steps.
  await table(page, "project").getByRole("button", { name: "Crew Rostering" }).first().click();
  await page.locator("figcaption").getByText("Crew Rostering").waitFor();
  await page.context().close();
});

await step("a printed report has the heading, the chart and the table, and nothing else", async () => {
  const page = await open(`#/reports?report=money&${range}`, { colorScheme: "dark" });
  await settled(page);
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["header.bar", ".filters >> nth=0", ".filters >> nth=1", ".head"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  assert.equal(await page.getByRole("heading", { name: "Money, by project" }).isVisible(), true);
  await page.setViewportSize({ width: 1047, height: 720 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1047, "it fits on A4 on its side");
  await page.pdf({ path: `${folder}/money.pdf`, format: "A4", landscape: true });
  await shot(page, "money-print");
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, tablet: { width: 1024, height: 768 }, forced: { forcedColors: "active" }, wide: { width: 2560, height: 1200 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const { id } = (await api("GET", "/projects?name=Patient%20Booking")).items[0];
    const page = await open("#/reports", options);
    for (const [file, path] of [["money", `reports?report=money&${range}`], ["money-project", `projects/${id}/money`]]) {
      await page.goto(`${origin}/#/${path}`);
      await page.locator("figure").first().waitFor();
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
      await shot(page, `${file}-${name}`);
      assert.deepEqual(await violations(page, name === "forced"), []);
    }
    await page.context().close();
  });
}

await finish();
