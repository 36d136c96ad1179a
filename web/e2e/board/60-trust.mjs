import { assert, call, date, monday } from "./harness.mjs";

export const title = "undo takes back everything, says what with project, person and days, and a notice takes back its own change";

export default async (stage) => {
  const [user, other] = [await stage.person("Trusted"), await stage.person("Trusted other")];
  const [project, short, brief] = [await stage.project("Trusted"), await stage.project("Brief A"), await stage.project("Brief B")];
  for (const { id } of [short, brief]) await call("PATCH", `/projects/${id}`, { startDate: date(monday - 400), endDate: date(monday + 1) });
  await stage.plan(user, project, monday, 2, 2, 2, 2, 2);
  await stage.plan(other, short, monday, 3, 3);
  await stage.plan(other, brief, monday, 4, 4);
  let page = await stage.open();
  // Browsers write ranges with other spaces than Node.js.
  const plain = (text) => text.replace(/\s+/g, " ");
  const days = (first, last) => plain(new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).formatRange(first * 864e5, last * 864e5));
  const title = async () => plain(await page.getByRole("button", { name: "Undo", exact: true }).first().getAttribute("title"));
  const notice = (text) => page.locator(".notice").filter({ hasText: text });
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };

  // A label names hours, project, person and days. What is undone off the screen is said, and shown on request.
  await stage.says(page, user.name, 0, /^10 of 40/);
  await stage.clickBelow(page, user.name, 0);
  await page.keyboard.type("20");
  await keys("Enter");
  await stage.saved(user, project, [4, 4, 4, 4, 4]);
  const what = `20 h ${project.name}, ${user.name}, ${days(monday, monday + 4)}`;
  assert.equal(await title(), `Undo: ${what} (Ctrl+Z)`);
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Forward", exact: true }).click();
  await page.waitForTimeout(500);
  await page.locator("[role=grid]").focus();
  await keys("Control+z");
  const said = notice(`Undone: ${what}.`);
  // Names as long as those of people: without the words that make them different in each run.
  const cut = await said.locator("span").first().evaluate((node, tag) => {
    const text = node.textContent;
    node.firstChild.data = text.replaceAll(new RegExp(` ${tag}\\w*`, "g"), "");
    const cut = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
    node.firstChild.data = text;
    return cut;
  }, stage.tag);
  assert.ok(Math.max(...cut) <= 1, `a label is cut off: ${cut}`);
  await said.getByRole("button", { name: "Show" }).click();
  await stage.says(page, user.name, 0, /./);
  await page.waitForFunction(() => document.querySelector("[role=gridcell][aria-selected=true]")?.textContent.startsWith("10 of 40"));
  await stage.saved(user, project, [2, 2, 2, 2, 2]);

  // A warning names each project with its own days and the year, and its button takes back that step, also if another one came later.
  page = await stage.open({ zoom: "day" });
  await stage.bar(page, other.name, monday);
  await page.keyboard.press("Escape");
  await stage.clickBelow(page, other.name, 0);
  await keys("Shift+ArrowRight", "Alt+ArrowRight");
  const warning = notice("outside the dates of");
  for (const { name } of [short, brief]) await warning.getByText(new RegExp(`1 day outside the dates of ${name} \\(.*${new Date(monday * 864e5).getUTCFullYear()}\\): ${days(monday + 2, monday + 2)}`)).waitFor();
  assert.equal(await warning.count(), 1);
  await stage.saved(other, short, [0, 3, 3]);
  await stage.clickBelow(page, user.name, 3);
  await page.keyboard.type("5");
  await keys("Enter");
  await stage.saved(user, project, [2, 2, 2, 5, 2]);
  await warning.getByRole("button", { name: "Undo" }).click();
  await stage.saved(other, short, [3, 3, 0]);
  await stage.saved(other, brief, [4, 4, 0]);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [2, 2, 2, 5, 2], "the later change stays");

  // Done again and taken back, it does not warn again.
  await page.locator("[role=grid]").focus();
  await keys("Control+y");
  await stage.saved(other, short, [0, 3, 3]);
  await keys("Control+z");
  await stage.saved(other, short, [3, 3, 0]);
  await page.waitForTimeout(500);
  assert.equal(await warning.count(), 0);
  // Nor is an undo offered for what is taken back already.
  await stage.clickBelow(page, other.name, 0);
  await keys("Shift+ArrowRight", "Alt+ArrowRight");
  await warning.waitFor();
  await keys("Control+z");
  await warning.waitFor({ state: "detached" });
  await stage.saved(other, short, [3, 3, 0]);
};
