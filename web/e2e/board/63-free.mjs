import { assert, call, date, monday } from "./harness.mjs";

export const title = "Find free selects the asked days, says levels, requested leave and tentative hours, and ends in a plan";

export default async (stage) => {
  const [user, other] = [await stage.person("Freely"), await stage.person("Freely other")];
  const project = await stage.project("Freely");
  const skill = await call("POST", "/capabilities", { name: `Backend ${project.name}` });
  for (const [{ id }, level] of [[user, 4], [other, 2]]) await call("PUT", `/users/${id}/capabilities`, { items: [{ capabilityId: skill.id, level }] });
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  await call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate: date(monday + 8), endDate: date(monday + 9), availability: 0, reason: "Test", status: "pending" });
  await stage.planTentative(other, project, monday, 8, 8, 8, 8, 8, 0, 0, 8, 8, 8, 8, 8);
  const page = await stage.open();
  await page.keyboard.press("g");
  const drawer = page.getByRole("complementary", { name: "Find free people" });
  await drawer.getByLabel("From").fill(date(monday));
  await drawer.getByLabel("To", { exact: true }).fill(date(monday + 13));
  await drawer.getByLabel("Skill").selectOption({ label: skill.name });
  await drawer.getByText("2 people have 16 free hours").waitFor();
  const answer = (name) => drawer.getByRole("listitem").filter({ hasText: name });
  assert.match(await answer(user.name).innerText(), new RegExp(`80 h free[^]*${skill.name} 4[^]*${type.name} requested`));
  assert.match(await answer(other.name).innerText(), new RegExp(`80 h free[^]*${skill.name} 2[^]*80 h tentative`));

  // Tentative hours count if one says so.
  await drawer.getByLabel("Count tentative").check();
  await drawer.getByText("1 person has 16 free hours").waitFor();
  await answer(other.name).waitFor({ state: "detached" });

  await answer(user.name).getByRole("button", { name: user.name }).click();
  await page.locator(".status").getByText("2 cells").waitFor();
  await page.locator(".status").getByText("80 h free").waitFor();
  await answer(user.name).getByRole("button", { name: "Plan these" }).click();
  const form = page.getByRole("form", { name: "Plan" });
  assert.equal(await form.getByLabel("Hours", { exact: true }).inputValue(), "16");
  await form.getByRole("combobox", { name: "Project" }).fill(project.name);
  await form.getByRole("listbox", { name: "Project" }).getByRole("option", { name: project.name }).click();
  await form.getByRole("button", { name: "Plan" }).click();
  await stage.says(page, user.name, 0, /^8 of 40 hours planned/);
  // The answer is asked again: after the plan, its undo, and what somebody else plans.
  await drawer.getByLabel("Count tentative").uncheck();
  await answer(user.name).getByText("64 h free").waitFor();
  await page.locator("[role=grid]").focus();
  await page.keyboard.press("Control+z");
  await answer(user.name).getByText("80 h free").waitFor();
  await stage.plan(user, project, monday + 7, 8, 8, 8);
  await answer(user.name).getByText("56 h free").waitFor();

  // Nobody is free after the last day of employment, also in the cells. It is cleared for what follows.
  await call("PATCH", `/users/${user.id}`, { endDate: date(monday + 7) });
  await answer(user.name).getByText("40 h free").waitFor();
  await stage.says(page, user.name, 1, /^8 of 8 hours planned|^8 hours planned|16 over/);
  await call("PATCH", `/users/${user.id}`, { endDate: null });
  await answer(user.name).getByText("56 h free").waitFor();

  // Days within a week are selected alone, and with their own sums.
  await drawer.getByLabel("From").fill(date(monday + 2));
  await drawer.getByLabel("To", { exact: true }).fill(date(monday + 4));
  await answer(user.name).getByText("24 h free").waitFor();
  await answer(user.name).getByRole("button", { name: user.name }).click();
  await page.locator(".status .sums").getByText("24 h free").waitFor();
  // The first column in view is whole, and the one that the range begins with.
  assert.equal((await page.locator(".scroller").evaluate((node) => node.scrollLeft)) % 92, 0);
};
