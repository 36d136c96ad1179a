import { assert, call, date, monday } from "./harness.mjs";

export const title = "a proposal is planned on the board: nothing of it is in the plan, sums are those of the proposal, and undo stays inside";

export default async (stage) => {
  const user = await stage.person("Proposed"), other = await stage.person("Beside");
  const project = await stage.project("Proposed"), away = await stage.project("Leaving");
  await stage.plan(user, project, monday, 4, 4, 4, 4, 4);
  await stage.plan(other, away, monday, 6, 6, 6, 6, 6);
  const page = await stage.open();
  const bar = page.getByRole("region", { name: "Proposal" });
  const switchPlan = async (name) => {
    await page.getByRole("button", { name: /^(Live plan|Proposal)$/ }).click();
    await page.getByRole("dialog", { name: "Plan" }).getByRole("button", { name }).click();
  };

  // Begin one, without a mouse.
  await page.getByRole("button", { name: "Live plan" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Plan" }).getByLabel("Title of a new proposal").fill(`What if ${stage.tag}`);
  await stage.accessible(page, "the switch");
  await page.keyboard.press("Enter");
  await bar.getByText("You change a proposal, not the plan").waitFor();
  await bar.getByRole("button", { name: "Nothing yet" }).waitFor();
  const id = /proposal=([\da-f-]{36})/.exec(page.url())[1];
  const wishes = async () => (await call("GET", `/proposals/${id}/diff?limit=200`)).items.map(({ key, after }) => [key.userId === user.id ? "user" : "other", key.date, after?.hours ?? 0]);
  const until = async (check) => {
    for (let i = 0; i < 80 && !(await check()); i++) await page.waitForTimeout(100);
    assert.ok(await check());
  };
  await page.locator(".name.person").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[role=gridcell]"));

  // Hours that are typed are wishes.
  await stage.says(page, user.name, 0, /^20 of 40 hours planned/);
  await stage.click(page, user.name, 0);
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await until(async () => (await wishes()).length === 5);
  await stage.says(page, user.name, 0, /^30 of 40 hours planned, 20 in the live plan, Proposed .*6 h a day, proposed/);
  // What is free in all days on the screen stands after what is free in the live plan, if that differs.
  const free = async (name) => {
    const text = await page.locator(".name.person").filter({ hasText: name }).locator(".free").innerText();
    return text.match(/\d+/g).map(Number);
  };
  await until(async () => (await free(user.name)).length === 2);
  const [was, now] = await free(user.name);
  assert.equal(was - now, 10);
  assert.match(await page.locator(".name.person").filter({ hasText: user.name }).getAttribute("title"), new RegExp(`: ${now} h free, 0 h over\\. In the live plan: ${was} h free, 0 h over$`));
  assert.equal((await free(other.name)).length, 1, "nothing is said of whom it does not change");
  assert.deepEqual((await stage.inRow(page, user.name)).filter((text) => text.includes("→")), ["20 →"], "so does that of a week");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/compared.png` });
  assert.deepEqual(await wishes(), [0, 1, 2, 3, 4].map((i) => ["user", date(monday + i), 6]));
  assert.deepEqual(await stage.planned(user, project, monday, 5), [4, 4, 4, 4, 4], "nothing of it is in the plan");
  await bar.getByRole("button", { name: "+10 h, 1 person" }).waitFor();
  await page.getByText("Saved in the proposal").waitFor();

  // What is undone is taken back in the proposal, and can be done again.
  await page.keyboard.press("Control+z");
  await until(async () => (await wishes()).length === 0);
  await stage.says(page, user.name, 0, /^20 of 40 hours planned, (?!.*proposed)/);
  assert.deepEqual(await free(user.name), [was]);
  await page.keyboard.press("Control+y");
  await until(async () => (await wishes()).length === 5);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [4, 4, 4, 4, 4]);

  // What goes away is struck through.
  await stage.click(page, other.name, 0);
  await page.keyboard.press("Delete");
  await until(async () => (await wishes()).length === 10);
  await stage.says(page, other.name, 0, /^0 of 40 hours planned.*Leaving .*6 h a day, taken out/);
  assert.deepEqual(await stage.planned(other, away, monday, 5), [6, 6, 6, 6, 6]);
  await bar.getByRole("button", { name: "+10 h −30 h, 2 people" }).waitFor();
  await stage.accessible(page, "with a proposal");

  // Others go on with the plan: what they change shows, but for what the proposal wishes. That is a conflict.
  await stage.plan(user, away, monday + 7, 5);
  await stage.says(page, user.name, 1, /^5 of 40 hours planned, (?!.*live)/);
  await until(async () => String(await free(user.name)) === String([was - 5, now - 5]));
  await stage.plan(user, project, monday, 3);
  await until(async () => String(await free(user.name)) === String([was - 4, now - 5]));
  await bar.getByRole("button", { name: "+11 h −30 h, 2 people · 1 conflict" }).click();
  const changes = page.getByRole("dialog", { name: "What changes" });
  await changes.getByText("Is 3 h now, was 4 h when it was proposed, wished 6 h.").waitFor();
  await changes.getByText(/Beside .*: −30\sh Leaving/).waitFor();
  await stage.accessible(page, "what changes");
  await page.keyboard.press("Escape");
  await stage.says(page, user.name, 0, /^30 of 40 hours planned/);

  // Time off is not a part of it.
  assert.equal(await page.getByRole("button", { name: "Add time off" }).count(), 0);
  await stage.click(page, other.name, 3);
  await page.keyboard.press("o");
  await page.getByText("Time off is not a part of a proposal. Add it in the live plan.").waitFor();

  // Paper says it too.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.locator(".print").getByText("A proposal, not the live plan").waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));

  // The address keeps it, and groups have its sums.
  await page.reload();
  await bar.getByRole("button", { name: "+11 h −30 h, 2 people · 1 conflict" }).waitFor();
  await stage.says(page, user.name, 0, /^30 of 40 hours planned/);
  await page.getByRole("button", { name: "Projects", exact: true }).click();
  await stage.says(page, project.name, 0, /^30 hours planned/);
  await page.getByRole("button", { name: "People", exact: true }).click();

  // Somebody else changes what the proposal wishes.
  await call("POST", `/assignments?proposal=${id}`, { items: [{ userId: user.id, projectId: project.id, capabilityId: null, date: date(monday + 1), hours: 8 }] });
  await stage.says(page, user.name, 0, /^32 of 40 hours planned/);

  // Back, and there again.
  await bar.getByRole("link", { name: "Back to the live plan" }).click();
  await stage.says(page, user.name, 0, /^19 of 40 hours planned/);
  await stage.says(page, other.name, 0, /^30 of 40/);
  assert.equal(await bar.count(), 0);
  assert.doesNotMatch(page.url(), /proposal=/);
  await switchPlan(new RegExp(`^What if ${stage.tag}`));
  await stage.says(page, user.name, 0, /^32 of 40 hours planned/);

  // So do the free hours of a group: 13 h more are planned for one, and 30 h less for the other.
  const grouped = await stage.open({ extra: `&group=manager&proposal=${id}` });
  const head = grouped.locator(".name.group");
  await head.locator(".was").filter({ hasText: "→" }).waitFor();
  const [before, after] = (await head.locator(".free").innerText()).match(/[\d,]+/g).map((text) => Number(text.replace(",", "")));
  assert.equal(after - before, 17);

  // Applied from here, with a choice for the conflict.
  await bar.getByRole("button", { name: "Apply now" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply this proposal?" });
  await dialog.getByLabel("Take the proposal’s").check();
  await stage.accessible(page, "the choice");
  await dialog.getByRole("button", { name: "Apply" }).click();
  // What was applied is the plan, and the board shows that.
  await bar.waitFor({ state: "detached" });
  await stage.says(page, user.name, 0, /^32 of 40 hours planned, (?!.*proposed)/);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [6, 8, 6, 6, 6]);
  assert.deepEqual(await stage.planned(other, away, monday, 5), [0, 0, 0, 0, 0]);
  // It cannot be changed any more.
  await page.evaluate((id) => (location.hash += `&proposal=${id}`), id);
  await bar.getByText("Was applied to the plan").waitFor();
  await stage.click(page, user.name, 0);
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  assert.equal((await stage.planned(user, project, monday, 5))[0], 6);

  // A phone has the bar, too, and a proposal that is not there leads back.
  const phone = await stage.visit(`proposal=${id}`, { viewport: { width: 360, height: 780 } });
  await phone.getByRole("region", { name: "Proposal" }).getByText(`What if ${stage.tag}`).waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 360);
  await stage.accessible(phone, "a phone");
  const gone = await stage.visit("proposal=01a22b3a-0000-7000-8000-000000000000");
  await gone.getByText("This proposal cannot be read.").waitFor();
  await gone.getByRole("link", { name: "Back to the live plan" }).click();
  await gone.locator(".name.person").first().waitFor();
};
