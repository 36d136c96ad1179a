// Takes pictures of the states of the board with the demo's people, for a person to look at: in light, dark
// and forced colours, from narrow to wide. Nothing may overflow.
//
//   .ci/with-dev node web/e2e/board/look.mjs folder [part of the name of a state]

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { finish, folder, open, origin, step } from "../browser.mjs";
import { drag } from "../drag.mjs";

await mkdir(folder, { recursive: true });
const now = Math.floor(Date.now() / 864e5);
const date = (day) => new Date(day * 864e5).toISOString().slice(0, 10);
const week = now - ((now + 3) % 7) - 7;
const schemes = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, forced: { colorScheme: "dark", forcedColors: "active" } };

/** below is a place in a row of a person, below the bars. */
async function below(page, row, column) {
  const box = await page.locator(".names > .person").nth(row).boundingBox();
  const { x } = await page.locator(".pane").boundingBox();
  return { x: x + box.width + (column + 0.5) * 92, y: box.y + box.height - 8 };
}

/** onBar is a place in the first bar of a row. */
async function onBar(page, row, column) {
  const box = await page.locator(".names > .person").nth(row).boundingBox();
  return { x: (await below(page, row, column)).x, y: box.y + 14 };
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();
const select = async (page, [row, column], [toRow, toColumn]) => drag(page, await below(page, row, column), await below(page, toRow, toColumn));

/** The states of the grid: the address, and what one does. */
const states = {
  week: [],
  selected: ["", (page) => select(page, [1, 1], [2, 2])],
  plan: ["", async (page) => (await select(page, [1, 1], [2, 1]), page.keyboard.press("p"))],
  "time-off": ["", async (page) => (await select(page, [1, 1], [2, 1]), page.keyboard.press("o"))],
  open: ["", async (page) => (await page.mouse.click(...Object.values(await below(page, 1, 1))), page.keyboard.press(" "))],
  details: ["", async (page) => (await page.mouse.click(...Object.values(await below(page, 1, 1))), press(page, "Details"))],
  "bar-menu": ["", async (page) => page.mouse.click(...Object.values(await onBar(page, 1, 1)), { button: "right" })],
  "bar-change": ["", async (page) => page.mouse.dblclick(...Object.values(await onBar(page, 1, 1)))],
  card: ["", async (page) => page.mouse.move(...Object.values(await onBar(page, 1, 1)))],
  dragging: ["", async (page) => {
    const [from, to] = [await onBar(page, 1, 1), await onBar(page, 2, 2)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
  }],
  removed: ["", async (page) => (await page.mouse.click(...Object.values(await below(page, 1, 1))), page.keyboard.press("Delete"), page.waitForTimeout(600), press(page, "Undo"))],
  filter: ["", (page) => press(page, "Filter")],
  filtered: ["&free=4&over=1&q=a"],
  nobody: ["&q=zzzz"],
  view: ["", (page) => press(page, "View")],
  views: ["", (page) => press(page, "Saved")],
  "find-free": ["", (page) => press(page, "Find free")],
  keys: ["", (page) => page.keyboard.press("?")],
  day: ["&zoom=day"],
  month: ["&zoom=month"],
  heat: ["&view=heat"],
  compact: ["&rows=compact"],
  managers: ["&group=manager"],
  projects: ["&group=project"],
  capabilities: ["&group=capability"],
  roles: ["", async (page) => {
    await page.mouse.move(500, 500);
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, 4000), await page.waitForTimeout(400);
    await page.getByText("Find someone").first().click();
  }],
};

/** The states of the list on a narrow screen. */
const narrow = {
  weeks: [],
  "weeks-open": ["", (page) => page.locator(".weeks .week").first().click()],
  "weeks-plan": ["", async (page) => (await page.locator(".weeks .week").first().click(), page.getByRole("button", { name: "Plan…" }).first().click())],
  "weeks-time-off": ["", async (page) => (await page.locator(".weeks .week").first().click(), page.getByRole("button", { name: /^(Add time off|Time off)/ }).first().click())],
};

const [, only] = process.argv.slice(2);
for (const scheme of Object.keys(schemes)) {
  for (const width of [360, 768, 1024, 1440]) {
    const screen = `${scheme}-${width}`;
    await step(`the states of the board: ${screen}`, async () => {
      const page = await open("#/people", { ...schemes[scheme], width, height: width < 700 ? 800 : 900 });
      for (const [name, [place = "", act] = []] of Object.entries(width < 700 ? narrow : states)) {
        if (only && !name.includes(only)) continue;
        await page.goto("about:blank");
        await page.mouse.move(700, 2);
        await page.goto(`${origin}/#from=${date(place.includes("month") ? week - 90 : week)}${place}`);
        await page.locator(".name.person, .weeks li, .board .empty").first().waitFor();
        await page.waitForTimeout(900);
        try {
          if (act) await act(page), await page.waitForTimeout(700);
        } catch (error) {
          console.log(`${name}: ${error.message}`);
        }
        await page.screenshot({ path: `${folder}/${name}-${screen}.png` });
        await page.mouse.up();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${name} scrolls sideways at ${width}`);
      }
      await page.context().close();
    });
  }
}
await finish();
