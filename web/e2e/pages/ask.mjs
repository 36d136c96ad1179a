// A manager asks another for two people from the page of a project, in three steps. The other changes one thing and approves. What somebody changes
// in the plan meanwhile is a conflict, which is resolved as it is applied, and it is undone.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/ask-${name}.png` });
const users = (await api("GET", "/users?limit=200")).items;
const user = (name) => users.find((one) => one.name === name);
const rafael = user("Rafael Ortega");
const panel = (page) => page.locator("aside.panel");
const status = (page, text) => panel(page).locator("header").getByText(text, { exact: true }).waitFor();
const notice = (page, text) => page.locator(".notices p").filter({ hasText: text });
const day = (i) => new Date(Date.parse("2028-06-05") + i * 86_400_000).toISOString().slice(0, 10);

// Two managers, of whom one has two people; they sign in with keys, as at a real organization with tokens.
const [ana, marcus] = [
  await api("POST", "/users", { name: "Ana Asker", email: "ana.asker@example.com", role: "manager", defaultAvailability: 40 }),
  await api("POST", "/users", { name: "Marcus Manager", email: "marcus.manager@example.com", role: "manager", defaultAvailability: 40 }),
];
const [lena, tom] = [
  await api("POST", "/users", { name: "Lena Lent", email: "lena.lent@example.com", defaultAvailability: 40, reportsToId: marcus.id }),
  await api("POST", "/users", { name: "Tom Taken", email: "tom.taken@example.com", defaultAvailability: 40, reportsToId: marcus.id }),
];
const [skill] = (await api("GET", "/capabilities?limit=200")).items.filter(({ isActive }) => isActive);
await api("PUT", `/users/${lena.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 4 }] }, { "If-Match": (await fetch(`${origin}/api/v1/users/${lena.id}/capabilities`, { headers: { Authorization: `Bearer ${process.env.WORKPLAN_KEY}` } })).headers.get("ETag") });
const { id: clientId } = (await api("GET", "/clients?limit=1")).items[0];
const project = await api("POST", "/projects", { name: "Booking Engine", clientId, startDate: day(-30), endDate: day(200), status: "active", billingType: "non_billable", projectManagerId: ana.id });
const { scopes } = await api("GET", "/me");
const keys = Object.fromEntries(await Promise.all([ana, marcus].map(async ({ id, name }) => [name, (await api("POST", "/keys", { name, actorUserId: id, scopes })).secret])));
const planned = async ({ id }) => (await api("GET", `/assignments?user_id=${id}&project_id=${project.id}&start_date=${day(0)}&end_date=${day(11)}`)).items.map(({ hours }) => hours);

/** as opens a window that is signed in with the key of a person. */
async function as(person, path, options = {}) {
  const page = await open("", { as: null, ...options });
  const response = await page.context().request.post(`${origin}/session`, { data: { key: keys[person.name] }, headers: { Origin: origin } });
  assert.equal(response.status(), 200);
  await page.goto(`${origin}/${path}`);
  await page.reload();
  return page;
}

let id;

await step("two people are asked for in three steps, by keyboard, and who manages them is asked", async () => {
  const page = await as(ana, `#/projects/${project.id}`);
  await settled(page);
  await panel(page).getByRole("link", { name: "Ask for people" }).click();
  const form = page.getByRole("form", { name: "Ask for people" });
  for (const name of ["Lena", "Tom"]) {
    await form.getByRole("combobox", { name: "People" }).fill(name);
    await page.keyboard.press("Enter");
  }
  await shot(page, "who");
  assert.deepEqual(await violations(page), []);
  await form.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.activeElement.type === "date"), "the focus is in the first field of the next step");
  await form.getByLabel("First day").fill(day(0));
  await form.getByLabel("Last day").fill(day(11));
  await form.getByLabel("Hours a day").fill("4");
  await form.getByText("Lena Lent: 40 h on 10 days").waitFor();
  await form.getByText("Tom Taken: 40 h on 10 days").waitFor();
  await shot(page, "when");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await form.getByText("Lena Lent, Tom Taken: 80 h Booking Engine in weeks 23–24 of 2028.").waitFor();
  await form.getByRole("list", { name: "Whom to ask" }).getByText("Marcus Manager").waitFor();
  assert.equal(await form.getByLabel("Title").inputValue(), "Lena Lent, Tom Taken for Booking Engine");
  await form.getByLabel("Note").fill("Until the release.");
  await shot(page, "whom");
  assert.deepEqual(await violations(page), []);
  await form.getByRole("button", { name: "Ask" }).click();
  await status(page, "In review");
  await panel(page).getByText(/Waits for Marcus Manager/).waitFor();
  [, id] = /#\/proposals\/([\da-f-]+)/.exec(page.url());
  assert.deepEqual(await planned(lena), []);
  assert.equal((await api("GET", `/proposals/${id}`)).rows, 20);
  await page.context().close();
});

await step("the other manager changes one day on the board, and approves", async () => {
  const page = await as(marcus, "#/decide");
  const row = page.locator("main section li").filter({ hasText: "Lena Lent, Tom Taken for Booking Engine" });
  await row.getByText("+80 h, 2 people").waitFor();
  assert.equal(await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^To decide/ }).locator(".count").innerText(), "1");
  await shot(page, "decide");
  await row.getByRole("link", { name: "Ana Asker" }).click();
  await panel(page).getByRole("list", { name: "What changes" }).getByText("+40 h Booking Engine in weeks 23–24 of 2028").first().waitFor();
  await panel(page).getByRole("link", { name: "Change it on the board" }).click();
  const bar = page.getByRole("region", { name: "Proposal" });
  await bar.getByText("You change a proposal, not the plan").waitFor();
  await page.goto(`${origin}/#from=${day(0)}&zoom=day&q=Lena&proposal=${id}`);
  await page.waitForFunction(() => document.querySelector("[role=gridcell]"));
  const name = page.locator(".name.person").first();
  await until(async () => /Lena/.test(await name.innerText()), "Lena is on the screen");
  const pane = await page.locator(".pane").boundingBox(), at = await name.boundingBox();
  await until(() => page.evaluate(() => [...document.querySelectorAll("[role=gridcell]")].some((cell) => /Booking Engine 4 h a day, proposed/.test(cell.textContent))), "the hours are those of the proposal");
  await page.mouse.click(pane.x + 240 + 44 * 0.5, at.y + at.height - 8);
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await until(async () => (await api("GET", `/proposals/${id}/diff?limit=200`)).items.some(({ key, after }) => key.userId === lena.id && key.date === day(0) && after.hours === 2), "the wish is changed");
  await shot(page, "board");
  await page.waitForTimeout(700);
  assert.deepEqual(await violations(page), []);
  await bar.getByRole("button", { name: "Approve", exact: true }).click();
  await bar.getByText("Approved, not applied").waitFor();
  assert.deepEqual(await planned(lena), []);
  await page.context().close();
});

await step("a change of the plan is a conflict, which is resolved as it is applied; then it is undone", async () => {
  await api("POST", "/assignments", { items: [{ userId: tom.id, projectId: project.id, capabilityId: null, date: day(1), hours: 7 }] });
  const page = await as(ana, `#/proposals/${id}`);
  await panel(page).getByRole("list", { name: "Conflicts" }).getByText("Is 7 h now, was nothing when it was proposed, wished 4 h.").waitFor();
  await panel(page).getByRole("list", { name: "What changes" }).getByText("+38 h Booking Engine in weeks 23–24 of 2028").waitFor();
  await shot(page, "conflict");
  await panel(page).getByRole("button", { name: "Apply…" }).click();
  await page.getByRole("dialog").getByLabel("Take the proposal’s").check();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await status(page, "Applied");
  await notice(page, "Applied: 19 days planned, 1 day changed").waitFor();
  assert.deepEqual(await planned(lena), [2, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
  assert.deepEqual(await planned(tom), Array(10).fill(4));
  await panel(page).getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("heading", { name: /^Undo: / }).waitFor();
  await panel(page).getByRole("button", { name: "Apply now" }).click();
  await status(page, "Applied");
  assert.deepEqual(await planned(lena), []);
  assert.deepEqual(await planned(tom), [7], "what was in the plan before is there again");
  await page.context().close();
});

await step("whoever has a skill is found, a member asks too, and a refusal leaves no draft", async () => {
  const { utilization } = await api("GET", "/organization/privacy");
  await api("PATCH", "/organization/privacy", { utilization: "managers" });
  const page = await open(`#/projects/${project.id}/ask`, { as: "Mei Chen" });
  const form = page.getByRole("form", { name: "Ask for people" });
  await form.getByLabel("Whoever has a skill, and the time").check();
  await form.getByLabel("Skill", { exact: true }).selectOption({ label: skill.name });
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("First day").fill(day(0));
  await form.getByLabel("Last day").fill(day(4));
  await form.getByLabel("Hours a day").fill("1");
  // The free time of others is hidden from a member.
  await form.getByText("Nobody whose free time you can see has this skill and so much time in these days. Try fewer hours or other days, or go back and ask people by name.").waitFor();
  await shot(page, "skill");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
  await api("PATCH", "/organization/privacy", { utilization });
  const admin = await open(`#/projects/${project.id}/ask`);
  const asks = admin.getByRole("form", { name: "Ask for people" });
  await asks.getByLabel("Whoever has a skill, and the time").check();
  await asks.getByLabel("Skill", { exact: true }).selectOption({ label: skill.name });
  await asks.getByRole("button", { name: "Next" }).click();
  await asks.getByLabel("First day").fill(day(0));
  await asks.getByLabel("Last day").fill(day(4));
  await asks.getByLabel("Hours a day").fill("2");
  await asks.getByRole("checkbox", { name: /^Lena Lent 40 h free/ }).check();
  await asks.getByText("Lena Lent: 10 h on 5 days").waitFor();
  await asks.getByRole("button", { name: "Next" }).click();
  await asks.getByLabel("Title").fill("Refused");
  await admin.route("**/api/v1/assignments?proposal=*", (route) => route.fulfill({ status: 400, json: { error: { code: "validation_failed", message: "it is not possible", details: [] } } }));
  await asks.getByRole("button", { name: "Ask" }).click();
  await asks.getByText("It is not possible").waitFor();
  assert.equal((await api("GET", "/proposals?limit=200")).items.some(({ title }) => title === "Refused"), false);
  await admin.unroute("**/api/v1/assignments?proposal=*");
  await asks.getByRole("button", { name: "Ask" }).click();
  await status(admin, "In review");
  await admin.context().close();
});

await step("people are suggested for hours with a skill: a draft with the reasons, and what is left is said", async () => {
  const page = await open(`#/projects/${project.id}/ask`);
  const form = page.getByRole("form", { name: "Ask for people" });
  await form.getByLabel("Whoever has a skill, and the time").check();
  const rare = await api("POST", "/capabilities", { name: "Suggested" });
  const etag = (await fetch(`${origin}/api/v1/users/${tom.id}/capabilities`, { headers: { Authorization: `Bearer ${process.env.WORKPLAN_KEY}` } })).headers.get("ETag");
  await api("PUT", `/users/${tom.id}/capabilities`, { items: [{ capabilityId: rare.id, level: 3 }] }, { "If-Match": etag });
  await form.getByLabel("Skill", { exact: true }).selectOption({ label: "Suggested" });
  const go = async (level) => {
    await form.getByLabel("Level, at least").fill(level);
    await form.getByRole("button", { name: "Next" }).click();
    await form.getByLabel("First day").fill(day(35));
    await form.getByLabel("Last day").fill(day(39));
  };
  // Nobody has the level, and nothing is made.
  await go("5");
  const suggest = form.getByRole("group", { name: "Or have people suggested" });
  const count = (await api("GET", "/proposals?limit=200")).items.length;
  assert.equal(await suggest.getByLabel("Hours in all").inputValue(), "40", "8 hours on 5 days");
  await suggest.getByRole("button", { name: "Suggest people" }).click();
  await suggest.getByText(/^40\sh are left: nobody whose free time you can see has the skills\.$/).waitFor();
  assert.equal((await api("GET", "/proposals?limit=200")).items.length, count);
  assert.deepEqual(await violations(page), []);
  await form.getByRole("button", { name: "Back" }).click();
  await go("2");
  await form.getByLabel("Hours a day").fill("6");
  await suggest.getByLabel("Hours in all").fill("44");
  await suggest.getByLabel("What is best").selectOption({ label: "As early as possible" });
  await shot(page, "suggest");
  await suggest.getByRole("button", { name: "Suggest people" }).click();
  await status(page, "Draft");
  await panel(page).getByRole("list", { name: "What changes" }).getByText(/^Tom Taken: \+30\sh Booking Engine in week 28 of 2028/).waitFor();
  await panel(page).getByText(/^Suggested 3, 40\sh free in week 28$/).waitFor();
  await panel(page).getByText(/^14\sh are left: nobody has time\.$/).waitFor();
  await shot(page, "suggested");
  assert.deepEqual(await violations(page), []);
  const made = (await api("GET", "/proposals?limit=200")).items.at(-1);
  assert.deepEqual([made.source, made.status, made.rows], ["suggestion", "draft", 5]);
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, wide: { width: 1440 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open(`#/projects/${project.id}/ask`, options);
    const form = page.getByRole("form", { name: "Ask for people" });
    await form.getByRole("combobox", { name: "People" }).fill("Lena");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Next" }).click();
    await form.getByText(/Lena Lent: .* on \d+ days/).waitFor();
    await shot(page, name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

await finish();
