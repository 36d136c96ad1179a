// Measures how long the board takes to show hours with 1,001 people who all have some, and prints the median of eleven times:
//
//   .ci/with-dev node web/e2e/board/many.mjs

import { finish, open, origin } from "../browser.mjs";
import { call, date, monday } from "./harness.mjs";

const people = 1001, rounds = 11;

const ids = (await call("GET", "/users?limit=200")).items.map(({ id }) => id);
const projects = (await call("GET", "/projects?status=active&limit=3")).items;
while (ids.length < people) {
  const names = Array.from({ length: Math.min(20, people - ids.length) }, (_, i) => `Person ${String(ids.length + i).padStart(4, "0")}`);
  const made = await Promise.all(names.map((name) => call("POST", "/users", { name, email: `${name.toLowerCase().replace(" ", ".")}@many.example.com`, defaultAvailability: 40 })));
  ids.push(...made.map(({ id }) => id));
}
const rows = ids.flatMap((userId, i) => Array.from({ length: 60 }, (_, day) => ({ userId, projectId: projects[(i + (day >> 3)) % 3].id, capabilityId: null, date: date(monday - 14 + day + 2 * Math.floor(day / 5)), hours: 6 })));
for (let i = 0; i < rows.length; i += 1000) await call("POST", "/assignments", { items: rows.slice(i, i + 1000) });

const times = [];
for (let i = 0; i < rounds; i++) {
  const page = await open("#/people", { width: 1440 });
  await page.locator("main h1").waitFor();
  await page.goto("about:blank");
  await page.addInitScript(() => {
    // A bar is a run of pixels of one strong colour in the first rows.
    const drawn = () => {
      const canvas = document.querySelector("canvas");
      if (!canvas?.width || !document.querySelector(".name.person")) return false;
      const { data } = canvas.getContext("2d").getImageData(300 * devicePixelRatio, 60 * devicePixelRatio, 300 * devicePixelRatio, 200 * devicePixelRatio);
      let strong = 0;
      for (let at = 0; at < data.length; at += 4) if (Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 90) strong++;
      return strong > 2000;
    };
    const look = () => (drawn() ? (globalThis.shown = performance.now()) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  await page.goto(`${origin}/#from=${date(monday)}`);
  times.push(await (await page.waitForFunction(() => globalThis.shown)).jsonValue());
  if (i === 0 && process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/many.png` });
  await page.context().close();
}
times.sort((a, b) => a - b);
console.log(`The first hours of ${people} people are on the screen after ${Math.round(times[rounds >> 1])} ms (${Math.round(times[0])} to ${Math.round(times.at(-1))}, ${rounds} times).`);
await finish();
