// Takes the pictures of the README, of the demo's board in light and dark. They have the font of the system's
// interface, which should be one that people have: DejaVu Sans makes each name wider than it is for them:
//
//   .ci/with-dev node web/e2e/board/screenshots.mjs docs/images

import { finish, folder, open } from "../browser.mjs";

const now = Math.floor(Date.now() / 864e5);
const week = new Date((now - ((now + 3) % 7) - 7) * 864e5).toISOString().slice(0, 10);
const width = 1440, height = 900;

for (const colorScheme of ["light", "dark"]) {
  const page = await open(`#from=${week}`, { colorScheme, width, height });
  // The second person is open, and a week of their first project is selected.
  await page.locator(".names > .person .chevron").nth(1).click();
  await page.locator(".names > .project").first().waitFor();
  await page.waitForTimeout(1500);
  const hint = page.getByRole("button", { name: "Got it" });
  while (await hint.count()) await hint.click();
  // The last row is whole.
  const clip = await page.locator(".names-clip").boundingBox();
  const rows = await page.locator(".names > .person").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().bottom));
  const end = clip.y + clip.height;
  await page.setViewportSize({ width, height: Math.ceil(height - end + Math.max(...rows.filter((bottom) => bottom <= end))) });
  const row = await page.locator(".names > .project").first().boundingBox();
  await page.mouse.click(240 + 2.5 * 92, row.y + row.height / 2);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/board-${colorScheme}.png` });
  await page.context().close();
}
await finish();
