// The frame around the pages: the place of the board, the one search, every width, right to left, and
// time off without a reason.

import assert from "node:assert/strict";
import { api, finish, folder, open, origin, settled, step, violations } from "../browser.mjs";

const user = async (name) => (await api("GET", `/users?name=${encodeURIComponent(name)}`)).items[0];
const boardLink = (page) => page.getByRole("link", { name: "Board", exact: true });

await step("the board keeps its place in a tab, also after a reload", async () => {
  const page = await open("#from=2027-03-01&zoom=day&group=manager&view=heat&q=mei+chen");
  await page.locator(".name.person").first().waitFor();
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes("from=2027-03-01"));
  const { hash } = new URL(page.url());
  const people = page.getByRole("link", { name: "People", exact: true });
  const back = async (link) => {
    await link.click();
    await page.waitForURL((url) => url.hash === hash);
    await page.locator(".name.person").first().waitFor();
    assert.deepEqual(await page.locator(".name.person .who").allInnerTexts(), ["Mei Chen"]);
  };
  await people.click();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await back(boardLink(page));
  await people.click();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await back(boardLink(page));
  await back(boardLink(page)); // on the board itself, too
  await page.goto("about:blank");
  await page.goto(`${origin}/#/`);
  await page.waitForURL((url) => url.hash === hash);
  await page.context().close();
});

await step("a member's board begins with the own weeks, and the whole board is one click away, for as long as the tab is open", async () => {
  const page = await open("", { as: "Mei Chen" });
  const button = (name) => page.getByRole("button", { name, exact: true });
  await button("My weeks").waitFor();
  assert.equal(await button("My weeks").getAttribute("aria-pressed"), "true");
  await page.waitForFunction(() => document.querySelector("#weeks-person")?.value === "Mei Chen");
  assert.equal(await page.locator(".name.person").count(), 0);
  const list = await page.locator(".weeks > ol").boundingBox();
  assert.ok(Math.abs(list.x + list.width / 2 - 700) < 12 && list.width < 800, "the list is in the middle");
  await page.screenshot({ path: `${folder}/my-weeks.png` });
  assert.deepEqual(await violations(page), []);
  await button("Everybody’s week").click();
  await page.getByRole("list", { name: "People" }).getByText("Oliver Grant").waitFor();
  await button("Whole board").click();
  await page.locator(".name.person").first().waitFor();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("heading", { name: "People" }).waitFor();
  await boardLink(page).click();
  await page.locator(".name.person").first().waitFor();
  await button("View").click();
  await button("My weeks").click();
  await page.locator(".weeks").waitFor();
  await page.reload();
  await page.locator(".weeks").waitFor();
  await page.context().close();
  // Who plans for others sees them first.
  const manager = await open("", { as: "Rafael Ortega" });
  await manager.locator(".name.person").first().waitFor();
  await manager.context().close();
});

await step("three hints are in the place of notices, each until it is read, and none comes back", async () => {
  const page = await open("", { as: "Rafael Ortega" });
  const hints = page.locator(".hints");
  await hints.waitFor();
  const seen = [];
  for (let i = 0; i < 3; i++) {
    seen.push(await hints.locator("span").innerText());
    const box = await hints.boundingBox(), bar = await page.locator(".status").boundingBox(), sheet = await page.locator(".sheet").boundingBox();
    assert.ok(box.y >= sheet.y + sheet.height && box.y + box.height <= bar.y + bar.height + 1, "it covers no row");
    assert.ok(await hints.locator("span").evaluate((node) => node.scrollWidth <= node.clientWidth), `“${seen[i]}” is whole`);
    if (!i) await page.screenshot({ path: `${folder}/hints.png` }), assert.deepEqual(await violations(page), []);
    await hints.getByRole("button", { name: "Got it" }).click();
    if (i === 1) await page.reload(), await hints.waitFor();
  }
  assert.equal(new Set(seen).size, 3);
  await hints.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".name.person").first().waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await hints.count(), 0);
  await page.context().close();
});

await step("one search finds everything from every page, and it knows no accents", async () => {
  const page = await open("");
  await page.locator(".name.person").first().waitFor();
  const find = page.getByRole("combobox", { name: "Find anything" });
  await find.waitFor();
  const firstOf = async (typed) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(typed);
    await page.getByRole("option", { selected: true }).waitFor();
    const text = (await page.getByRole("option", { selected: true }).innerText()).replace("\n", ", ");
    await page.keyboard.press("Escape");
    return text;
  };
  assert.equal(await firstOf("ines"), "Inês Carvalho, Person");
  assert.equal(await firstOf("repo"), "Reports, Page");
  assert.equal(await firstOf("add a pr"), "Add a project, Action");
  const [{ id, companyName }] = (await api("GET", "/clients?limit=1")).items;
  assert.equal(await firstOf(companyName), `${companyName}, Client`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(companyName);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === `#/clients/${id}`);
  await boardLink(page).click();
  await page.locator(".name.person").first().waitFor();
  // The board filters its people, too.
  await page.getByRole("searchbox", { name: "Find people" }).fill("ines");
  await page.waitForFunction(() => document.querySelectorAll(".name.person").length === 1);
  assert.deepEqual(await page.locator(".name.person .who").allInnerTexts(), ["Inês Carvalho"]);
  await page.getByRole("link", { name: "Holidays", exact: true }).or(page.getByRole("link", { name: "Clients", exact: true })).first().click();
  await page.getByRole("heading", { name: /Holidays|Clients/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("ines");
  await page.getByRole("option", { name: "Inês Carvalho" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Inês Carvalho" }).waitFor();

  // The lists are searched in the same way.
  await page.goto(`${origin}/#/people?name=carvalho%20ines`);
  await page.getByRole("link", { name: "Inês Carvalho" }).waitFor();
  await page.getByText("1 person", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Search by name" }).fill("nobody");
  await page.getByText("Nothing found for “nobody”").waitFor();
  await page.context().close();
});

await step("the bar is whole from 360 to 2560 px, and no page scrolls sideways", async () => {
  const page = await open("#/people");
  for (const path of ["#/people", "#/"]) {
    await page.goto(`${origin}/${path}`);
    await page.locator(".bar").waitFor();
    for (const width of [360, 720, 768, 900, 960, 1024, 1200, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(200);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} at ${width}`);
      const outside = await page.evaluate(() => [...document.querySelectorAll(".bar :is(a, button, input)")].filter((node) => node.checkVisibility()).flatMap((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left >= 0 && right <= innerWidth && node.contains(found) && node.scrollWidth <= node.clientWidth + 1 ? [] : [`${node.textContent || node.ariaLabel} ${left} ${right}`];
      }));
      assert.deepEqual(outside, [], `${path} at ${width}`);
    }
  }
  await page.context().close();
});

await step("from right to left, the pages are mirrored", async () => {
  const page = await open("#/people");
  for (const path of ["#/people", `#/people/${(await user("Mei Chen")).id}`, "#/projects", "#/time-off?view=away", "#/journal", "#/"]) {
    await page.goto(`${origin}/${path}`);
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    await page.locator("main h1").waitFor({ state: "attached" });
    if (path !== "#/") await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1400, path);
    const brand = await page.locator(".brand").boundingBox();
    assert.ok(brand.x + brand.width > 1300, `the name is at the right of ${path}`);
    assert.deepEqual(await violations(page), [], path);
    if (path.includes("people/")) assert.ok((await page.locator(".panel").boundingBox()).x < 10, "the panel is at the left");
    await page.screenshot({ path: `${folder}/rtl-${path.replace(/\W+/g, "-").slice(0, 20)}.png` });
  }
  await page.context().close();
});

await step("time off needs no reason, and is approved at once by who may do that", async () => {
  const mei = await user("Mei Chen");
  for (const [as, button, status] of [["Inês Carvalho", "Add time off", "approved"], ["Mei Chen", "Request time off", "pending"]]) {
    const page = await open("#/time-off/new", { as });
    await settled(page);
    const day = as === "Mei Chen" ? "2027-09-06" : "2027-09-13";
    if (status === "approved") {
      await page.locator(".panel").getByRole("combobox", { name: "Person" }).fill("Mei");
      await page.getByRole("option", { name: "Mei Chen" }).click();
    }
    await page.getByLabel("Last day").fill(day);
    await page.getByLabel("First day").fill(day);
    const type = await page.getByLabel("Type").evaluate((select) => select.selectedOptions[0].label);
    await page.locator(".panel").getByRole("button", { name: button }).click();
    await page.getByRole("heading", { name: /Mei Chen: / }).waitFor();
    const { items } = await api("GET", `/time-off?user_id=${mei.id}&start_date=${day}&end_date=${day}`);
    assert.deepEqual(items.map((item) => [item.status, item.reason]), [[status, type]]);
    await page.context().close();
  }
});

await step("the journal speaks of hours, and not of rows", async () => {
  const [{ id: projectId, name }] = (await api("GET", "/projects?limit=1")).items;
  const { id: userId } = await user("Mei Chen");
  await api("POST", "/assignments", { items: ["2027-09-20", "2027-09-21"].map((date) => ({ userId, projectId, capabilityId: null, date, hours: 3.5 })) });
  const page = await open("#/journal");
  await settled(page);
  await page.getByText(`planned 7 h for Mei Chen on ${name}, 20`).waitFor();
  const text = await page.locator("main").innerText();
  assert.doesNotMatch(text, /\brows?\b|\d{4}-\d\d-\d\d/);
  // So are the hours of a week, and skills.
  const { items: [skill] } = await api("GET", "/capabilities?limit=1");
  await api("PUT", `/users/${userId}/working-patterns`, { items: [{ validFrom: "2027-09-06", hours: [8, 8, 8, 8, 4, 0, 0] }, { validFrom: "2027-11-01", hours: [8, 8, 8, 8, 8, 0, 0] }] });
  await page.getByText("Mon–Thu 8 h, Fri 4 h from 6 Sept 2027; Mon–Fri 8 h from 1 Nov 2027").waitFor();
  await api("PUT", `/users/${userId}/working-patterns`, { items: [{ validFrom: "2027-09-06", hours: [0, 7.5, 0, 7.5, 7.5, 0, 0] }] });
  await page.getByText("working hours: Mon–Thu 8 h, Fri 4 h from 6 Sept 2027; Mon–Fri 8 h from 1 Nov 2027 → Tue 7.5 h, Thu–Fri 7.5 h from 6 Sept 2027").waitFor();
  await api("PUT", `/users/${userId}/working-patterns`, { items: [] });
  await page.getByText("→ nothing").waitFor();
  const { items } = await api("GET", `/users/${userId}/capabilities`);
  await api("PUT", `/users/${userId}/capabilities`, { items: [{ capabilityId: skill.id, level: 2 }] });
  await page.getByText(`${skill.name} 2`).waitFor();
  await api("PUT", `/users/${userId}/capabilities`, { items: items.map(({ capabilityId, level }) => ({ capabilityId, level })) });
  assert.doesNotMatch(await page.locator("main").innerText(), /[{}[\]]/);
  await page.context().close();
});

await finish();
