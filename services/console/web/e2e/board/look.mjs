// Takes pictures of the board with the demo's people, for a person to look at:
//
//   .ci/with-dev node services/console/web/e2e/board/look.mjs folder

import { mkdir } from "node:fs/promises";
import { Stage, date, start } from "./harness.mjs";

const [folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const shared = await start();
const now = Math.floor(Date.now() / 864e5);
const week = now - ((now + 3) % 7) - 7;

for (const colorScheme of ["light", "dark"]) {
  const stage = new Stage(shared, "look");
  const open = (options) => stage.open({ day: week, q: "", colorScheme, viewport: { width: 1440, height: 900 }, ...options });
  const take = async (page, name) => {
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  };
  let page = await open();
  await take(page, "week");
  await page.mouse.click(100, 115);
  await page.waitForTimeout(600);
  await stage.drag(page, ["Amara", 4], ["Amara", 6]);
  await take(page, "plan");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Details" }).click();
  await take(page, "details");
  page = await open({ zoom: "day" });
  await take(page, "day");
  page = await open({ zoom: "month", day: week - 90 });
  await take(page, "month");
  page = await open({ extra: "&view=heat&group=manager&rows=compact" });
  await take(page, "heat");
  page = await open({ viewport: { width: 390, height: 844 } });
  await take(page, "phone");
  await stage.close();
}
await shared.stop();
