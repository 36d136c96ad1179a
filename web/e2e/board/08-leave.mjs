import { assert, call, date, monday } from "./harness.mjs";

export const title = "approve or reject time off on the board, with who else is away and what is planned";

export default async (stage) => {
  const [user, other] = [await stage.person("Leave"), await stage.person("Other")];
  const project = await stage.project("Leave");
  await stage.plan(user, project, monday, 8, 8);
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  const request = (who, first, last, status = "pending") => call("POST", "/time-off", { userId: who.id, timeOffTypeId: type.id, startDate: date(first), endDate: date(last), availability: 0, reason: "A wedding", status });
  const [week, later] = [await request(user, monday, monday + 4), await request(user, monday + 14, monday + 18)];
  await request(other, monday + 2, monday + 3, "approved");
  const page = await stage.open();
  await stage.click(page, user.name, 0);
  const drawer = page.getByRole("complementary");
  await drawer.getByText("A wedding").waitFor();
  await drawer.getByText(other.name).waitFor();
  await drawer.getByText(project.name).waitFor();
  const text = await drawer.innerText();
  assert.ok(text.includes(other.name) && text.includes(project.name) && text.includes("16 h"), text);
  await drawer.getByRole("button", { name: "Approve" }).click();
  await stage.says(page, user.name, 0, /^16 of 0 hours planned, 16 over/);
  assert.equal((await call("GET", `/time-off/${week.id}`)).status, "approved");

  // With keys, and rejected.
  await stage.click(page, user.name, 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("a");
  await drawer.getByRole("button", { name: "Reject…" }).click();
  await page.keyboard.type("The release is that week.");
  await drawer.getByRole("button", { name: "Reject", exact: true }).click();
  await drawer.locator(".badge.rejected").waitFor();
  const rejected = await call("GET", `/time-off/${later.id}`);
  assert.deepEqual([rejected.status, rejected.rejectionReason], ["rejected", "The release is that week."]);
};
