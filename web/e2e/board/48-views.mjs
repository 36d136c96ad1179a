import { assert, call, monday, date } from "./harness.mjs";

export const title = "views are saved under a name, kept on the server, and opened with one choice";

export default async (stage) => {
  await call("PUT", "/me/views", { items: [] });
  const boss = await stage.person("Head");
  await stage.person("Report", { reportsToId: boss.id });
  const page = await stage.open();
  const menu = (name = "Saved") => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog", { name: "Saved views" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await stage.choose(page, "Team of", boss.name);
  await page.keyboard.press("Escape");
  await page.locator(".name.person").filter({ hasText: boss.name }).waitFor({ state: "detached" });
  await menu().click();
  await dialog.getByLabel("Name of the view").fill("My team");
  await dialog.getByRole("button", { name: "Save" }).click();
  await menu("My team").first().waitFor();
  const { items } = await call("GET", "/me/views");
  assert.equal(items[0].name, "My team");
  assert.doesNotMatch(items[0].query, /from=/, "a view is for any day");

  // Another window opens it.
  const other = await stage.open({ q: "" });
  await other.getByRole("button", { name: "Saved", exact: true }).click();
  await other.getByRole("button", { name: "My team", exact: true }).click();
  await other.waitForFunction(() => document.querySelectorAll(".name.person").length === 1);
  assert.match(other.url(), new RegExp(`team=${boss.id}`));

  // A window that does not know the latest list does not overwrite it.
  await call("PUT", "/me/views", { items: [{ name: "Elsewhere", query: `from=${date(monday)}` }] });
  await dialog.getByLabel("Name of the view").fill("Late");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Another window has changed the views. Try again.").waitFor();
  await dialog.getByRole("button", { name: "Elsewhere", exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Late", exact: true }).waitFor();
  assert.deepEqual((await call("GET", "/me/views")).items.map(({ name }) => name), ["Elsewhere", "Late"]);
  await dialog.getByRole("button", { name: "Delete the view Elsewhere" }).click();
  await dialog.getByRole("button", { name: "Elsewhere", exact: true }).waitFor({ state: "detached" });
  assert.deepEqual((await call("GET", "/me/views")).items.map(({ name }) => name), ["Late"]);
};
