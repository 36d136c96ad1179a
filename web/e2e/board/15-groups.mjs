import { assert, call, date, monday } from "./harness.mjs";

export const title = "groups by project, client and skill have the sums of the API, and their rows only their own hours";

export default async (stage) => {
  const [red, blue, late] = [await stage.project("Red"), await stage.project("Blue"), await stage.project("Late")];
  const people = [], word = `Member${Date.now().toString(36)}`;
  for (let i = 0; i < 8; i++) {
    const user = await stage.person(`${word} ${i}`);
    people.push(user);
    if (i > 0) await stage.plan(user, i % 2 ? red : blue, monday, 4, 4);
    if (i === 7) await stage.plan(user, blue, monday + 1, 2);
  }
  const skill = await call("POST", "/capabilities", { name: `Juggling ${red.name}` });
  await call("PUT", `/users/${people[0].id}/capabilities`, { items: [{ capabilityId: skill.id, level: 3 }] });
  const page = await stage.open({ q: word });
  /** groups has the number of people of each group. */
  const groups = async (place, ready) => {
    await page.goto(`${page.url().split("#")[0]}#from=${date(monday)}&q=${word}&${place}`);
    await page.waitForFunction((text) => [...document.querySelectorAll(".name.group")].some((node) => node.textContent.includes(text)), ready);
    await stage.rest(page);
    const all = await page.locator(".name.group").evaluateAll((nodes) => nodes.map((node) => [node.querySelector(".who").textContent, +node.querySelector(".what").textContent]));
    return Object.fromEntries(all);
  };
  /** head is what a screen reader says of a group in the first column. */
  const head = (name) => page.evaluate((text) => [...document.querySelectorAll("[role=grid] [role=row]")].find((row) => row.firstChild.textContent === text)?.children[1].textContent, name);
  for (const zoom of ["week", "month", "day"]) {
    const found = await groups(`group=project&zoom=${zoom}`, red.name);
    assert.deepEqual(found, { [blue.name]: 4, [red.name]: 4, "Without a project": 1 }, zoom);
    page.zoomed = zoom;
    const end = { week: monday + 6, month: monday + 30, day: monday }[zoom];
    const first = zoom === "month" ? new Date(monday * 864e5).toISOString().slice(0, 8) + "01" : date(monday);
    const { items } = await call("GET", `/capacity?group_by=project&bucket=${zoom}&start_date=${first}&end_date=${date(end)}`);
    const { values } = items.find(({ id }) => id === red.id);
    await page.waitForFunction(([name, expected]) => [...document.querySelectorAll("[role=grid] [role=row]")].find((row) => row.firstChild.textContent === name)?.children[1].textContent === expected, [red.name, `${values[0][0]} hours planned`]);
  }
  assert.deepEqual(Object.values(await groups("group=client&zoom=week", "Without a client")).sort(), [1, 7]);
  assert.deepEqual(await groups("group=capability&zoom=week", skill.name), { [skill.name]: 1, "Without a skill": 7 });
  await page.waitForFunction((name) => /40 hours available, 0 hours planned/.test([...document.querySelectorAll("[role=grid] [role=row]")].find((row) => row.firstChild.textContent === name)?.children[1].textContent), skill.name);

  // A person of two projects has in each group only the hours of that project.
  await groups("group=project&zoom=week", red.name);
  page.zoomed = "week";
  await page.waitForFunction((name) => [...document.querySelectorAll("[role=grid] [role=row]")].filter((row) => row.firstChild.textContent.startsWith(`${name}, `) && /^\d+ hours?$/.test(row.children[1].textContent)).length === 2, people[7].name);
  const lines = await page.evaluate((name) => [...document.querySelectorAll("[role=grid] [role=row]")].filter((row) => row.firstChild.textContent.startsWith(name)).map((row) => [row.firstChild.textContent.split(", ")[1], row.children[1].textContent]), people[7].name);
  assert.deepEqual(Object.fromEntries(lines), { [blue.name]: "2 hours", [red.name]: "8 hours" });

  const beside = await page.locator(".names > .project").filter({ hasText: people[7].name }).locator(".free").allInnerTexts();
  assert.deepEqual(beside.sort(), ["2 h", "8 h"], "the hours in view, next to the name");

  // An event of somebody else changes the groups and their sums.
  await stage.plan(people[0], late, monday + 2, 6);
  await page.waitForFunction((text) => [...document.querySelectorAll(".name.group")].some((node) => node.textContent.includes(text)), late.name);
  for (let i = 0; i < 50 && (await head(late.name)) !== "6 hours planned"; i++) await page.waitForTimeout(100);
  assert.equal(await head(late.name), "6 hours planned");

  // So does a project that becomes a draft: its hours are tentative.
  const says = async (expected) => {
    for (let i = 0; i < 50 && (await head(late.name)) !== expected; i++) await page.waitForTimeout(100);
    assert.equal(await head(late.name), expected);
  };
  await call("PATCH", `/projects/${late.id}`, { status: "draft" });
  await says("0 hours planned, 6 hours tentative");

  // A group that has lost its hours in a column has none there.
  await stage.plan(people[0], late, monday + 12 * 7, 5);
  await stage.plan(people[0], late, monday + 2, 0);
  await says("0 hours planned");
};
