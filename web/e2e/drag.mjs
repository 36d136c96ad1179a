/** drag drags from a point of a page to another. The key is held, and before is called while the button is down. */
export async function drag(page, from, to, { key, before } = {}) {
  await page.mouse.move(from.x, from.y);
  if (key) await page.keyboard.down(key);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await before?.();
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}
