import { assert, monday } from "./harness.mjs";

export const title = "from right to left, at 200 % and without motion";

export default async (stage) => {
  const user = await stage.person("Directions");
  const project = await stage.project("Directions");
  await stage.plan(user, project, monday, 8, 8);
  const q = user.name.split(" ")[1];

  // The frame is mirrored, the days are not.
  const page = await stage.open({ q });
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  await page.waitForTimeout(200);
  const left = async (name) => (await page.getByRole("button", { name, exact: true }).boundingBox()).x;
  assert.ok((await left("Plan")) < 100 && (await left("Today")) > 700, "Plan is at the left, Today at the right");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1400);
  assert.ok((await stage.row(page, user.name)).y > 0);
  await stage.click(page, user.name, 0);
  await page.waitForFunction(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent.startsWith("16 of 40"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent.startsWith("0 of 40"));
  await page.getByRole("button", { name: "Details" }).click();
  assert.ok((await page.getByRole("complementary").boundingBox()).x < 10, "the drawer is at the left");
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  const form = page.getByRole("form", { name: "Plan" });
  await form.waitFor();
  assert.equal(await form.evaluate((node) => getComputedStyle(node).direction), "rtl");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View", exact: true }).click();
  const menu = await page.locator(".menu").boundingBox();
  assert.ok(menu.x >= 0 && menu.x + menu.width <= 1400);
  await page.keyboard.press("Escape");
  await stage.accessible(page, "from right to left");

  // 200 %: half of the pixels in each direction.
  for (const viewport of [{ width: 720, height: 450 }, { width: 640, height: 400 }]) {
    const large = await stage.visit(`from=${new Date(monday * 864e5).toISOString().slice(0, 10)}&q=${q}&person=${user.id}`, { viewport, deviceScaleFactor: 2 });
    await large.locator(".name.person, .week").first().waitFor();
    assert.equal(await large.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    if (viewport.width < 720) continue;
    assert.ok((await large.locator(".scroller").boundingBox()).height > 150, "rows are in view");
    Object.assign(large, { zoomed: "week" });
    await stage.click(large, user.name, 0);
    await large.getByRole("button", { name: "Plan", exact: true }).click();
    const box = await large.getByRole("form", { name: "Plan" }).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 450, "the form is on the screen");
  }

  // Nothing moves for those who ask for that.
  const still = await stage.open({ q, reducedMotion: "reduce" });
  await stage.click(still, user.name, 0);
  await still.getByRole("button", { name: "Plan", exact: true }).click();
  await still.getByRole("form", { name: "Plan" }).waitFor();
  assert.equal(await still.evaluate(() => document.getAnimations().length), 0);
};
