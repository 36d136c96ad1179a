import { call, date, monday } from "./harness.mjs";

export const title = "a skill filters by who has it, with a level and several values; the free are found by it";

export default async (stage) => {
  const [expert, learner, other] = [await stage.person("Expert"), await stage.person("Learner"), await stage.person("Other")];
  const project = await stage.project("Skills");
  const skill = await call("POST", "/capabilities", { name: `Backend ${project.name}` });
  await call("PUT", `/users/${expert.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 4 }] });
  await call("PUT", `/users/${learner.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 2 }] });
  // Hours with the skill do not make somebody have it, and the free have none.
  await call("POST", "/assignments", { items: [{ userId: other.id, projectId: project.id, capabilityId: skill.id, date: date(monday), hours: 8 }] });
  const page = await stage.open();
  const shown = async (...expected) => {
    await page.waitForFunction((names) => String([...document.querySelectorAll(".name.person .who")].map((node) => node.textContent).sort()) === names, String(expected.map(({ name }) => name).sort()));
  };
  await page.locator(".name.person .what").getByText(`${skill.name} 4`).waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await stage.choose(page, "Skill", skill.name);
  await shown(expert, learner);
  await page.getByLabel("Level of the skills, at least").fill("3");
  await shown(expert);
  await page.getByLabel("Level of the skills, at least").fill("1");
  await stage.choose(page, "Project", project.name);
  await page.getByText("Nobody matches").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Remove the filter Skill ${skill.name}` }).click();
  await shown(other);

  // A link shows the same.
  await page.reload();
  await shown(other);

  await page.keyboard.press("g");
  const drawer = page.getByRole("complementary", { name: "Find free people" });
  await drawer.getByLabel("From").fill(date(monday));
  await drawer.getByLabel("To", { exact: true }).fill(date(monday + 4));
  await drawer.getByLabel("Skill").selectOption({ label: skill.name });
  await drawer.getByLabel("Level, at least").fill("3");
  await drawer.getByRole("button", { name: "Find", exact: true }).click();
  await drawer.getByText("1 person").waitFor();
  await drawer.getByRole("button", { name: expert.name }).click();
  await page.locator(".name.person").filter({ hasText: expert.name }).waitFor();
  await page.locator("[role=gridcell][aria-selected=true]").waitFor({ state: "attached" });
};
