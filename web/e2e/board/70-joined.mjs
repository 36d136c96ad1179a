import { drag } from "../drag.mjs";
import { assert, call, date, monday } from "./harness.mjs";

export const title = "a run of one project is one bar whatever the hours of its days, and every edit keeps these; it stops at time off";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Joined A"), await stage.person("Joined B")];
  const red = await stage.project("Joined red");
  const week = [8, 8, 8, 4, 8], two = [...week, 0, 0, ...week];
  for (const day of [monday, monday + 7]) await stage.plan(ada, red, day, ...week);
  const page = await stage.open({ zoom: "day" });
  const says = (user, column, expected) => stage.says(page, user.name, column, expected);
  await says(ada, 0, new RegExp(`${red.name} 36 h a week`));
  await stage.rest(page);
  const names = (await stage.inRow(page, ada.name)).filter((text) => text.startsWith("Joined"));
  assert.equal(names.length, 1, "one bar");

  // The day zoom writes the hours of the days on which they change.
  const numbers = (await stage.inRow(page, ada.name)).filter((text) => /^\d+$/.test(text.trim()));
  assert.deepEqual(numbers.slice(0, 3), ["4", "8", "4"]);

  // To another person, and one week later.
  const at = (user, day) => stage.bar(page, user.name, day);
  await drag(page, await at(ada, monday + 3), await stage.lane(page, bob.name, monday + 3));
  await stage.saved(bob, red, two);
  await stage.saved(ada, red, Array(12).fill(0));

  // An edge is pulled: what is there stays as it is.
  const edge = await at(bob, monday + 11);
  await drag(page, { x: edge.x + 18, y: edge.y }, await stage.lane(page, bob.name, monday + 14));
  await stage.saved(bob, red, [...two, 0, 0, 8]);
  await page.keyboard.press("Control+z");
  await stage.saved(bob, red, [...two, 0, 0, 0]);

  // The part from a day on moves alone, again and again, although it meets the rest.
  const wednesday = await at(bob, monday + 9);
  await page.mouse.click(wednesday.x, wednesday.y);
  await page.keyboard.press("s");
  await page.getByText(/^The part from .* on is selected/).waitFor();
  await drag(page, wednesday, await stage.lane(page, bob.name, monday + 16));
  await stage.saved(bob, red, [...week, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 8, 4, 8]);
  await drag(page, await stage.lane(page, bob.name, monday + 16), await stage.lane(page, bob.name, monday + 9));
  await stage.saved(bob, red, [...two, 0, 0, 0, 0, 0, 0, 0]);
  await drag(page, await stage.lane(page, bob.name, monday + 9), await stage.lane(page, bob.name, monday + 16));
  await stage.saved(bob, red, [...week, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 8, 4, 8]);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
  await stage.saved(bob, red, two);

  // The form: what was not typed stays.
  const bar = await at(bob, monday);
  await page.mouse.dblclick(bar.x, bar.y);
  const form = page.getByRole("form", { name: "Change" });
  assert.equal(await form.getByLabel("Hours", { exact: true }).inputValue(), "");
  await form.getByLabel("Tentative").check();
  await form.getByRole("button", { name: "Save" }).click();
  for (let i = 0; i < 50 && !(await stage.tentative(bob, red, monday, 1))[0]; i++) await page.waitForTimeout(100);
  await stage.saved(bob, red, two);
  await says(bob, 0, /36 h a week, tentative/);

  // It stops at time off, and goes on after it: one bar, moved as one.
  const type = (await call("GET", "/time-off-types")).items.find((one) => one.isActive);
  await call("POST", "/time-off", { userId: ada.id, timeOffTypeId: type.id, startDate: date(monday + 7), endDate: date(monday + 11), availability: 0, reason: "A wedding", status: "approved" });
  await stage.plan(ada, red, monday, ...week);
  await stage.plan(ada, red, monday + 14, ...week);
  const weeks = await stage.open();
  await stage.says(weeks, ada.name, 0, new RegExp(red.name));
  await stage.says(weeks, ada.name, 1, new RegExp(`^not available, ${type.name}`));
  await stage.rest(weeks);
  const texts = await stage.inRow(weeks, ada.name);
  assert.equal(texts.filter((text) => text.startsWith("Joined") || text.startsWith("Join")).length, 2, String(texts));
  assert.ok(texts.includes(type.name), String(texts));
  await drag(weeks, await stage.bar(weeks, ada.name, monday + 2), await stage.lane(weeks, ada.name, monday + 30));
  await stage.saved(ada, red, [...week, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...week], monday + 28);
};
