import { drag } from "../drag.mjs";
import { assert, call, date, monday } from "./harness.mjs";

export const title = "by project, the bars are those of people: with dates of the project, sums in words, and every edit";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Timeline A"), await stage.person("Timeline B")];
  const [red, blue] = [await stage.project("Timeline red"), await stage.project("Timeline blue")];
  await call("PATCH", `/projects/${red.id}`, { startDate: date(monday + 7), endDate: date(monday + 60) });
  const role = await call("POST", "/users", { kind: "placeholder", name: ada.name.replace("Timeline A", "Role"), capabilities: [] });
  await stage.plan(ada, red, monday + 7, 8, 8, 8, 4, 8);
  await stage.plan(ada, blue, monday + 7, 1, 1);
  await stage.planTentative(bob, red, monday + 14, 6, 6, 6, 6, 6);
  await stage.planTentative(bob, red, monday + 21, 6, 6, 6, 6, 6);
  await stage.plan(role, red, monday + 35, 5, 5);
  await stage.plan(ada, blue, monday + 35, 4);
  await stage.planTentative(bob, red, monday + 35, 2.5, 2.5, 2.5, 2.5, 2.5);
  const page = await stage.open();
  await page.getByRole("button", { name: "Projects", exact: true }).click();
  await page.waitForURL(/group=project/);
  const group = (project) => page.locator(".name.group").filter({ hasText: project.name });
  await group(red).waitFor();
  await stage.rest(page);

  // The head: planned in these days, dates as an outline, tentative and unfilled in words.
  assert.match((await group(red).locator(".free").innerText()).replaceAll(/\s+/g, " "), /^36 h planned$/);
  assert.match(await page.locator(".corner").first().innerText(), /Planned, /);
  const box = await group(red).boundingBox();
  const head = (await stage.written(page)).filter(({ y }) => y > box.y && y < box.y + box.height).map(({ text }) => text);
  for (const text of ["36", "30 tentative", "10 unfilled"]) assert.ok(head.includes(text), `${text} of ${head}`);
  assert.ok(head.some((text) => text.startsWith("begins ")) && head.some((text) => text.startsWith("ends ")), String(head));

  // All of them in the footer: what is planned is in one line, whatever is beside it.
  const pane = await page.locator(".pane").boundingBox();
  const foot = (await stage.written(page)).filter(({ y }) => y > pane.y + pane.height - 34);
  const lineOf = (text) => foot.find((one) => one.text === text)?.y;
  assert.ok(lineOf("38") > 0 && lineOf("30 tentative") > 0 && lineOf("10 unfilled") > 0, JSON.stringify(foot));
  assert.equal(lineOf("4"), lineOf("38"), "the planned hours of two weeks");

  // The rows: each with its own hours, as a bar.
  const rows = await page.locator(".names > .project .who").allInnerTexts();
  assert.equal(rows.length, 4);
  const onBars = (await stage.inRow(page, bob.name)).join();
  assert.match(onBars, /6 h a day/);
  assert.match(onBars, /tentative/);
  // Where there is no room to say that hours are those of a day, they are not said.
  const rowOf = async (user, project) => {
    const from = (await group(project).boundingBox()).y, lines = await page.locator(".names > .project").filter({ hasText: user.name }).all();
    const boxes = (await Promise.all(lines.map((line) => line.boundingBox()))).sort((a, b) => a.y - b.y), { y, height } = boxes.find((line) => line.y > from);
    return (await stage.written(page)).filter((one) => one.y > y && one.y < y + height).map(({ text }) => text);
  };
  assert.doesNotMatch((await rowOf(ada, red)).join(), /\d h(?!\/d| a day)/);
  // A bar of one week says its hours, also if they are long or tentative.
  assert.deepEqual([await rowOf(ada, red), (await rowOf(bob, red)).at(-1)], [["4–8 h/d"], "2.5 h/d"]);
  await stage.says(page, `${red.name}`, 2, /30 hours tentative/);

  // A bar is dragged, and made tentative, as by person.
  const line = await page.locator(".names > .project").filter({ hasText: ada.name }).last().boundingBox();
  const at = (day) => ({ x: pane.x + 240 + (day - monday + 0.5) * (92 / 7), y: line.y + 14 });
  await drag(page, at(monday + 8), at(monday + 15));
  await stage.saved(ada, red, [8, 8, 8, 4, 8], monday + 14);
  await page.keyboard.press("e");
  for (let i = 0; i < 50 && !(await stage.tentative(ada, red, monday + 14, 1))[0]; i++) await page.waitForTimeout(100);
  assert.deepEqual(await stage.tentative(ada, red, monday + 14, 5), Array(5).fill(true));
  await page.mouse.click(at(monday + 15).x, at(monday + 15).y, { button: "right" });
  await page.getByRole("menu", { name: red.name }).getByRole("menuitem", { name: "Make firm" }).click();
  await page.keyboard.press("Control+z");
  await stage.accessible(page, "by project");

  // What nobody does yet has no sign that one has to know.
  await page.getByRole("button", { name: "Days", exact: true }).click();
  await page.evaluate((day) => (location.hash = location.hash.replace(/from=[^&]*/, `from=${day}`)), date(monday + 35));
  await group(red).waitFor();
  await stage.rest(page);
  const day = await group(red).boundingBox(), texts = (await stage.written(page)).filter(({ y }) => y > day.y && y < day.y + day.height).map(({ text }) => text);
  assert.ok(texts.some((text) => /^5( open)?$/.test(text)) && texts.every((text) => !text.includes("?")), String(texts));
};
