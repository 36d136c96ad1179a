// Opens every page in light, dark and forced colours, from wide to narrow: nothing overflows, axe finds
// nothing, and there is a screenshot of each. With all, every page in each scheme at each width:
//
//   .ci/with-dev node web/e2e/pages/look.mjs folder all

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const first = async (path) => (await api("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1`)).items[0].id;

const ago = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const receiver = createServer((request, response) => request.resume().on("end", () => response.end())).listen(0, "127.0.0.1");
await once(receiver, "listening");
const webhook = await api("POST", "/webhooks", { url: `http://127.0.0.1:${receiver.address().port}/events`, name: "Payroll", types: ["time_off.*"] });
await api("POST", `/webhooks/${webhook.id}/test`);
await api("PUT", "/holidays", { items: [{ countryCode: "GB", date: "2026-12-25", name: "Christmas Day", factor: 1 }, { countryCode: "GB", date: "2026-12-28", name: "Boxing Day (substitute)", factor: 1 }] });
await api("POST", "/calendar-feed");
const pending = (await api("GET", "/time-off?status=pending&limit=1")).items[0].id;
const lukas = (await api("GET", "/users?name=Lukas")).items[0].id;
const mei = (await api("GET", "/users?name=Mei")).items[0].id;
const lock = await api("POST", "/locks", { startDate: ago(30), endDate: ago(1), kinds: ["actual_hours", "time_off"], reason: "Payroll of the last weeks" });
await api("POST", "/locks", { startDate: null, endDate: "2024-12-31", kinds: ["actual_hours", "assignments", "time_off"], reason: "The audited year" });
const user = await first("/users");
await api("POST", `/locks/${lock.id}/exceptions`, { userId: lukas, until: new Date(Date.now() + 86_400_000).toISOString(), reason: "A day on the wrong project" });
const client = await first("/clients");
await api("PATCH", `/clients/${client}`, { clientPriority: "low" });
await api("PATCH", `/clients/${client}`, { clientPriority: "high" });
await api("POST", "/timesheets", { userId: mei, startDate: ago(20), endDate: ago(14), note: "The first two days are on the old project" });
const approved = await api("POST", "/timesheets", { userId: mei, startDate: ago(60), endDate: ago(54) });
await api("POST", `/timesheets/${approved.id}/approve`);

const [planned] = (await api("GET", "/assignments?limit=1")).items;
const proposal = await api("POST", "/proposals", { title: "What if the launch comes first", note: "The client asks for it.", reviewerIds: [mei], visibility: "organization" });
const wish = { userId: planned.userId, projectId: planned.projectId, capabilityId: planned.capabilityId, date: planned.date };
await api("POST", `/assignments?proposal=${proposal.id}`, { items: [{ ...wish, hours: 7 }, { ...wish, userId: mei, date: ago(-30), hours: 6 }, { ...wish, userId: mei, date: ago(-31), hours: 6 }] });
await api("POST", "/assignments", { items: [{ ...wish, hours: 1 }] });
await api("POST", `/proposals/${proposal.id}/submit`);

const pages = {
  board: "#",
  hours: "#/hours",
  reports: "#/reports",
  "reports-plan": "#/reports?report=plan&by=project",
  "reports-client": "#/reports?report=plan&by=client&range=year",
  "reports-money": "#/reports?report=money&range=quarter",
  settings: "#/settings",
  "holidays-import": "#/settings/holidays",
  people: "#/people",
  person: `#/people/${user}`,
  "person-hours": `#/people/${user}/hours`,
  "person-new": "#/people/new",
  clients: "#/clients",
  client: `#/clients/${client}`,
  "client-history": `#/clients/${client}/history`,
  projects: "#/projects",
  project: `#/projects/${await first("/projects")}`,
  "project-money": `#/projects/${await first("/projects")}/money`,
  "project-new": "#/projects/new",
  "project-ask": `#/projects/${await first("/projects?status=active")}/ask`,
  proposals: "#/proposals",
  proposal: `#/proposals/${proposal.id}`,
  "proposal-new": "#/proposals/new",
  "board-proposal": `#proposal=${proposal.id}`,
  "time-off": "#/time-off?status=all",
  "time-off-waiting": `#/time-off/${pending}`,
  "time-off-new": "#/time-off/new",
  away: "#/time-off?view=away",
  decide: "#/decide",
  holidays: "#/holidays?year=2026",
  "holiday-new": "#/holidays/new",
  closed: "#/closed",
  "closed-days": `#/closed/${lock.id}`,
  "closed-new": "#/closed/new",
  "hours-submitted": `#/hours?week=${ago(17)}&user=${mei}`,
  "hours-approved": `#/hours?week=${ago(57)}&user=${mei}`,
  "hours-closed": `#/hours?week=${ago(7)}&user=${mei}`,
  catalog: "#/catalog",
  keys: "#/keys",
  key: `#/keys/${await first("/keys")}`,
  "key-new": "#/keys/new",
  sessions: "#/sessions",
  webhooks: "#/webhooks",
  webhook: `#/webhooks/${webhook.id}`,
  "webhook-deliveries": `#/webhooks/${webhook.id}/attempts`,
  journal: "#/journal",
  "no-such-page": "#/nowhere",
  "empty-list": "#/clients?name=zzzzzz",
};

const schemes = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, forced: { colorScheme: "dark", forcedColors: "active" } };
const [, all] = process.argv.slice(2);
const screens = all
  ? Object.keys(schemes).flatMap((scheme) => [360, 768, 1024, 1440, 2560].map((width) => [scheme, width]))
  : [["light", 1440], ["dark", 1024], ["forced", 768], ["light", 360]];

for (const [scheme, width] of screens) {
  const screen = `${scheme}-${width}`, options = { ...schemes[scheme], width, height: width < 700 ? 800 : 900 };
  await step(`every page: ${screen}`, async () => {
    const page = await open("#/people", options);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto("about:blank");
      await page.goto(`${origin}/${path}`);
      await (name.startsWith("board") ? page.locator(".name.person, .weeks li").first().waitFor() : settled(page));
      await page.waitForTimeout(name.startsWith("board") ? 1200 : 0);
      await page.screenshot({ path: `${folder}/${name}-${screen}.png` });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} scrolls sideways at ${width}`);
      assert.deepEqual(await violations(page, scheme === "forced"), [], `${path}, ${screen}`);
    }
    await page.context().close();
  });
  await step(`signing in: ${screen}`, async () => {
    const page = await open("", { ...options, as: null });
    await page.getByRole("heading", { name: "Sign in to Workplan" }).waitFor();
    await page.screenshot({ path: `${folder}/sign-in-${screen}.png` });
    assert.deepEqual(await violations(page, scheme === "forced"), []);
    await page.context().close();
  });
}

receiver.close();
await finish();
