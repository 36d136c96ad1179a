import { assert, call, date, monday } from "./harness.mjs";

export const title = "Plan is a form: person, days, project, hours, skill, tentative; what is suggested is grey, says so, and can be taken";

export default async (stage) => {
  const [ada, bob] = [await stage.person("Form A"), await stage.person("Form B")];
  const [red, blue] = [await stage.project("Form red"), await stage.project("Form blue")];
  const skill = await call("POST", "/capabilities", { name: `Forms ${red.name}` });
  await stage.plan(ada, blue, monday, 8, 4);
  const page = await stage.open();
  const form = page.getByRole("form", { name: "Plan" });
  await stage.clickBelow(page, ada.name, 0);
  await page.keyboard.press("p");
  await form.waitFor();

  // The fields, in this order; the focus is on what is to be said.
  const fields = await form.locator("input, select").evaluateAll((all) => all.map((node) => node.closest("label, .labelled")?.textContent.trim().split(/[ \n]/)[0]));
  assert.deepEqual(fields, ["Person", "From", "To", "Project", "Hours", "Skill", "Tentative"]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "board-project");

  // It is beside the selected days, and covers none of them.
  const [box, cell] = [await form.boundingBox(), await stage.cell(page, ada.name, 0)];
  assert.ok(box.x > cell.x + 40 && box.x < cell.x + 140, `${box.x} is beside ${cell.x}`);

  // What is free is suggested, in grey and in words.
  const hours = form.getByRole("textbox", { name: "Hours" });
  assert.equal(await hours.getAttribute("placeholder"), "28, suggested");
  const colours = await hours.evaluate((node) => [getComputedStyle(node, "::placeholder").color, getComputedStyle(node).color]);
  assert.notEqual(colours[0], colours[1]);
  await form.getByRole("combobox", { name: "Project" }).fill(red.name);
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Plan 28 h" }).waitFor();
  await page.keyboard.press("Enter");
  await stage.saved(ada, red, [0, 4, 8, 8, 8]);

  // Next time, the project is suggested too. Another person and other days are chosen in the form.
  await stage.clickBelow(page, ada.name, 2);
  await page.keyboard.press("p");
  assert.match(await form.getByRole("combobox", { name: "Project" }).getAttribute("placeholder"), /, suggested$/);
  await form.getByRole("combobox", { name: "Person" }).fill(bob.name);
  await page.keyboard.press("Enter");
  await form.getByLabel("From").fill(date(monday + 21));
  await form.getByLabel("To", { exact: true }).fill(date(monday + 22));
  await form.getByLabel("Skill").selectOption({ label: skill.name });
  await form.getByLabel("Tentative").check();
  await hours.fill("6");
  await stage.accessible(page, "the form of a plan");
  await page.keyboard.press("Enter");
  await stage.saved(bob, red, [3, 3], monday + 21);
  const { items } = await call("GET", `/assignments?user_id=${bob.id}`);
  assert.deepEqual(items.map(({ capabilityId, tentative }) => [capabilityId, tentative]), [[skill.id, true], [skill.id, true]]);
};
