import { assert, monday } from "./harness.mjs";

export const title = "everything by keyboard: open a person, add a project, plan, move, extend, undo, zoom, help";

export default async (stage) => {
  const user = await stage.person("Keyboard");
  const project = await stage.project("Keyboard");
  const page = await stage.open({ q: user.name.split(" ")[1] });
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The grid has the focus from the start; its first cell is the one of today or the first in view.
  await press("ArrowRight", "ArrowLeft", "Control+ArrowLeft", "Control+ArrowLeft", "Home");
  await page.evaluate((first) => (location.hash = location.hash.replace(/from=[^&]*/, `from=${first}`)), new Date(monday * 864e5).toISOString().slice(0, 10));
  await page.locator(".name.person").first().waitFor();
  await stage.rest(page);
  await press("n");
  await page.keyboard.type(project.name);
  await press("Enter");
  await page.locator(".name.project").waitFor();
  await page.keyboard.type("20");
  await press("Enter", "ArrowUp", "ArrowUp");
  const { items } = await (async () => {
    for (let i = 0; ; i++) {
      const found = await (await fetch(`${process.env.WORKPLAN_HTTP}/api/v1/assignments?user_id=${user.id}&minHours=0.1`, { headers: { Authorization: `Bearer ${process.env.WORKPLAN_KEY}` } })).json();
      if (found.data.items.length || i > 20) return found.data;
      await page.waitForTimeout(200);
    }
  })();
  assert.equal(items.reduce((sum, row) => sum + row.hours, 0), 20);
  const week = Date.parse(items[0].date) / 864e5;
  await press("ArrowDown", "Alt+ArrowRight");
  await stage.saved(user, project, [0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 0, 0], week);
  await press("Alt+Shift+ArrowRight");
  await stage.saved(user, project, [4, 4, 4, 4, 4, 0, 0, 4, 4, 4, 4, 4, 0, 0], week + 7);
  await press("Control+z", "Control+z");
  await stage.saved(user, project, [4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0], week);
  await press("?");
  await page.getByRole("heading", { name: "Keys" }).waitFor();
  await press("Escape", "d", "m", "w", "g");
  await page.getByRole("heading", { name: "Find free people" }).waitFor();
  await press("Escape", "/");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Find people");
};
