// How much the first view of the board asks of the server.

import assert from "node:assert/strict";
import { finish, open, origin, step } from "../browser.mjs";

await step("the first hours need at most 12 requests of the API, and none is refused", async () => {
  const page = await open("");
  await page.locator(".name.person").first().waitFor();
  await page.goto("about:blank"); // so that no response is one of the first visit
  const asked = [], refused = [];
  page.on("request", (request) => new URL(request.url()).pathname.match(/^\/(api|session)/) && asked.push(new URL(request.url()).pathname));
  page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
  const hours = page.waitForResponse((response) => response.url().includes("/capacity"));
  await page.goto(origin);
  await hours;
  const first = [...asked];
  assert.ok(first.length <= 12, `${first.length}: ${first}`);
  await page.locator(".name.person").first().waitFor();
  await page.waitForTimeout(3000);
  assert.deepEqual(refused, []);
  assert.ok(!asked.some((path) => path.endsWith("/organization/privacy")), "an admin sees all, and does not ask what is hidden");
  console.log(`  ${first.length} before the first hours, ${asked.length} in all`);
  await page.context().close();
});

await finish();
