import { assert, monday } from "./harness.mjs";

export const title = "a card says what is in a cell: when the pointer rests, with a key, and when a finger stays";

export default async (stage) => {
  const user = await stage.person("Card");
  const project = await stage.project("Card");
  await stage.plan(user, project, monday, 9, 8);
  const page = await stage.open({ q: user.name.split(" ")[1] });
  const card = page.getByRole("tooltip");
  const { x, y } = await stage.cell(page, user.name, 0);
  const begin = Date.now();
  await page.mouse.move(x, y);
  await card.waitFor();
  assert.ok(Date.now() - begin >= 200, "not at once");
  const text = await card.innerText();
  assert.ok(/^Week \d+, /.test(text) && text.includes("17 of 40 hours planned, 1 over") && text.includes(`${project.name}: 17 h`), text);
  assert.equal(await page.locator("canvas").getAttribute("title"), null);
  const pane = await page.locator(".pane").boundingBox();
  let box;
  while (!(box = await card.boundingBox())) await card.waitFor(); // it is made anew when data arrive
  assert.ok(box.y > y && box.x >= pane.x && box.x + box.width <= pane.x + pane.width, "below its cell, in the pane");
  await stage.accessible(page, "the card");
  await stage.plan(user, project, monday, 7, 8); // by somebody else
  await card.getByText(`${project.name}: 15 h`).waitFor();
  await stage.plan(user, project, monday, 9, 8);
  await card.getByText(`${project.name}: 17 h`).waitFor();
  await page.mouse.move(x + 92, y);
  await page.waitForFunction(() => document.querySelector("[role=tooltip]")?.textContent.includes("0 of 40"));
  await page.mouse.move(x, 5);
  await card.waitFor({ state: "detached" });

  await stage.click(page, user.name, 0);
  await page.mouse.move(x, 5);
  await page.keyboard.press("i");
  await card.getByText(`${project.name}: 17 h`).waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  await page.keyboard.press("i");
  await card.waitFor();
  await page.keyboard.press("ArrowRight");
  await card.waitFor({ state: "detached" });

  const phone = await stage.open({ q: user.name.split(" ")[1], viewport: { width: 1000, height: 700 }, hasTouch: true });
  const finger = await phone.context().newCDPSession(phone);
  const place = await stage.cell(phone, user.name, 0);
  const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [place]);
  await phone.waitForTimeout(100);
  await touch("touchEnd", []);
  await phone.waitForTimeout(800);
  assert.equal(await phone.getByRole("tooltip").count(), 0, "a tap shows no card");
  await touch("touchStart", [place]);
  await phone.getByRole("tooltip").getByText(`${project.name}: 17 h`).waitFor();
  await touch("touchEnd", []);
  await phone.waitForTimeout(300);
  assert.equal(await phone.getByRole("tooltip").count(), 1, "it stays when the finger is lifted");
};
