import { assert, call, date, monday } from "./harness.mjs";

export const title = "a week is over if the week is, not a day of it; outside of a project's dates is said before and after";

export default async (stage) => {
  const user = await stage.person("Warned");
  const [project, short] = [await stage.project("Long"), await stage.project("Short")];
  await call("PATCH", `/projects/${short.id}`, { startDate: date(monday), endDate: date(monday + 4) });
  await stage.plan(user, project, monday, 9, 7, 8, 8, 8);
  const page = await stage.open();
  await stage.says(page, user.name, 0, /^40 of 40 hours planned, 1 over on single days/);
  const day = await stage.open({ zoom: "day" });
  await stage.says(day, user.name, 0, /^9 of 8 hours planned, 1 over/);

  // While a bar is dragged, and when it is saved.
  await stage.plan(user, short, monday, 2, 2);
  await stage.says(day, user.name, 0, new RegExp(short.name));
  const from = await stage.bar(day, user.name, monday, 1), to = await stage.lane(day, user.name, monday + 8);
  await day.mouse.move(from.x, from.y);
  await day.mouse.down();
  await day.mouse.move(to.x, to.y, { steps: 4 });
  await day.locator(".tip").getByText("after the project ends").waitFor();
  await day.mouse.up();
  await day.getByText(new RegExp(`2 days outside the dates of ${short.name}`)).waitFor();
  await stage.saved(user, short, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2]);
  await day.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await stage.saved(user, short, [2, 2]);
  assert.deepEqual(await stage.planned(user, short, monday + 7, 4), [0, 0, 0, 0]);
};
