import { assert, monday } from "./harness.mjs";

export const title = "filters are in the address: a link shows what I see";

export default async (stage) => {
  const boss = await stage.person("Boss");
  const [over, free] = [await stage.person("Over", { reportsToId: boss.id }), await stage.person("Free", { reportsToId: boss.id })];
  const project = await stage.project("Filter");
  await stage.plan(over, project, monday, 12, 8, 8, 8, 8);
  const page = await stage.open();
  const shown = async (page) => (await page.locator(".name.person .who").allInnerTexts()).sort();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await stage.choose(page, "Team of", boss.name);
  assert.deepEqual(await shown(page), [free.name, over.name].sort());
  await page.getByLabel("Only people with too much").check();
  assert.deepEqual(await shown(page), [over.name]);
  const other = await stage.open();
  await other.goto(page.url());
  await other.reload();
  await other.locator(".name.person").first().waitFor();
  assert.deepEqual(await shown(other), [over.name]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the filter Only over" }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await stage.choose(page, "Project", project.name);
  await page.waitForFunction(() => document.querySelectorAll(".name.person").length === 1);
  assert.deepEqual(await shown(page), [over.name]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".name.person").length > 3);
};
