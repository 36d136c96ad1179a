// A reader whose numbers and months are written from right to left: each number and each range is a piece of its own, so that none
// changes places with what is beside it.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step } from "../browser.mjs";

const script = /[\u0590-\u08ff]/;
const numbers = new Intl.NumberFormat("ar-EG");
const [mei] = (await api("GET", "/users?name=Mei%20Chen")).items;
const type = (await api("GET", "/time-off-types?limit=200")).items.find(({ name }) => name === "Vacation");
const { id } = await api("POST", "/time-off", { userId: mei.id, timeOffTypeId: type.id, startDate: "2028-02-07", endDate: "2028-02-18", availability: 0, reason: "Skiing", status: "pending" });

/** bare is what is written in Arabic beside something else, outside of all pieces. */
const bare = (text) => text.split(/[\n\t]/).filter((part) => {
  const rest = part.replace(/\u2068[^\u2068\u2069]*\u2069/g, "#");
  return script.test(rest) && /[#\w]/.test(rest);
});

/** places are the left edges of numbers and letters in an element, as they are drawn. */
const places = (locator, parts) => locator.evaluate((element, parts) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), letters = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) [...node.data].forEach((letter, i) => letters.push([letter, node, i]));
  const text = letters.map(([letter]) => letter).join("");
  let from = 0;
  return parts.map((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    const range = document.createRange();
    range.setStart(letters[at][1], letters[at][2]);
    range.setEnd(letters[from - 1][1], letters[from - 1][2] + 1);
    return Math.round(range.getBoundingClientRect().left);
  });
}, parts);
const rising = (list) => list.every((x, i) => !i || x > list[i - 1]);

await step("the weeks of a person: planned hours are before available ones", async () => {
  const page = await open("", { as: "Mei Chen", locale: "ar-EG" });
  const week = page.locator(".weeks .week").nth(1);
  await week.getByText("/").waitFor();
  const [, planned, available] = /([٠-٩٫]+)\W+\/\W+([٠-٩٫]+)/.exec(await week.innerText());
  const found = await places(week, [planned, " / ", available, " h"]);
  assert.ok(rising(found), String(found));
  assert.deepEqual(bare(await page.locator("main").innerText()), []);
  await page.screenshot({ path: `${folder}/arabic-weeks.png` });
  await page.context().close();
});

await step("time off: the range, then the working days, then the hours, and a range in itself from right to left", async () => {
  const page = await open(`#/time-off/${id}`, { locale: "ar-EG" });
  const line = page.locator(".panel .content > p.quiet").first();
  await line.getByText("working days").waitFor();
  const [ten, eighty] = [numbers.format(10), numbers.format(80)];
  const found = await places(line, [numbers.format(7), ten, " working days", eighty, " h"]);
  assert.ok(rising(found), String(found));
  const [first, last] = await places(line, [numbers.format(7), numbers.format(18)]);
  assert.ok(first > last, "the first day is right of the last one");
  await page.screenshot({ path: `${folder}/arabic-time-off.png` });
  await page.context().close();
});

await step("no page has a number or a date outside of a piece, and the board draws none", async () => {
  const page = await open("#/people", { locale: "ar-EG" });
  const [booking] = (await api("GET", "/projects?name=Patient%20Booking")).items;
  for (const path of ["#/decide", "#/time-off?status=all", "#/time-off?view=away", "#/hours", "#/reports", "#/reports?report=money", "#/projects", `#/projects/${booking.id}/money`, `#/people/${mei.id}/plan`, "#/people", "#/holidays", "#/settings", "#/journal"]) {
    await page.goto("about:blank");
    await page.goto(`${origin}/${path}`);
    await settled(page);
    await page.waitForTimeout(300);
    assert.deepEqual(bare(await page.locator("main").innerText()), [], path);
  }
  await page.goto("about:blank");
  await page.addInitScript(() => {
    globalThis.drawn = new Set();
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      globalThis.drawn.add(text);
      fillText.call(this, text, ...place);
    };
  });
  await page.goto(`${origin}/#/`);
  await page.locator(".name.person").first().waitFor();
  await page.waitForTimeout(1500);
  const drawn = await page.evaluate(() => [...globalThis.drawn]);
  assert.ok(drawn.some((text) => script.test(text)));
  assert.deepEqual(drawn.filter((text) => /^[^\p{N}]*٠[^\p{N}٫]*(over|free)/u.test(text.replace(/[\u2068\u2069]/g, ""))), [], "nothing is said of no hours");
  assert.deepEqual(drawn.filter((text) => bare(`${text}${"\u2069".repeat(text.split("\u2068").length - text.split("\u2069").length)}`).length), []);
  assert.deepEqual(bare(await page.locator(".board").innerText()), []);
  await page.screenshot({ path: `${folder}/arabic-board.png` });
  await page.context().close();
});

await finish();
