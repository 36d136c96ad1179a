import { assert, monday } from "./harness.mjs";

export const title = "no control of the toolbar is cut off or covered from 360 to 2560 px; Plan and Add time off come first";

const widths = [720, 768, 960, 1024, 1200, 1280, 1440, 1800, 2560];

/** hidden lists the controls of a part of the page that cannot be seen or reached whole. */
const hidden = (page, part) => page.evaluate((part) => {
  const controls = [...document.querySelectorAll(`${part} :is(button, input, select, a)`)].filter((node) => node.checkVisibility());
  const boxes = controls.map((node) => node.getBoundingClientRect());
  return controls.flatMap((node, i) => {
    const { left, right, top, bottom, width, height } = boxes[i];
    const name = node.getAttribute("aria-label") ?? node.textContent;
    if (left < 0 || right > innerWidth || width < 8 || height < 8) return [`${name}: from ${left} to ${right}`];
    const points = [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
    return points.flatMap(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return node.contains(found) ? [] : [`${name}: ${found?.outerHTML.slice(0, 80)} is at ${x}, ${y}`];
    });
  });
}, part);

export default async (stage) => {
  const boss = await stage.person("Toolbar boss of many");
  const user = await stage.person("Toolbar", { reportsToId: boss.id });
  for (const extra of ["", `&over=1&free=8&team=${boss.id}`]) {
    const page = await stage.visit(`from=${new Date(monday * 864e5).toISOString().slice(0, 10)}${extra}`);
    await page.locator(".corner").first().getByText(/people|person/).waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("toolbar").waitFor();
      await page.waitForTimeout(250);
      const what = `${width} px${extra}`;
      assert.deepEqual(await hidden(page, ".toolbar"), [], what);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, what);
      const [plan, range] = [await page.getByRole("button", { name: "Plan", exact: true }).boundingBox(), await page.locator(".range").boundingBox()];
      assert.ok(plan.x + plan.width > width - 40 && Math.abs(plan.y - range.y) < 20, `Plan is at the right of the first line, ${what}`);
      for (const name of ["Filter", "View"]) {
        await page.getByRole("button", { name, exact: true }).click();
        assert.deepEqual(await hidden(page, ".menu"), [], `${name}, ${what}`);
        await page.keyboard.press("Escape");
      }
    }
    // A narrow screen has the weeks of a person instead.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator(".week").first().click();
    await page.getByRole("button", { name: "Add time off…" }).waitFor();
    assert.deepEqual(await hidden(page, ".weeks > .top"), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }

  // Plan is key P for what is selected.
  const page = await stage.open({ q: user.name.split(" ")[1] });
  await stage.click(page, user.name, 1);
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  assert.equal(await page.getByRole("form", { name: "Plan" }).getByRole("combobox", { name: "Person" }).inputValue(), user.name);
  await page.keyboard.press("Escape");

  // The view, by keyboard.
  const view = page.getByRole("button", { name: "View", exact: true });
  await view.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.name), "grouping");
  await page.keyboard.press("ArrowDown");
  await page.waitForURL(/group=manager/);
  await page.getByRole("checkbox", { name: "Heat map" }).check();
  await page.getByRole("checkbox", { name: "Compact rows" }).check();
  await page.waitForURL(/view=heat&rows=compact/);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "View options" }).waitFor({ state: "detached" });
  assert.equal(await view.evaluate((button) => button === document.activeElement), true);
};
