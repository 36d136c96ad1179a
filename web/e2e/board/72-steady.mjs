import { assert, monday } from "./harness.mjs";

export const title = "filters, notices and a lost connection have their places: no row moves, and none is covered";

export default async (stage) => {
  const user = await stage.person("Steady");
  const project = await stage.project("Steady");
  await stage.plan(user, project, monday, 8, 8);
  const page = await stage.open({ q: user.name.split(" ").at(-1) });
  const place = () => page.locator(".scroller").evaluate((node) => JSON.stringify(node.getBoundingClientRect()));
  const before = await place();

  // A filter, and its chip.
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Free hours, at least").fill("4");
  await page.keyboard.press("Escape");
  await page.locator(".chips").getByText("Free ≥ 4 h").waitFor();
  assert.equal(await place(), before, "a filter");

  // A notice is one line of 360 px in the line below the rows, and goes after 8 seconds.
  await stage.clickBelow(page, user.name, 1);
  await page.keyboard.press("a");
  const notice = page.locator(".notice");
  await notice.waitFor();
  const begin = Date.now();
  const [box, rows] = [await page.locator(".notices").boundingBox(), await page.locator(".scroller").boundingBox()];
  assert.ok(box.width <= 360 && box.height < 36, JSON.stringify(box));
  assert.ok(box.y >= rows.y + rows.height, "it covers no row");
  assert.equal(await place(), before, "a notice");
  await page.mouse.move(5, 5);
  await page.waitForTimeout(6000);
  assert.equal(await notice.count(), 1);
  await notice.waitFor({ state: "detached", timeout: 4000 });
  assert.ok(Date.now() - begin > 7000);

  // The connection is lost while something is written. It comes back with the press of "Try again", not before: the page tries by itself, too.
  await page.evaluate(() => addEventListener("click", ({ target }) => (globalThis.pressed ||= target.textContent === "Try again"), true));
  await page.route("**/api/v1/assignments?*", async (route) => (route.request().method() === "POST" && !(await page.evaluate(() => globalThis.pressed)) ? route.abort() : route.continue()));
  await stage.clickBelow(page, user.name, 0);
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("No connection.").waitFor();
  assert.equal(await place(), before, "no connection");
  await stage.accessible(page, "no connection");
  await page.getByRole("button", { name: "Try again" }).click();
  await stage.saved(user, project, [4, 4, 4, 4, 4]);
  await page.getByRole("alert").waitFor({ state: "detached" });
  assert.equal(await place(), before, "the connection is back");
};
