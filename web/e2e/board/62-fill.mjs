import { assert, call, date, monday } from "./harness.mjs";

export const title = "to fill a role asks: what fits is taken, the rest stays, all is the second choice, and it is one step";

export default async (stage) => {
  const [half, full] = [await stage.person("Halfway"), await stage.person("Full")];
  const project = await stage.project("Opening");
  const skill = await call("POST", "/capabilities", { name: `Skill ${project.name}` });
  for (const user of [half, full]) await call("PUT", `/users/${user.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 3 }] });
  await stage.plan(half, project, monday, 0, 0, 0, 8, 4);
  await stage.plan(full, project, monday, 8, 8, 8, 8, 8);
  const role = await call("POST", "/users", { kind: "placeholder", name: half.name.replace("Halfway", "Role"), capabilities: [{ capabilityId: skill.id, level: 2 }] });
  const week = [6, 6, 6, 6, 6];
  await call("POST", "/assignments", { items: week.map((hours, i) => ({ userId: role.id, projectId: project.id, capabilityId: skill.id, date: date(monday + i), hours })) });
  const of = async (user) => {
    const { items } = await call("GET", `/assignments?user_id=${user.id}&start_date=${date(monday)}&end_date=${date(monday + 6)}`);
    return [0, 1, 2, 3, 4].map((i) => items.filter((row) => row.date === date(monday + i)).reduce((sum, row) => sum + row.hours, 0));
  };
  const become = async (user, expected) => {
    for (const end = Date.now() + 8000; Date.now() < end; await page.waitForTimeout(100)) if (String(await of(user)) === String(expected)) return;
    assert.deepEqual(await of(user), expected);
  };
  const page = await stage.open();
  const drawer = page.getByRole("complementary", { name: "Find someone" });
  const undo = async () => {
    await page.locator("[role=grid]").focus();
    await page.keyboard.press("Control+z");
  };

  // Nothing is filled before the days are shown. What fits is the strong button.
  await stage.says(page, role.name, 0, /^30 hours unfilled/);
  await stage.findSomeone(page);
  await drawer.getByRole("button", { name: `${half.name} 22 of 30 h fit`, expanded: true }).waitFor();
  await drawer.locator("p").getByText("22 of 30 h fit").waitFor();
  const parts = await drawer.getByRole("list", { name: "Days" }).getByRole("listitem").allInnerTexts();
  assert.equal(parts.length, 2, String(parts));
  assert.match(parts[0], /18 h\s+fits/);
  assert.match(parts[1], /12 h\s+4 h of it fit: planned already/);
  await stage.accessible(page, "the preview");
  await drawer.getByRole("button", { name: "All 30 h, 8 h over" }).waitFor();
  await drawer.getByRole("button", { name: "Take 22 of 30 h" }).click();
  await become(half, [6, 6, 6, 8, 8]);
  await become(role, [0, 0, 0, 6, 2]);
  await page.getByText(`${half.name} takes 22 of 30 h of ${role.name}.`).waitFor();
  await drawer.getByRole("button", { name: `${full.name} 0 of 8 h fit` }).waitFor();

  // Undo puts all rows back in one step.
  await undo();
  await page.getByText(new RegExp(`^Undone: filled 22 h ${project.name}, ${role.name} to ${half.name}`)).waitFor();
  await become(role, week);
  await become(half, [0, 0, 0, 8, 4]);
  // The answer is that of before, too.
  await drawer.getByRole("button", { name: `${half.name} 22 of 30 h fit` }).waitFor();
  await drawer.getByRole("button", { name: `${full.name} 0 of 30 h fit` }).waitFor();
  await page.keyboard.press("Control+y");
  await drawer.getByRole("button", { name: `${full.name} 0 of 8 h fit` }).waitFor();
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route("**/candidates?*", async (route) => (await held, route.continue()));
  await undo();
  await become(role, week);

  // Who is chosen while the server is asked stays chosen, whatever the answer is.
  await drawer.getByRole("button", { name: full.name }).click();
  answer();
  await drawer.getByRole("button", { name: `${full.name} 0 of 30 h fit`, expanded: true }).waitFor();
  await page.unroute("**/candidates?*");

  // Where nothing fits, there is no strong button. The rest can be taken all the same.
  await drawer.locator("p").getByText("0 of 30 h fit").waitFor();
  assert.equal(await drawer.getByRole("button", { name: /^Take/ }).count(), 0);
  await drawer.getByRole("button", { name: "All 30 h, 30 h over" }).click();
  await become(full, [14, 14, 14, 14, 14]);
  await become(role, [0, 0, 0, 0, 0]);
  await undo();
  await become(role, week);

  // A bar that is dragged to a person asks, too.
  const from = await stage.bar(page, role.name, monday + 2), to = await stage.lane(page, half.name, monday + 2, 1);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Fill" });
  await dialog.getByText("22 of 30 h fit").waitFor();
  assert.deepEqual(await of(role), week);
  await stage.accessible(page, "the question");
  await dialog.getByRole("button", { name: "Take 22 of 30 h" }).click();
  await become(half, [6, 6, 6, 8, 8]);
  await become(role, [0, 0, 0, 6, 2]);
};
