import { assert, call, date, monday } from "./harness.mjs";

export const title = "planned hours of closed days stay, and the board says which days are closed and why";

export default async (stage) => {
  const user = await stage.person("Closed");
  const project = await stage.project("Closed");
  await stage.plan(user, project, monday, 4, 4, 4, 4, 4);
  const page = await stage.open();
  const lock = await call("POST", "/locks", { startDate: date(monday), endDate: date(monday + 20), kinds: ["assignments"], userIds: [user.id], reason: "Budget (signed)" });
  await stage.click(page, user.name, 0);
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  const notice = page.getByText(/^Not saved: .* are closed \(Budget \(signed\)\)\. An admin can open them: Settings → Closed days\./);
  await notice.waitFor();
  assert.doesNotMatch(await notice.evaluate((node) => node.title + node.innerText), /[\da-f]{8}-[\da-f]{4}-/);
  await stage.says(page, user.name, 0, /^20 of 40/);
  assert.deepEqual(await stage.planned(user, project, monday, 5), [4, 4, 4, 4, 4]);
  await call("DELETE", `/locks/${lock.id}`);
  await stage.click(page, user.name, 0);
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await stage.saved(user, project, [6, 6, 6, 6, 6]);
};
