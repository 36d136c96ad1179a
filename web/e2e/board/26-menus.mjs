import { assert } from "./harness.mjs";

export const title = "Escape and a click outside close a menu, and do nothing else";

export default async (stage) => {
  const user = await stage.person("Menus");
  const page = await stage.open({ q: user.name.split(" ")[1] });
  for (const [name, label] of [["Filter", "Filters"], ["View", "View options"]]) {
    const button = page.getByRole("button", { name, exact: true }), menu = page.getByRole("dialog", { name: label });
    const closed = async () => {
      await menu.waitFor({ state: "detached" });
      assert.equal(await button.evaluate((node) => node === document.activeElement), true, `${name} has the focus again`);
      assert.equal(await page.locator("[role=gridcell][aria-selected=true]").count(), 0, `${name} selects no cell`);
    };
    await button.click();
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await button.click();
    await menu.waitFor();
    const { x, y } = await stage.cell(page, user.name, 11);
    await page.mouse.click(x, y);
    await closed();
    await button.click();
    await menu.waitFor();
    await button.click({ force: true });
    await closed();
  }
  // With Tab one leaves a menu.
  await page.getByRole("button", { name: "View", exact: true }).click();
  for (let i = 0; i < 6; i++) await page.keyboard.press("Tab");
  await page.getByRole("dialog").waitFor({ state: "detached" });
};
