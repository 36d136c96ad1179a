// Counts what a person does on a page, and compares it with the table of steps in the guide of the board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const guide = readFileSync(new URL("../../services/doors/docs/guides/board.md", import.meta.url), "utf8");
const documented = new Map([...guide.matchAll(/^\| (.+?) \| (\d+) \| .+ \|$/gm)].map(([, task, steps]) => [task, Number(steps)]));

/** counted lists the steps of a task: a press of the pointer, a key, a text typed into a field, a choice, a date. */
export async function counted(page, task) {
  await page.evaluate(() => {
    globalThis.steps = [];
    if (globalThis.counting) return;
    globalThis.counting = true;
    let field;
    const step = (what, at) => ((field = at), globalThis.steps.push(what));
    const chosen = "select, [type=date]";
    addEventListener("pointerdown", ({ target }) => target.matches(chosen) || step(`press ${target.localName}`), true);
    addEventListener("change", ({ target }) => target.matches(chosen) && step("choose"), true);
    addEventListener("keydown", ({ key, target, ctrlKey }) => {
      if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
      const typed = key.length === 1 && !ctrlKey && target.matches("input, textarea");
      if (!typed) step(key);
      else if (field !== target) step("type", target);
    }, true);
  });
  await task();
  return page.evaluate(() => globalThis.steps);
}

/** within does a task of the guide, asserts that it takes the steps that the guide says, and returns them as a line. */
export async function within(page, what, task) {
  const steps = await counted(page, task);
  const line = `${what}: ${steps.length} (${steps.join(", ")})`;
  assert.equal(steps.length, documented.get(what), `${line}, and the guide of the board says otherwise`);
  return line;
}

