// Worked hours: types, pastes, copies from the plan, undoes, loses the connection, and shows errors at their cell.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];
const day = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

const now = new Date();
const todayIs = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
// Next week: the demo has worked hours until today.
const monday = day(todayIs, 7 - ((new Date(todayIs).getUTCDay() + 6) % 7));
const week = `#/hours?week=${monday}`;
const mei = await user("Mei Chen");
const lukas = await user("Lukas Brandt");

const rows = async (list, { id }, first = monday) => (await api("GET", `/${list}?user_id=${id}&start_date=${first}&end_date=${day(first, 6)}&limit=200`)).items;
const sum = (items) => items.reduce((all, { hours }) => all + hours, 0);
const cells = (page) => page.locator("td input");
const cell = (page, at) => page.locator(`[data-at="${at}"]`);
const saved = (page) => page.locator(".saved").getByText("Saved", { exact: true }).waitFor();

await step("a member sees the own plan of the week, and types by keyboard; one call saves it", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  const planned = await rows("assignments", mei);
  assert.ok(planned.length > 0 && (await rows("actual-hours", mei)).length === 0);
  assert.equal(await page.locator("tbody tr").count(), new Set(planned.map(({ projectId, capabilityId }) => projectId + capabilityId)).size);
  assert.equal(await page.getByRole("combobox", { name: "Person", exact: true }).count(), 0); // a member records for nobody else
  const calls = [];
  page.on("request", (request) => request.method() === "POST" && request.url().includes("/actual-hours") && calls.push(request));
  await cell(page, "0 0").focus();
  await page.keyboard.type("7.5");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7:30");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await saved(page);
  await until(async () => sum(await rows("actual-hours", mei)) === 23);
  assert.equal(calls.length, 1);
  assert.equal(calls[0].postDataJSON().items.length, 3);
  assert.ok((await calls[0].allHeaders())["idempotency-key"]);
  assert.match(await page.locator("tfoot tr").first().innerText(), /23 h/);
  await shot(page, "hours-light");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("arrows move, and inside of a text they move the caret; Escape takes back what was typed", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  const at = () => page.evaluate(() => document.activeElement.dataset.at);
  await cell(page, "0 0").focus();
  for (const [keys, there] of [["ArrowRight", "0 1"], ["ArrowLeft", "0 0"], ["Tab", "0 1"], ["Shift+Tab", "0 0"]]) {
    await page.keyboard.press(keys);
    assert.equal(await at(), there);
  }
  await page.keyboard.type("12");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "0 0");
  await page.keyboard.press("Escape");
  assert.equal(await cell(page, "0 0").inputValue(), "7.5");
  await page.context().close();
});

await step("the plan is copied into empty cells only, or into all, and both can be undone", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  const planned = sum(await rows("assignments", mei));
  const own = Object.fromEntries((await rows("actual-hours", mei)).map(({ date, hours }) => [date, hours]));
  await page.getByRole("button", { name: "Copy from plan" }).click();
  await until(async () => (await rows("actual-hours", mei)).length > 3);
  const copied = await rows("actual-hours", mei);
  for (const [date, hours] of Object.entries(own)) assert.ok(copied.some((row) => row.date === date && row.hours === hours), "what was typed stays");
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await rows("actual-hours", mei)).length === 3 && sum(await rows("actual-hours", mei)) === 23);
  await page.getByRole("button", { name: "Replace with plan" }).click();
  await until(async () => Math.abs(sum(await rows("actual-hours", mei)) - planned) < 0.001);
  await cell(page, "0 0").focus();
  for (const key of ["Control+y", "Control+Shift+z", ""]) {
    await page.keyboard.press("Control+z");
    await until(async () => (await rows("actual-hours", mei)).length === 3 && sum(await rows("actual-hours", mei)) === 23);
    if (key) await page.keyboard.press(key);
    if (key) await until(async () => Math.abs(sum(await rows("actual-hours", mei)) - planned) < 0.001, `${key} does it again`);
  }
  await page.context().close();
});

await step("a block of a spreadsheet is pasted, and a wrong cell says why at its place", async () => {
  const page = await open(week, { as: "Mei Chen", permissions: ["clipboard-read", "clipboard-write"] });
  await settled(page);
  await page.evaluate(() => navigator.clipboard.writeText("1\t2,5\tx\t25"));
  await cell(page, "0 0").focus();
  await page.keyboard.press("Control+v");
  await page.getByText("A day has at most 24 hours.").waitFor();
  assert.deepEqual(await Promise.all([0, 1, 2, 3].map((i) => cell(page, `0 ${i}`).inputValue())), ["1", "2.5", "8", "25"]);
  assert.equal(await cell(page, "0 3").getAttribute("aria-invalid"), "true");
  await until(async () => sum(await rows("actual-hours", mei)) === 11.5);
  await cell(page, "0 4").fill("a lot");
  await cell(page, "0 4").press("Enter");
  await page.getByText("Type hours: 8, 7.5 or 7:30.").waitFor();
  await page.getByText("2 cells not saved").waitFor();
  await shot(page, "hours-errors");
  assert.deepEqual(await violations(page), []);
  for (const i of [3, 4]) {
    await cell(page, `0 ${i}`).fill("4");
    await cell(page, `0 ${i}`).press("Enter");
  }
  await saved(page);
  await until(async () => sum(await rows("actual-hours", mei)) === 19.5);
  await cell(page, "0 4").fill("");
  await cell(page, "0 4").press("Enter");
  await until(async () => !(await rows("actual-hours", mei)).some(({ date }) => date === day(monday, 4)));
  await page.context().close();
});

await step("what the server refuses is shown at its cell, and all others are saved", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  const before = await rows("actual-hours", mei);
  let refused = 0;
  await page.route("**/api/v1/actual-hours", async (route) => {
    const { items } = route.request().postDataJSON();
    const index = items.findIndex(({ hours }) => hours === 3);
    if (index < 0) return route.continue();
    refused++;
    await route.fulfill({ status: 400, json: { error: { code: "validation_failed", message: "bad", details: [{ field: `items[${index}].hours`, message: "is too few", index }] } } });
  });
  await cell(page, "0 5").fill("3");
  await cell(page, "0 5").press("ArrowRight");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.getByText("Is too few").waitFor();
  await until(async () => (await rows("actual-hours", mei)).length === before.length + 1);
  assert.equal(refused, 1);
  assert.equal(await cell(page, "0 5").inputValue(), "3");
  await page.context().close();
});

await step("a lost connection keeps the values, says so, and saves them once it is back", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  await page.context().setOffline(true);
  await cell(page, "0 1").fill("6.25");
  await cell(page, "0 1").press("Enter");
  await page.getByText("1 change kept here until the connection is back").waitFor();
  assert.equal(await cell(page, "0 1").inputValue(), "6.25");
  await shot(page, "hours-offline");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);
  await saved(page);
  await until(async () => (await rows("actual-hours", mei)).some(({ hours }) => hours === 6.25));
  await page.context().close();
});

await step("a project is added, and what another person records shows at once", async () => {
  const page = await open(week, { as: "Mei Chen" });
  await settled(page);
  const before = await page.locator("tbody tr").count();
  await page.getByRole("button", { name: "Add a project" }).click();
  await page.getByRole("combobox", { name: "Project", exact: true }).fill("Booking");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  assert.equal(await page.locator("tbody tr").count(), before + 1);
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^Booking Engine, /);
  await page.keyboard.type("1.75");
  await page.keyboard.press("Enter");
  await saved(page);
  const own = (await rows("actual-hours", mei)).find(({ hours }) => hours === 1.75);
  await api("POST", "/actual-hours", { items: [{ userId: mei.id, projectId: own.projectId, capabilityId: null, date: day(monday, 6), hours: 2.75 }] });
  await cell(page, `${before} 6`).and(page.locator("input")).waitFor();
  await page.waitForFunction((at) => document.querySelector(`[data-at="${at}"]`).value === "2.75", `${before} 6`);
  await page.context().close();
});

await step("a manager records for a report, a member may not, and the week is in the address", async () => {
  const page = await open(week, { as: "Rafael Ortega" });
  await settled(page);
  await page.getByRole("combobox", { name: "Person", exact: true }).fill("Lukas");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Next week" }).click();
  await page.waitForFunction(([id, next]) => location.hash.includes(id) && location.hash.includes(`week=${next}`), [lukas.id, day(monday, 7)]);
  await settled(page);
  await page.getByRole("button", { name: "Copy from plan" }).click();
  const next = day(monday, 7);
  await until(async () => sum(await rows("actual-hours", lukas, next)) === sum(await rows("assignments", lukas, next)));
  const address = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "This week" }).click();
  await page.waitForFunction(() => !location.hash.includes("week="));
  const member = await open(address, { as: "Mei Chen" });
  await settled(member);
  await member.getByText("You may see these hours.").waitFor();
  assert.ok((await cells(member).count()) > 0);
  assert.equal(await cells(member).and(member.locator("input:not([readonly])")).count(), 0);
  assert.deepEqual(await violations(member), []);
  await page.context().close();
  await member.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, forced: { forcedColors: "active" }, wide: { width: 2560, height: 1200 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open(week, { as: "Mei Chen", ...options });
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    if (name === "phone") {
      await page.getByRole("button", { name: /^Tue / }).click();
      assert.equal(await cell(page, "0 1").isVisible(), true);
      assert.equal(await cell(page, "0 0").isVisible(), false);
    }
    await shot(page, `hours-${name}`);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

await step("the bar leads there", async () => {
  const page = await open("#/people", { as: "Mei Chen" });
  await page.getByRole("link", { name: "Worked hours", exact: true }).click();
  await page.getByRole("heading", { name: "Worked hours" }).waitFor();
  assert.equal(new URL(page.url()).origin, origin);
  await page.context().close();
});

await finish();
