import { assert, date, monday } from "./harness.mjs";

export const title = "heat map or bars; day, week, month without losing the place";

export default async (stage) => {
  const user = await stage.person("Views");
  const project = await stage.project("Views");
  await stage.plan(user, project, monday + 14, 6, 6);
  const page = await stage.open();
  await stage.click(page, user.name, 2);
  const picture = () => page.locator("canvas").screenshot();
  const bars = await picture();
  await page.keyboard.press("h");
  await stage.rest(page);
  assert.notDeepEqual(await picture(), bars);
  assert.match(page.url(), /view=heat/);
  await page.keyboard.press("h");
  const focused = () => page.evaluate(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent);
  for (const [key, first] of [["d", date(monday + 14)], ["w", date(monday + 14)], ["m", null], ["w", null]]) {
    await page.keyboard.press(key);
    await stage.rest(page);
    await page.waitForFunction(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent.includes("planned"));
    if (first) assert.match(page.url(), new RegExp(`from=${first}`), `zoom ${key} keeps the day in view`);
  }
  assert.match(await focused(), /^12 of 40/);
};
