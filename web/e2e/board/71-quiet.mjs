import { assert, call, date, monday } from "./harness.mjs";

export const title = "a cell says only what is over or free, and the column beside the names what it sums for which days";

export default async (stage) => {
  const [full, over, idle, away] = [await stage.person("Quiet full"), await stage.person("Quiet over"), await stage.person("Quiet idle"), await stage.person("Quiet away")];
  const project = await stage.project("Quiet"), word = stage.tag;
  for (let week = 0; week < 16; week++) await stage.plan(full, project, monday + 7 * week, 8, 8, 8, 8, 8);
  for (let week = 0; week < 16; week++) await stage.plan(over, project, monday + 7 * week, 9, 9, 9, 9, 9);
  await stage.planTentative(idle, project, monday, 8, 8, 8, 8, 8);
  const type = (await call("GET", "/time-off-types")).items.find((one) => one.isActive);
  await call("POST", "/time-off", { userId: away.id, timeOffTypeId: type.id, startDate: date(monday + 14), endDate: date(monday + 18), availability: 0, reason: "A wedding", status: "pending" });

  // While hours are on their way, nothing looks like a sum.
  const page = await stage.visit("about:blank");
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route(/\/api\/v1\/capacity\?.*bucket=day/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${page.url().split("#")[0]}#from=${date(monday)}&q=${word}`);
  await page.reload();
  await page.locator(".name.person").first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(300);
  assert.doesNotMatch((await page.locator(".name.person").allInnerTexts()).join(" ").replaceAll(/Quiet \w+ \w+/g, ""), /\d/);
  assert.deepEqual((await stage.written(page)).map(({ text }) => text).filter((text) => /free|over|^0/.test(text)), []);
  answer();
  await page.locator(".name.person").filter({ hasText: full.name }).getByText("0 h").waitFor();

  Object.assign(page, { zoomed: "week" });
  await stage.says(page, full.name, 0, /36|40/);
  await stage.rest(page);
  const figures = async (user) => (await stage.inRow(page, user.name)).filter((text) => /free|over|tentative|\d \/ \d|^[\d~+]/.test(text) && !/ h/.test(text));
  assert.deepEqual(await figures(full), []);
  assert.ok((await figures(over)).every((text) => text === "+5 over"), String(await figures(over)));
  const said = await figures(idle);
  assert.deepEqual(said.slice(0, 2), ["40 tentative", "40 free"]);
  assert.ok((await stage.inRow(page, away.name)).some((text) => text.startsWith("Asked: ")));

  // Beside the names.
  const beside = async (user) => (await page.locator(".name.person").filter({ hasText: user.name }).locator(".free").innerText()).replaceAll(/\s+/g, " ");
  assert.equal(await beside(full), "0 h free");
  assert.match(await beside(over), /^\d+ h over$/);
  const range = page.locator(".corner").first();
  assert.match(await range.innerText(), /Free, \d+ \w+.* – \d+ \w+/);
  const before = [await range.innerText(), await beside(idle)];
  await stage.clickBelow(page, idle.name, 1);
  await page.getByRole("button", { name: "Details" }).click();
  await page.waitForFunction((text) => document.querySelector(".corner").innerText !== text, before[0]);
  assert.notEqual(await beside(idle), before[1], "a drawer makes the range and the sum smaller");
  await page.getByRole("button", { name: "Details" }).click();

  // What is tentative counts if one wants.
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("checkbox", { name: "Count tentative" }).check();
  await page.waitForURL(/tentative=1/);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  assert.deepEqual(await figures(idle), said.slice(1));
  await stage.says(page, idle.name, 0, /^0 of 40 hours planned, 40 tentative/);
};
