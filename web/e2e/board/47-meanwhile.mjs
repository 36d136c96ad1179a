import { assert, monday } from "./harness.mjs";

export const title = "an open field does not replace what others wrote meanwhile, unless one says so";

export default async (stage) => {
  const user = await stage.person("Meanwhile");
  const project = await stage.project("Meanwhile");
  await stage.plan(user, project, monday, 4, 4, 4, 4, 4);
  const page = await stage.open();
  await stage.clickBelow(page, user.name, 0);
  await page.keyboard.type("10");
  await stage.plan(user, project, monday, 6, 6, 6, 6, 6);
  await stage.says(page, user.name, 0, /^30 of 40/);
  await page.keyboard.press("Enter");
  await page.getByText(/changed meanwhile/).waitFor();
  assert.deepEqual(await stage.planned(user, project, monday, 5), [6, 6, 6, 6, 6]);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(600);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [6, 6, 6, 6, 6]);
  await page.keyboard.type("10");
  await stage.plan(user, project, monday, 5, 5, 5, 5, 5);
  await stage.says(page, user.name, 0, /^25 of 40/);
  await page.keyboard.press("Enter");
  await page.getByText(/changed meanwhile/).waitFor();
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [2, 2, 2, 2, 2]);

  // Nor does a change of others take a press on a name, which is drawn anew.
  const name = await page.locator(".name.person .who").first().boundingBox();
  await page.mouse.move(name.x + 10, name.y + name.height / 2);
  await page.mouse.down();
  await stage.plan(user, project, monday, 3, 3, 3, 3, 3);
  await stage.says(page, user.name, 0, /^15 of 40/);
  await page.mouse.up();
  await page.locator(".name.add").first().waitFor({ timeout: 3000 });
};
