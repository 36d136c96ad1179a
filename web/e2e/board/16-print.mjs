import { assert, call, date, monday } from "./harness.mjs";

export const title = "printing a month gives a table in black on white, with all people of the filters";

export default async (stage) => {
  const user = await stage.person("Print");
  const project = await stage.project("Print");
  await stage.plan(user, project, monday, 9, 8);
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  await call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate: date(monday + 2), endDate: date(monday + 3), availability: 0, reason: "A wedding", status: "approved" });

  const page = await stage.open({ zoom: "day", q: "", colorScheme: "dark", viewport: { width: 1100, height: 500 } });
  const count = page.locator(".corner").first().getByText(/^\d+ people, \d+ open role/); // it follows the rows
  const [people, roles] = (await count.innerText()).match(/\d+/g).map(Number);
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  assert.ok(boxes.length > 1 && boxes.every(([, width, height]) => +width > +height), `${boxes.length} pages across`);
  assert.equal(await page.locator(".print").count(), 0, "the table is gone after printing");

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const table = page.getByRole("table");
  const rows = await table.locator("tbody > tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => [cell.innerText.replace(/\s+/g, " ").trim(), cell.colSpan])));
  assert.equal(rows.length, people + roles + 2, "everybody, the head of the open roles, and the sums, also below the screen");
  const month = new Date(monday * 864e5), days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  for (const row of rows) assert.equal(row.reduce((sum, [, span]) => sum + span, 0), days + 1, String(row));
  assert.deepEqual(rows.find(([[name]]) => name.startsWith(user.name)).slice(1, 6), [["9/8 +1", 1], ["8/8", 1], [type.name, 2], ["0/8", 1], ["", 1]]);
  assert.equal(rows.find(([[name]]) => name.startsWith(user.name))[0][0], `${user.name} ${project.name}`, "projects are named");
  assert.equal(await table.locator("thead").evaluate((head) => getComputedStyle(head).display), "table-header-group");
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /\d{4}/);
  assert.deepEqual(await page.locator(".print").evaluate((print) => [getComputedStyle(print).color, getComputedStyle(print).backgroundColor, getComputedStyle(document.querySelector(".toolbar")).display]), ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "none"]);

  // In groups by project, the lines have the names of people, and each group has its own hours.
  const other = await stage.project("Elsewhere");
  await stage.plan(user, other, monday, 0, 0, 0, 0, 3);
  const grouped = await stage.open({ zoom: "week", q: user.name.split(" ")[1], extra: "&group=project" });
  await grouped.locator(".name.group").filter({ hasText: other.name }).waitFor();
  await stage.says(grouped, other.name, 0, /^3 hours planned/);
  await grouped.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const printed = await grouped.locator(".print tbody > tr").evaluateAll((all) => all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent.trim())));
  assert.deepEqual(printed.slice(0, -1), [[other.name, "3"], [user.name, "3"], [project.name, "17"], [user.name, "17"]]);

  // What is tentative is so in words, and people and roles are counted apart.
  assert.match(await page.locator(".print p").first().innerText(), new RegExp(`${people} people · ${roles} open role`));
  await stage.planTentative(user, other, monday + 7, 4, 4);
  const maybe = await stage.open({ zoom: "week", q: user.name.split(" ")[1], extra: "&group=project" });
  await stage.says(maybe, other.name, 1, /8 hours tentative/);
  await stage.rest(maybe);
  await maybe.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const words = await maybe.locator(".print tbody > tr").evaluateAll((all) => all.slice(0, 2).map((row) => row.children[2].textContent.trim()));
  assert.deepEqual(words, ["8 tentative", "8 tentative"]);
};
