import { assert, call, date, monday } from "./harness.mjs";

export const title = "dates as the reader's locale writes them, and words of planners";

export default async (stage) => {
  const user = await stage.person("Words");
  const project = await stage.project("Words");
  await stage.plan(user, project, monday, 8);
  for (const [locale, first, separator] of [["en-US", { month: "short", day: "numeric" }], ["de-DE", { month: "short", day: "numeric" }]]) {
    const page = await stage.open({ locale, q: user.name.split(" ")[1] });
    const range = await page.locator(".range span").innerText();
    const span = new Intl.DateTimeFormat(locale, { ...first, year: "numeric", timeZone: "UTC" });
    const begin = span.formatToParts(monday * 864e5).find(({ type }) => type === "month").value;
    assert.ok(range.includes(begin) && !/\d{4}-\d\d/.test(range), range);
    const end = await page.evaluate(() => document.querySelectorAll("[role=columnheader]").length);
    assert.ok(end > 2, separator);
    assert.equal((await page.locator(".board").innerText()).match(/\d{4}-\d\d-\d\d/), null, locale);
  }

  const page = await stage.open({ q: user.name.split(" ")[1] });
  await page.keyboard.press("g");
  const drawer = page.getByRole("complementary", { name: "Find free people" });
  const find = async (hours) => {
    await drawer.getByLabel("Hours").fill(String(hours));
    await drawer.getByLabel("From").fill(date(monday));
    await drawer.getByLabel("To", { exact: true }).fill(date(monday + 4));
    await drawer.getByRole("button", { name: "Find", exact: true }).click();
    await page.waitForTimeout(500);
    return drawer.getByRole("status").innerText();
  };
  assert.match(await find(1), /^\d+ people have 1 free hour in these days\.$/);
  assert.equal(await find(41), "Nobody has 41 free hours in these days.");

  // A conflict names its day as people do.
  await call("GET", "/me");
  await page.keyboard.press("Escape");
  await page.route("**/api/v1/assignments?*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue().catch(() => {});
  });
  await stage.click(page, user.name, 0);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/assignments?"));
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await sent;
  await stage.plan(user, project, monday, 5);
  const notice = page.getByRole("region", { name: "Conflicts" }).getByRole("listitem").first();
  await notice.waitFor();
  assert.doesNotMatch(await notice.innerText(), /\d{4}-\d\d-\d\d/);
};
