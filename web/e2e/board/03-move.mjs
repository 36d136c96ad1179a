import { monday } from "./harness.mjs";

export const title = "drag a bar to another person or week; Alt copies";

export default async (stage) => {
  const [from, to] = [await stage.person("Mover"), await stage.person("Movee")];
  const project = await stage.project("Move");
  await stage.plan(from, project, monday, 8, 8, 8, 8, 8);
  const page = await stage.open();
  await stage.expand(page, from.name);
  await stage.drag(page, [`${from.name} > ${project.name}`, 0], [`${from.name} > ${project.name}`, 2]);
  await stage.saved(from, project, [0, 0, 0, 0, 0, 0, 0], monday);
  await stage.saved(from, project, [8, 8, 8, 8, 8], monday + 14);

  await stage.drag(page, [`${from.name} > ${project.name}`, 2], [to.name, 1]);
  await stage.saved(to, project, [8, 8, 8, 8, 8], monday + 7);
  await stage.saved(from, project, [0, 0, 0, 0, 0], monday + 14);

  // A selected cell of a closed person moves with all its projects.
  await stage.click(page, to.name, 1);
  await page.keyboard.down("Alt");
  await stage.drag(page, [to.name, 1], [to.name, 3]);
  await page.keyboard.up("Alt");
  await stage.saved(to, project, [8, 8, 8, 8, 8], monday + 21);
  await stage.saved(to, project, [8, 8, 8, 8, 8], monday + 7);

  // With the keyboard.
  await stage.click(page, to.name, 3);
  await page.keyboard.press("Alt+ArrowRight");
  await stage.saved(to, project, [0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8], monday + 21);
};
