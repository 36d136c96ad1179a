import { date, monday } from "./harness.mjs";

export const title = "who has so many free hours in these weeks, with this capability";

export default async (stage) => {
  const user = await stage.person("Aaron Gap");
  const project = await stage.project("Gap");
  await stage.plan(user, project, monday, 8, 8, 8);
  const page = await stage.open();
  await page.keyboard.press("g");
  const drawer = page.getByRole("complementary", { name: "Find free people" });
  await drawer.getByLabel("Hours").fill("16");
  await drawer.getByLabel("From").fill(date(monday));
  await drawer.getByLabel("To", { exact: true }).fill(date(monday + 4));
  await drawer.getByRole("button", { name: "Find", exact: true }).click();
  const found = drawer.getByRole("button", { name: user.name }).filter({ hasText: /16 h free, 16 h by Fri/ });
  await found.waitFor();
  await found.click();
  await page.waitForFunction(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent.startsWith("24 of 40"));
};
