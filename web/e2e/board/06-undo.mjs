import { assert, monday } from "./harness.mjs";

export const title = "undo and redo of everything, by the reverse upsert";

export default async (stage) => {
  const user = await stage.person("Undo");
  const project = await stage.project("Undo");
  await stage.plan(user, project, monday, 2, 2, 2, 2, 2);
  const page = await stage.open();
  await stage.click(page, user.name, 0);
  for (const hours of ["20", "30", "40"]) {
    await page.keyboard.type(hours);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await stage.click(page, user.name, 0);
  }
  await stage.saved(user, project, [8, 8, 8, 8, 8]);
  await page.keyboard.press("Control+z");
  await stage.saved(user, project, [6, 6, 6, 6, 6]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await stage.saved(user, project, [2, 2, 2, 2, 2]);
  // What comes next are changes from before this page was opened.
  assert.match(await page.getByRole("button", { name: "Undo" }).getAttribute("title"), new RegExp(`Undo: 10 h ${project.name}, ${user.name}, `));
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+Shift+z");
  await stage.saved(user, project, [6, 6, 6, 6, 6]);

  // What others changed in the meantime stays.
  await stage.plan(user, project, monday, 7);
  await stage.says(page, user.name, 0, /^31 of 40/);
  await page.keyboard.press("Control+z");
  await page.getByText("1 day was changed since and stayed.").waitFor();
  await stage.saved(user, project, [7, 4, 4, 4, 4]);

  // After a reload, the journal has one's own changes. An edit that was taken back is not among them.
  await stage.click(page, user.name, 0);
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [5, 5, 5, 5, 5]);
  await page.reload();
  await page.locator(".name.person").first().waitFor();
  await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
  await stage.click(page, user.name, 0);
  await page.keyboard.press("Control+z");
  await stage.saved(user, project, [7, 4, 4, 4, 4]);
};
