import { assert, call, date, monday } from "./harness.mjs";

export const title = "availability while dragging: green, amber, red before the drop, with the reason";

export default async (stage) => {
  const user = await stage.person("Verdict");
  const project = await stage.project("Verdict");
  await stage.plan(user, project, monday, 8, 8, 8, 8, 8);
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  await call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate: date(monday + 9), endDate: date(monday + 9), availability: 0, reason: "Test", status: "approved" });
  const page = await stage.open({ zoom: "day" });
  await stage.expand(page, user.name);
  const line = `${user.name} > ${project.name}`;
  const pixel = async (column) => {
    const { x, y } = await stage.cell(page, line, column);
    return page.evaluate(([x, y]) => {
      const canvas = document.querySelector("canvas");
      const box = canvas.getBoundingClientRect();
      return [...canvas.getContext("2d").getImageData((x - box.x) * devicePixelRatio, (y - box.y + 9) * devicePixelRatio, 1, 1).data].slice(0, 3);
    }, [x, y]);
  };
  await stage.drag(page, [line, 0], [line, 7], async () => {
    await page.locator(".tip").waitFor();
    assert.match(await page.locator(".tip").innerText(), new RegExp(`${type.name}, 8 h over`));
    const [free, over] = [await pixel(7), await pixel(9)];
    assert.ok(free[1] > free[0], `green for a free day: ${free}`);
    assert.ok(over[0] > over[1] && over[0] > over[2], `red for a day of leave: ${over}`);
    await page.keyboard.press("Escape");
  });
  // What is saved later shows that nothing was saved before.
  await stage.click(page, line, 0);
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [5, 8, 8, 8, 8]);
  assert.deepEqual(await stage.planned(user, project, monday + 7), [0, 0, 0, 0, 0, 0, 0], "Escape cancels");
};
