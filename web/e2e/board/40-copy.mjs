import { assert, call, date, monday } from "./harness.mjs";

export const title = "copied weeks keep their projects, hours and what is tentative; numbers of a spreadsheet go to the named project";

export default async (stage) => {
  const [ada, bob, eve] = [await stage.person("Copied"), await stage.person("Pasted"), await stage.person("Third")];
  const [red, blue] = [await stage.project("Copy red"), await stage.project("Copy blue")];
  await stage.plan(ada, red, monday, 3, 3, 3, 3, 3);
  await stage.plan(ada, blue, monday, 5, 5, 5);
  await stage.planTentative(ada, red, monday + 7, 4, 4);
  const page = await stage.open();

  // A week with two projects, to another person and week.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Control+c");
  await stage.clickBelow(page, bob.name, 2);
  await page.keyboard.press("Control+v");
  await stage.saved(bob, red, [3, 3, 3, 3, 3], monday + 14);
  await stage.saved(bob, blue, [5, 5, 5, 0, 0], monday + 14);

  // Two weeks of one person, tentative ones included, to several people at once.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await stage.clickBelow(page, bob.name, 4);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+v");
  for (const user of [bob, eve]) {
    await stage.saved(user, red, [3, 3, 3, 3, 3, 0, 0, 4, 4], monday + 28);
    await stage.saved(user, blue, [5, 5, 5], monday + 28);
    assert.deepEqual(await stage.tentative(user, red, monday + 28, 9), [false, false, false, false, false, undefined, undefined, true, true]);
  }

  // The weeks of two people.
  await stage.clickBelow(page, bob.name, 4);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+c");
  await stage.clickBelow(page, bob.name, 7);
  await page.keyboard.press("Control+v");
  for (const user of [bob, eve]) await stage.saved(user, blue, [5, 5, 5], monday + 49);
  await page.keyboard.press("Control+z");
  for (const user of [bob, eve]) await stage.saved(user, blue, [0, 0, 0], monday + 49);

  // Numbers from a spreadsheet: nothing is written before a project is named.
  await stage.clickBelow(page, eve.name, 0);
  await page.evaluate(() => navigator.clipboard.writeText("20\t10"));
  await page.keyboard.press("Control+v");
  const form = page.getByRole("form", { name: "Paste hours" });
  await form.getByText("30 h").waitFor();
  assert.deepEqual(await stage.planned(eve, red, monday, 12), Array(12).fill(0));
  await form.getByRole("combobox", { name: "Project" }).fill(red.name);
  await page.getByRole("option", { name: red.name }).click();
  await form.getByRole("button", { name: "Paste" }).click();
  await stage.saved(eve, red, [4, 4, 4, 4, 4, 0, 0, 2, 2, 2, 2, 2]);

  // A month to the next one: each day keeps its place in the week, and nothing is planned on a weekend.
  const months = await stage.open({ zoom: "month", q: `Copied ${stage.tag}` });
  await stage.says(months, ada.name, 0, /hours planned/);
  await stage.rest(months);
  await stage.click(months, ada.name, 0);
  await months.keyboard.press("Control+c");
  await stage.rest(months);
  await stage.click(months, ada.name, 2);
  await months.keyboard.press("Control+v");
  await months.getByText(/^Pasted /).waitFor();
  await months.getByText("All changes are saved").waitFor();
  const { items } = await call("GET", `/assignments?user_id=${ada.id}&start_date=${date(monday + 28)}&end_date=${date(monday + 120)}&limit=200`);
  const weekend = ({ date }) => [0, 6].includes(new Date(date).getUTCDay());
  assert.ok(items.length > 0 && !items.some(weekend), items.filter(weekend).map(({ date }) => date).join());
};
