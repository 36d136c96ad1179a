// Proposals: a draft is made, says what it changes for whom, is submitted, rejected, approved and applied, conflicts are a choice, and it is undone.

import assert from "node:assert/strict";
import { api, finish, folder, key, open, origin, settled, step, until, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/proposals-${name}.png` });
const users = (await api("GET", "/users?limit=200")).items;
const user = (name) => users.find((one) => one.name === name);
const [mei, rafael] = [user("Mei Chen"), user("Rafael Ortega")];
/** Somebody whom Rafael manages, and who works full days. */
const ada = users.find(({ reportsToId, isActive, kind, defaultAvailability }) => reportsToId === rafael.id && isActive && kind === "person" && defaultAvailability === 40);
const [project, other] = (await api("GET", "/projects?status=active&limit=2")).items;
const week = ["2028-03-06", "2028-03-07", "2028-03-08", "2028-03-09", "2028-03-10"];
const items = (userId, hours, days = week, projectId = project.id) => ({ items: days.map((date) => ({ userId, projectId, capabilityId: null, date, hours })) });
const planned = async (userId, projectId = project.id) => (await api("GET", `/assignments?user_id=${userId}&project_id=${projectId}&start_date=${week[0]}&end_date=${week[4]}`)).items.map(({ hours }) => hours);
const panel = (page) => page.locator("aside.panel");
const status = (page, text) => panel(page).locator("header").getByText(text, { exact: true }).waitFor();
const notice = (page, text) => page.locator(".notices p").filter({ hasText: text });
const says = (page, text) => panel(page).getByRole("list", { name: /^What (changes|has changed)$/ }).getByText(text).first().waitFor();

let made;

await step("a draft is made with a form, and says what it changes for each person, and who would be over", async () => {
  const page = await open("#/proposals");
  await settled(page);
  await page.getByRole("link", { name: "New proposal" }).click();
  await panel(page).getByLabel("Title").fill("Mei helps in March");
  await panel(page).getByLabel("Note").fill("Only until the release.");
  await panel(page).getByRole("combobox", { name: "Who decides" }).fill("Rafael");
  await page.keyboard.press("Enter");
  await panel(page).getByRole("list", { name: "Who decides" }).getByText("Rafael Ortega").waitFor();
  assert.deepEqual(await violations(page), []);
  await panel(page).getByRole("button", { name: "New proposal" }).click();
  await status(page, "Draft");
  await panel(page).getByText("Nothing yet. Change the plan of it on the board.").waitFor();
  [made] = (await api("GET", "/proposals")).items.filter(({ title }) => title === "Mei helps in March");
  assert.deepEqual([made.reviewerIds, made.visibility, made.status], [[rafael.id], "private", "draft"]);
  await api("POST", "/assignments", items(mei.id, 4, week, other.id));
  await api("POST", `/assignments?proposal=${made.id}`, items(mei.id, 6));
  // An admin sees at once what anybody changes.
  await says(page, new RegExp(`Mei Chen: \\+30\\sh ${project.name} in week 10 of 2028; 10\\sh over in week 10 of 2028`));
  assert.deepEqual(await planned(mei.id), []);
  await shot(page, "draft");
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

await step("who decides rejects with a reason, and the list says it", async () => {
  const admin = await open(`#/proposals/${made.id}`);
  await panel(admin).getByRole("button", { name: "Submit…" }).click();
  const dialog = admin.getByRole("dialog", { name: "Submit this proposal?" });
  await dialog.getByText("Rafael Ortega").waitFor();
  assert.deepEqual(await violations(admin), []);
  await shot(admin, "submit");
  await admin.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await panel(admin).getByRole("button", { name: "Submit…" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await status(admin, "In review");
  await panel(admin).getByText(/Waits for Rafael Ortega/).waitFor();
  const manager = await open(`#/proposals/${made.id}`, { as: "Rafael Ortega" });
  await panel(manager).getByRole("button", { name: "Reject…" }).click();
  await manager.getByRole("dialog").getByLabel("Reason").fill("She is away then.");
  await manager.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await status(manager, "Rejected");
  await panel(manager).getByText(/Rejected by Rafael Ortega.*“She is away then\.”/).waitFor();
  assert.equal(await panel(manager).getByRole("button", { name: /Approve|Apply|Submit|Withdraw|Discard/ }).count(), 0);
  await panel(manager).getByText("Inês Carvalho, who decides, and admins").waitFor();
  assert.deepEqual(await violations(manager), []);
  await status(admin, "Rejected");
  await manager.context().close();
  await admin.context().close();
});

await step("what the plan has changed meanwhile is a conflict with both values, and a choice before it is applied; then it is undone", async () => {
  made = await api("POST", "/proposals", { title: "Mei on the launch", reviewerIds: [], visibility: "organization" });
  await api("POST", `/assignments?proposal=${made.id}`, items(mei.id, 8));
  const page = await open(`#/proposals/${made.id}`);
  await says(page, /\+40\sh/);
  await api("POST", "/assignments", items(mei.id, 3, [week[1]]));
  const conflicts = panel(page).getByRole("list", { name: "Conflicts" });
  await conflicts.getByText("Is 3 h now, was nothing when it was proposed, wished 8 h.").waitFor();
  await conflicts.getByText(new RegExp(`Mei Chen, ${project.name}, 7.Mar.2028`)).waitFor();
  await shot(page, "conflict-light");
  assert.deepEqual(await violations(page), []);
  await panel(page).getByRole("button", { name: "Apply now" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply this proposal?" });
  await dialog.getByText("1 day was changed in the plan since:").waitFor();
  assert.equal(await dialog.getByLabel("Keep the plan’s").isChecked(), true);
  await shot(page, "choice");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await status(page, "Applied");
  await notice(page, "Applied: 4 days planned, 1 day kept as the plan has them").waitFor();
  assert.deepEqual(await planned(mei.id), [8, 3, 8, 8, 8]);
  await says(page, /\+32\sh/);
  await shot(page, "applied");
  await panel(page).getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("heading", { name: "Undo: Mei on the launch" }).waitFor();
  await says(page, /−32\sh/);
  assert.deepEqual(await violations(page), []);
  // Applied on the board, which shows the plan then.
  await panel(page).getByRole("link", { name: "Change it on the board" }).click();
  await page.getByRole("region", { name: "Proposal" }).getByRole("button", { name: "Apply now" }).click();
  await notice(page, /^Applied: /).getByRole("link", { name: "Look at it…" }).click();
  await status(page, "Applied");
  assert.deepEqual(await planned(mei.id), [3]);
  await panel(page).getByRole("link", { name: "What it undoes" }).click();
  await page.getByRole("heading", { name: "Mei on the launch", exact: true }).waitFor();
  await panel(page).getByRole("button", { name: "Undo…" }).click();
  await notice(page, "Nothing is left to undo").waitFor();
  await page.context().close();
});

await step("a proposal that was changed while somebody looked at it is not approved unseen", async () => {
  const manager = await open("#/proposals", { as: "Rafael Ortega" });
  const post = async (path, data) => (await (await manager.request.post(`${origin}/api/v1${path}`, { data, headers: { Origin: origin } })).json()).data;
  const asked = await post("/proposals", { title: "Two more days", reviewerIds: [user("Inês Carvalho").id] });
  await post(`/assignments?proposal=${asked.id}`, items(mei.id, 5, week.slice(3)));
  await post(`/proposals/${asked.id}/submit`);
  const page = await open(`#/proposals/${asked.id}`);
  await says(page, /\+10\sh/);
  await page.route("**/api/v1/events/stream*", (route) => route.abort());
  await page.reload();
  await says(page, /\+10\sh/);
  await post(`/assignments?proposal=${asked.id}`, items(mei.id, 7, week.slice(3)));
  await panel(page).getByRole("button", { name: "Approve", exact: true }).click();
  await panel(page).getByText("Somebody else changed this meanwhile.").waitFor();
  await says(page, /\+14\sh/);
  await panel(page).getByRole("button", { name: "Approve", exact: true }).click();
  await status(page, "Approved, not applied");
  await panel(page).getByRole("button", { name: "Apply", exact: true }).waitFor();
  // Its title can be changed, and it is withdrawn by whoever made it.
  const own = await open(`#/proposals/${asked.id}`, { as: "Rafael Ortega" });
  await panel(own).getByLabel("Title").fill("Two days more");
  await panel(own).getByRole("button", { name: "Save" }).click();
  await notice(own, "Saved").waitFor();
  await panel(own).getByRole("button", { name: "Withdraw" }).click();
  await status(own, "Withdrawn");
  await own.context().close();
  await manager.context().close();
  await page.context().close();
});

await step("what waits is in the list To decide, with what it does, the same buttons, and the count", async () => {
  const rowsOf = (page) => page.locator("main section li").filter({ hasText: "Proposal:" });
  const count = async (page) => Number(await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^To decide/ }).locator(".count").innerText());
  const admin = await open("#/proposals");
  const post = async (path, data) => (await (await admin.request.post(`${origin}/api/v1${path}`, { data, headers: { Origin: origin } })).json()).data;
  const make = async (title, reviewerIds, hours) => {
    const one = await post("/proposals", { title, reviewerIds, visibility: reviewerIds.length ? "private" : "organization" });
    await post(`/assignments?proposal=${one.id}`, items(ada.id, hours, ["2028-05-09", "2028-05-10"]));
    return post(`/proposals/${one.id}/submit`);
  };
  const named = await make("May I have her", [rafael.id], 9);
  const managed = await make("Her in May", [], 4);
  const manager = await open("#/decide?kind=proposal", { as: "Rafael Ortega" });
  const row = rowsOf(manager).filter({ hasText: "May I have her" });
  await row.getByText("+18 h, 1 person").waitFor();
  await row.getByText(new RegExp(`^${ada.name}: \\+18\\sh ${project.name} in week 19 of 2028; 2\\sh over in week 19 of 2028$`)).waitFor();
  await row.getByText(new RegExp(`^${ada.name} · submitted`)).waitFor();
  const sees = await rowsOf(manager).count();
  assert.equal(sees, 2, "one names the manager, the other is about somebody below");
  const before = await count(manager);
  await shot(manager, "decide-light");
  assert.deepEqual(await violations(manager), []);
  await manager.getByRole("button", { name: /^Approve Proposal “Her in May”/ }).focus();
  await manager.keyboard.press("Enter");
  assert.equal(await notice(manager, "Approved: Proposal “Her in May”").getByRole("link", { name: "Apply it…" }).getAttribute("href"), `#/proposals/${managed.id}`);
  assert.equal((await api("GET", `/proposals/${managed.id}`)).status, "approved");
  assert.equal(await manager.evaluate(() => document.activeElement.closest("main section li") !== null), true, "the focus is at the next one");
  await row.getByRole("button", { name: /^Reject/ }).click();
  await manager.getByRole("dialog").getByLabel("Reason").fill("Not in May.");
  await manager.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await notice(manager, "Rejected: Proposal “May I have her”, Inês Carvalho").waitFor();
  assert.equal((await api("GET", `/proposals/${named.id}`)).rejectionReason, "Not in May.");
  await until(async () => (await count(manager)) === before - 2, "the count follows");
  // Whoever may write all of it applies it.
  await manager.goto(`${origin}/#/proposals/${managed.id}`);
  await panel(manager).getByRole("button", { name: "Apply", exact: true }).click();
  await status(manager, "Applied");
  assert.equal((await api("GET", `/assignments?user_id=${ada.id}&project_id=${project.id}&start_date=2028-05-09&end_date=2028-05-10`)).items.length, 2);
  // The count follows a decision on its page, without an event.
  const again = await make("Her again", [rafael.id], 3);
  await manager.goto(`${origin}/#/proposals/${again.id}`);
  await manager.reload();
  await until(async () => (await count(manager)) === before - 1, "one more waits");
  await panel(manager).getByRole("button", { name: "Approve", exact: true }).click();
  await until(async () => (await count(manager)) === before - 2, "the count follows at once");
  await post(`/proposals/${again.id}/withdraw`);
  await manager.context().close();
  // Somebody who leads nobody has the page when she is asked, and a phone has room for it.
  const asked = await make("Mei decides herself", [mei.id], 2);
  for (const [name, options] of Object.entries({ phone: { width: 360, height: 780 }, dark: { colorScheme: "dark" } })) {
    const member = await open("#/decide", { as: "Mei Chen", ...options });
    await rowsOf(member).getByText("−4 h, 1 person").waitFor();
    await shot(member, `decide-${name}`);
    assert.equal(await member.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(member), []);
    await member.context().close();
  }
  await post(`/proposals/${asked.id}/withdraw`);
  await admin.context().close();
});

await step("a proposal says what it does in all, of money only to whom may see it, and why the server has suggested its rows", async () => {
  const hourly = await api("POST", "/projects", { name: "By the hour", clientId: project.clientId, startDate: "2028-01-01", endDate: "2028-12-31", status: "active", billingType: "time_materials" });
  await api("PUT", `/projects/${hourly.id}/rates`, { items: [{ kind: "bill", validFrom: "2028-01-01", amount: 120, currency: "EUR" }, { kind: "cost", userId: ada.id, validFrom: "2028-01-01", amount: 70.5, currency: "EUR" }] });
  const role = await api("POST", "/users", { name: "Someone for May", kind: "placeholder", email: null });
  const days = ["2028-05-15", "2028-05-16"];
  const one = await api("POST", "/proposals", { title: "Her and someone", reviewerIds: [rafael.id, mei.id] });
  await api("POST", `/assignments?proposal=${one.id}`, items(ada.id, 9, days, hourly.id));
  await api("POST", `/assignments?proposal=${one.id}`, items(role.id, 4, days, hourly.id));
  const { money } = await api("GET", `/proposals/${one.id}/impact`);
  const amount = (value, currency) => new Intl.NumberFormat("en-GB", { style: "currency", currency, ...(Number.isInteger(value) && { maximumFractionDigits: 0 }) }).format(value);
  const [{ currency, revenue, cost }] = money;
  assert.ok(revenue.after > revenue.before && cost.after > cost.before, "there is money in it");
  const span = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).formatRange(new Date(days[0]), new Date(days[1]));
  const says = `Revenue, ${span}: ${amount(revenue.before, currency)} → ${amount(revenue.after, currency)}, cost ${amount(cost.before, currency)} → ${amount(cost.after, currency)}`;
  const page = await open(`#/proposals/${one.id}`);
  const all = panel(page).getByRole("list", { name: "In all" });
  await all.getByText(/^Open roles, 15\s?–\s?16 May 2028: 0\sh → 8\sh$/).waitFor();
  assert.equal(await all.getByText(says).count(), 1);
  await panel(page).getByRole("list", { name: "What changes" }).getByText(new RegExp(`^${ada.name}: \\+18\\sh ${hourly.name} in week 20 of 2028; 2\\sh over in week 20 of 2028$`)).waitFor();
  await shot(page, "impact");
  assert.deepEqual(await violations(page), []);
  await api("POST", `/proposals/${one.id}/submit`);
  await page.goto(`${origin}/#/decide?kind=proposal`);
  await page.context().close();
  // Who decides has a sentence for each person, and no money that is not shown to them.
  const member = await open("#/decide?kind=proposal", { as: "Mei Chen" });
  const row = member.locator("main section li").filter({ hasText: "Her and someone" });
  await row.getByText(new RegExp(`^${ada.name}: \\+18\\sh ${hourly.name} in week 20 of 2028`)).waitFor();
  await row.getByText(/^Someone for May: \+8\sh /).waitFor();
  await row.getByText(/^Open roles, 15\s?–\s?16 May 2028: 0\sh → 8\sh$/).waitFor();
  assert.equal(await row.getByText("Revenue").count(), 0);
  await shot(member, "impact-decide");
  assert.deepEqual(await violations(member), []);
  await member.context().close();
  await api("POST", `/proposals/${one.id}/withdraw`);
  // The reasons of what the server suggests stand below the person, once for each week.
  const { proposal } = await api("POST", "/proposals/suggest", { demand: { projectId: hourly.id, hours: 20, startDate: "2028-05-22", endDate: "2028-05-26" }, among: [ada.id] });
  const suggested = await open(`#/proposals/${proposal.id}`);
  await panel(suggested).getByText("suggested by the server").waitFor();
  const reasons = panel(suggested).getByRole("list", { name: "What changes" }).getByText(/^\d+\sh free in week 21$/);
  await reasons.waitFor();
  assert.equal(await reasons.count(), 1);
  await shot(suggested, "because");
  // A conflict has its reason, too.
  await api("POST", "/assignments", items(ada.id, 1, ["2028-05-22"], hourly.id));
  await panel(suggested).getByRole("list", { name: "Conflicts" }).getByText(/^40\sh free in week 21$/).waitFor();
  assert.deepEqual(await violations(suggested), []);
  await suggested.context().close();
  await api("DELETE", `/proposals/${proposal.id}`);
});

await step("it says when it expires, which can be set and taken back, and the list says it of those that end within a week", async () => {
  const day = (days) => new Date(Date.now() + days * 86_400_000);
  const written = (days) => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format(day(days));
  const iso = (days) => day(days).toLocaleDateString("sv");
  const page = await open("#/proposals/new");
  await panel(page).getByLabel("Title").fill("Only for a while");
  await panel(page).getByText("Without a day, 90 days after the last change.").waitFor();
  await panel(page).getByLabel("Expires on").fill(iso(3));
  assert.deepEqual(await violations(page), []);
  await panel(page).getByRole("button", { name: "New proposal" }).click();
  await panel(page).getByText(`Nothing of it is in the plan yet. Expires on ${written(3)}.`).waitFor();
  const one = (await api("GET", "/proposals?limit=200")).items.find(({ title }) => title === "Only for a while");
  assert.equal(new Date(one.expiresAt).toLocaleString("sv"), `${iso(3)} 23:59:59`, "it holds until the end of the day");
  const row = (page) => page.getByRole("row").filter({ hasText: "Only for a while" });
  await row(page).getByText("Expires in 3 days").waitFor();
  await shot(page, "expires");
  // Another day, and none: as it was without.
  await panel(page).getByLabel("Expires on").fill(iso(30));
  await panel(page).getByRole("button", { name: "Save" }).click();
  await panel(page).getByText(`Expires on ${written(30)}.`).waitFor();
  assert.equal(await row(page).getByText("Expires in").count(), 0);
  await panel(page).getByLabel("Expires on").fill("");
  await panel(page).getByRole("button", { name: "Save" }).click();
  await panel(page).getByText(`Expires on ${written(90)}, 90 days after the last change.`).waitFor();
  assert.equal((await api("GET", `/proposals/${one.id}`)).expiresAt, null);
  assert.equal(await row(page).getByText("Expires in").count(), 0);
  await page.context().close();
  // Nobody has changed it for long.
  const later = await open("#/proposals", { width: 360, height: 780 });
  await later.clock.setFixedTime(day(88));
  await later.reload();
  await row(later).getByText("Expires in 2 days").waitFor();
  await shot(later, "expires-phone");
  assert.equal(await later.evaluate(() => document.documentElement.scrollWidth), 360);
  await later.context().close();
  await api("DELETE", `/proposals/${one.id}`);
});

await step("who may not read a proposal does not see it, a draft is discarded, and a session without the scope has no such page", async () => {
  const draft = await api("POST", "/proposals", { title: "Only for me" });
  const member = await open("#/proposals", { as: "Mei Chen" });
  await settled(member);
  await member.getByRole("link", { name: "Mei on the launch", exact: true }).waitFor();
  assert.equal(await member.getByRole("link", { name: "Only for me" }).count(), 0);
  await member.goto(`${origin}/#/proposals/${made.id}`);
  await status(member, "Applied");
  assert.equal(await panel(member).getByRole("button", { name: /Apply|Approve|Submit/ }).count(), 0);
  await member.context().close();
  const page = await open(`#/proposals/${draft.id}`);
  await panel(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await notice(page, "Deleted").waitFor();
  assert.equal((await api("GET", "/proposals?limit=200")).items.some(({ id }) => id === draft.id), false);
  await page.context().close();
  const scopes = (await api("GET", "/me")).scopes.filter((scope) => !scope.endsWith(":proposals"));
  const limited = await api("POST", "/keys", { name: "No proposals", actorUserId: user("Inês Carvalho").id, scopes });
  const without = await open("", { as: null });
  const response = await without.context().request.post(`${origin}/session`, { data: { key: limited.secret }, headers: { Origin: origin } });
  assert.equal(response.status(), 200);
  await without.goto(`${origin}/#/proposals`);
  await without.reload();
  await without.getByRole("heading", { name: "You may not see this" }).waitFor();
  assert.equal(await without.locator("#more").getByText("Proposals").count(), 0);
  await without.context().close();
});

for (const [name, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 }, "phone-dark": { width: 360, height: 780, colorScheme: "dark" }, wide: { width: 1440 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const page = await open("#/proposals", options);
    await settled(page);
    await page.getByRole("link", { name: "Mei on the launch", exact: true }).waitFor();
    await shot(page, `list-${name}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page), []);
    await page.goto(`${origin}/#/proposals/${made.id}`);
    await says(page, /\+32\sh/);
    await shot(page, `panel-${name}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}


await finish();
