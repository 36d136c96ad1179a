import { assert, monday } from "./harness.mjs";

export const title = "a conflict shows before, theirs and mine as typed, in one list with the choice; what was written meanwhile is asked about after being offline";

export default async (stage) => {
  const user = await stage.person("Disputed");
  const project = await stage.project("Disputed");
  await stage.plan(user, project, monday, 2, 2, 2, 2, 2);
  const [page, theirs] = [await stage.open(), await stage.open()];
  const list = page.getByRole("region", { name: "Conflicts" });
  const row = list.getByRole("listitem");
  const type = async (on, hours) => {
    await stage.clickBelow(on, user.name, 0);
    await on.keyboard.type(hours);
    await on.keyboard.press("Enter");
  };

  // Offline, somebody else writes three of the days. That is not overwritten when the connection is back.
  await page.context().setOffline(true);
  await type(page, "30");
  await page.getByText("No connection.").waitFor();
  await stage.plan(user, project, monday, 5, 5, 5);
  await page.context().setOffline(false);
  await row.getByText("before: 10 h").waitFor();
  await row.getByRole("button", { name: "Yours: 30 h", pressed: false }).waitFor();
  await row.getByRole("button", { name: /: 19 h/, pressed: true }).waitFor();
  await stage.saved(user, project, [5, 5, 5, 6, 6]);
  await stage.says(page, user.name, 0, /^27 of 40/);
  await page.getByText("All changes are saved").waitFor();
  await stage.accessible(page, "the list");
  await row.getByRole("button", { name: "Yours: 30 h" }).click();
  await stage.saved(user, project, [6, 6, 6, 6, 6]);
  await list.waitFor({ state: "detached" });

  // What others write deliberately, after they have seen it, is no conflict.
  await stage.says(theirs, user.name, 0, /^30 of 40/);
  await page.waitForTimeout(2500);
  await type(theirs, "20");
  await stage.says(page, user.name, 0, /^20 of 40/);
  await page.waitForTimeout(500);
  assert.equal(await list.count(), 0);

  // Both at once: mine is kept and theirs is offered, and a later edit settles it, too.
  await page.route("**/api/v1/assignments?*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue().catch(() => {});
  });
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/assignments?"));
  await type(page, "25");
  await sent;
  await stage.plan(user, project, monday, 7, 7, 7, 7, 7);
  await row.getByRole("button", { name: "Yours: 25 h", pressed: true }).waitFor();
  await row.getByRole("button", { name: /: 35 h/ }).click();
  await stage.saved(user, project, [7, 7, 7, 7, 7]);
  await list.waitFor({ state: "detached" });
};
