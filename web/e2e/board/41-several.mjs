import { assert, monday } from "./harness.mjs";

export const title = "what acts on several people acts on all of them: plan, type, remove, move";

export default async (stage) => {
  const team = `Team${Date.now().toString(36)}`;
  const people = [await stage.person(`${team} A`), await stage.person(`${team} B`), await stage.person(`${team} C`)];
  const project = await stage.project("Several");
  const page = await stage.open({ q: team });
  const select = async () => {
    await stage.clickBelow(page, people[0].name, 1);
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
  };
  const all = async (hours, day = monday + 7) => {
    for (const user of people) await stage.saved(user, project, hours, day);
  };

  // Select three people, P, hours, project, Enter.
  await select();
  await page.keyboard.press("p");
  const plan = page.getByRole("form", { name: "Plan" });
  await plan.getByText("3 people").waitFor();
  await plan.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.getByRole("option", { name: project.name }).click();
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await all([6, 6, 6, 6, 6]);

  // A number is for each of them, as each has one project.
  await select();
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await all([4, 4, 4, 4, 4]);

  // Hours move in time for all.
  await select();
  await page.keyboard.press("Alt+ArrowRight");
  await all([4, 4, 4, 4, 4], monday + 14);
  await all([0, 0, 0, 0, 0]);

  // Where nothing is planned, the project is asked for.
  await select();
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  await plan.getByText("3 people").waitFor();
  assert.equal(await plan.getByLabel("Hours", { exact: true }).inputValue(), "10");
  await page.keyboard.press("Escape");

  await stage.clickBelow(page, people[0].name, 2);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await all([0, 0, 0, 0, 0], monday + 14);
};
