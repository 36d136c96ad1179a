import { assert, call, date, monday } from "./harness.mjs";

export const title = "work without a person has a row, candidates and a fill: from the panel, and by dragging its bar";

export default async (stage) => {
  const [ready, busy] = [await stage.person("Ready"), await stage.person("Busy")];
  const project = await stage.project("Vacancy");
  const skill = await call("POST", "/capabilities", { name: `Design ${project.name}` });
  for (const user of [ready, busy]) await call("PUT", `/users/${user.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 3 }] });
  await stage.plan(busy, project, monday, 8, 8, 8, 8, 8);
  const role = await call("POST", "/users", { kind: "placeholder", name: ready.name.replace("Ready", "Designer"), capabilities: [{ capabilityId: skill.id, level: 2 }] });
  await stage.plan(role, project, monday, 6, 6, 6, 6, 6);
  await stage.plan(role, project, monday + 14, 5, 5);
  const page = await stage.open();
  await page.locator(".name.group").getByText("Open roles").waitFor();
  await stage.says(page, role.name, 0, /^30 hours unfilled/);
  await stage.says(page, ready.name, 0, /^0 of 40/);

  await stage.findSomeone(page);
  const drawer = page.getByRole("complementary", { name: "Find someone" });
  const found = drawer.locator(".found > li");
  await found.first().waitFor();
  assert.match(await found.first().innerText(), new RegExp(`${ready.name}[^]*40 of 40 h fit`));
  assert.match(await found.nth(1).innerText(), new RegExp(`${busy.name}[^]*10 of 40 h fit`));

  // All of it can be suggested in a draft, which the board shows.
  await drawer.getByRole("button", { name: "Suggest people" }).click();
  const bar = page.getByRole("region", { name: "Proposal" });
  await bar.getByRole("button", { name: "+40 h −40 h, 1 person, 1 open role" }).click();
  await page.getByRole("dialog", { name: "What changes" }).getByText(new RegExp(`^Design ${project.name} 3, 40\\sh free in week \\d+; `)).waitFor();
  await page.keyboard.press("Escape");
  await stage.says(page, ready.name, 0, /^30 of 40 hours planned, 0 in the live plan/);
  assert.deepEqual(await stage.planned(ready, project, monday, 5), [0, 0, 0, 0, 0]);
  await bar.getByRole("link", { name: "Back to the live plan" }).click();
  await stage.says(page, role.name, 0, /^30 hours unfilled/);
  await stage.findSomeone(page);
  await found.first().waitFor();

  // The bar of two weeks later goes to a person by hand.
  const from = await stage.bar(page, role.name, monday + 14), to = await stage.lane(page, busy.name, monday + 14);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await stage.saved(busy, project, [5, 5], monday + 14);
  await stage.saved(role, project, [0, 0], monday + 14);

  // The rest goes to the best candidate.
  await drawer.getByRole("button", { name: "Take 30 h" }).click();
  await stage.saved(ready, project, [6, 6, 6, 6, 6]);
  await stage.says(page, ready.name, 0, /^30 of 40/);
  await page.getByText(`${ready.name} takes 30 h of ${role.name}.`).waitFor();
  const { series, items } = await call("GET", `/capacity?user_id=${role.id}&bucket=week&start_date=${date(monday)}&end_date=${date(monday + 20)}`);
  assert.deepEqual(items.flatMap(({ values }) => values[series.indexOf("unfilled")]).filter(Boolean), []);

  // Nobody can be suggested for what nobody can do.
  const rare = await call("POST", "/capabilities", { name: `Rare ${project.name}` });
  const other = await call("POST", "/users", { kind: "placeholder", name: ready.name.replace("Ready", "Wizard"), capabilities: [{ capabilityId: rare.id, level: 1 }] });
  await stage.plan(other, project, monday, 1);
  await stage.says(page, other.name, 0, /^1 hours unfilled/);
  await stage.findSomeone(page);
  await drawer.getByRole("heading", { name: other.name }).waitFor();
  await drawer.getByRole("button", { name: "Suggest people" }).click();
  await drawer.getByText(/^1\sh is left: nobody whose free time you can see has the skills\.$/).waitFor();

  // Of a day with more hours than those with the skill have, the draft has some, and the bar says what is left.
  await call("DELETE", `/assignments?user_id=${other.id}&start_date=${date(monday)}&end_date=${date(monday)}`);
  await stage.says(page, other.name, 0, /^(not available|0 )/);
  const third = await call("POST", "/users", { kind: "placeholder", name: ready.name.replace("Ready", "Third"), capabilities: [{ capabilityId: skill.id, level: 2 }] });
  await stage.plan(third, project, monday, 24);
  await stage.says(page, third.name, 0, /^24 hours unfilled/);
  await stage.findSomeone(page);
  await drawer.getByRole("heading", { name: third.name }).waitFor();
  await drawer.getByRole("button", { name: "Suggest people" }).click();
  await bar.getByText(/^22\sh are left: nobody has time\.$/).waitFor();
};
