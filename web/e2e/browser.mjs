// What the scripts in this folder share: Chromium, a signed-in window, steps, and axe.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const { WORKPLAN_HTTP: origin, WORKPLAN_KEY: key } = process.env;
export const [folder] = process.argv.slice(2);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** The errors that the pages logged. The end of a script asserts that there are none. */
const complaints = [];

/** open opens a window that is signed in as one of the people of the demo, and goes to a page. */
export async function open(path, { as = "Inês Carvalho", width = 1400, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-GB", reducedMotion: "reduce", ...options });
  if (as) {
    const { signIn } = await (await context.request.get(`${origin}/session`)).json();
    const { id } = signIn.demo.find(({ name }) => name === as);
    const response = await context.request.post(`${origin}/session`, { data: { userId: id }, headers: { Origin: origin } });
    assert.equal(response.status(), 200);
  }
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`${path}: ${error.stack}`));
  // The scripts provoke refusals and lost connections; Chromium logs each.
  page.on("console", (message) => message.type() === "error" && !/status of (4|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(message.text()) && complaints.push(`${path}: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith(origin) || complaints.push(`${path} loads ${request.url()}`));
  await page.goto(`${origin}/${path}`);
  return page;
}

/** settled waits until nothing is loading. */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector(".skeleton, [aria-busy='true']"));
}

/** api calls the public API with the key of an admin, as somebody else would. */
export async function api(method, path, body, headers = {}) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  const { data, error } = await response.json();
  assert.ok(response.ok, error?.message);
  return data;
}

/** until waits for what the server has. */
export async function until(check, what) {
  for (let i = 0; i < 60 && !(await check()); i++) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(await check(), what);
}

/** violations returns what axe finds on a page. Forced colours are those of the system, and axe computes with others. */
export async function violations(page, forced = false) {
  await page.evaluate(axe);
  const found = await page.evaluate((enabled) => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled } } }), !forced);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}

export async function step(name, run) {
  const start = performance.now();
  await run();
  console.log(`ok  ${name} (${Math.round(performance.now() - start)} ms)`);
}

/** finish closes the browser, and fails if a page logged an error. */
export async function finish() {
  await browser.close();
  assert.deepEqual(complaints, []);
}
