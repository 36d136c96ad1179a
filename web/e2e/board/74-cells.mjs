import { assert, monday } from "./harness.mjs";

export const title = "empty cells have a menu, Ctrl and a click adds cells, and a card says each fact of a bar once";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Cells A"), await stage.person("Cells B")];
  const project = await stage.project("Cells");
  await stage.plan(ada, project, monday, 8, 8, 4);
  const page = await stage.open();
  const menu = page.getByRole("menu", { name: "Days" });
  const items = async () => (await menu.getByRole("menuitem").allInnerTexts()).map((text) => text.split("\n")[0]);

  // The right button on an empty cell.
  const open = async (user, column) => {
    const { x, y } = await stage.below(page, user.name, column);
    await page.mouse.click(x, y, { button: "right" });
    await menu.waitFor();
  };
  await open(bob, 2);
  assert.deepEqual(await items(), ["Plan…", "Fit into free time…", "Add time off…", "Paste", "Paste into a new proposal", "Days and history"]);
  await stage.accessible(page, "the menu of a cell");
  await menu.getByRole("menuitem", { name: "Add time off" }).click();
  const form = page.getByRole("form", { name: "Add time off" });
  await form.waitFor();
  await page.keyboard.press("Escape");

  // With the keyboard, and what was copied.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Control+c");
  await stage.clickBelow(page, bob.name, 1);
  await page.keyboard.press("ContextMenu");
  await menu.getByRole("menuitem", { name: /^Paste(?! into)/ }).click();
  await stage.saved(bob, project, [8, 8, 4], monday + 7);

  // Two weeks that are not neighbours, of two people.
  await stage.clickBelow(page, ada.name, 3);
  await page.keyboard.down("Control");
  await stage.clickBelow(page, bob.name, 5);
  await page.keyboard.up("Control");
  await page.locator(".sums").getByText("2 cells").waitFor();
  await page.keyboard.press("p");
  const plan = page.getByRole("form", { name: "Plan" });
  await plan.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.keyboard.press("Enter");
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await stage.saved(ada, project, [4, 4, 4, 4, 4, 0, 0, ...Array(14).fill(0)], monday + 21);
  await stage.saved(bob, project, [...Array(14).fill(0), 4, 4, 4, 4, 4], monday + 21);
  await stage.clickBelow(page, ada.name, 8);
  await page.locator(".sums").getByText("cells").waitFor({ state: "detached" });

  // The card of a bar.
  const bar = await stage.bar(page, ada.name, monday + 1);
  await page.mouse.move(bar.x, bar.y);
  const card = page.getByRole("tooltip");
  await card.waitFor();
  const text = await card.innerText();
  assert.equal(text.split(project.name).length, 2, text);
  assert.ok(text.includes("4–8 h a day, 20 h in all"), text);
};
