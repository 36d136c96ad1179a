import { monday } from "./harness.mjs";

export const title = "axe finds no violation, in light and dark, with every panel and editor";

export default async (stage) => {
  const user = await stage.person("Axe");
  const project = await stage.project("Axe");
  await stage.plan(user, project, monday, 9, 8, 8);
  for (const colorScheme of ["light", "dark"]) {
    const page = await stage.open({ colorScheme });
    const check = async (what) => {
      // Dark differs from light in colours only.
      await stage.accessible(page, `${what}, ${colorScheme}`, ".board", colorScheme === "dark" ? ["color-contrast"] : undefined);
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
    for (const name of ["Filter", "View"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await check(name);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Find free", exact: true }).click();
    await check("Find free");
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("button", { name: "Keys" }).click();
    await check("Keys");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add time off", exact: true }).click();
    await check("Add time off");
  }
};
