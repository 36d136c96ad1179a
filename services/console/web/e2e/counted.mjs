// Counts what a person does on a page.

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

