// Takes the pictures of the README, of the demo's board in light and dark:
//
//   .ci/with-dev node web/e2e/board/screenshots.mjs docs/images

import { finish, folder, open } from "../browser.mjs";

const now = Math.floor(Date.now() / 864e5);
const week = new Date((now - ((now + 3) % 7) - 7) * 864e5).toISOString().slice(0, 10);

for (const colorScheme of ["light", "dark"]) {
  const page = await open(`#from=${week}`, { colorScheme, width: 1440, height: 900 });
  // The second person is open, and a week of their first project is selected.
  await page.locator(".names > .person .chevron").nth(1).click();
  await page.locator(".names > .project").first().waitFor();
  await page.waitForTimeout(1500);
  const row = await page.locator(".names > .project").first().boundingBox();
  await page.mouse.click(240 + 2.5 * 92, row.y + row.height / 2);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/board-${colorScheme}.png` });
  await page.context().close();
}
await finish();
