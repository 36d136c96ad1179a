// What the scripts of the board share: a browser, people and projects of their own, and the
// places of cells on the screen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { drag } from "../drag.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { WORKPLAN_HTTP: origin, WORKPLAN_KEY: key } = process.env;

/** The size of the board's frame and cells, as in view.ts, axis.ts and layout.ts. */
const names = 240, header = 52, footer = 34;
const widths = { day: 44, week: 92, month: 104 };

export async function start() {
  const configFile = fileURLToPath(new URL("vite.config.ts", import.meta.url));
  await build({ configFile });
  const vite = await preview({ configFile });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  return {
    browser,
    address: `${vite.resolvedUrls.local[0]}e2e/board/index.html`,
    stop: async () => {
      await browser.close();
      await vite.close();
    },
  };
}

/** call calls the API, waits if there were too many calls, and returns data. */
export async function call(method, path, body) {
  for (;;) {
    const response = await fetch(`${origin}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("Retry-After"))));
      continue;
    }
    const json = await response.json();
    assert.equal(response.status, 200, `${method} ${path}: ${JSON.stringify(json)}`);
    return json.data;
  }
}

const millis = 86_400_000;
export const date = (day) => new Date(day * millis).toISOString().slice(0, 10);
const now = Math.floor(Date.now() / millis);
/** A Monday far ahead, where the demo has planned nothing. */
export const monday = now - ((now + 3) % 7) + 40 * 7;

let number = 0, stages = 0;
/** A word in the names of all people of this run. */
export const run = Date.now().toString(36);

/** A stage has a page with people and projects that only one script uses. */
export class Stage {
  constructor(shared, title) {
    this.shared = shared;
    this.title = title;
    this.complaints = [];
    this.contexts = [];
    /** A part of the names of the people and projects of this script. */
    this.tag = `${run}s${++stages}s`;
  }

  async person(name, fields = {}) {
    number++;
    return call("POST", "/users", { name: `${name} ${this.tag}${number}`, email: `${name.toLowerCase().replaceAll(" ", ".")}.${run}.${number}@board.example.com`, defaultAvailability: 40, ...fields });
  }

  async project(name, status = "active") {
    this.clientId ??= (await call("GET", "/clients?limit=1")).items[0].id;
    return call("POST", "/projects", { name: `${name} ${this.tag}${++number}`, clientId: this.clientId, startDate: date(monday - 100), endDate: date(monday + 400), status });
  }

  /** choose adds a record to a filter, in the open menu of the filters. */
  async choose(page, filter, name) {
    await page.getByRole("dialog", { name: "Filters" }).getByRole("combobox", { name: filter }).fill(name);
    await page.getByRole("option", { name }).first().click();
  }

  /** plan writes hours from a day on, behind the back of the page. */
  async plan(user, project, day, ...hours) {
    return call("POST", "/assignments", { items: hours.map((h, i) => ({ userId: user.id, projectId: project.id, capabilityId: null, date: date(day + i), hours: h })) });
  }

  /** planTentative writes tentative hours from a day on. */
  async planTentative(user, project, day, ...hours) {
    return call("POST", "/assignments", { items: hours.map((h, i) => ({ userId: user.id, projectId: project.id, capabilityId: null, date: date(day + i), hours: h, tentative: true })) });
  }

  /** tentative says of the days from the API whether their hours are tentative; undefined for days without any. */
  async tentative(user, project, day = monday, days = 7) {
    const { items } = await call("GET", `/assignments?user_id=${user.id}&project_id=${project.id}&start_date=${date(day)}&end_date=${date(day + days - 1)}`);
    return Array.from({ length: days }, (_, i) => items.find((row) => row.date === date(day + i) && row.hours > 0)?.tentative);
  }

  /** planned reads the hours of days from the API. */
  async planned(user, project, day = monday, days = 7) {
    const { items } = await call("GET", `/assignments?user_id=${user.id}&project_id=${project.id}&start_date=${date(day)}&end_date=${date(day + days - 1)}`);
    return Array.from({ length: days }, (_, i) => items.find((row) => row.date === date(day + i))?.hours ?? 0);
  }

  /** saved waits until the API has the hours of the days. */
  async saved(user, project, expected, day = monday) {
    let found;
    for (const end = Date.now() + 8000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
      found = await this.planned(user, project, day, expected.length);
      if (String(found) === String(expected)) return;
    }
    assert.deepEqual(found, expected);
  }

  /** open opens the board at a place, with only the people of this script. */
  async open({ zoom = "week", day = monday, q = this.tag, extra = "", key, ...options } = {}) {
    if (key) options.extraHTTPHeaders = { Authorization: `Bearer ${key}` };
    const page = await this.visit(`from=${date(day)}&zoom=${zoom}&q=${q}${extra}`, options);
    await page.locator(".name.person, .name.group").first().waitFor({ timeout: 20000 });
    await page.waitForFunction(() => document.querySelector("[role=gridcell]"));
    return Object.assign(page, { zoomed: zoom });
  }

  /** visit opens the board alone, or another address, in a window of its own. */
  async visit(place, options = {}, address = this.shared.address) {
    const context = await this.shared.browser.newContext({ viewport: { width: 1400, height: 860 }, locale: "en-GB", timezoneId: "America/Los_Angeles", reducedMotion: "reduce", ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    this.contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.complaints.push(error.stack));
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(`${address}#${place}`);
    return page;
  }

  /** accessible asserts that axe finds no violation in a part of a page. rules are all of them, or some. */
  async accessible(page, what, part = ".board", rules = undefined) {
    await page.evaluate((axe) => globalThis.axe ?? (0, eval)(axe), axe);
    const { violations } = await page.evaluate(([part, rules]) => globalThis.axe.run(part, { resultTypes: ["violations"], runOnly: rules }), [part, rules]);
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`), [], what);
  }

  /** cell is the middle of a cell: a person or "person > project", and a column of the view. */
  async cell(page, name, column, part = 0.5) {
    const row = await this.row(page, name);
    const pane = await page.locator(".pane").boundingBox();
    return { x: pane.x + names + (column + part) * widths[page.zoomed], y: row.y + row.height / 2 };
  }

  async row(page, name) {
    const [person, project] = name.split(" > ");
    const rows = await page.locator(".names > .name").evaluateAll((all) => all.map((node) => ({ kind: node.className, text: node.innerText, y: node.getBoundingClientRect().y, height: node.offsetHeight })).sort((a, b) => a.y - b.y));
    // In groups by project, the lines of projects have the names of people.
    const i = rows.findIndex((row) => /person|project/.test(row.kind) && row.text.includes(person));
    assert.ok(i >= 0, `${person} is not on the screen`);
    if (!project) return rows[i];
    const found = rows.slice(i + 1).find((row) => row.text.includes(project));
    assert.ok(found, `${project} is not on the screen`);
    return found;
  }

  /** below is a point in a cell, below its bars. */
  async below(page, name, column) {
    const row = await this.row(page, name);
    const { x } = await this.cell(page, name, column);
    return { x, y: row.y + row.height - 8 };
  }

  async clickBelow(page, name, column, options) {
    const { x, y } = await this.below(page, name, column);
    await page.mouse.click(x, y, options);
  }

  /**
   * findSomeone presses "Find someone" beside the name of the only role. If the row moves meanwhile, as when hours arrive,
   * Playwright presses again, and would scroll the board sideways before that: column 0 would be another week.
   */
  async findSomeone(page) {
    await page.locator(".names").getByText("Find someone").click({ scroll: "none" });
  }

  /** bar is the middle of a bar in a lane of a person, on a day, once it is there and the rows stand still. */
  async bar(page, name, day, lane = 0) {
    const column = page.zoomed === "day" ? day - monday : Math.floor((day - monday) / 7);
    await this.says(page, name, column, new RegExp(`(h a (day|week).*){${lane + 1}}`));
    await this.rest(page);
    return this.lane(page, name, day, lane);
  }

  /** lane is the middle of a lane of a person, on a day. */
  async lane(page, name, day, lane = 0) {
    const row = await this.row(page, name);
    const pane = await page.locator(".pane").boundingBox();
    const perDay = page.zoomed === "day" ? widths.day : widths.week / 7;
    return { x: pane.x + names + (day - monday + 0.5) * perDay, y: row.y + 4 + 24 * lane + 10 };
  }

  async click(page, name, column, options) {
    const { x, y } = await this.cell(page, name, column);
    await page.mouse.click(x, y, options);
  }

  /** drag drags from a cell to a cell; before is called while the button is down. */
  async drag(page, from, to, before) {
    await drag(page, await this.cell(page, ...from), await this.cell(page, ...to), { before });
  }

  /** expand opens a person, and waits for the lines. */
  async expand(page, name) {
    const row = await this.row(page, name);
    const pane = await page.locator(".pane").boundingBox();
    await page.mouse.click(pane.x + 80, row.y + row.height / 2);
    await page.locator(".name.add").first().waitFor();
    await this.rest(page);
  }

  /** rest waits until the cells for screen readers are up to date: nothing has changed them for a while. */
  async rest(page) {
    await page.evaluate(() => new Promise((resolve) => {
      const wait = () => setTimeout(() => (observer.disconnect(), resolve()), 200);
      let timer = wait();
      const observer = new MutationObserver(() => (clearTimeout(timer), (timer = wait())));
      observer.observe(document.querySelector("[role=grid]"), { childList: true });
    }));
  }

  /** written are the texts on the canvas with their places on the screen, drawn anew. */
  async written(page) {
    return page.evaluate(() => new Promise((resolve) => {
      const pen = CanvasRenderingContext2D.prototype, { fillText } = pen, all = [];
      pen.fillText = function (text, x, y) {
        const box = this.canvas.getBoundingClientRect(), { a, e, f } = this.getTransform();
        all.push({ text, x: box.x + x + e / a, y: box.y + y + f / a });
        fillText.call(this, text, x, y);
      };
      document.documentElement.classList.toggle("drawn-again");
      requestAnimationFrame(() => requestAnimationFrame(() => ((pen.fillText = fillText), resolve(all))));
    }));
  }

  /** inRow are the texts on the canvas in a row. */
  async inRow(page, name) {
    const row = await this.row(page, name);
    return (await this.written(page)).filter(({ y }) => y > row.y && y < row.y + row.height).map(({ text }) => text);
  }

  /** says returns what a screen reader says of a cell, once it says what is expected. */
  async says(page, name, column, expected) {
    const [person, project] = name.split(" > ");
    const read = () => page.evaluate(([who, what, i]) => {
      const rows = [...document.querySelectorAll("[role=grid] [role=row]")];
      let at = rows.findIndex((row) => row.firstChild.textContent.includes(who));
      if (what) at = rows.findIndex((row, j) => j > at && row.firstChild.textContent.includes(what));
      return rows[at]?.children[i + 1]?.textContent;
    }, [person, project, column]);
    for (const end = Date.now() + 5000; Date.now() < end; await page.waitForTimeout(60)) if (expected.test((await read()) ?? "")) return;
    assert.match((await read()) ?? "", expected);
  }

  async close() {
    for (const context of this.contexts) await context.close();
    assert.deepEqual(this.complaints, []);
  }
}

export { assert, footer, header, origin };
