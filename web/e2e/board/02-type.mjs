import { assert, monday } from "./harness.mjs";

export const title = "type a number, Enter, Tab, arrows; paste a block from a spreadsheet";

export default async (stage) => {
  const user = await stage.person("Type");
  const project = await stage.project("Type");
  await stage.plan(user, project, monday, 1);
  await stage.plan(user, project, monday + 7, 1);
  const page = await stage.open();
  await stage.click(page, user.name, 0);
  await page.keyboard.type("30");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7,5");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [6, 6, 6, 6, 6, 0, 0, 1.5, 1.5, 1.5, 1.5, 1.5, 0, 0]);

  // A click elsewhere saves, Escape does not.
  await stage.click(page, user.name, 1);
  await page.keyboard.type("10");
  await stage.click(page, user.name, 3);
  await stage.saved(user, project, [2, 2, 2, 2, 2], monday + 7);
  await stage.click(page, user.name, 1);
  await page.keyboard.type("20");
  await page.keyboard.press("Escape");

  await stage.click(page, user.name, 0);
  await page.keyboard.type("999");
  await page.keyboard.press("Enter");
  await page.getByText("A day has at most 24 hours.").waitFor();

  await stage.expand(page, user.name);
  await stage.click(page, `${user.name} > ${project.name}`, 2);
  await page.evaluate(() => navigator.clipboard.writeText("10\t20\t\t5\r\n"));
  await page.keyboard.press("Control+v");
  await stage.saved(user, project, [2, 2, 2, 2, 2, 0, 0, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0], monday + 14);
  assert.deepEqual(await stage.planned(user, project, monday + 7, 5), [2, 2, 2, 2, 2], "Escape did not save");
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "10\t20\t0\t5");
  await page.keyboard.press("Delete");
  await stage.saved(user, project, [0, 0, 0, 0, 0, 0, 0], monday + 14);
};
