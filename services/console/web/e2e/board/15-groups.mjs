import { assert, date, monday } from "./harness.mjs";

export const title = "groups by project, client and capability, and bars by project, without the rows of everybody";

export default async (stage) => {
  const [red, blue, late] = [await stage.project("Red"), await stage.project("Blue"), await stage.project("Late")];
  const people = [];
  for (let i = 0; i < 8; i++) {
    const user = await stage.person(`Member ${i}`);
    people.push(user);
    if (i > 0) await stage.plan(user, i % 2 ? red : blue, monday, 4, 4);
    if (i === 7) await stage.plan(user, blue, monday + 1, 2);
  }
  const page = await stage.open({ q: "Member" });
  const rows = new Set();
  page.on("request", (request) => request.url().includes("/assignments?") && rows.add(request.url()));
  /** groups has the number of people of each group. */
  const groups = async (place, ready) => {
    await page.goto(`${page.url().split("#")[0]}#from=${date(monday)}&q=Member&${place}`);
    await page.waitForFunction((text) => [...document.querySelectorAll(".name.group")].some((node) => node.textContent.includes(text)), ready);
    await stage.rest(page);
    const all = await page.locator(".name.group").evaluateAll((nodes) => nodes.map((node) => [node.querySelector(".who").textContent, +node.querySelector(".what").textContent]));
    return Object.fromEntries(all);
  };
  for (const zoom of ["week", "month", "day"]) {
    const found = await groups(`group=project&zoom=${zoom}`, red.name);
    assert.deepEqual(found, { [blue.name]: 4, [red.name]: 4, "Without a project": 1 }, zoom);
  }
  assert.deepEqual(Object.values(await groups("group=client&zoom=week", "Without a client")).sort(), [1, 7]);
  assert.deepEqual(await groups("group=capability&zoom=week", "Without a capability"), { "Without a capability": 8 });

  // What is in a closed cell is known by project.
  await groups("group=project&zoom=week", red.name);
  page.zoomed = "week";
  const before = await stage.cell(page, people[1].name, 0);
  await page.mouse.move(before.x, before.y);
  await page.waitForFunction((text) => document.querySelector("[role=tooltip]")?.textContent.includes(text), `${red.name}: 8 h`);
  assert.deepEqual([...rows], [], "no rows are loaded");

  // An event of somebody else changes the groups; only what is selected loads its rows.
  await stage.plan(people[0], late, monday + 2, 6);
  await page.waitForFunction((text) => [...document.querySelectorAll(".name.group")].some((node) => node.textContent.includes(text)), late.name);
  await stage.says(page, people[0].name, 0, /^6 of 40/);
  await stage.click(page, people[1].name, 0);
  await stage.rest(page);
  assert.equal([...rows].filter((url) => !url.includes(people[1].id)).length, 0, "only the rows of the selected person");
  assert.ok(rows.size > 0);
};
