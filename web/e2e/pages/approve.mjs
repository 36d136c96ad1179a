// Many requests for time off in one action: approve, reject with one reason, and what fails is named.

import assert from "node:assert/strict";
import { api, finish, folder, open, settled, step, violations } from "../browser.mjs";

const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });
const pending = async () => (await api("GET", "/time-off?status=pending&limit=200")).items;
const state = async ({ id }) => api("GET", `/time-off/${id}`);
const choice = (page, name) => page.getByRole("checkbox", { name: new RegExp(`^Choose ${name}`) });
const bar = (page) => page.getByRole("region", { name: "Chosen requests" });
const nameOf = new Map((await api("GET", "/users?limit=200")).items.map(({ id, name }) => [id, name]));

await step("a member has nothing to choose, and a manager only the requests of the team", async () => {
  const member = await open("#/time-off", { as: "Mei Chen" });
  await settled(member);
  // The demo shows requests that wait to managers only.
  await member.getByText("Nothing waits for a decision").waitFor();
  await member.getByText("All", { exact: true }).click();
  await settled(member);
  await member.locator("a.open").first().waitFor();
  assert.equal(await member.getByRole("checkbox").count(), 0);
  const manager = await open("#/time-off", { as: "Rafael Ortega" });
  await settled(manager);
  const boxes = manager.getByRole("checkbox", { name: /^Choose (?!all)/ });
  await boxes.first().waitFor();
  const count = await boxes.count();
  assert.ok(count > 0 && count < (await pending()).length);
  await member.context().close();
  await manager.context().close();
});

await step("some are approved with one button, by keyboard", async () => {
  const before = await pending();
  const [first, second] = before;
  const page = await open("#/time-off");
  await settled(page);
  await page.getByRole("checkbox", { name: "Choose all that are shown" }).waitFor();
  for (const { userId } of [first, second]) {
    await choice(page, nameOf.get(userId)).first().focus();
    await page.keyboard.press("Space");
  }
  assert.equal(await page.getByRole("checkbox", { name: "Choose all that are shown" }).evaluate((box) => box.indeterminate), true);
  await bar(page).getByText("2 requests").waitFor();
  await shot(page, "approve-light");
  assert.deepEqual(await violations(page), []);
  await bar(page).getByRole("button", { name: "Approve" }).click();
  await page.getByText("2 requests approved").waitFor();
  assert.deepEqual([(await state(first)).status, (await state(second)).status], ["approved", "approved"]);
  await page.waitForFunction((count) => document.querySelectorAll("a.open").length === count, before.length - 2);
  assert.equal(await bar(page).count(), 0);
  await page.context().close();
});

await step("a request that somebody else has changed is named, and all others are rejected with one reason", async () => {
  const page = await open("#/time-off");
  await page.route("**/events/stream*", (route) => route.abort()); // no news from others
  await page.reload();
  await settled(page);
  const before = await pending();
  await page.getByRole("checkbox", { name: "Choose all that are shown" }).check();
  await bar(page).getByText(`${before.length} requests`).waitFor();
  const [changed] = before;
  await api("PATCH", `/time-off/${changed.id}`, { reason: "Changed meanwhile" });
  await bar(page).getByRole("button", { name: "Reject…" }).click();
  await page.getByLabel("Why are they rejected?").fill("Nobody is away in the week of the launch.");
  await page.getByRole("button", { name: `Reject ${before.length} requests` }).click();
  const failures = bar(page).getByRole("alert");
  await failures.getByText("Somebody else changed it meanwhile.").waitFor();
  assert.ok((await failures.innerText()).startsWith(nameOf.get(changed.userId)));
  await bar(page).getByText("1 request", { exact: true }).waitFor();
  assert.equal(await failures.locator("li").count(), 1);
  await shot(page, "approve-failed");
  assert.deepEqual(await violations(page), []);
  assert.equal((await state(changed)).status, "pending");
  for (const request of before.slice(1)) {
    const { status, rejectionReason } = await state(request);
    assert.deepEqual([status, rejectionReason], ["rejected", "Nobody is away in the week of the launch."]);
  }
  // What failed is still chosen. The list has been read again, so it can be decided now.
  await bar(page).getByRole("button", { name: "Approve" }).click();
  await page.getByText("1 request approved").waitFor();
  assert.equal((await state(changed)).status, "approved");
  await page.context().close();
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { width: 360, height: 780 } })) {
  await step(`it fits, and axe finds nothing: ${name}`, async () => {
    const { id } = (await api("GET", "/users?name=Mei")).items[0];
    const type = (await api("GET", "/time-off-types?limit=1")).items[0].id;
    await api("POST", "/time-off", { userId: id, timeOffTypeId: type, startDate: "2027-05-03", endDate: "2027-05-04", availability: 0, reason: name });
    const page = await open("#/time-off", options);
    await settled(page);
    await choice(page, "Mei Chen").first().check();
    await bar(page).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400);
    await shot(page, `approve-${name}`);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

await finish();
