import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assert, monday } from "./harness.mjs";

export const title = "axe finds no violation, in light and dark, with every panel and editor";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export default async (stage) => {
  const user = await stage.person("Axe");
  const project = await stage.project("Axe");
  await stage.plan(user, project, monday, 9, 8, 8);
  for (const colorScheme of ["light", "dark"]) {
    const page = await stage.open({ colorScheme });
    await page.evaluate(axe);
    const check = async (what) => {
      await page.waitForTimeout(200);
      const { violations } = await page.evaluate(() => globalThis.axe.run(".board"));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`), [], `${what}, ${colorScheme}`);
    };
    await stage.click(page, user.name, 0);
    await check("a selected cell");
    for (const [key, what] of [["p", "plan"], ["f", "fit"], ["n", "add project"], ["5", "hours"]]) {
      await page.keyboard.press(key);
      await check(what);
      await page.keyboard.press("Escape");
    }
    await stage.expand(page, user.name);
    await page.getByRole("button", { name: "Details" }).click();
    await check("details");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await check("filters");
    for (const name of ["Find free", "Keys"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await check(name);
    }
  }
};
