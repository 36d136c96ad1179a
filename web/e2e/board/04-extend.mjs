import { monday } from "./harness.mjs";

export const title = "pull an edge to extend: hours a day are kept, with Shift the total";

export default async (stage) => {
  const user = await stage.person("Extend");
  const project = await stage.project("Extend");
  await stage.plan(user, project, monday, 4, 4, 4, 4, 4);
  const page = await stage.open();
  await stage.expand(page, user.name);
  const line = `${user.name} > ${project.name}`;
  const pull = async (from, to) => {
    const [a, b] = [await stage.cell(page, line, from, 0.96), await stage.cell(page, line, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 6 });
    await page.mouse.up();
  };
  await pull(0, 2);
  await stage.saved(user, project, [4, 4, 4, 4, 4, 0, 0, 4, 4, 4, 4, 4, 0, 0, 4, 4, 4, 4, 4, 0, 0]);
  await page.keyboard.down("Shift");
  await pull(2, 1);
  await page.keyboard.up("Shift");
  await stage.saved(user, project, [6, 6, 6, 6, 6, 0, 0, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await pull(1, 0);
  await stage.saved(user, project, [6, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
};
