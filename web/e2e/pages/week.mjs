// A planner's week, by somebody who has read nothing: from a free developer to the printed month, with the steps that each task takes;
// to scroll is none.

import assert from "node:assert/strict";
import { within } from "../counted.mjs";
import { drag } from "../drag.mjs";
import { api, finish, folder, open, step, until } from "../browser.mjs";

const people = (await api("GET", "/users?limit=200")).items;
const idOf = (name) => people.find((person) => person.name === name).id;
const project = (await api("GET", `/projects?name=${encodeURIComponent("Website Care")}`)).items[0];
const page = await open("#", { width: 1440, height: 1000 });
const table = [];

const counting = (what, task) => step(what, async () => table.push(await within(page, what, task)));

/** below is a place in a column of the board, below the bars of a person. */
async function below(name, column) {
  const pane = await page.locator(".pane").boundingBox();
  const row = await page.locator(".names > .person").filter({ hasText: name }).first().boundingBox();
  return { x: pane.x + 240 + (column + 0.5) * 92, y: row.y + row.height - 8 };
}

await page.locator(".name.person").first().waitFor();
const march = page.locator(".range span").filter({ hasText: /^1 Mar/ });
const drawer = page.getByRole("complementary");

await counting("find a free backend developer for March", async () => {
  await page.getByRole("button", { name: "Find free", exact: true }).click();
  await drawer.getByLabel("Month").selectOption({ label: "March 2027" });
  await drawer.getByLabel("Skill").selectOption({ label: "Backend Development" });
  await drawer.getByText(/people have 16 free hours/).waitFor();
  await drawer.getByRole("button", { name: "Plan these" }).waitFor();
  await page.locator("[role=gridcell][aria-selected=true]").waitFor({ state: "attached" });
});
await page.screenshot({ path: `${folder}/week-free.png` });

// Three people, in the week of 1 March.
await page.keyboard.press("Escape");
await page.getByLabel("Go to a day").fill("2027-03-01");
await march.waitFor();
const team = (await page.locator(".names > .person .who").allInnerTexts()).slice(0, 3);
const rows = async (name, first, last) => (await api("GET", `/assignments?user_id=${idOf(name)}&project_id=${project.id}&start_date=${first}&end_date=${last}`)).items.filter(({ hours }) => hours > 0);
const eachHas = (hours, first, last, fits = () => true) => until(async () => {
  for (const name of team) {
    const all = await rows(name, first, last);
    if (all.reduce((sum, row) => sum + row.hours, 0) !== hours || !all.every(fits)) return false;
  }
  return true;
}, `each of ${team} has ${hours} h from ${first} to ${last}`);

let suggested;
await counting("plan three people", async () => {
  await drag(page, await below(team[0], 0), await below(team[2], 0));
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  await page.getByRole("form", { name: "Plan" }).waitFor();
  await page.getByRole("combobox", { name: "Project" }).pressSequentially("Website");
  await page.getByRole("option", { name: "Website Care" }).waitFor();
  await page.keyboard.press("Enter");
  suggested = parseFloat(await page.getByRole("textbox", { name: "Hours" }).getAttribute("placeholder"));
  await page.keyboard.press("Enter");
  await eachHas(suggested, "2027-03-01", "2027-03-07");
});
await counting("move a team's week", async () => {
  await drag(page, await below(team[0], 0), await below(team[0], 1));
  await eachHas(suggested, "2027-03-08", "2027-03-14");
  await eachHas(0, "2027-03-01", "2027-03-07");
});
await counting("make a team's week tentative", async () => {
  await page.keyboard.press("e");
  await eachHas(suggested, "2027-03-08", "2027-03-14", ({ tentative }) => tentative);
});
await page.screenshot({ path: `${folder}/week-planned.png` });

await counting("fill an open role", async () => {
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await page.mouse.move(700, 500);
  // The open roles are at the end; rows grow as their hours are read.
  await until(async () => {
    await page.mouse.wheel(0, 4000);
    return (await page.locator(".names").getByText("Find someone").count()) > 0;
  }, "an open role");
  await page.waitForTimeout(500);
  await page.locator(".names").getByText("Find someone").first().click();
  await drawer.getByRole("button", { name: /^Take / }).first().click();
  await page.getByText(/ takes .* h of /).waitFor();
});

await counting("approve time off", async () => {
  const waiting = (await api("GET", "/time-off?status=pending&limit=200")).items.length;
  await page.getByRole("link", { name: /^To decide/ }).click();
  await page.locator("main section li").filter({ hasNotText: "Timesheet" }).first().getByRole("button", { name: /^Approve/ }).click();
  await until(async () => (await api("GET", "/time-off?status=pending&limit=200")).items.length === waiting - 1, "one request is decided");
});

await counting("see who has too much", async () => {
  await page.getByRole("link", { name: "Board", exact: true }).click();
  const shown = page.locator(".names > .person");
  await shown.first().waitFor();
  const before = await shown.count();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Only people with too much").click();
  await page.waitForFunction((before) => document.querySelectorAll(".names > .person").length < before, before);
});
await page.screenshot({ path: `${folder}/week-over.png` });

await counting("print the month", async () => {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("group", { name: "Zoom" }).getByRole("button", { name: "Day" }).click();
  await page.waitForTimeout(1000);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.ok(pdf.match(/\/MediaBox/g).length >= 1);
});

await counting("enter worked hours", async () => {
  await page.getByRole("link", { name: "Worked hours" }).click();
  await page.getByRole("button", { name: "Next week" }).click();
  await page.getByRole("button", { name: "Copy from plan" }).click();
  await page.locator(".saved").getByText("Saved", { exact: true }).waitFor();
});
await page.screenshot({ path: `${folder}/week-hours.png` });

console.log(table.map((line) => `  ${line}`).join("\n"));
await page.context().close();
await finish();
