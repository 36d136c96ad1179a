// Runs the scripts of the board against the server of WORKPLAN_HTTP, as a person would:
//
//   .ci/with-dev node web/e2e/board/run.mjs [part of a name …]

import { mkdir, readdir } from "node:fs/promises";
import { Stage, start } from "./harness.mjs";

const wanted = process.argv.slice(2);
const files = (await readdir(new URL(".", import.meta.url))).filter((file) => /^\d\d-.*\.mjs$/.test(file) && (wanted.length === 0 || wanted.some((part) => file.includes(part)))).sort();
const screenshots = process.env.SCREENSHOTS;
if (screenshots) await mkdir(screenshots, { recursive: true });

const shared = await start();
let failed = 0;
for (const file of files) {
  const { title, default: script } = await import(new URL(file, import.meta.url));
  const stage = new Stage(shared, title);
  const begin = performance.now();
  try {
    await script(stage);
    await stage.close();
    console.log(`ok      ${file.slice(0, 2)} ${title} (${Math.round(performance.now() - begin)} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${file.slice(0, 2)} ${title}\n${error.stack}\n${stage.complaints.join("\n")}`);
    const page = stage.contexts.at(-1)?.pages()[0];
    if (screenshots && page) await page.screenshot({ path: `${screenshots}/${file}.png` });
    for (const context of stage.contexts) await context.close().catch(() => {});
  }
}
await shared.stop();
process.exitCode = failed ? 1 : 0;
