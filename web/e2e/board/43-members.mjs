import { assert, call, date, monday } from "./harness.mjs";

export const title = "a member sees the plan and no way to change it; a manager of a project plans on it only";

export default async (stage) => {
  const member = await stage.person("Looks on");
  const [mine, theirs] = [await stage.project("Mine"), await stage.project("Theirs")];
  await stage.plan(member, theirs, monday, 4, 4);
  const { secret: key } = await call("POST", "/keys", { name: `member ${member.name}`, actorUserId: member.id, scopes: ["read:users", "read:projects", "read:clients", "read:assignments", "write:assignments", "read:actual_hours", "read:time_off", "read:events"] });
  const page = await stage.open({ q: member.name.split(" ").at(-1), key });
  await stage.says(page, member.name, 0, /^8 of 40/);
  const planButton = page.getByRole("toolbar").getByRole("button", { name: "Plan", exact: true });
  assert.equal(await planButton.count(), 0);

  // Typing, P, Delete, a drag and the menu change nothing, and say why.
  await stage.clickBelow(page, member.name, 0);
  await page.keyboard.type("5");
  await page.getByText(/You may look at Looks on .* plan, but not change it/).first().waitFor();
  assert.equal(await page.locator(".cell-editor").count(), 0);
  await page.keyboard.press("p");
  assert.equal(await page.getByRole("form", { name: "Plan" }).count(), 0);
  await page.keyboard.press("Delete");
  await page.getByText(/^Not changed: you may not plan/).first().waitFor();
  const bar = await stage.bar(page, member.name, monday);
  await page.mouse.click(bar.x, bar.y, { button: "right" });
  assert.deepEqual(await page.getByRole("menuitem").allInnerTexts(), ["Days and history"]);
  await page.keyboard.press("Escape");
  await stage.drag(page, [member.name, 1], [member.name, 3]);
  assert.equal(await page.getByRole("form").count(), 0);
  assert.deepEqual(await stage.planned(member, theirs, monday, 2), [4, 4]);

  // The manager of a project is offered that project, and the plan of it is saved.
  await call("PATCH", `/projects/${mine.id}`, { projectManagerId: member.id });
  await page.reload();
  await stage.says(page, member.name, 0, /^8 of 40/);
  await planButton.waitFor();
  await stage.clickBelow(page, member.name, 1);
  await page.keyboard.press("p");
  const plan = page.getByRole("form", { name: "Plan" });
  await plan.getByLabel("Hours", { exact: true }).fill("10");
  await plan.getByRole("combobox", { name: "Project" }).click();
  const offered = plan.getByRole("listbox", { name: "Project" }).getByRole("option");
  await offered.first().waitFor();
  assert.deepEqual((await offered.allInnerTexts()).map((text) => text.split("\n")[0]), [mine.name]);
  await offered.click();
  await plan.getByRole("button", { name: "Plan" }).click();
  await stage.saved(member, mine, [2, 2, 2, 2, 2], monday + 7);

  // On a narrow screen too: there are fields for the hours of that project only.
  const phone = await stage.visit(`from=${date(monday)}&person=${member.id}`, { viewport: { width: 390, height: 844 }, extraHTTPHeaders: { Authorization: `Bearer ${key}` } });
  await phone.getByRole("button", { name: /8 \/ 40 h/ }).click();
  const days = (project) => phone.getByRole("group", { name: new RegExp(project.name) }).getByRole("textbox");
  assert.equal(await days(theirs).first().inputValue(), "4");
  assert.equal(await days(theirs).first().isEditable(), false);
  await phone.getByRole("button", { name: /10 \/ 40 h/ }).click();
  assert.equal(await days(mine).first().isEditable(), true);
  assert.equal(await phone.getByRole("button", { name: "Plan…" }).count(), 1);
  await call("PATCH", `/projects/${mine.id}`, { projectManagerId: null });
  await phone.getByRole("button", { name: "Plan…" }).waitFor({ state: "detached" });
  assert.equal(await phone.getByRole("button", { name: "Add time off…" }).count(), 1);
};
