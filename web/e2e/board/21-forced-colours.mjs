import { assert, monday, run } from "./harness.mjs";

export const title = "with the few colours of the system, text, bars and what is selected can be seen, in light and dark";

/** pixels are the colours of a cell of a row, from the left edge of a column on. */
async function pixels(stage, page, name, column, width = 88) {
  const row = await stage.row(page, name);
  const { x } = await stage.cell(page, name, column, 0);
  const data = await page.evaluate(([x, y, width, height]) => {
    const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
    return [...canvas.getContext("2d").getImageData((x + 2 - box.x) * devicePixelRatio, (y + 2 - box.y) * devicePixelRatio, width * devicePixelRatio, (height - 4) * devicePixelRatio).data];
  }, [x, row.y, width, row.height]);
  return Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3));
}

const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const part = (all, fits) => all.filter(fits).length / all.length;

export default async (stage) => {
  const users = [await stage.person("Forced A"), await stage.person("Forced B"), await stage.person("Forced C")];
  const projects = [await stage.project("Solid"), await stage.project("Dots"), await stage.project("Draft", "draft")];
  for (let i = 0; i < 3; i++) await stage.plan(users[i], projects[i], monday, 6, 6, 6, 6, 6);
  for (const colorScheme of ["light", "dark"]) {
    const page = await stage.open({ q: `Forced ${run}`, colorScheme, forcedColors: "active" });
    for (const { name } of users) await stage.says(page, name, 0, / h a day/);
    await stage.rest(page);
    const [ground, text] = await page.evaluate(() => ["Canvas", "CanvasText"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
      return getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).map(Number);
    }));
    assert.ok(contrast(ground, text) > 7, "the colours of the system");
    const bars = [];
    for (const { name } of users) {
      const cell = await pixels(stage, page, name, 0);
      bars.push(String(cell));
      assert.ok(part(cell, (pixel) => contrast(pixel, ground) >= 4.5) > 0.03, `${name} has text and a bar, ${colorScheme}`);
      assert.ok(part(cell, (pixel) => contrast(pixel, ground) < 1.7) > 0.2, `${name} is not covered, ${colorScheme}`);
    }
    assert.equal(new Set(bars).size, 3, "projects are told apart");

    // What is selected differs from its neighbours.
    const before = String(await pixels(stage, page, users[0].name, 3));
    await stage.click(page, users[0].name, 3);
    await stage.rest(page);
    const after = await pixels(stage, page, users[0].name, 3);
    assert.notEqual(String(after), before);
    assert.ok(part(after, (pixel) => contrast(pixel, ground) >= 3) > 0.01, "the focus");

    // The mode ends and begins while the board is open.
    const colourful = async () => part(await pixels(stage, page, users[0].name, 0), ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) > 60);
    await page.emulateMedia({ forcedColors: "none" });
    await page.waitForTimeout(300);
    const inColour = await colourful();
    await page.emulateMedia({ forcedColors: "active" });
    await page.waitForTimeout(300);
    assert.ok(inColour > 0.1 && (await colourful()) < 0.01, `${inColour} of the bar is in colour without the mode`);
    await page.screenshot({ path: `${process.env.SCREENSHOTS ?? "/tmp"}/forced-${colorScheme}.png` });
  }
};
