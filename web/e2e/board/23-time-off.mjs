import { assert, call, date, monday, run } from "./harness.mjs";

export const title = "time off for several people in four steps, approved at once, with a way back; a failure names its person";

export default async (stage) => {
  const [one, two] = [await stage.person("Resting A"), await stage.person("Resting B")];
  const type = (await call("GET", "/time-off-types?limit=200")).items.filter((t) => t.isActive).at(-1);
  const of = async (user) => (await call("GET", `/time-off?user_id=${user.id}`)).items.map(({ startDate, endDate, availability, status, reason }) => [startDate, endDate, availability, status, reason]);
  const page = await stage.open({ q: `Resting ${run}` });
  const form = page.getByRole("form", { name: "Add time off" });

  await stage.drag(page, [one.name, 0], [two.name, 1]); // 1
  await page.getByRole("button", { name: "Add time off", exact: true }).click(); // 2
  await form.getByLabel("Type").selectOption({ label: type.name }); // 3
  await form.getByText("It is approved at once.").waitFor();
  const people = async () => (await form.getByRole("list", { name: "People" }).getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s*×$/, ""));
  assert.deepEqual(await people(), [one.name, two.name]);
  await stage.accessible(page, "the form");
  await form.getByRole("button", { name: "Add", exact: true }).click(); // 4
  await page.getByText(`${type.name} for 2 people`).waitFor();
  await stage.says(page, two.name, 1, new RegExp(`^not available, ${type.name}`));
  // A week ends on Friday, and the type is the reason that the API asks for.
  const expected = [date(monday), date(monday + 11), 0, "approved", type.name];
  assert.deepEqual([await of(one), await of(two)], [[expected], [expected]]);

  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await stage.says(page, two.name, 1, /^0 of 40/);
  assert.deepEqual([await of(one), await of(two)], [[], []]);

  // By keyboard, with hours and a note; the server refuses one of the two.
  await page.route("**/api/v1/time-off", (route) =>
    route.request().method() === "POST" && route.request().postDataJSON().userId === two.id
      ? route.fulfill({ status: 403, contentType: "application/json", body: JSON.stringify({ error: { message: "you may not do this", code: "permission_denied", details: [] } }) })
      : route.continue(),
  );
  await stage.click(page, one.name, 2);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("o");
  await form.getByLabel("Hours still worked a day").fill("4");
  await form.getByLabel("Note (optional)").fill("Only mornings");
  await page.keyboard.press("Enter");
  await form.getByText(`${two.name}: You may not do this`).waitFor();
  assert.deepEqual(await people(), [two.name]);
  assert.deepEqual((await of(one)).map(([first, last, hours, status, reason]) => [first, last, hours, status, reason]), [[date(monday + 14), date(monday + 18), 4, "approved", "Only mornings"]]);
  await page.unroute("**/api/v1/time-off");
  await page.keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  assert.equal((await of(two)).length, 1);

  // What cannot be taken back is still there.
  await page.route("**/api/v1/time-off/*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 403, contentType: "application/json", body: JSON.stringify({ error: { message: "you may not do this", code: "permission_denied", details: [] } }) })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await page.getByText("Not undone: you may not do this").waitFor();
  await stage.rest(page);
  await stage.says(page, two.name, 2, /^0 of 20 hours planned, ./);

  // On a Sunday, time off begins with the next working day.
  const days = await stage.open({ q: one.name, zoom: "day" }), sunday = days.getByRole("form", { name: "Add time off" });
  await stage.click(days, one.name, 6);
  await days.keyboard.press("o");
  await sunday.waitFor();
  assert.deepEqual([await sunday.getByLabel("First day").inputValue(), await sunday.getByLabel("Last day").inputValue()], [date(monday + 7), date(monday + 7)]);
};
