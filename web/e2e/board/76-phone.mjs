import { assert, call, date, monday } from "./harness.mjs";

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

  // Of somebody whose utilization is hidden, a week says what is planned, and neither full nor away.
  await call("PATCH", "/organization/privacy", { utilization: "managers" });
  const scopes = ["read:users", "read:projects", "read:clients", "read:assignments", "read:actual_hours", "read:time_off", "read:events"];
  const { secret } = await call("POST", "/keys", { name: `phone ${stage.tag}`, actorUserId: bob.id, scopes });
  const place = (who) => stage.visit(`from=${date(monday)}&person=${who}&q=${stage.tag}`, { viewport: { width: 390, height: 844 }, extraHTTPHeaders: { Authorization: `Bearer ${secret}` } });
  const team = await place("team"); const seen = team.getByRole("list", { name: "People" }).locator("> li");
  await seen.nth(1).getByText("32 free").waitFor();
  await seen.nth(0).getByText(`${project.name} 45 h`).waitFor();
  assert.equal(await seen.nth(0).locator(".left").innerText(), "");
  await team.getByText("to their managers only").waitFor();
  const weeks = await place(ada.id), first = weeks.locator(".weeks > ol > li").first();
  await first.locator(".week").click();
  await first.locator("fieldset").waitFor();
  assert.match(await first.locator(".week").innerText(), /45 h\s*$/);
  assert.doesNotMatch(await first.innerText(), /away|full|free|over|\/|–\n/);
  await weeks.getByText("to their managers only").waitFor();
};
