import { assert, monday } from "./harness.mjs";

export const title = "one search, without regard to accents, that says what it did not find";

export default async (stage) => {
  const email = (name) => ({ email: `${name}.${Date.now()}@board.example.com` });
  const [ines, soren] = [await stage.person("Inês Quândt", email("ines")), await stage.person("Søren Łukasz", email("soren"))];
  const project = await stage.project("Café Señor");
  await stage.plan(ines, project, monday, 4);
  const page = await stage.open();
  const search = page.getByRole("searchbox", { name: "Find people" });
  const shown = () => page.locator(".name.person .who").allInnerTexts();
  const only = (name) => page.waitForFunction((name) => [...document.querySelectorAll(".name.person .who")].every((node) => node.textContent === name), name);

  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("/");
  for (const [typed, user] of [["Ines quandt", ines], ["SOREN", soren], ["lukasz sor", soren]]) {
    await search.fill(typed);
    await only(user.name);
    assert.deepEqual(await shown(), [user.name], typed);
  }
  await search.fill("nobody of this name");
  await page.getByText("Nobody matches “nobody of this name”").waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Only people with too much").check();
  await page.keyboard.press("Escape");
  await page.getByText("No person has what the filters ask for in these days: Only over.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();

  // A list to pick from, too.
  await search.fill("Ines Quandt");
  await only(ines.name);
  await stage.click(page, ines.name, 1);
  await page.keyboard.press("p");
  const picker = page.getByRole("combobox", { name: "Project" });
  await picker.fill("senor cafe");
  await page.getByRole("option", { name: project.name }).waitFor();
  await picker.fill("no such project");
  await page.getByText("Nothing matches “no such project”").waitFor();

  // What begins with what was typed is marked first, and Enter takes that; nothing clips the ten.
  const others = [];
  for (let i = 0; i < 10; i++) others.push(await stage.project(`My Zebra ${i}`));
  const zebra = await stage.project("Zebra"), old = await stage.project("Zebra Old", "completed");
  await page.reload();
  await page.locator(".name.person").first().waitFor();
  await search.fill("Ines Quandt");
  await only(ines.name);
  await stage.click(page, ines.name, 1);
  await page.keyboard.press("p");
  await page.setViewportSize({ width: 1100, height: 520 });
  await picker.fill("zebra");
  const options = page.getByRole("listbox", { name: "Project" }).getByRole("option");
  await options.first().waitFor();
  assert.deepEqual((await options.allInnerTexts()).slice(0, 3).map((text) => text.split("\n")[0]), [zebra, old, others[0]].map(({ name }) => name));
  assert.equal(await options.count(), 10);
  const clipped = await options.evaluateAll((list) => list.filter((node) => {
    node.scrollIntoView({ block: "nearest" });
    const box = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(box.left + 4, box.top + box.height / 2));
  }).length);
  assert.equal(clipped, 0);
  await page.keyboard.press("Enter");
  assert.equal(await picker.inputValue(), zebra.name);
};
