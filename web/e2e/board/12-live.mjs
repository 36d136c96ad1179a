import { assert, monday } from "./harness.mjs";

export const title = "changes of others within a second; a conflict shows both values; offline loses nothing";

export default async (stage) => {
  const user = await stage.person("Live");
  const project = await stage.project("Live");
  await stage.plan(user, project, monday, 1);
  const [mine, theirs] = [await stage.open(), await stage.open()];
  await stage.click(theirs, user.name, 0);
  await stage.click(mine, user.name, 0);

  await theirs.keyboard.type("20");
  await theirs.keyboard.press("Enter");
  await stage.saved(user, project, [4, 4, 4, 4, 4]);
  const start = Date.now();
  await stage.says(mine, user.name, 0, /^20 of 40/);
  console.log(`        another browser shows a saved change after ${Date.now() - start} ms`);
  assert.ok(Date.now() - start < 1000);

  // Offline: the change waits, and is saved later.
  await mine.context().setOffline(true);
  await mine.keyboard.type("10");
  await mine.keyboard.press("Enter");
  await mine.getByText("No connection.").waitFor();
  assert.deepEqual(await stage.planned(user, project, monday, 5), [4, 4, 4, 4, 4]);
  await mine.context().setOffline(false);
  await stage.saved(user, project, [2, 2, 2, 2, 2]);
  await mine.getByText("No connection.").waitFor({ state: "detached" });

  // A conflict: the edit of this page is not sent yet when another one comes.
  await mine.route("**/api/v1/assignments?*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  await stage.click(mine, user.name, 0);
  const sent = mine.waitForRequest((request) => request.method() === "POST" && request.url().includes("/assignments?"));
  await mine.keyboard.type("30");
  await mine.keyboard.press("Enter");
  await sent;
  await stage.plan(user, project, monday, 5, 5, 5, 5, 5);
  const row = mine.getByRole("region", { name: "Conflicts" }).getByRole("listitem");
  await row.getByText("before: 10 h").waitFor();
  await row.getByRole("button", { name: "Yours: 30 h", pressed: true }).waitFor();
  await row.getByRole("button", { name: /: 25 h/, pressed: false }).waitFor();

  // A refused write is rolled back, and says why.
  await mine.unroute("**/api/v1/assignments?*");
  await mine.getByText("All changes are saved").waitFor();
  const before = await stage.planned(user, project, monday, 5);
  await mine.route("**/api/v1/assignments?*", (route) => route.request().method() === "POST" ? route.fulfill({ status: 403, contentType: "application/json", headers: { "X-Request-Id": "r-1" }, body: JSON.stringify({ error: { message: "You may not plan this person.", code: "permission_denied", details: [] } }) }) : route.continue());
  await stage.click(mine, user.name, 0);
  await mine.keyboard.type("40");
  await mine.keyboard.press("Enter");
  await mine.getByText("Not saved: You may not plan this person.").waitFor();
  await stage.says(mine, user.name, 0, new RegExp(`^${before.reduce((a, b) => a + b)} of 40`));
};
