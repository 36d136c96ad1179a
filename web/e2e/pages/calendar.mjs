// Creates, copies, replaces and revokes one's calendar address.

import assert from "node:assert/strict";
import { finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const status = async (url) => (await fetch(url)).status;

/** show opens the dialog from the menu of the account. */
async function show(page) {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Calendar address" }).click();
  const dialog = page.getByRole("dialog", { name: "Calendar address" });
  await dialog.waitFor();
  return dialog;
}

for (const colorScheme of ["light", "dark"]) {
  await step(`the address is created, read, replaced and revoked, in ${colorScheme} colours`, async () => {
    const page = await open("", { colorScheme, permissions: ["clipboard-read", "clipboard-write"] });
    await settled(page);
    const shot = (name) => page.screenshot({ path: `${folder}/calendar-${name}-${colorScheme}.png` });
    let dialog = await show(page);
    await dialog.getByRole("button", { name: "Create address" }).click({ trial: true });
    await shot("none");
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Create address" }).click();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByRole("button", { name: "Copied" }).waitFor();
    await shot("created");
    assert.deepEqual(await violations(page), []);
    const first = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(first.startsWith(`${origin}/calendar/wpc_`), first);
    const text = await (await fetch(first)).text();
    assert.match(text, /^BEGIN:VCALENDAR\r\n/);
    assert.match(text, /SUMMARY:/);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });

    dialog = await show(page);
    await dialog.getByText(/last read/).waitFor();
    await shot("again");
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Replace address" }).click();
    const second = await dialog.locator("code").innerText();
    assert.notEqual(second, first);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(1000);
    assert.deepEqual([await status(first), await status(second)], [404, 200]);

    dialog = await show(page);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByRole("button", { name: "Create address" }).waitFor();
    await page.waitForTimeout(1000);
    assert.equal(await status(second), 404);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.context().close();
  });
}

await step("a failure is shown, and the dialog stays", async () => {
  const page = await open("");
  await settled(page);
  const dialog = await show(page);
  await page.route("**/calendar-feed", (route) => route.fulfill({ status: 503, json: { error: { message: "the service is not available right now", code: "unavailable", details: [] } } }));
  await dialog.getByRole("button", { name: "Create address" }).click();
  await dialog.getByRole("alert").waitFor();
  await page.unroute("**/calendar-feed");
  await dialog.getByRole("button", { name: "Create address" }).click();
  await dialog.locator("code").waitFor();
  await page.context().close();
});

await finish();
