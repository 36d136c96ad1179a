import { within } from "../counted.mjs";
import { drag } from "../drag.mjs";
import { assert, call, date, monday } from "./harness.mjs";

export const title = "what a planner does daily takes the steps that the guide says: a press of the pointer, a key, a text typed, a choice";

export default async (stage) => {
  const team = `Steps${Date.now().toString(36)}`;
  const people = [await stage.person(`${team} A`), await stage.person(`${team} B`), await stage.person(`${team} C`)];
  const [one, two] = [await stage.project("Steps one"), await stage.project("Steps two")];
  const skill = await call("POST", "/capabilities", { name: `Backend ${team}` });
  await call("PUT", `/users/${people[2].id}/capabilities`, { items: [{ capabilityId: skill.id, level: 4 }] });
  const page = await stage.open({ q: team });
  const table = [];
  const counting = async (what, task) => table.push(await within(page, what, task));
  const below = (name, column) => stage.below(page, name, column);
  const week = [8, 8, 8, 8, 8];

  await counting("plan three people", async () => {
    await drag(page, await below(people[0].name, 0), await below(people[2].name, 0));
    await page.keyboard.press("p");
    await page.getByRole("combobox", { name: "Project" }).pressSequentially(one.name);
    await page.getByRole("option", { name: one.name }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // the hours that are suggested: what each has free
    for (const user of people) await stage.saved(user, one, week);
  });

  // The week of the whole team, copied: drawn over, and dragged with Alt to another week.
  await counting("copy a team's week", async () => {
    await drag(page, await below(people[0].name, 0), await below(people[2].name, 0));
    await drag(page, await below(people[1].name, 0), await below(people[1].name, 2), { key: "Alt" });
    for (const user of people) await stage.saved(user, one, week, monday + 14);
    for (const user of people) await stage.saved(user, one, week);
  });
  await counting("make a team's week tentative", async () => {
    await page.keyboard.press("e");
    for (const user of people) {
      for (let i = 0; i < 50 && !(await stage.tentative(user, one, monday + 14, 1))[0]; i++) await page.waitForTimeout(100);
      assert.deepEqual(await stage.tentative(user, one, monday + 14, 5), Array(5).fill(true));
    }
    assert.deepEqual(await stage.tentative(people[0], one, monday, 5), Array(5).fill(false));
  });
  await counting("move a team's week", async () => {
    await drag(page, await below(people[2].name, 2), await below(people[2].name, 3));
    for (const user of people) await stage.saved(user, one, [...Array(7).fill(0), ...week], monday + 14);
  });

  await stage.plan(people[0], two, monday + 35, 2, 2, 2);
  await stage.says(page, people[0].name, 5, /^6 of 40/);
  await counting("move hours to another person", async () => {
    const [from, to] = [await stage.bar(page, people[0].name, monday + 36), await stage.lane(page, people[1].name, monday + 36)];
    await drag(page, from, to);
    await stage.saved(people[1], two, [2, 2, 2], monday + 35);
    await stage.saved(people[0], two, [0, 0, 0], monday + 35);
  });

  await counting("add time off for two people", async () => {
    await drag(page, await below(people[0].name, 7), await below(people[1].name, 7));
    await page.getByRole("button", { name: "Add time off", exact: true }).click();
    const form = page.getByRole("form", { name: "Add time off" });
    await form.getByLabel("Type").selectOption({ index: 1 });
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(/ for 2 people/).waitFor();
  });
  const { items } = await call("GET", `/time-off?user_id=${people[0].id}`);
  assert.deepEqual(items.map(({ startDate }) => startDate), [date(monday + 49)]);

  await counting("find who is free and has a skill", async () => {
    await page.keyboard.press("g");
    const drawer = page.getByRole("complementary", { name: "Find free people" });
    await drawer.getByLabel("Skill").selectOption({ label: skill.name });
    await drawer.getByText("1 person has").waitFor();
    // The best one is selected.
    await page.waitForFunction((name) => document.querySelector("[role=gridcell][aria-selected=true]")?.parentElement.textContent.startsWith(name), people[2].name);
  });

  // The best candidate of a role is proposed. Another one is a press more.
  await call("PUT", `/users/${people[0].id}/capabilities`, { items: [{ capabilityId: skill.id, level: 3 }] });
  const role = await call("POST", "/users", { kind: "placeholder", name: `${team} Z`, capabilities: [{ capabilityId: skill.id, level: 2 }] });
  await stage.plan(role, two, monday + 35, 6, 6);
  await stage.says(page, role.name, 5, /unfilled/);
  await stage.rest(page);
  await counting("fill an open role by another person", async () => {
    await stage.findSomeone(page);
    const drawer = page.getByRole("complementary", { name: "Find someone" });
    await drawer.getByRole("button", { name: people[0].name }).click();
    await drawer.getByRole("button", { name: "Take 12 h" }).click();
    await stage.saved(people[0], two, [6, 6], monday + 35);
  });
  console.log(table.map((line) => `  ${line}`).join("\n"));
};
