import { execFileSync } from "node:child_process";
import { assert, origin } from "./harness.mjs";

export const title = "an empty organization is led to its first plan, by the forms of the console";

export default async (stage) => {
  const email = `ada.${Date.now()}@harbour.example.com`;
  // The binary and the database are those of .ci/with-dev.
  const created = JSON.parse(execFileSync(process.env.WORKPLAN, ["organization", "create", "--name", `Harbour Works ${Date.now()}`, "--admin-email", email, "--admin-name", "Ada Lovelace", "--output", "json"], { encoding: "utf8" }));
  const page = await stage.visit("", {}, origin);
  await page.getByLabel("API key").fill(created.keys[0].secret);
  await page.keyboard.press("Enter");

  const steps = page.locator(".board .empty");
  const step = (name) => steps.getByRole("link", { name });
  await step("Add a person").waitFor();
  assert.equal(await steps.locator("li").count(), 6);
  await page.locator(".ghost.example").waitFor();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await stage.accessible(page, `the steps, ${colorScheme}`, "body");
  }

  const save = async (button) => {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("tab").or(page.locator(".tabs")).first().waitFor();
    await page.getByRole("link", { name: "Board", exact: true }).click();
  };
  // A form whose list of choices is empty says so, and links to the form that adds one. The first steps have the same link.
  await page.goto(`${origin}/#/time-off/new`);
  await page.getByText("The catalog has no types of time off yet.").waitFor();
  await page.goto(`${origin}/#/projects/new`);
  await page.getByRole("complementary").getByRole("combobox", { name: "Client" }).click();
  await page.getByRole("link", { name: "Add a client", exact: true }).waitFor();
  await page.goto(`${origin}/#/`);
  await step("Name the types of time off").click();
  await page.getByLabel("Name", { exact: true }).fill("Vacation");
  await save("Add type of time off");
  await step("Name the types of time off").waitFor({ state: "detached" });
  await step("Add a person").click();
  await page.getByLabel("Name", { exact: true }).fill("Grace Hopper");
  await page.getByLabel("E-mail").fill(`grace.${email}`);
  await save("Add person");
  await step("Create a client").click();
  await page.getByLabel("Company", { exact: false }).first().fill("Harbourline");
  await save("Add client");
  await step("Create a project").click();
  await page.getByLabel("Name", { exact: true }).fill("Pier 3");
  await page.getByRole("complementary").getByRole("combobox", { name: "Client" }).fill("Harbourline");
  await page.getByRole("option", { name: "Harbourline" }).waitFor();
  await page.keyboard.press("Enter");
  await save("Add project");

  // The last step is done on the board itself, and then there are no more.
  await steps.getByText("Drag over a few days of a person").waitFor();
  assert.deepEqual(await steps.getByRole("link").allInnerTexts(), ["Add public holidays"]);
  const grid = await page.locator("canvas").boundingBox();
  const y = grid.y + 52 + 18;
  await page.mouse.move(grid.x + 240 + 100, y);
  await page.mouse.down();
  await page.mouse.move(grid.x + 240 + 170, y, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("combobox", { name: "Project" }).fill("Pier");
  await page.keyboard.press("Enter");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await steps.waitFor({ state: "detached" });
};
