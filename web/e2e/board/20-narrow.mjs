import { assert, call, date, monday } from "./harness.mjs";

export const title = "a narrow screen lists the weeks of a person, and hours are typed there";

export default async (stage) => {
  const user = await stage.person("Narrow", { countryCode: "IS" });
  const project = await stage.project("Narrow");
  await stage.plan(user, project, monday, 9, 8, 8, 8, 8);
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  await call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate: date(monday + 7), endDate: date(monday + 11), availability: 0, reason: "A wedding", status: "approved" });
  await call("PUT", "/holidays", { items: [{ countryCode: "IS", date: date(monday + 15), name: "Shop Day", factor: 1 }] });

  // Without an address they are one's own.
  const [me, phone] = [await call("GET", "/me"), { viewport: { width: 390, height: 844 } }];
  const page = await stage.visit("", phone);
  const picker = page.getByRole("combobox", { name: "Person" });
  const { name } = await call("GET", `/users/${me.actorUserId}`);
  await page.waitForFunction((name) => document.querySelector("#weeks-person")?.value === name, name);
  assert.equal(await page.locator("canvas").count(), 0);
  await page.waitForURL(/#from=/);

  // Another person and other weeks, by keyboard. Both are in the address.
  await page.goto(`${page.url().split("#")[0]}#from=${date(monday)}`);
  await picker.fill(user.name);
  await page.getByRole("option", { name: user.name }).waitFor();
  await picker.press("Enter");
  const week = (words) => page.getByRole("button", { name: words });
  await week(/41 \/ 40 h \+1 over/).waitFor();
  assert.match(page.url(), new RegExp(`from=${date(monday)}.*person=${user.id}`));
  await week(/0 \/ 0 h away/).waitFor();
  await week(/0 \/ 32 h 32 free/).waitFor();
  await page.locator(".weeks > ol").getByText(project.name).first().waitFor();
  const list = await page.locator(".weeks > ol").innerText();
  assert.ok(list.includes(`${type.name}, `) && list.includes("Shop Day, ") && list.includes(project.name), list);

  // A week opens to its days. A number is saved, is undone, and what cannot be read says why.
  await week(/41 \/ 40 h/).press("Enter");
  const days = page.getByRole("group", { name: new RegExp(project.name) }).getByRole("textbox");
  await days.nth(0).fill("4:30");
  await days.nth(0).press("Tab");
  assert.equal(await days.nth(1).evaluate((input) => input === document.activeElement), true);
  await stage.saved(user, project, [4.5, 8, 8, 8, 8, 0, 0]);
  await week(/36.5 \/ 40 h 3.5 free/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await stage.saved(user, project, [9, 8, 8, 8, 8, 0, 0]);
  await days.nth(2).fill("many");
  await days.nth(2).press("Tab");
  await page.getByText("Type hours: 8, 7.5 or 7:30.").waitFor();
  assert.equal(await days.nth(2).getAttribute("aria-invalid"), "true");

  // A plan, by the editor of the board.
  await week(/0 \/ 32 h/).click();
  await page.getByRole("button", { name: "Plan…" }).click();
  await page.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.keyboard.press("Enter");
  await page.keyboard.type("16");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [4, 0, 4, 4, 4, 0, 0], monday + 14);
  await week(/16 \/ 32 h 16 free/).waitFor();

  // What others plan shows.
  await stage.plan(user, project, monday + 21, 5);
  await week(/5 \/ 40 h 35 free/).waitFor({ timeout: 3000 });

  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await stage.accessible(page, `weeks, ${colorScheme}`);
  }
};
