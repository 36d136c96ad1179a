import { assert, call, date, monday } from "./harness.mjs";

export const title = "what is pasted is tried first: it goes into a new proposal, which the board shows, and nothing of it is in the plan";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Sheet"), await stage.person("Sheeted")];
  const [red, blue] = [await stage.project("Sheet red"), await stage.project("Sheet blue")];
  await stage.plan(ada, red, monday, 3, 3, 3, 3, 3);
  const page = await stage.open();
  const bar = page.getByRole("region", { name: "Proposal" });
  const idOf = () => /proposal=([\da-f-]{36})/.exec(page.url())[1];
  const wishes = async () => (await call("GET", `/proposals/${idOf()}/diff?limit=200`)).items.map(({ key, after }) => [key.userId === ada.id ? "ada" : "bob", key.projectId === red.id ? "red" : "blue", key.date, after?.hours ?? 0]);
  const days = (who, project, first, ...hours) => hours.map((h, i) => [who, project, date(first + i), h]);
  const sorted = (rows) => rows.map(String).sort();

  // Numbers of a spreadsheet, on two people and weeks.
  await stage.clickBelow(page, ada.name, 0);
  await page.evaluate(() => navigator.clipboard.writeText("20\t10\n5\t0"));
  await page.keyboard.press("Control+v");
  const form = page.getByRole("form", { name: "Paste hours" });
  await form.getByRole("button", { name: "Put it into a new proposal" }).click();
  await form.getByText("Choose a project.").waitFor();
  await form.getByRole("combobox", { name: "Project" }).fill(red.name);
  await page.getByRole("option", { name: red.name }).click();
  await stage.accessible(page, "the form");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/paste.png` });
  await form.getByRole("button", { name: "Put it into a new proposal" }).click();
  await bar.getByText("You change a proposal, not the plan").waitFor();
  await bar.getByRole("link", { name: /^Pasted 35 h Sheet red .*, Sheet .* and Sheeted / }).waitFor();
  await bar.getByRole("button", { name: "+20 h, 2 people" }).waitFor();
  await stage.says(page, ada.name, 0, /^20 of 40 hours planned.*proposed/);
  assert.deepEqual(sorted(await wishes()), sorted([...days("ada", "red", monday, 4, 4, 4, 4, 4), ...days("ada", "red", monday + 7, 2, 2, 2, 2, 2), ...days("bob", "red", monday, 1, 1, 1, 1, 1)]));
  const made = await call("GET", `/proposals/${idOf()}`);
  assert.deepEqual([made.status, made.source], ["draft", "import"]);
  assert.deepEqual(await stage.planned(ada, red, monday, 7), [3, 3, 3, 3, 3, 0, 0], "nothing of it is in the plan");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/pasted.png` });

  // In a proposal, what is pasted is a part of that.
  await stage.clickBelow(page, bob.name, 2);
  await page.evaluate(() => navigator.clipboard.writeText("15"));
  await page.keyboard.press("Control+v");
  await form.getByRole("combobox", { name: "Project" }).waitFor();
  assert.equal(await form.getByRole("button", { name: "Put it into a new proposal" }).count(), 0);
  await page.keyboard.press("Escape");
  await bar.getByRole("link", { name: "Back to the live plan" }).click();
  await stage.says(page, ada.name, 0, /^15 of 40 hours planned/);

  // What was copied here, from the menu of a cell.
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("Control+c");
  await stage.clickBelow(page, bob.name, 1, { button: "right" });
  await page.getByRole("menuitem", { name: "Paste into a new proposal" }).click();
  await bar.getByRole("button", { name: "+15 h, 1 person" }).waitFor();
  assert.deepEqual(sorted(await wishes()), sorted(days("bob", "red", monday + 7, 3, 3, 3, 3, 3)));
  assert.deepEqual(await stage.planned(bob, red, monday + 7, 5), [0, 0, 0, 0, 0]);
  await bar.getByRole("link", { name: "Back to the live plan" }).click();

  // What is already so is no proposal.
  const count = (await call("GET", "/proposals?limit=200")).items.length;
  await stage.says(page, ada.name, 0, /^15 of 40 hours planned/);
  await stage.clickBelow(page, ada.name, 0);
  await page.evaluate(() => navigator.clipboard.writeText("15\t0"));
  await page.keyboard.press("Control+v");
  await form.getByRole("combobox", { name: "Project" }).fill(red.name);
  await page.getByRole("option", { name: red.name }).click();
  await form.getByRole("button", { name: "Put it into a new proposal" }).click();
  await page.getByText("Nothing would change: the plan is like this already.").waitFor();
  // And one that cannot be made leaves none.
  await page.route("**/api/v1/assignments?proposal=*", (route) => (route.request().method() === "POST" ? route.fulfill({ status: 409, json: { error: { code: "invalid_state", message: "no room" } } }) : route.continue()));
  await stage.clickBelow(page, bob.name, 3);
  await page.evaluate(() => navigator.clipboard.writeText("12"));
  await page.keyboard.press("Control+v");
  await form.getByRole("combobox", { name: "Project" }).fill(blue.name);
  await page.getByRole("option", { name: blue.name }).click();
  await form.getByRole("button", { name: "Put it into a new proposal" }).click();
  await page.getByText("Not pasted: no room").waitFor();
  assert.equal((await call("GET", "/proposals?limit=200")).items.length, count);
};
