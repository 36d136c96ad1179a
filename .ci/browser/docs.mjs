// Reads the pages at /docs and sends calls from them, as a person does.
//
//   WORKPLAN_HTTP=http://127.0.0.1:8080 WORKPLAN_KEY=wpk_… CHROMIUM=… node docs.mjs folder-for-screenshots

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const [folder] = process.argv.slice(2);
const { WORKPLAN_HTTP: origin, WORKPLAN_KEY: key } = process.env;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

const complaints = [];
const addresses = [];

// open opens a page in a window of its own, and records its errors and requests.
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

// tryIt opens a form. On a busy machine a click gets lost now and then, and a person clicks again.
async function tryIt(form) {
  for (let clicks = 0; clicks < 3; clicks++) {
    await form.getByText("Try it").click();
    if (await form.evaluate((details) => details.open || new Promise((resolve) => setTimeout(() => resolve(details.open), 1000)))) return;
    console.log("the click got lost");
  }
  assert.fail("the form does not open");
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
    const paths = await page.locator("#sidebar a:not([href*='#'])").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.ok(paths.length > 5);
    for (const path of [...paths, "/docs/reference#updateClient"]) {
      await page.goto(origin + path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.width ?? 1400, `${path} scrolls sideways`);
      assert.deepEqual(await page.evaluate(scrolling), [], `${path} has an area that scrolls up and down`);
      await page.screenshot({ path: `${folder}/${path.split("/").at(-1)}-${screen}.png` });
    }
    await page.context().close();
  });
}

// scrolling runs in the page: the elements of the content with a vertical scroll bar.
function scrolling() {
  return [...document.querySelectorAll("main *")]
    .filter((e) => e.scrollHeight > e.clientHeight + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowY) && e.localName !== "textarea")
    .map((e) => `${e.localName}.${e.className}`);
}

await step("without JavaScript everything can be read, tabs work, and there is no form", async () => {
  const page = await open("/docs/reference", { javaScriptEnabled: false });
  assert.equal(await page.locator(".operation").count(), await page.locator(".operation .curl:visible").count());
  assert.equal(await page.locator("button:visible, form:visible, search:visible").count(), 0);
  const samples = page.locator(".operation[aria-labelledby=updateUser] .samples");
  await samples.getByText("Java", { exact: true }).click();
  assert.match(await samples.locator(".sample:visible").innerText(), /workplan\.users\(\)\.updateUser\(/);
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

await step("the menu opens on a phone, and leads to an operation", async () => {
  const page = await open("/docs", screens.phone);
  assert.equal(await page.locator("#sidebar").isVisible(), false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.screenshot({ path: `${folder}/menu-phone.png` });
  await page.locator("#sidebar").getByText("Approve time off").click();
  await page.waitForURL("**/docs/reference#approveTimeOff");
  assert.equal(await page.locator("#sidebar").isVisible(), false);
  await page.context().close();
});

await step("the search finds operations, fields, guides and errors, with the keyboard alone", async () => {
  for (const [words, title, url] of [
    ["approve time", "Approve time off", "/docs/reference#approveTimeOff"],
    ["defaultavailability upd", "defaultAvailability", "/docs/reference#updateUser-body-defaultAvailability"],
    ["two writers", "Two writers", "/docs/records#two-writers"],
    ["unknown_reference", "unknown_reference", "/docs/errors#unknown_reference"],
  ]) {
    const page = await open("/docs/paging");
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    const first = page.locator(".results a").first();
    await first.getByText(title, { exact: true }).waitFor();
    await page.screenshot({ path: `${folder}/search.png` });
    await page.keyboard.press("ArrowDown");
    assert.equal(await first.evaluate((link) => link === document.activeElement), true);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${url}`);
    assert.equal(await page.locator(`[id="${url.split("#")[1]}"]`).isVisible(), true, `${url} is hidden`);
    await page.context().close();
  }
  const page = await open("/docs", screens["phone-dark"]);
  await page.getByRole("searchbox").fill("zzz zzz");
  await page.getByText("Nothing found.").waitFor();
  await page.getByRole("searchbox").fill("cursor");
  await page.locator(".results a").first().waitFor();
  await page.screenshot({ path: `${folder}/search-phone-dark.png` });
  await page.context().close();
});

await step("the language of the samples is chosen once for all operations", async () => {
  const page = await open("/docs/reference");
  await page.locator(".operation[aria-labelledby=createClient] .tabs").getByText("Python").click();
  assert.match(await page.locator(".operation[aria-labelledby=listUsers] .sample:visible").innerText(), /paginate\(workplan\.list_users\)/);
  await page.reload();
  assert.match(await page.locator(".operation[aria-labelledby=getMe] .sample:visible").innerText(), /workplan\.get_me\(\)/);
  await page.context().close();
});

// The calls that one after the other can be sent as the form is filled. A rejection comes
// before an approval, which leaves nothing to reject, and a key is revoked last. A webhook is
// deleted when all other calls of webhooks have been sent. A form about a timesheet takes one that is pending, if there is one: of
// the three in the demo, one is approved, one rejected and one withdrawn, and the first one of all is approved.
const order = ["createCalendarFeed", "getCalendarFeed", "deleteCalendarFeed", "deleteUserCalendarFeed", "createClient", "createProject", "createTimeOff", "rejectTimeOff", "approveTimeOff", "deleteTimeOff", "rotateKey", "revokeKey", "deleteWebhook", "createLock", "getLock", "deleteLock", "approveTimesheet", "rejectTimesheet", "withdrawTimesheet", "getTimesheetHours", "reopenTimesheet", "createTimesheet", "decideTimesheets"];
// Their time must be soon, and no list has their ids; or their proposal must have a status, and the form takes the first one.
const left = [
  ...["createLockException", "deleteLockException"],
  ...["submitProposal", "withdrawProposal", "approveProposal", "rejectProposal", "applyProposal", "revertProposal"],
];

await step("every call works at the first click", async () => {
  const receiver = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const post = async (path, body, method = "POST") => {
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Origin: origin },
      body: body && JSON.stringify(body),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
  };
  await post("/api/v1/webhooks", { url: `http://127.0.0.1:${receiver.address().port}`, types: ["key.*"] });
  await post("/session", { key }); // for deleteSession
  await post("/api/v1/proposals", { title: "What if" });
  await post("/api/v1/organization/settlement", { selfApproval: true }, "PATCH");

  const page = await open("/docs/reference");
  const ids = await page.locator(".operation").evaluateAll((all) => all.map((operation) => operation.getAttribute("aria-labelledby")));
  const form = (id) => page.locator(`.operation[aria-labelledby="${id}"] .try`);
  await tryIt(form("getMe"));
  await form("getMe").getByLabel("API key").fill("wpk_mistyped");
  await page.keyboard.press("Enter");
  await form("getMe").getByText("The server refuses this key").waitFor();
  assert.match(complaints.splice(0).join(), /status of 401/);
  await form("getMe").getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.locator(".known").waitFor();

  for (const id of [...ids.filter((id) => !order.includes(id) && !left.includes(id)), ...order]) {
    if (id === "deleteUserCalendarFeed") await post("/api/v1/calendar-feed");
    if (id !== "getMe") await tryIt(form(id));
    await form(id).locator("input[data-records]").first().waitFor({ state: "detached" });
    const missing = await form(id).locator("form[data-method] :invalid").evaluateAll((fields) => fields.map((field) => field.name));
    assert.deepEqual(missing, [], `${id} has fields to fill`);
    await form(id).locator("form button").last().click();
    await form(id).locator("output pre").waitFor();
    const text = await form(id).locator("output").innerText();
    assert.match(text, /^200 OK in \d+ ms/, `${id}: ${text}`);
    if (["createProject", "listAssignments", "updateClient"].includes(id)) {
      await form(id).evaluate((e) => e.scrollIntoView());
      await page.screenshot({ path: `${folder}/try-${id}.png` });
    }
    await form(id).getByText("Try it").click(); // closes it, so that it is not filled again
  }
  await page.context().close();
  receiver.close();
});

await step("a form is filled also if the server has too much to do at first, or fails once", async () => {
  const page = await open("/docs/reference");
  const form = page.locator(`.operation[aria-labelledby="createClient"] .try`);
  const responses = [{ status: 503, headers: { "Retry-After": "1" } }, { status: 500 }];
  await page.route("**/api/v1/users?*", (route) => {
    const response = responses.shift();
    return response ? route.fulfill({ ...response, json: { error: { message: "not now", code: "test", requestId: "-" } } }) : route.continue();
  });
  await tryIt(form);
  await form.getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.locator(".known").waitFor();
  await form.locator("button:enabled").last().waitFor();
  assert.deepEqual(responses, []);
  assert.equal(await form.locator("input[data-records]").count(), 1, "the form is filled although its list failed");
  await form.getByText("Try it").click(); // closes it
  await tryIt(form);
  await form.locator("input[data-records]").first().waitFor({ state: "detached" });
  assert.match(complaints.splice(0).join(), /status of 503.*status of 500/);
  await page.context().close();
});

await step("a form shows and sends what a person chooses", async () => {
  const page = await open("/docs/reference");
  const form = (id) => page.locator(`.operation[aria-labelledby="${id}"] .try`);
  const send = async (id, name) => {
    await form(id).getByRole("button", { name, exact: true }).click();
    await form(id).locator("output pre").waitFor();
    return form(id).locator("output").innerText();
  };
  await tryIt(form("getMe"));
  await form("getMe").getByRole("button", { name: "Get me" }).click();
  await form("getMe").getByText("Give an API key first").waitFor();
  await page.keyboard.type(key); // The field has the focus.
  await page.keyboard.press("Enter");
  await page.locator(".known").waitFor();
  assert.match(await page.locator(".known").innerText(), new RegExp(`wpk_…${key.slice(-4)}`));
  const me = await send("getMe", "Get me");
  assert.match(me, /X-Request-Id[^]*"keyName": "demo"/);

  const { data } = await (await fetch(`${origin}/api/v1/clients?limit=3`, { headers: { Authorization: `Bearer ${key}` } })).json();
  const { companyName, version } = data.items[2];
  const patch = form("updateClient");
  await tryIt(patch);
  await patch.locator("select[name=client_id]").selectOption({ label: companyName });
  assert.equal(JSON.parse(await patch.getByLabel("Body").inputValue()).companyName, companyName);
  await patch.getByLabel("If-Match").fill(`"${version}"`);
  await patch.getByLabel("Body").fill('{"companyName": "Initech GmbH"}');
  assert.match(await send("updateClient", "Update client"), new RegExp(`"${version + 1}"[^]*"companyName": "Initech GmbH"`));
  await patch.getByRole("button", { name: "Update client", exact: true }).click();
  await patch.getByText("Refused").waitFor();
  assert.match(await patch.locator("output").innerText(), /^409 Conflict[^]*Refused: the record has changed since that version/);
  await patch.locator("output").evaluate((e) => e.scrollIntoView());
  await page.screenshot({ path: `${folder}/refused.png` });
  // The browser logs every such response.
  assert.match(complaints.splice(0).join(), /^\/docs\/reference: .*status of 409 \(Conflict\)$/);

  await tryIt(form("listProjects"));
  await form("listProjects").getByLabel("limit").fill("1");
  await form("listProjects").getByLabel("status").fill("active,planned");
  assert.match(await send("listProjects", "List projects"), /rel="next"[^]*"hasMore": true/);

  // A date in its own field goes into the body, and back.
  const upsert = form("upsertAssignments");
  await tryIt(upsert);
  const date = upsert.getByLabel("items[0].date");
  const sent = async () => JSON.parse(await upsert.getByLabel("Body").inputValue()).items[0];
  const days = (Date.parse(await date.inputValue()) - Date.now()) / 86_400_000;
  assert.ok(days > -1 && days < 8, `the date is ${days} days from now`);
  await date.fill("2031-05-05");
  assert.equal((await sent()).date, "2031-05-05");
  await upsert.getByLabel("Body").fill(JSON.stringify({ items: [{ ...(await sent()), date: "2032-01-01" }] }));
  assert.equal(await date.inputValue(), "2032-01-01");

  assert.deepEqual(await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage), document.cookie]), [[key], [], ""]);
  assert.equal((await page.content()).includes(key), false, "the key is in the page");
  assert.deepEqual(addresses.filter((address) => address.includes("wpk_")), []);
  await page.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await page.context().close();
});

await step("an unknown address shows a page", async () => {
  const page = await open("/clients");
  assert.match(complaints.splice(0).join(), /status of 404/);
  await page.screenshot({ path: `${folder}/not-found.png` });
  await page.getByRole("main").getByRole("link", { name: "reference" }).click();
  await page.waitForURL("**/docs/reference");
  await page.context().close();
});

assert.deepEqual(complaints, []);
assert.deepEqual(addresses.filter((address) => !address.startsWith(origin) && !address.startsWith("data:")), []);
await browser.close();
console.log(`${addresses.length} requests, all to ${origin}. Screenshots are in ${folder}.`);
