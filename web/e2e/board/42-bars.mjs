import { drag } from "../drag.mjs";
import { assert, call, date, monday } from "./harness.mjs";

export const title = "bars: drag, stretch, menu, tentative, split, repeat, change, delete, several at once; a row is as high as those in view";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Bars A"), await stage.person("Bars B")];
  const [red, blue] = [await stage.project("Bars red"), await stage.project("Bars blue")];
  await stage.plan(ada, red, monday, 6, 6, 6, 6, 6);
  await stage.plan(ada, red, monday + 7, 6, 6, 6, 6, 6);
  await stage.plan(ada, blue, monday, 2, 2);
  const page = await stage.open({ zoom: "day" });
  const week = [6, 6, 6, 6, 6];
  const says = (name, column, expected) => stage.says(page, name, column, expected);
  await says(ada.name, 0, new RegExp(`${red.name} 6 h a day.*${blue.name} 2 h a day`));
  const at = (user, day, lane) => stage.bar(page, user.name, day, lane);
  const to = (user, day) => stage.lane(page, user.name, day);

  // A bar over a weekend is one bar: dragged to another person in one go, and back as a copy.
  await drag(page, await at(ada, monday + 2), await to(bob, monday + 2));
  await stage.saved(bob, red, [...week, 0, 0, ...week]);
  await stage.saved(ada, red, Array(12).fill(0));
  await stage.saved(ada, blue, [2, 2]);
  await page.keyboard.press("Control+z");
  await stage.saved(ada, red, [...week, 0, 0, ...week]);
  await drag(page, await at(ada, monday + 2), await to(bob, monday + 2), { key: "Alt" });
  await stage.saved(bob, red, [...week, 0, 0, ...week]);
  await stage.saved(ada, red, [...week, 0, 0, ...week]);

  // Two days later, the weekend stays free and no hours are lost.
  await drag(page, await at(bob, monday), await to(bob, monday + 2));
  await stage.saved(bob, red, [0, 0, 6, 6, 6, 0, 0, 6, 6, 6, 6, 6, 0, 0, 6, 6]);

  // Its edge is pulled.
  const edge = await at(bob, monday + 15);
  await drag(page, { x: edge.x + 18, y: edge.y }, await to(bob, monday + 16));
  await stage.saved(bob, red, [0, 0, 6, 6, 6, 0, 0, 6, 6, 6, 6, 6, 0, 0, 6, 6, 6]);

  // The menu: by the right button, and by the keyboard.
  const choose = async (name) => page.getByRole("menu").getByRole("menuitem", { name }).click();
  const here = await at(bob, monday + 8);
  await page.mouse.click(here.x, here.y, { button: "right" });
  await choose("Make tentative");
  await stage.saved(bob, red, [6, 6, 6], monday + 7);
  const tentative = async (expected) => {
    for (let i = 0; i < 50 && (await stage.tentative(bob, red, monday + 7, 1))[0] !== expected; i++) await page.waitForTimeout(100);
    assert.equal((await stage.tentative(bob, red, monday + 7, 1))[0], expected);
  };
  await tentative(true);
  await says(bob.name, 8, /6 h a day, tentative/);
  await page.keyboard.press("Control+z");
  await tentative(false);
  await page.keyboard.press("e");
  await tentative(true);
  await page.keyboard.press("e");
  await tentative(false);

  // Split on Wednesday of the second week: the rest moves alone.
  const wednesday = await at(bob, monday + 9);
  await page.mouse.click(wednesday.x, wednesday.y);
  await page.keyboard.press("Shift+F10");
  await choose("Split here");
  await page.getByText(/^The part from .* on is selected/).waitFor();
  await drag(page, wednesday, await to(ada, monday + 9));
  await stage.saved(bob, red, [6, 6, 0, 0, 0, 0, 0, 0, 0, 0], monday + 7);
  await stage.saved(ada, red, [6, 6, 12, 12, 12, 0, 0, 6, 6, 6], monday + 7);
  await page.keyboard.press("Control+z");
  await stage.saved(ada, red, [6, 6, 6, 6, 6, 0, 0, 0, 0, 0], monday + 7);

  // The form: hours, project, and a weekly repetition until a day, in one edit.
  const small = await at(ada, monday, 1);
  await page.mouse.dblclick(small.x, small.y);
  const form = page.getByRole("form", { name: "Change" });
  await form.getByLabel("Hours", { exact: true }).fill("3");
  await form.getByLabel("Repeat each week until").fill(date(monday + 16));
  await form.getByRole("button", { name: "Save" }).click();
  await stage.saved(ada, blue, [3, 3, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 3, 3, 0]);
  await page.keyboard.press("Control+z");
  await stage.saved(ada, blue, [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await page.mouse.dblclick(small.x, small.y);
  await form.getByRole("combobox", { name: "Project" }).fill(red.name);
  await page.getByRole("option", { name: red.name }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await stage.saved(ada, blue, [0, 0]);
  await stage.saved(ada, red, [8, 8, 6, 6, 6]);
  await page.keyboard.press("Control+z");
  await stage.saved(ada, blue, [2, 2]);

  // Several at once with Ctrl: both are deleted.
  const first = await at(ada, monday, 0);
  await page.mouse.click(first.x, first.y);
  await page.keyboard.down("Control");
  await page.mouse.click(small.x, small.y);
  await page.keyboard.up("Control");
  await page.keyboard.press("Delete");
  await stage.saved(ada, blue, [0, 0]);
  await stage.saved(ada, red, Array(12).fill(0));
  const { items } = await call("GET", `/assignments?user_id=${bob.id}&project_id=${red.id}`);
  assert.ok(items.some(({ hours }) => hours > 0), "those of others stay");

  // A row has room for the bars of the days in view: the first column can be half out of it.
  const cal = await stage.person("Bars C");
  await stage.plan(cal, red, monday, 6, 6, 6, 6, 6);
  await stage.plan(cal, blue, monday, 2, 2);
  const weeks = await stage.open();
  await stage.bar(weeks, cal.name, monday, 1);
  const scroll = (by) => weeks.locator(".scroller").evaluate((node, by) => node.scrollBy(by, 0), by);
  const high = async (height, what) => {
    for (let i = 0; i < 30 && (await stage.row(weeks, cal.name)).height !== height; i++) await weeks.waitForTimeout(100);
    assert.equal((await stage.row(weeks, cal.name)).height, height, what);
  };
  await high(24 + 2 * 24, "Monday is in view");
  await scroll(46);
  await high(24 + 24, "Thursday is the first day in view");
  await scroll(-46);
  await high(24 + 2 * 24, "Monday is in view again");
};
