import { assert, date, monday } from "./harness.mjs";

export const title = "a phone shows one's own weeks first, and a week of everybody as a list that leads to each person";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Phone A"), await stage.person("Phone B")];
  const project = await stage.project("Phone");
  await stage.plan(ada, project, monday, 9, 9, 9, 9, 9);
  await stage.plan(bob, project, monday, 8);
  await stage.planTentative(bob, project, monday + 7, 8, 8);
  const page = await stage.visit(`from=${date(monday)}`, { viewport: { width: 390, height: 844 } });
  const mine = page.getByRole("button", { name: "My weeks" });
  await mine.waitFor();
  assert.equal(await mine.getAttribute("aria-pressed"), "true");
  await page.getByRole("combobox", { name: "Person" }).waitFor();

  await page.getByRole("button", { name: "Everybody’s week" }).click();
  await page.waitForURL(/person=team/);
  await page.getByRole("searchbox", { name: "Find people" }).fill(stage.tag);
  const people = page.getByRole("list", { name: "People" }).locator("> li");
  await page.waitForFunction(() => document.querySelectorAll(".team > ol > li").length === 2);
  await people.nth(0).getByText("+5 over").waitFor();
  await people.nth(0).getByText(`${project.name} 45 h`).waitFor();
  await people.nth(1).getByText("32 free").waitFor();
  await page.getByRole("button", { name: "Forward" }).click();
  await people.nth(1).getByText("16 h").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await stage.accessible(page, `everybody's week, ${colorScheme}`);
  }

  // A person leads to their weeks.
  await people.nth(0).getByRole("button", { name: ada.name }).click();
  await page.waitForURL(new RegExp(`person=${ada.id}`));
  await page.waitForFunction((name) => document.querySelector("#weeks-person")?.value === name, ada.name);
};
