import { assert, call, date, monday } from "./harness.mjs";

export const title = "time off, decisions, working and worked hours, skills and projects are undone like hours, also what other pages did";

export default async (stage) => {
  const user = await stage.person("Away");
  const type = (await call("GET", "/time-off-types")).items.find((t) => t.isActive);
  const request = (first, last, status) => call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate: date(first), endDate: date(last), availability: 0, reason: "A wedding", status });
  const asked = await request(monday, monday + 4, "pending");
  await request(monday + 7, monday + 11, "pending");
  const statuses = async () => (await call("GET", `/time-off?user_id=${user.id}`)).items.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1)).map(({ status, reason }) => `${status} ${reason}`);
  const become = async (...expected) => {
    for (const end = Date.now() + 8000; Date.now() < end; await page.waitForTimeout(100)) if (String(await statuses()) === String(expected)) return;
    assert.deepEqual(await statuses(), expected);
  };
  const [pending, approved, rejected] = ["pending", "approved", "rejected"].map((status) => `${status} A wedding`);
  const page = await stage.open();
  const drawer = page.getByRole("complementary");
  const undo = async (what) => {
    await page.locator("[role=grid]").focus();
    await page.keyboard.press("Control+z");
    await page.getByText(new RegExp(`^Undone: ${what}`)).waitFor();
  };

  // An approval, and the undo of its own notice after a rejection.
  await stage.click(page, user.name, 0);
  await drawer.getByRole("button", { name: "Approve" }).click();
  const notice = page.locator(".notice").filter({ hasText: `Approved ${type.name}, ${user.name}` });
  await notice.waitFor();
  await become(approved, pending);
  await stage.click(page, user.name, 1);
  await drawer.getByRole("button", { name: "Reject…" }).click();
  await page.keyboard.type("The release is that week.");
  await drawer.getByRole("button", { name: "Reject", exact: true }).click();
  await become(approved, rejected);
  // That has a notice of its own, in front of the one of the approval.
  await page.locator(".notice").filter({ hasText: `Rejected ${type.name}, ${user.name}` }).waitFor();
  await page.getByRole("button", { name: /^\d+ earlier$/ }).click();
  await notice.getByRole("button", { name: "Undo" }).click();
  await become(pending, rejected);
  await stage.says(page, user.name, 0, new RegExp(`^0 of 40 hours planned, asked: ${type.name}`));
  await undo(`rejected ${type.name}, ${user.name}`);
  await become(pending, pending);
  await page.locator("[role=grid]").focus();
  await page.keyboard.press("Control+y");
  await become(pending, rejected);
  await undo("rejected");
  await become(pending, pending);

  // What was added and deleted.
  await stage.click(page, user.name, 3);
  await page.keyboard.press("o");
  await page.getByRole("form", { name: "Add time off" }).getByRole("button", { name: "Add", exact: true }).click();
  await stage.says(page, user.name, 3, /^not available/);
  await undo("added");
  await become(pending, pending);

  // Another page approved, deleted, and changed the working hours.
  const requests = (await call("GET", `/time-off?user_id=${user.id}`)).items.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  assert.notEqual(requests[0].id, asked.id, "what is decided cannot be opened again: another request takes its place");
  await call("POST", `/time-off/${requests[0].id}/approve`);
  await call("DELETE", `/time-off/${requests[1].id}`);
  await call("PUT", `/users/${user.id}/working-patterns`, { items: [{ validFrom: date(monday - 70), hours: [4, 4, 4, 4, 4, 0, 0] }] });
  const project = await stage.project("Elsewhere"), skill = await call("POST", "/capabilities", { name: `Elsewhere ${project.name}` });
  const worked = (hours) => call("POST", "/actual-hours", { items: [{ userId: user.id, projectId: project.id, capabilityId: null, date: date(monday + 28), hours }] });
  await call("PUT", `/users/${user.id}/capabilities`, { items: [{ capabilityId: skill.id, level: 2 }] });
  await call("PATCH", `/projects/${project.id}`, { endDate: date(monday + 60) });
  await worked(3);
  await page.reload();
  await page.locator(".name.person").first().waitFor();
  await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
  await stage.says(page, user.name, 4, /^0 of 20/);
  await undo(`worked 3 h ${project.name}, ${user.name}`);
  assert.deepEqual((await call("GET", `/actual-hours?user_id=${user.id}`)).items.map(({ hours }) => hours), [0]);
  await undo(`changed ${project.name}: end date`);
  assert.equal((await call("GET", `/projects/${project.id}`)).endDate, project.endDate);
  await undo(`skills, ${user.name}`);
  assert.deepEqual((await call("GET", `/users/${user.id}/capabilities`)).items, []);
  await undo(`working hours, ${user.name}`);
  await stage.says(page, user.name, 4, /^0 of 40/);
  await undo(`deleted ${type.name}`);
  await become(approved, pending);
  await undo(`approved ${type.name}`);
  await become(pending, pending);
};
