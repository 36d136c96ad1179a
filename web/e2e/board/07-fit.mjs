import { date, monday } from "./harness.mjs";

export const title = "fit hours into what is free until a day";

export default async (stage) => {
  const user = await stage.person("Fit");
  const [busy, project] = [await stage.project("Busy"), await stage.project("Fit")];
  await stage.plan(user, busy, monday, 8, 4, 8, 0, 2);
  const page = await stage.open();
  await stage.click(page, user.name, 0);
  await page.keyboard.press("f");
  await page.getByLabel("To", { exact: true }).fill(date(monday + 8));
  await page.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.keyboard.press("Enter");
  await page.keyboard.type("40");
  await page.getByRole("button", { name: /^Fit 40 h/ }).click();
  await page.getByText("34 of 40 h fit. 6 h are left").waitFor();
  await stage.saved(user, project, [0, 4, 0, 8, 6, 0, 0, 8, 8, 0]);
};
