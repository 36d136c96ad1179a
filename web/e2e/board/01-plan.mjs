import { monday } from "./harness.mjs";

export const title = "click and drag over weeks or days to plan; a key does it too";

export default async (stage) => {
  const user = await stage.person("Plan");
  const project = await stage.project("Harbour");
  let page = await stage.open();
  await stage.drag(page, [user.name, 0], [user.name, 1]);
  await page.getByRole("textbox", { name: "Hours" }).fill("60");
  await page.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.getByRole("option", { name: project.name }).click();
  await page.getByRole("form", { name: "Plan" }).getByRole("button", { name: "Plan" }).click();
  await stage.says(page, user.name, 0, /^30 of 40 hours planned/);
  await stage.saved(user, project, [6, 6, 6, 6, 6, 0, 0, 6, 6, 6, 6, 6, 0, 0]);

  // The same with keys, in days.
  page = await stage.open({ zoom: "day" });
  await stage.click(page, user.name, 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "h a day" }).click();
  await page.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.keyboard.press("Enter");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [6, 4, 4, 6, 6, 0, 0], monday);
};
