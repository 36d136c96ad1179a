// The conflicts of a proposal one by one: the live hours stay, or the wish is taken, until none is left and it is applied without a question.

import assert from "node:assert/strict";
import { api, finish, folder, open, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/conflicts-${name}.png` });
const users = (await api("GET", "/users?limit=200")).items;
const mei = users.find(({ name }) => name === "Mei Chen");
const [project] = (await api("GET", "/projects?status=active&limit=1")).items;
const week = ["2028-03-06", "2028-03-07", "2028-03-08", "2028-03-09", "2028-03-10"];
const items = (hours, days) => ({ items: days.map((date) => ({ userId: mei.id, projectId: project.id, capabilityId: null, date, hours })) });
const keys = (days) => ({ items: days.map((date) => ({ userId: mei.id, projectId: project.id, capabilityId: null, date })) });
const planned = async () => (await api("GET", `/assignments?user_id=${mei.id}&project_id=${project.id}&start_date=${week[0]}&end_date=${week[4]}`)).items.map(({ date, hours }) => [week.indexOf(date), hours]);
const panel = (page) => page.locator("aside.panel");
const conflicts = (page) => page.getByRole("list", { name: "Conflicts" });
const row = (page, day) => conflicts(page).getByRole("listitem").filter({ hasText: new RegExp(`\\b${day}.Mar.2028`) });
const diff = async () => (await api("GET", `/proposals/${made.id}/diff`)).items.map(({ key, after, conflict }) => [week.indexOf(key.date), after?.hours ?? null, conflict]);

let made;

/** begin makes a proposal that plans 8 h on four days and takes one out, and then changes the plan on four of these days. */
async function begin(title) {
  await api("POST", "/assignments", items(5, week));
  made = await api("POST", "/proposals", { title, visibility: "organization" });
  await api("POST", `/assignments?proposal=${made.id}`, items(8, week.slice(0, 4)));
  await api("POST", `/assignments/delete?proposal=${made.id}`, keys([week[4]]));
  await api("POST", "/assignments", items(3, [week[0], week[1], week[4]]));
  await api("POST", "/assignments/delete", keys([week[2]]));
}

await step("each row is a choice between the live hours and the wish, by keyboard, and then it is applied without a question", async () => {
  await begin("Each day by itself");
  const page = await open(`#/proposals/${made.id}`);
  await row(page, 6).getByText("Is 3 h now, was 5 h when it was proposed, wished 8 h.").waitFor();
  await row(page, 8).getByText("Is nothing now, was 5 h when it was proposed, wished 8 h.").waitFor();
  await row(page, 10).getByText("Is 3 h now, was 5 h when it was proposed, wished nothing.").waitFor();
  assert.deepEqual(await violations(page), []);
  await shot(page, "light");
  // The live hours stay: the wish is dropped, and the focus is at the next row.
  await row(page, 6).getByRole("button", { name: "Keep the live one" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "3 conflicts" }).waitFor();
  await until(() => page.evaluate(() => document.activeElement.textContent === "Keep the live one" && /7.Mar/.test(document.activeElement.closest("li").textContent)), "the focus is at the next row");
  // The wish is taken.
  await row(page, 7).getByRole("button", { name: "Take the wish" }).click();
  await page.getByRole("heading", { name: "2 conflicts" }).waitFor();
  // There is none: the live plan has no hours there.
  await row(page, 8).getByRole("button", { name: "Keep the live one" }).click();
  await page.getByRole("heading", { name: "1 conflict" }).waitFor();
  // The wish is that there is none.
  await row(page, 10).getByRole("button", { name: "Take the wish" }).click();
  await panel(page).getByText("No conflict is left.").waitFor();
  await until(() => page.evaluate(() => document.activeElement.textContent.includes("No conflict is left.")), "the focus is at what is said");
  assert.deepEqual(await diff(), [[1, 8, null], [3, 8, null], [4, null, null]]);
  assert.deepEqual(await planned(), [[0, 3], [1, 3], [3, 5], [4, 3]], "nothing of it is in the plan");
  assert.deepEqual(await violations(page), []);
  await panel(page).getByRole("button", { name: "Apply now" }).click();
  await panel(page).locator("header").getByText("Applied", { exact: true }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(await planned(), [[0, 3], [1, 8], [3, 8]]);
  await page.context().close();
});

await step("all rows at once", async () => {
  await begin("All at once");
  const page = await open(`#/proposals/${made.id}`);
  await page.getByRole("heading", { name: "4 conflicts" }).waitFor();
  await panel(page).getByRole("button", { name: "Keep all live ones" }).click();
  await panel(page).getByText("No conflict is left.").waitFor();
  assert.deepEqual(await diff(), [[3, 8, null]]);
  await page.context().close();
});

await step("hours that have changed again since they were shown are shown before they are chosen", async () => {
  await begin("Again");
  const page = await open(`#/proposals/${made.id}`, { as: "Rafael Ortega" });
  await page.route("**/api/v1/events/stream*", (route) => route.abort());
  await page.reload();
  await row(page, 6).getByText("Is 3 h now").waitFor({ state: "attached" });
  // Only who may change the proposal chooses.
  assert.equal(await panel(page).getByRole("button", { name: /Keep|Take/ }).count(), 0);
  await page.context().close();
  const admin = await open(`#/proposals/${made.id}`);
  await admin.route("**/api/v1/events/stream*", (route) => route.abort());
  await admin.reload();
  await row(admin, 6).getByText("Is 3 h now").waitFor();
  await api("POST", "/assignments", items(6, [week[0]]));
  await row(admin, 6).getByRole("button", { name: "Keep the live one" }).click();
  await row(admin, 6).getByText("Is 6 h now, was 5 h when it was proposed, wished 8 h.").waitFor();
  await panel(admin).getByText("The plan has changed again. Look at it, then choose.").waitFor();
  assert.equal((await diff())[0][1], 8);
  await row(admin, 6).getByRole("button", { name: "Keep the live one" }).click();
  await admin.getByRole("heading", { name: "3 conflicts" }).waitFor();
  assert.equal((await diff())[0][0], 1);
  await admin.context().close();
});

await step("on the board too", async () => {
  await begin("On the board");
  const page = await open(`#proposal=${made.id}&from=2028-03-06&q=Mei`);
  await page.getByRole("region", { name: "Proposal" }).getByRole("button", { name: /4 conflicts/ }).click();
  const changes = page.getByRole("dialog", { name: "What changes" });
  for (const [day, name] of [[6, "Take the wish"], [7, "Keep the live one"], [8, "Take the wish"], [10, "Keep the live one"]]) {
    await row(page, day).getByRole("button", { name }).click();
    await row(page, day).waitFor({ state: "detached" });
  }
  await changes.getByText("No conflict is left.").waitFor();
  assert.deepEqual(await diff(), [[0, 8, null], [2, 8, null], [3, 8, null]]);
  await shot(page, "board");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Proposal" }).getByRole("button", { name: "Apply now" }).click();
  await page.getByText(/^Applied: /).first().waitFor(); // and the board shows the plan
  assert.deepEqual(await planned(), [[0, 8], [1, 3], [2, 8], [3, 8], [4, 3]]);
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    await begin(`Fits ${name}`);
    const page = await open(`#/proposals/${made.id}`, options);
    await row(page, 6).waitFor();
    await row(page, 6).scrollIntoViewIfNeeded();
    await shot(page, name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

await finish();
