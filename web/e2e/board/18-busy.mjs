import { assert, monday } from "./harness.mjs";

export const title = "a busy server makes reads and writes wait, with a note, and nothing is lost";

/** busy responds to the first requests with 429 and 503, and asks for a second. */
async function busy(page, address, method) {
  const keys = [];
  let left = [429, 503];
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    const status = left.shift();
    if (!status) return route.continue();
    return route.fulfill({ status, headers: { "Retry-After": "1", "Content-Type": "application/json" }, body: JSON.stringify({ error: { message: "slow down", code: "rate_limited", details: [] } }) });
  });
  return keys;
}

export default async (stage) => {
  const user = await stage.person("Busy");
  const project = await stage.project("Busy");
  await stage.plan(user, project, monday, 4, 4);
  const page = await stage.open({ q: user.name.split(" ")[1] });

  // Weeks that are not loaded yet.
  const reads = await busy(page, "**/api/v1/capacity?*", "GET");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByText("The server is busy: loading waits.").waitFor();
  await page.getByText("All changes are saved").waitFor();
  assert.ok(reads.length > 2);
  await stage.says(page, user.name, 0, /^0 of 40 hours planned/);
  assert.equal(await page.getByRole("alert").count(), 0);

  // A write keeps its key, and the cell its new hours.
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await stage.says(page, user.name, 0, /^8 of 40/);
  const writes = await busy(page, "**/api/v1/assignments?*", "POST");
  await stage.click(page, user.name, 0);
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await page.getByText("The server is busy: 3 changes wait.").waitFor();
  await stage.says(page, user.name, 0, /^20 of 40/);
  await stage.saved(user, project, [4, 4, 4, 4, 4]);
  await page.getByText("All changes are saved").waitFor();
  assert.equal(writes.length, 3);
  assert.equal(new Set(writes).size, 1);
};
