import { assert, date, monday } from "./harness.mjs";

export const title = "a board that stays open over midnight knows the day";

export default async (stage) => {
  await stage.person("Night");
  const page = await stage.open();
  await page.clock.setSystemTime(new Date(`${date(monday + 1)}T12:00:00Z`));
  await page.getByRole("button", { name: "Add time off", exact: true }).click();
  assert.equal(await page.getByRole("form", { name: "Add time off" }).getByLabel("First day").inputValue(), date(monday + 1));
};
