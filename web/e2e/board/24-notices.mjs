import { assert, call, monday } from "./harness.mjs";

export const title = "the newest notice is in the line below the board, older ones behind it, and each keeps what can be done about it";

export default async (stage) => {
  const user = await stage.person("Notices");
  const project = await stage.project("Notices");
  for (let i = 0; i < 6; i++) await stage.plan(user, project, monday + 7 * i, 1);
  const page = await stage.open({ q: user.name.split(" ")[1] });
  const notices = page.locator(".board .notice");

  // Two with a way back: the first one's is still there, and undoes the first.
  const form = page.getByRole("form", { name: "Add time off" });
  for (const column of [1, 3]) {
    await stage.click(page, user.name, column);
    await page.keyboard.press("o");
    // A screen reader scrolls to a field when it is focused. The days must stay where they are.
    await form.evaluate((node) => node.scrollIntoView({ block: "end", inline: "end" }));
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.waitFor({ state: "detached" });
  }
  await page.keyboard.press("a"); // what is only information
  await page.getByText("There is no requested time off in this cell.").waitFor();
  assert.equal(await notices.count(), 3);
  assert.deepEqual(await notices.evaluateAll((all) => all.map((node) => node.checkVisibility())), [false, false, true]);
  await page.getByRole("button", { name: "2 earlier" }).click();
  await notices.nth(0).getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^Undone: added /).waitFor();
  assert.equal(await notices.count(), 3);
  await stage.says(page, user.name, 1, /^1 of 40/);
  const { items } = await call("GET", `/time-off?user_id=${user.id}`);
  assert.deepEqual(items.map(({ startDate }) => startDate), [new Date((monday + 21) * 864e5).toISOString().slice(0, 10)]);
  while (await notices.count()) await notices.last().getByRole("button", { name: "Close" }).click();

  // Refusals stay until they are closed.
  let refused = 0;
  await page.route("**/api/v1/assignments?*", (route) => route.request().method() === "POST" ? route.fulfill({ status: 403, contentType: "application/json", body: JSON.stringify({ error: { message: `No ${++refused}.`, code: "permission_denied", details: [] } }) }) : route.continue());
  for (let column = 0; column < 6; column++) {
    await stage.click(page, user.name, column);
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await page.getByText(`No ${column + 1}.`).waitFor();
  }
  const texts = async () => (await notices.allInnerTexts()).map((text) => text.match(/No (\d)/)?.[1] ?? "").join("");
  await page.waitForTimeout(9000);
  assert.equal(await texts(), "123456");
  await notices.nth(1).getByRole("button", { name: "Close" }).click();
  assert.equal(await texts(), "13456");
  await stage.accessible(page, "notices");
};
