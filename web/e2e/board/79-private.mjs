import { assert, call, monday } from "./harness.mjs";

export const title = "who may not see how full somebody is sees the plan, and neither free nor over";

export default async (stage) => {
  await call("PATCH", "/organization/privacy", { utilization: "managers" });
  const boss = await stage.person("Private boss");
  const [one, other] = [await stage.person("Private one", { reportsToId: boss.id }), await stage.person("Private other", { reportsToId: boss.id })];
  const project = await stage.project("Private");
  for (const user of [one, other]) await stage.plan(user, project, monday, 9, 9, 9, 9, 9);
  const scopes = ["read:users", "read:projects", "read:clients", "read:assignments", "read:actual_hours", "read:time_off", "read:events"];
  const open = async (user) => {
    const { secret } = await call("POST", "/keys", { name: `private ${user.name}`, actorUserId: user.id, scopes });
    const page = await stage.open({ q: `private ${stage.tag}`, key: secret });
    await stage.rest(page);
    return page;
  };
  const beside = (page, user) => page.locator(".name.person").filter({ hasText: user.name }).innerText();

  // Bars end where nothing is planned, for everybody.
  await stage.plan(other, project, monday + 14, 4, 4, 0, 4, 4, 0, 0, 4, 4);
  // Oneself and those below are seen whole.
  const above = await open(boss);
  for (const user of [one, other]) await stage.says(above, user.name, 0, /^45 of 40 hours planned, 5 over/);
  assert.match(await beside(above, one), /over|free/);

  const bars = async (page) => (await stage.inRow(page, other.name)).filter((text) => project.name.startsWith(text.replace(/…$/, "")) && text.length > 2);
  const seen = await bars(above);
  assert.ok(seen.length > 1, String(await stage.inRow(above, other.name)));

  const member = await open(one);
  await stage.rest(member);
  assert.deepEqual(await bars(member), seen);
  await stage.says(member, one.name, 0, /^45 of 40 hours planned, 5 over/);
  await stage.says(member, other.name, 0, /^45 hours planned(?!.*(over|free| of ))/);
  await stage.says(member, other.name, 1, /^0 hours planned/);
  assert.doesNotMatch(await beside(member, other), /over|free|unfilled/);
  assert.deepEqual((await stage.inRow(member, other.name)).filter((text) => /over|free|^\+/.test(text)), []);

  // Nothing is summed of people whose utilization is hidden: neither in the corner nor at the bottom, in the line below, or in the details.
  const hidden = await stage.open({ q: other.name, key: (await call("POST", "/keys", { name: `private alone ${stage.tag}`, actorUserId: one.id, scopes })).secret });
  await stage.says(hidden, other.name, 0, /^45 hours planned/);
  assert.doesNotMatch(await hidden.locator(".corner").first().innerText(), /Free/);
  assert.match(await hidden.locator(".corner").first().getAttribute("title"), /to their managers only/);
  const pane = await hidden.locator(".pane").boundingBox();
  assert.deepEqual((await stage.written(hidden)).filter(({ y }) => y > pane.y + pane.height - 34), []);
  await stage.clickBelow(hidden, other.name, 0);
  await hidden.locator(".status .sums").getByText("45 h planned").waitFor();
  assert.doesNotMatch(await hidden.locator(".status .sums").innerText(), /free|over|%/);
  await hidden.getByRole("button", { name: "Details", exact: true }).click();
  await hidden.locator(".drawer .days li").first().waitFor();
  assert.doesNotMatch(await hidden.locator(".drawer .days").innerText(), /free|over/);
};
