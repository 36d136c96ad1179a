import { assert, call, date } from "./harness.mjs";

export const title = "every figure of the board is the sum of raw rows: each view, zoom and time zone, while hours load, after an edit and its undo";

const zones = ["America/Los_Angeles", "Europe/Lisbon", "Asia/Kolkata", "Pacific/Auckland"], groupings = ["none", "manager", "project", "client", "capability"];
/** Places with summer time that begins or ends somewhere, and weeks 52, 53 and 1. */
const views = [["week", "2026-12-21"], ["month", "2026-12-21"], ["day", "2026-12-21"], ["week", "2027-03-11"], ["day", "2027-03-11"], ["week", "2027-09-20"], ["day", "2027-10-23"]];
/** The place whose days a zone shows. */
const daysIn = ["2027-03-11", "2027-10-23", "2026-12-21", "2027-03-11"];
const dayOf = (text) => Date.parse(text) / 864e5, weekday = (day) => (day + 3) % 7;
const show = (day, options) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(day * 864e5);

/** columns are the first day, the day after the last one, and the name of each column from a day on. */
function columns(zoom, from, count) {
  const at = new Date(from * 864e5), month = (i) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + i, 1) / 864e5, monday = from - weekday(from);
  return Array.from({ length: count }, (_, i) => {
    if (zoom === "day") return [from + i, from + i + 1, show(from + i, { weekday: "long", day: "numeric", month: "long", year: "numeric" })];
    if (zoom === "month") return [month(i), month(i + 1), show(month(i), { month: "long", year: "numeric" })];
    const first = monday + 7 * i, thursday = first + 3, week = Math.ceil((thursday - dayOf(`${date(thursday).slice(0, 4)}-01-01`) + 1) / 7);
    return [first, first + 7, `Week ${week}, ${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).formatRange(first * 864e5, (first + 6) * 864e5)}`];
  });
}

/** same compares a text with an exact one: words as they are, numbers as far as two digits of a fraction say, one from 100 on. open texts go on with words. */
function same(shown, exact, open = false) {
  const split = (text) => text.replaceAll(/(\d),(?=\d{3})/g, "$1").replaceAll(/\s/g, " ").split(/(\d+(?:\.\d+)?)/);
  const [a, b] = [split(shown), split(exact)], last = b.length - 1;
  if (a.length < b.length || (a.length > b.length && !open)) return false;
  return b.every((part, i) => (i % 2 ? Math.abs(a[i] - part) < (part < 99.99 ? 0.0052 : 0.0502) : a[i] === part || (open && i === last && /^, [A-Za-z]/.test(a[i].slice(part.length)) && a[i].startsWith(part))));
}

export default async (stage) => {
  const all = async (path) => (await call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=200`)).items;
  const client = async (name) => call("POST", "/clients", { companyName: `${name} ${stage.tag}`, clientPriority: "low" });
  const clients = [await client("Figures A"), await client("Figures B")];
  const project = async (name, owner, status = "active") => call("POST", "/projects", { name: `${name} ${stage.tag}`, clientId: owner.id, startDate: "2026-12-01", endDate: "2027-12-31", status });
  const projects = [await project("Red", clients[0]), await project("Blue", clients[1]), await project("Draft", clients[1], "draft")], [red, blue, draft] = projects;
  const skill = await call("POST", "/capabilities", { name: `Sums ${stage.tag}` }), skilled = { items: [{ capabilityId: skill.id, level: 3 }] };
  const boss = await stage.person("Figures boss"), below = { reportsToId: boss.id };
  const full = await stage.person("Figures full", below), part = await stage.person("Figures part", below), local = await stage.person("Figures local", { ...below, countryCode: "AQ", defaultAvailability: 38 });
  const away = await stage.person("Figures away", { ...below, countryCode: "AQ" }), asks = await stage.person("Figures asks"), odd = await stage.person("Figures odd", { defaultAvailability: 33.33 });
  const role = await call("POST", "/users", { kind: "placeholder", name: `Figures role ${stage.tag}`, capabilities: skilled.items });
  const people = [boss, full, part, local, away, asks, odd, role], managerOf = new Map([full, part, local, away].map(({ id }) => [id, boss.id]));
  for (const { id } of [full, away]) await call("PUT", `/users/${id}/capabilities`, skilled);
  await call("PUT", `/users/${part.id}/working-patterns`, { items: [{ validFrom: "2026-12-01", hours: [6, 6, 0, 4.5, 3, 0, 0] }, { validFrom: "2027-03-24", hours: [7.6, 0, 7.6, 7.6, 0, 2, 0] }] });
  await call("PUT", "/holidays", { items: [["2026-12-24", 0.5], ["2027-01-01", 1], ["2027-03-26", 1], ["2027-10-27", 1]].map(([day, factor]) => ({ countryCode: "AQ", date: day, name: "Figures", factor })) });
  const type = (await all("/time-off-types")).find((one) => one.isActive);
  for (const [user, startDate, endDate, availability, status] of [[away, "2026-12-23", "2026-12-29", 4, "approved"], [away, "2026-12-28", "2027-01-01", 0, "approved"], [away, "2027-03-27", "2027-03-30", 3.5, "approved"], [away, "2027-10-29", "2027-11-02", 0, "approved"], [asks, "2026-12-30", "2027-01-05", 0, "pending"], [asks, "2027-03-29", "2027-03-29", 4, "pending"]])
    await call("POST", "/time-off", { userId: user.id, timeOffTypeId: type.id, startDate, endDate, availability, reason: "Figures", status });
  // Hours of each weekday, and some of weekends, in the weeks that matter: by a rule, so that each day has others.
  const items = [];
  for (const [first, end] of [["2026-12-21", "2027-01-11"], ["2027-03-11", "2027-04-10"], ["2027-09-24", "2027-09-29"], ["2027-10-23", "2027-11-10"]]) {
    for (let day = dayOf(first); day < dayOf(end); day++) {
      people.slice(1).forEach((user, who) => {
        const rule = day * 7 + who * 3, weekend = weekday(day) > 4;
        const put = (one, hours, capability, tentative) => items.push({ userId: user.id, projectId: one.id, capabilityId: capability ? skill.id : null, date: date(day), hours, tentative });
        if (user === odd && !weekend) return put(red, 6.67, false, false);
        if (weekend ? rule % 3 === 0 : rule % 4) put(red, [2, 4.5, 7.6, 8, 9.5][rule % 5], rule % 3 === 1, rule % 9 === 2);
        if (!weekend && rule % 5 > 2) put(blue, [1, 2.5, 3][rule % 3], rule % 2 === 0, rule % 4 === 1);
        if (!weekend && rule % 11 === 3) put(draft, 3.5, rule % 2 === 1, false);
      });
    }
  }
  await call("POST", "/assignments", { items });

  // --- Raw rows, and sums of them.
  let rows = [];
  const patterns = new Map(), weekly = new Map(), country = new Map();
  for (const { id } of people.filter((user) => user !== role)) patterns.set(id, (await call("GET", `/users/${id}/working-patterns`)).items);
  for (const user of await Promise.all(people.map(({ id }) => call("GET", `/users/${id}`)))) weekly.set(user.id, user.defaultAvailability), country.set(user.id, user.countryCode);
  const holidays = [...(await all("/holidays?year=2026&countryCode=AQ")), ...(await all("/holidays?year=2027&countryCode=AQ"))], leave = [];
  for (const { id } of people) leave.push(...(await all(`/time-off?user_id=${id}`)).filter(({ status }) => status === "approved"));
  const read = async () => {
    rows = [];
    for (const { id } of people) for (let cursor = ""; cursor !== null; ) {
      const page = await call("GET", `/assignments?user_id=${id}&start_date=2026-10-01&end_date=2028-12-31&limit=200${cursor && `&cursor=${cursor}`}`);
      rows.push(...page.items), (cursor = page.nextCursor);
    }
  };
  const available = (id, day) => {
    if (id === role.id) return 0;
    const text = date(day), pattern = patterns.get(id).filter(({ validFrom }) => validFrom <= text).at(-1);
    const contracted = pattern ? pattern.hours[weekday(day)] : weekday(day) < 5 ? weekly.get(id) / 5 : 0;
    const factor = holidays.find((one) => one.countryCode === country.get(id) && one.date === text)?.factor ?? 0;
    return Math.min(contracted * (1 - factor), ...leave.filter((one) => one.userId === id && one.startDate <= text && one.endDate >= text).map((one) => one.availability));
  };
  const availability = new Map(people.map(({ id }) => [id, new Map()]));
  const of = (id, first, end, counting) => {
    const sums = { planned: 0, tentative: 0, unfilled: 0, available: 0, used: 0, free: 0, over: 0 };
    for (let day = first; day < end; day++) {
      const at = { planned: 0, tentative: 0, unfilled: 0 }, its = availability.get(id);
      for (const row of byDay.get(`${id} ${date(day)}`) ?? []) at[kind(row)] += row.hours;
      if (!its.has(day)) its.set(day, available(id, day));
      const used = at.planned + (counting ? at.tentative : 0);
      for (const [name, hours] of Object.entries({ ...at, used, available: its.get(day), free: Math.max(0, its.get(day) - used), over: Math.max(0, used - its.get(day)) })) sums[name] += hours;
    }
    return sums;
  };
  const kind = (row) => (row.userId === role.id ? "unfilled" : row.tentative || row.projectId === draft.id ? "tentative" : "planned");
  let byDay;
  const n = (value) => String(+value.toFixed(6)), half = (value) => n(Math.round(value * 2) / 2), plus = (list, name) => list.reduce((sum, one) => sum + one[name], 0);

  /** expected are the texts of each cell and beside each name, by the key of the row: what the board has to say of rows at a place. */
  function expected(cols, grouping, open, counting) {
    byDay = new Map();
    for (const row of rows) byDay.set(`${row.userId} ${row.date}`, [...(byDay.get(`${row.userId} ${row.date}`) ?? []), row]);
    const [first, end] = [cols[0][0], cols.at(-1)[1]], found = new Map();
    const within = (from, to) => rows.filter((row) => row.hours > 0 && dayOf(row.date) >= from && dayOf(row.date) < to), inView = within(first, end), inColumn = cols.map(([from, to]) => within(from, to));
    const person = (key, id) => {
      const its = of(id, first, end, counting), over = its.used - its.available;
      found.set(key, { open: true, beside: id === role.id ? `${half(its.unfilled)} h unfilled` : over >= 0.005 ? `${half(its.over)} h over` : `${half(its.free)} h free`, cells: cols.map(([from, to]) => {
        const s = of(id, from, to, counting), over = s.used - s.available;
        return [s.unfilled > 0 ? `${n(s.unfilled)} hours unfilled` : s.available + s.planned === 0 ? "not available" : `${n(s.planned)} of ${n(s.available)} hours planned`, s.over >= 0.005 && s.over - over < 0.005 ? `${n(s.over)} over` : s.over >= 0.005 ? `${n(s.over)} over on single days` : "", s.tentative > 0 ? `${n(s.tentative)} tentative` : ""].filter(Boolean).join(", ");
      }) });
      if (!open) return;
      for (const one of projects) if (inView.some((row) => row.userId === id && row.projectId === one.id)) line(`${key} ${one.id}`, id, one.id);
      found.set(`${key} add`, { cells: cols.map(() => "") });
    };
    const line = (key, id, projectId) => {
      const its = (list) => list.filter((row) => row.userId === id && row.projectId === projectId);
      found.set(key, { beside: `${half(plus(its(inView), "hours"))} h`, cells: inColumn.map((list) => `${n(plus(its(list), "hours"))} hours${its(list).some((row) => row.tentative || projectId === draft.id) ? ", tentative" : ""}`) });
    };
    /** group is a head of people, or of rows; supply are those who have its skill. */
    const group = (key, members, mine, supply) => {
      const sums = (list) => ["planned", "tentative", "unfilled"].map((name) => [plus(list.filter((row) => mine?.(row) && kind(row) === name), "hours"), name]);
      const has = sums(inView).find(([hours]) => hours > 0) ?? [0, "planned"];
      found.set(key, { beside: mine ? (key.startsWith("project:") ? `${half(has[0])} h ${has[1]}` : "") : key === "roles:" ? "" : `${half(plus(members.map((id) => of(id, first, end, counting)), "free"))} h`, cells: cols.map(([from, to], i) => {
        const each = members.map((id) => of(id, from, to, counting));
        if (key === "roles:") return `${n(plus(each, "unfilled"))} hours unfilled`;
        if (!mine) return `${n(plus(each, "planned"))} of ${n(plus(each, "available"))} hours planned`;
        const there = sums(inColumn[i]).filter(([hours, name]) => hours > 0 || name === "planned").map(([hours, name]) => `${n(hours)} hours ${name}`);
        return [...(supply ? [`${n(plus(supply.map((id) => of(id, from, to)), "available"))} hours available`] : []), ...there].join(", ");
      }) });
    };
    const ids = people.map(({ id }) => id), put = (key, members) => members.length > 0 && (group(key, members), members.forEach((id) => person(`${key} ${id}`, id)));
    if (grouping === "none") group("roles:", [role.id]), ids.forEach((id) => person(id, id));
    else if (grouping === "manager") put(`manager:${boss.id}`, [...managerOf.keys()]), put("manager:", ids.filter((id) => !managerOf.has(id)));
    else if (grouping === "capability") {
      const able = [full.id, away.id, role.id];
      put(`capability:${skill.id}`, able), put("capability:", ids.filter((id) => !able.includes(id)));
      group(`capability:${skill.id}`, able, (row) => row.capabilityId === skill.id, able);
    } else {
      for (const owner of grouping === "project" ? projects : clients) {
        const key = `${grouping}:${owner.id}`, its = projects.filter((one) => one === owner || one.clientId === owner.id), mine = (row) => its.some(({ id }) => id === row.projectId);
        if (inView.some(mine)) group(key, [], mine);
        for (const { id } of its) for (const userId of new Set(inView.filter((row) => row.projectId === id).map((row) => row.userId))) line(`${key} ${userId} ${id}`, userId, id);
      }
      put(`${grouping}:`, ids.filter((id) => !inView.some((row) => row.userId === id)));
    }
    return found;
  }

  // --- What the board says.
  const snapshot = (page) => page.evaluate(() => {
    const lines = [...document.querySelectorAll("[role=grid] [role=row]")].slice(1).map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => [cell.id, cell.textContent]));
    return { heads: [...document.querySelectorAll("[role=columnheader]")].slice(1).map((node) => node.textContent), lines, beside: [...document.querySelectorAll(".names > .name")].map((node) => [node.dataset.key, [...(node.querySelector(".free")?.children ?? [])].map((one) => one.textContent).filter(Boolean).join(" ")]) };
  });
  let compared = 0, looked = 0;
  /** wrong lists what differs from the raw rows. */
  function wrong(seen, { zoom, from, grouping, open, counting }) {
    const cols = columns(zoom, dayOf(from), seen.heads.length), found = expected(cols, grouping, open, counting), bad = [];
    let good = 0;
    seen.heads.forEach((head, i) => head.replaceAll(/\s/g, " ") === cols[i][2].replaceAll(/\s/g, " ") || bad.push(`${head} is not ${cols[i][2]}`));
    const keys = new Set();
    for (const line of seen.lines) {
      const key = line[0][0].slice(5).replace(/-\d+$/, "").replaceAll("_", " "), its = found.get(key);
      keys.add(key);
      line.forEach(([, text], i) => (its && same(text, its.cells[i], its.open) ? good++ : bad.push(`${nameOf(key)}, ${cols[i][2]}: ${text} is not ${its?.cells[i]}`)));
    }
    for (const [key, text] of seen.beside) if (found.has(key) && !same(text, found.get(key).beside ?? "")) bad.push(`beside ${nameOf(key)}: ${text} is not ${found.get(key).beside}`); else good++;
    for (const key of found.keys()) if (!keys.has(key) || !seen.beside.some(([other]) => other === key)) bad.push(`${nameOf(key)} has no row`);
    return [bad, good];
  }
  const nameOf = (key) => [...people, ...projects, ...clients, skill].reduce((text, one) => text.replaceAll(one.id, (one.name ?? one.companyName).replace(` ${stage.tag}`, "")), key);
  /** right waits until all that is on the screen is right. */
  async function right(page, view, what, patience = 8000) {
    let bad = [], good = 0;
    for (const end = Date.now() + patience; ; await page.waitForTimeout(50)) {
      const seen = await snapshot(page);
      [bad, good] = seen.heads.length ? wrong(seen, view) : [["no cells"], 0];
      if (bad.length === 0) return (compared += good), looked++;
      if (Date.now() > end) break;
    }
    findings.push(`${what}, ${JSON.stringify(view)}: ${bad.length} wrong\n    ${bad.slice(0, 6).join("\n    ")}`);
  }
  /** bottom compares the line below all rows: of people what is over and free, each day of each person by itself, and of projects what is planned. */
  async function bottom(page, { zoom, from, grouping, counting }, what) {
    const pane = await page.locator(".pane").boundingBox(), width = { day: 44, week: 92, month: 104 }[zoom], seen = new Map();
    const texts = (await stage.written(page)).filter(({ y }) => y > pane.y + pane.height - 34).sort((a, b) => b.y - a.y || b.x - a.x);
    for (const { text, x } of texts) { const i = Math.floor((x - pane.x - 240) / width); seen.set(i, [...(seen.get(i) ?? []), text]); }
    const cols = columns(zoom, dayOf(from), Math.floor((pane.width - 240) / width)), ofProjects = /project|client/.test(grouping);
    cols.forEach(([first, end], i) => {
      const each = people.map(({ id }) => of(id, first, end, counting)), parts = ofProjects ? [["planned", /^#$/], ["unfilled", /^#( unfilled| open)?$/], ["tentative", /^~?#( tentative)?$/]] : [["over", /^\+#( over)?$/], ["free", /^#( free)?$/]];
      const there = parts.map(([name, form]) => [plus(each, name), form]).filter(([value]) => value >= 0.51), texts = seen.get(i) ?? [];
      const says = (text, [value, form]) => Math.abs(text.replace(/,/g, "").match(/\d+/)[0] - value) <= 0.51 && form.test(text.replace(/[\d,]+/, "#"));
      // The first one is at the right of the lower line, and the others where there is room.
      const fits = texts.length === there.length && there.every((part, j) => (j > 0 ? texts : texts.slice(0, 1)).some((text) => says(text, part)));
      // By days, not all have room.
      if (fits || (zoom === "day" && texts.length < there.length)) compared++; else findings.push(`${what}, the bottom line by ${grouping}, ${cols[i][2]}: ${texts} is not ${there.map(([value]) => n(value))}`);
    });
  }
  const findings = [], hash = ({ zoom, from, grouping, counting, rows }) => `from=${from}&zoom=${zoom}&group=${grouping}&q=${stage.tag}${counting ? "&tentative=1" : ""}${rows ?? ""}`;
  await read();

  // A key may send so many requests a minute: each view has one of its own.
  const { actorUserId, scopes } = await call("GET", "/me");
  const fresh = async () => ({ Authorization: `Bearer ${(await call("POST", "/keys", { name: stage.tag, actorUserId, scopes })).secret}` });

  /** go shows a view, with the lines of all people if it is open. */
  const go = async (page, view) => {
    await page.setExtraHTTPHeaders(await fresh());
    await page.evaluate((to) => (location.hash = to), hash(view));
    await page.waitForFunction(([from, group]) => location.hash.includes(from) && document.querySelector(group === "none" ? ".name.person" : `.name[data-key^="${group}:"]:not([data-key$="loading:"])`), [view.from, view.grouping]).catch(() => undefined);
    if (view.open) await page.evaluate(() => document.querySelectorAll(".name.person:not(.open)").forEach((node) => node.click()));
  };
  const visit = async (timezoneId) => stage.visit(hash({ zoom: "week", from: "2026-12-01", grouping: "none" }), { timezoneId, viewport: { width: 1500, height: 1700 }, extraHTTPHeaders: await fresh() });
  const inZone = async (timezoneId, z) => {
    const page = await visit(timezoneId);
    for (const [v, [zoom, from]] of views.entries()) {
      if (zoom === "day" && from !== daysIn[z]) continue;
      for (const grouping of ["none", groupings[1 + ((z + v) % 4)]]) {
        const view = { zoom, from, grouping, counting: (z + v) % 3 === 1, open: grouping === "none", rows: ["&rows=compact", "", "&view=heat"][(z + v) % 3] };
        await go(page, view);
        await right(page, view, timezoneId);
        await bottom(page, view, timezoneId);
      }
    }
  };
  for (const half of [0, 2]) await Promise.all([inZone(zones[half], half), inZone(zones[half + 1], half + 1)]);
  stage.contexts.splice(0).forEach((context) => void context.close());

  // While hours are on their way, a cell is right or says so. They are on their way until enough was seen, however long the people and projects take.
  const slow = await visit(zones[1]);
  await slow.evaluate(() => {
    globalThis.seen = new Set();
    globalThis.early = () => [...seen].filter((one) => /\|(loading)?$/.test(one)).length;
    new MutationObserver(() => {
      for (const cell of document.querySelectorAll("[role=gridcell]")) seen.add(`${cell.id}|${cell.textContent}`);
      for (const node of document.querySelectorAll(".names > .name")) seen.add(`beside-${node.dataset.key}|${[...(node.querySelector(".free")?.children ?? [])].map((one) => one.textContent).filter(Boolean).join(" ")}`);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await slow.route(/\/api\/v1\/(capacity|assignments)\?/, async (route) => {
    await slow.waitForFunction(() => early() > 20, undefined, { timeout: 10_000 }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200 + 700 * Math.random()));
    await route.continue().catch(() => undefined);
  });
  for (const [g, grouping] of groupings.entries()) {
    const view = { zoom: ["week", "month"][g % 2], from: ["2027-03-11", "2027-01-04"][g % 2], grouping, open: grouping === "none" };
    await go(slow, { ...view, from: "2028-06-05", open: false });
    await slow.waitForTimeout(150);
    await slow.evaluate(() => seen.clear());
    await go(slow, view);
    await right(slow, view, "slow", 15_000);
    const { heads, lines } = await snapshot(slow), cols = columns(view.zoom, dayOf(view.from), heads.length), found = expected(cols, grouping, view.open), base = +lines[0][0][0].match(/\d+$/)[0];
    assert.ok(await slow.evaluate(() => early() > 20), "nothing was seen while it loads");
    const bad = (await slow.evaluate(() => [...seen])).filter((one) => {
      const [place, text] = one.split("|"), [, kind, key, , column] = /^(cell|beside)-(.*?)(-(\d+))?$/.exec(place), its = found.get(key.replaceAll("_", " "));
      if (/^(|loading)$/.test(text)) return false;
      if (kind === "beside") { const exact = found.get(place.slice(7))?.beside; return exact !== undefined && !same(text, exact); }
      const exact = its?.cells[column - base];
      return exact !== undefined && !same(text, exact, its.open) && !same(`${text}, tentative`, exact);
    });
    if (bad.length > 0) findings.push(`slow, ${grouping}: ${bad.length} wrong before hours were there\n    ${bad.slice(0, 6).map(nameOf).join("\n    ")}`);
  }
  await slow.context().close();

  // An edit and its undo, before and after the server has answered.
  const page = await visit(zones[3]);
  let answer, held;
  await page.route(/\/api\/v1\/assignments/, async (route) => (route.request().method() !== "GET" && (await held), route.continue()));
  const hold = () => (held = new Promise((resolve) => (answer = resolve)));
  for (const [grouping, prefix, tentative, zoom, rowsOf] of [["none", "", false, "day", ""], ["project", `project:${red.id} `, true, "day", "&rows=compact"], ["client", `client:${clients[0].id} `, false, "week", "&rows=compact"], ["capability", `capability:${skill.id} `, false, "day", ""]]) {
    const view = { zoom, from: "2027-10-25", grouping, open: !/project|client/.test(grouping), rows: rowsOf }, what = `edit by ${grouping}`;
    await go(page, view);
    await right(page, view, what);
    // A day, or a week, in which the person has one row of the project.
    const mine = rows.filter((row) => row.userId === full.id && row.projectId === red.id && row.hours > 0), days = zoom === "week" ? 7 : 1, first = dayOf("2027-10-25");
    const columnOf = (row) => Math.floor((dayOf(row.date) - first) / days);
    const row = zoom === "week" ? mine.find((one) => columnOf(one) === 0) : mine.find((one) => columnOf(one) >= 0 && weekday(dayOf(one.date)) < 5 && Boolean(one.tentative) === tentative && (grouping !== "capability" || one.capabilityId));
    const its = zoom === "week" ? mine.filter((one) => columnOf(one) === 0) : [row], before = its.map(({ hours }) => hours);
    const name = await page.locator(`.name[data-key="${prefix}${full.id} ${red.id}"]`).boundingBox(), pane = await page.locator(".pane").boundingBox();
    await page.mouse.click(pane.x + 240 + (columnOf(row) + 0.5) * { day: 44, week: 92 }[zoom], name.y + name.height - 6);
    for (const [keys, hours] of [[zoom === "week" ? ["Delete"] : ["3", "Enter"], before.map(() => (zoom === "week" ? 0 : 3))], [["Control+z"], before]]) {
      const sent = page.waitForResponse((response) => /assignments/.test(response.url()) && response.request().method() !== "GET", { timeout: 15_000 }).catch(() => findings.push(`${what}: nothing was sent`));
      hold();
      for (const one of keys) await page.keyboard.press(one);
      its.forEach((one, i) => (one.hours = hours[i]));
      await right(page, view, `${what}, ${keys}, before the answer`);
      answer();
      await sent;
      await page.waitForTimeout(400);
      await read();
      await right(page, view, `${what}, ${keys}, after the answer`);
      for (const [i, one] of its.entries()) if ((rows.find((row) => row.userId === one.userId && row.projectId === one.projectId && row.capabilityId === one.capabilityId && row.date === one.date)?.hours ?? 0) !== hours[i]) findings.push(`${what}, ${keys}: not saved`); else (its[i] = rows.find((row) => row.userId === one.userId && row.projectId === one.projectId && row.capabilityId === one.capabilityId && row.date === one.date) ?? one);
    }
  }
  // Somebody else makes firm hours tentative, and more, where rows are not loaded.
  const view = { zoom: "week", from: "2027-10-25", grouping: "none", rows: "&rows=compact" }, firm = rows.find((row) => row.userId === asks.id && row.date >= "2027-10-25" && row.projectId === red.id && !row.tentative);
  await go(page, view);
  await right(page, view, "before an event");
  await call("POST", "/assignments", { items: [{ userId: asks.id, projectId: red.id, capabilityId: firm.capabilityId, date: firm.date, hours: firm.hours + 1, tentative: true }] });
  await read();
  await right(page, view, "after an event");
  console.log(`        ${compared} texts of ${looked} views`);
  assert.deepEqual(findings, [], findings.join("\n"));
};
