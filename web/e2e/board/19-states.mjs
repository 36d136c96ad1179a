import { assert, call, monday } from "./harness.mjs";

export const title = "loading shows rows, what failed is said with its request, and the last known data stays";

const failed = (status, code, message) => (route) => route.fulfill({ status, contentType: "application/json", headers: { "X-Request-Id": "request-7" }, body: JSON.stringify({ error: { code, message, requestId: "request-7" } }) });

export default async (stage) => {
  const user = await stage.person("States");
  const project = await stage.project("States");
  await stage.plan(user, project, monday, 9, 8, 8);

  // Nothing arrives, then the server refuses, then it works again.
  const page = await stage.visit("");
  await page.route("**/api/v1/projects?*", () => {});
  await page.reload();
  await page.getByRole("status", { name: "Loading" }).waitFor();
  await page.getByRole("toolbar").waitFor();
  for (const [status, code, title] of [[403, "insufficient_scope", "You may not see this"], [500, "internal", "This could not be loaded"]]) {
    await page.unroute("**/api/v1/projects?*");
    await page.route("**/api/v1/projects?*", failed(status, code, "the reason of the server"));
    await page.reload();
    const alert = page.getByRole("alert");
    await alert.getByRole("heading", { name: title }).waitFor();
    const text = await alert.innerText();
    assert.ok(text.includes("The reason of the server.") && text.includes("request-7"), text);
    await stage.accessible(page, title);
  }
  await page.unroute("**/api/v1/projects?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".name.person").first().waitFor();

  // Somebody adds a person, so all is loaded again, and that fails: the hours stay.
  const board = await stage.open({ q: user.name.split(" ")[1] });
  await stage.says(board, user.name, 0, /^25 of 40/);
  await stage.click(board, user.name, 5);
  await board.waitForTimeout(1000); // the selection loads its rows
  const row = async () => board.screenshot({ clip: { x: 240, y: (await stage.row(board, user.name)).y, width: 300, height: 36 } });
  const before = await row();
  await board.route(/\/api\/v1\/(capacity|users)\?/, failed(500, "internal", "the database is away"));
  const [again] = await Promise.all([board.waitForResponse(/\/api\/v1\/users\?/), stage.person("Another")]);
  assert.equal(again.status(), 500);
  await stage.click(board, user.name, 6); // the selection loads its rows, and then the hours in view
  await board.getByText("The database is away.").waitFor();
  await stage.rest(board);
  assert.deepEqual(await row(), before);

  // The session has ended.
  await board.unroute(/\/api\/v1\/(capacity|users)\?/);
  await board.route("**/api/v1/capacity?*", failed(401, "unauthenticated", "send a key"));
  await board.getByRole("button", { name: "Forward" }).click();
  await board.getByRole("button", { name: "Forward" }).click();
  await board.getByText("You are signed out.").waitFor();
};
