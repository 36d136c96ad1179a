// Reads the pages at /docs and tries calls on them, as a person would.
//
//   WORKPLAN_HTTP=http://127.0.0.1:8080 WORKPLAN_KEY=wpk_… CHROMIUM=… node docs.mjs folder-for-screenshots

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [folder] = process.argv.slice(2);
const { WORKPLAN_HTTP: origin, WORKPLAN_KEY: key } = process.env;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

const complaints = [];
const addresses = [];

// open opens a page in a window of its own, and notes what goes wrong in it.
async function open(path, { width = 1400, height = 1000, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`${path}: ${error}`));
  page.on("console", (message) => message.type() === "error" && complaints.push(`${path}: ${message.text()}`));
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(origin + path);
  return page;
}

async function step(name, run) {
  const start = performance.now();
  await run();
  console.log(`ok  ${name} (${Math.round(performance.now() - start)} ms)`);
}

const screens = {
  "light": { colorScheme: "light" },
  "dark": { colorScheme: "dark" },
  "phone": { colorScheme: "light", width: 390, height: 844 },
  "phone-dark": { colorScheme: "dark", width: 390, height: 844 },
};

for (const [screen, options] of Object.entries(screens)) {
  await step(`every page fits the screen: ${screen}`, async () => {
    const page = await open("/docs", options);
    for (const path of ["", "/authentication", "/paging", "/bulk-writes", "/time-off", "/errors", "/retries", "/clients", "/grpc", "/reference#updateClient"]) {
      await page.goto(`${origin}/docs${path}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400, `/docs${path} scrolls sideways`);
      if (["", "/errors", "/reference#updateClient"].includes(path)) {
        await page.screenshot({ path: `${folder}/${path.match(/\w+/)?.[0] ?? "front"}-${screen}.png` });
      }
    }
    await page.context().close();
  });
}

await step("without JavaScript everything is there to read, and no form that does nothing", async () => {
  const page = await open("/docs/reference", { javaScriptEnabled: false });
  assert.equal(await page.locator(".operation").count(), await page.locator(".operation .curl").count());
  assert.equal(await page.locator("button:visible").count(), 0);
  await page.context().close();
});

await step("the text has the contrast of WCAG AA, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open("/docs/reference", { colorScheme });
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    assert.deepEqual(await page.evaluate(faint), [], colorScheme);
    await page.context().close();
  }
});

// faint runs in the page: the kinds of text whose contrast is below 4.5.
function faint() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const luminance = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Set();
  const known = new Map();
  for (const element of document.querySelectorAll("body *")) {
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) || !element.checkVisibility()) continue;
    const grounds = [];
    for (let e = element; e; e = e.parentElement) grounds.unshift(getComputedStyle(e).backgroundColor);
    const color = getComputedStyle(element).color;
    const kind = [...grounds, color].join();
    if (!known.has(kind)) {
      const [dark, light] = [luminance(grounds), luminance([...grounds, color])].sort((a, b) => a - b);
      known.set(kind, (light + 0.05) / (dark + 0.05));
    }
    if (known.get(kind) < 4.5) found.add(`${element.localName}.${element.className} ${known.get(kind).toFixed(2)}`);
  }
  return [...found];
}

await step("the theme is switched, and remembered", async () => {
  const page = await open("/docs", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Dark colours" }).click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(`${origin}/docs/paging`);
  assert.equal(await ground(), dark);
  await page.context().close();
});

await step("the keyboard reaches the content first", async () => {
  const page = await open("/docs/errors");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  await page.context().close();
});

await step("the menu opens on a phone, and the filter finds an operation", async () => {
  const page = await open("/docs", screens.phone);
  assert.equal(await page.locator("#sidebar").isVisible(), false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByPlaceholder("Filter operations").fill("approve");
  await page.screenshot({ path: `${folder}/menu-phone.png` });
  assert.equal(await page.locator("#sidebar li:visible").count(), 1);
  await page.locator("#sidebar li:visible a").click();
  await page.waitForURL("**/docs/reference#approveTimeOff");
  await page.context().close();
});

await step("calls are sent with the key that was typed", async () => {
  const page = await open("/docs/reference");
  const operation = (id) => page.locator(`.operation[aria-labelledby="${id}"]`);
  const send = async (id, name) => {
    const form = operation(id).locator(".try form");
    await form.getByRole("button", { name, exact: true }).click();
    await form.locator("output pre").waitFor();
    return form.locator("output");
  };

  await operation("getMe").getByText("Try it").click();
  await operation("getMe").getByRole("button", { name: "Get me" }).click();
  await operation("getMe").getByText("Give an API key first").click();
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".known").innerText(), new RegExp(`wpk_…${key.slice(-4)}`));

  const me = await send("getMe", "Get me");
  assert.match(await me.innerText(), /^200 OK in \d+ ms/);
  assert.match(await me.innerText(), /X-Request-Id/);
  assert.match(await me.innerText(), /"keyName": "demo"/);

  const clients = await (await fetch(`${origin}/api/v1/clients?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).json();
  const { id, version } = clients.data.items[0];
  const patch = operation("updateClient").locator(".try");
  await patch.getByText("Try it").click();
  await patch.getByLabel("client_id").fill(id);
  await patch.getByLabel("If-Match").fill(`"${version}"`);
  assert.deepEqual(JSON.parse(await patch.getByLabel("Body").inputValue()), { companyName: "Initech GmbH", email: null });
  const changed = await send("updateClient", "Update client");
  assert.match(await changed.innerText(), /^200 OK/);
  assert.match(await changed.innerText(), new RegExp(`"${version + 1}"[^]*"companyName": "Initech GmbH"`));
  await patch.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/try.png` });

  await patch.getByRole("button", { name: "Update client", exact: true }).click();
  await patch.getByText("Refused").waitFor();
  assert.match(await patch.locator("output").innerText(), /^409 Conflict[^]*Refused: the record has changed since that version/);
  await page.screenshot({ path: `${folder}/refused.png` });
  // The browser writes a line of its own for every such answer.
  assert.match(complaints.splice(0).join(), /^\/docs\/reference: .*status of 409 \(Conflict\)$/);

  await operation("listProjects").getByText("Try it").click();
  await operation("listProjects").getByLabel("limit").fill("1");
  await operation("listProjects").getByLabel("status").fill("active,planned");
  const projects = await send("listProjects", "List projects");
  assert.match(await projects.innerText(), /rel="next"[^]*"hasMore": true/);

  assert.deepEqual(await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage), document.cookie]), [[key], [], ""]);
  assert.equal((await page.content()).includes(key), false, "the key is in the page");
  assert.deepEqual(addresses.filter((address) => address.includes("wpk_")), []);
  await page.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await page.context().close();
});

assert.deepEqual(complaints, []);
assert.deepEqual(addresses.filter((address) => !address.startsWith(origin) && !address.startsWith("data:")), []);
await browser.close();
console.log(`${addresses.length} requests, all to ${origin}; screenshots are in ${folder}`);
