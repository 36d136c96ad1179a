import { assert, call, date, monday, origin } from "./harness.mjs";

export const title = "a session that ends is said, what is typed waits for its person, and is never saved as somebody else";

export default async (stage) => {
  const user = await stage.person("Session");
  const project = await stage.project("Session");
  await stage.plan(user, project, monday, 2, 2, 2, 2, 2);
  const page = await stage.visit("", {}, `${origin}/`);
  const context = page.context();
  const { signIn } = await (await context.request.get(`${origin}/session`)).json();
  const [admin, other] = [signIn.demo.find(({ role }) => role === "admin"), signIn.demo.find(({ role }) => role === "manager")];
  const signInAs = async (tab, { name }) => {
    await tab.getByRole("button", { name }).click();
    await tab.locator(".name.person").first().waitFor();
  };
  await signInAs(page, admin);
  await page.goto(`${origin}/#from=${date(monday)}&q=${stage.tag}`);
  page.zoomed = "week";
  await stage.says(page, user.name, 0, /^10 of 40/);

  // The session ends elsewhere: the board says it by itself, and keeps what is typed.
  await stage.clickBelow(page, user.name, 0);
  const cookies = await context.cookies();
  await context.clearCookies();
  const ended = await page.request.delete(`${origin}/session`, { headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), Origin: origin } });
  assert.ok(ended.ok());
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  const banner = page.getByRole("alert");
  await banner.getByText("You are signed out.").waitFor();
  await banner.getByText(`5 changes wait for ${admin.name} to sign in again.`).waitFor();
  await stage.says(page, user.name, 0, /^20 of 40/);

  // Who signs in next is told whose they are. They are not saved as somebody else.
  const tab = await context.newPage();
  await tab.goto(`${origin}/`);
  await tab.getByText(`5 changes of ${admin.name} wait on the board in this browser.`).waitFor();
  await signInAs(tab, other);
  await banner.getByText(`${other.name} has signed in in this browser.`).waitFor();
  await banner.getByText(`This board is ${admin.name}’s: 5 changes wait, saved when ${admin.name} signs in again`).waitFor();
  await banner.getByRole("button", { name: "Try again" }).click();
  await page.waitForTimeout(2500);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [2, 2, 2, 2, 2]);
  await stage.says(page, user.name, 0, /^20 of 40/);

  // They are saved as soon as their person is back.
  await tab.evaluate(() => fetch("/session", { method: "DELETE" }));
  await tab.goto(`${origin}/?again`);
  await signInAs(tab, admin);
  await stage.saved(user, project, [4, 4, 4, 4, 4]);
  await banner.waitFor({ state: "detached" });
  const { items } = await call("GET", `/events?types=assignments.*&actorId=${admin.id}&after=0&limit=200`);
  assert.ok(items.some(({ rows }) => rows.some((row) => row.userId === user.id && row.hours === 4)), "saved as their person");
};
