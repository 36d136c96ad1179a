import { assert, call, date, monday } from "./harness.mjs";

export const title = "a field of hours that is opened and left as it is writes nothing, and a long bar keeps its hours";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Left A"), await stage.person("Left B")];
  const [red, blue] = [await stage.project("Left red"), await stage.project("Left blue")];
  const uneven = [10, 10, 6, 4, 2, 0, 0, 8, 8, 8, 8, 8];
  await stage.plan(ada, red, monday, ...uneven);
  await stage.plan(bob, red, monday, 4, 1, 1, 1, 1);
  const page = await stage.open();
  await stage.says(page, ada.name, 0, /^32 of 40/);

  // One cell: its hours stay on their days.
  const field = page.locator(".cell-editor");
  const leave = async (...keys) => {
    await page.keyboard.press("Enter");
    await field.waitFor();
    for (const key of keys) await page.keyboard.press(key);
    await field.waitFor({ state: "detached" });
  };
  for (const { name } of [ada, bob]) {
    await stage.clickBelow(page, name, 0);
    await leave("Enter");
  }

  // Two weeks: the field has the hours of its cell, and not of both.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await field.waitFor();
  assert.equal(await field.inputValue(), "40");
  await page.keyboard.press("Tab");

  // Several people: the field is empty, and their hours stay.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Shift+ArrowDown");
  await leave("Tab");
  await page.waitForTimeout(800);
  assert.deepEqual(await stage.planned(ada, red, monday, 12), uneven);
  assert.deepEqual(await stage.planned(bob, red, monday, 5), [4, 1, 1, 1, 1]);

  // Whoever empties the field removes the hours.
  await stage.clickBelow(page, bob.name, 0);
  await page.keyboard.press("Enter");
  await field.fill("");
  await page.keyboard.press("Enter");
  await stage.saved(bob, red, [0, 0, 0, 0, 0]);

  // More than a thousand hours in all.
  const items = Array.from({ length: 13 }, (_, week) => [0, 1, 2, 3, 4].map((day) => ({ userId: bob.id, projectId: blue.id, capabilityId: null, date: date(monday + 7 * week + day), hours: 16 }))).flat();
  await call("POST", "/assignments", { items });
  const bar = await stage.bar(page, bob.name, monday);
  await page.mouse.dblclick(bar.x, bar.y);
  const form = page.getByRole("form", { name: "Change" });
  await form.getByRole("button", { name: "h in all" }).click();
  assert.equal(await form.getByLabel("Hours", { exact: true }).inputValue(), "1040");
  await form.getByLabel("Tentative").check();
  await form.getByRole("button", { name: "Save" }).click();
  for (let i = 0; i < 50 && !(await stage.tentative(bob, blue, monday, 1))[0]; i++) await page.waitForTimeout(100);
  assert.deepEqual(await stage.planned(bob, blue, monday, 5), [16, 16, 16, 16, 16]);
};
