// The keyboard: everything that the mouse does, and more.

import { barKey, type Bar } from "./bars";
import type { Board } from "./board";
import type { Pointer } from "./pointer";
import type { View } from "./view";

const arrows = [["Up", -1, 0], ["Down", 1, 0], ["Left", 0, -1], ["Right", 0, 1]] as const;

/** listen makes the grid react to keys, and returns what does the same without a key, and without a cell that nobody has chosen. search focuses the search for people. */
export function listen(board: Board, view: View, pointer: Pointer, search: () => void): (key: string) => void {
  const { edits } = board;
  const element = view.elements.grid;

  /** What keys do, by their name with Ctrl and Alt. Shift is up to the action. */
  const actions: Record<string, (shift: boolean) => void> = {
    Enter: enter,
    F2: enter,
    " ": () => {
      const row = board.focused;
      if (row?.kind === "person") board.toggle(row.userId);
    },
    p: () => board.edits.askPlan("plan"),
    f: () => board.edits.askPlan("fit"),
    o: () => board.edits.askTimeOff(),
    n: () => {
      const [target] = board.targets;
      if (target) board.addTo(target.userId);
    },
    b: nextBar,
    e: tentative,
    s: split,
    ContextMenu: menu,
    F10: (shift) => shift && menu(),
    Delete: () => edits.clear(board.blocks),
    Backspace: () => edits.clear(board.blocks),
    "Ctrl+z": (shift) => (shift ? edits.redo() : edits.undo()),
    "Ctrl+y": () => edits.redo(),
    "Ctrl+a": all,
    a: leave,
    g: () => board.showPanel({ kind: "gaps" }),
    i: () => pointer.cards?.toggle(),
    d: () => board.show({ zoom: "day" }),
    w: () => board.show({ zoom: "week" }),
    m: () => board.show({ zoom: "month" }),
    "[": () => view.page(-1),
    "]": () => view.page(1),
    PageUp: (shift) => view.step(-12, 0, shift),
    PageDown: (shift) => view.step(12, 0, shift),
    Home: today,
    t: today,
    h: () => board.show({ heat: !board.place.heat }),
    "/": search,
    "?": () => board.showPanel(board.panel?.kind === "help" ? undefined : { kind: "help" }),
    Escape: escape,
  };
  for (const [name, down, right] of arrows) {
    actions[`Arrow${name}`] = (shift) => view.step(down, right, shift);
    actions[`Ctrl+Arrow${name}`] = (shift) => view.step(down * board.rows.list.length, right * view.columns, shift);
    actions[`Alt+Arrow${name}`] = (shift) => (shift ? extend(right) : move(down, right));
  }

  element.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + key;
    const action = /^[\d.,]$/.test(name) ? () => edits.open(board.targets, key) : actions[name];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    begin();
    action(event.shiftKey);
  });

  return (key) => actions[key]?.(false);

  /** begin focuses a cell if none is: the one of today, if it is in view. */
  function begin(): void {
    const row = board.rows.list[board.rows.at(view.top)];
    const day = board.today >= board.first && board.today < board.end ? board.today : board.first;
    if (!board.focus && row) board.select({ key: row.key, day: board.axis.first(board.axis.columnOf(day)) });
  }

  function enter(): void {
    const row = board.focused;
    const [bar] = board.picked;
    const { targets } = board;
    if (bar) board.edits.editBar(bar);
    else if (row?.kind === "add") board.addTo(row.userId);
    else if (targets.length === 1 && edits.projects(targets[0]!).length > 1) board.toggle(targets[0]!.userId);
    else edits.open(targets);
  }

  /** barsHere are the bars of the focused cell. */
  function barsHere(): Bar[] {
    const row = board.focused, { focus, axis } = board;
    if (row?.kind !== "person" || !focus) return [];
    const column = axis.columnOf(focus.day);
    return board.bars.inView(row.userId, axis.first(column), axis.end(column));
  }

  function nextBar(): void {
    const bars = barsHere(), at = bars.findIndex((bar) => board.picked.some((other) => barKey(other) === barKey(bar)));
    const next = bars[(at + 1) % bars.length];
    if (next) board.pick(next);
  }

  /** menu opens that of the selected bar, or of the first one in the cell, or else of the cells. */
  function menu(): void {
    if (board.picked.length === 0 && board.selectionSums.cells === 1) nextBar();
    const [bar] = board.picked, { focus } = board;
    const box = focus && view.box(focus.key, focus.day, focus.day + 1);
    if (box && board.targets.length > 0) board.showMenu({ bar, day: Math.max(bar?.first ?? 0, focus.day), x: box.x + 8, y: box.y + Math.min(28, box.height) });
  }

  /** tentative changes the selected bars, or all hours in the selected cells. In one cell, it selects a bar first. */
  function tentative(): void {
    if (board.picked.length === 0 && board.selectionSums.cells === 1) nextBar();
    const bars = board.picked.length > 0 ? board.picked : board.targets.flatMap(({ userId, projectId, first, end }) => board.bars.inView(userId, first, end).filter((bar) => !projectId || bar.projectId === projectId));
    if (bars.length > 0) edits.setTentative(board.blocks, bars.some((bar) => !bar.tentative));
  }

  function split(): void {
    if (board.picked.length === 0) nextBar();
    const [bar] = board.picked;
    if (bar && board.focus) board.edits.split(bar, board.focus.day);
  }

  function escape(): void {
    if (pointer.dragging) pointer.cancel();
    else if (board.menu) board.showMenu(undefined);
    else if (board.card) pointer.cards?.hide();
    else if (board.editor) board.showEditor(undefined);
    else if (board.panel) board.showPanel(undefined);
    else if (board.focus) board.select(board.focus); // and no bar
  }

  function leave(): void {
    const [target] = board.targets;
    const request = target && board.model.leaveIn(target.userId, target.first, target.end).find(({ status }) => status === "pending");
    if (request) board.showPanel({ kind: "leave", id: request.id });
    else board.say("There is no requested time off in this cell.");
  }

  function today(): void {
    if (board.focus) board.select({ key: board.focus.key, day: board.today });
    board.onScrollTo({ day: board.today, center: true });
  }

  function all(): void {
    const [first, last] = [board.rows.list[0], board.rows.list.at(-1)];
    if (first && last) board.selectRange({ key: first.key, day: board.first }, { key: last.key, day: board.end - 1 });
  }

  /** extend moves the end of the selected bar by days, or that of the selected block of a project by columns. */
  function extend(columns: number): void {
    const { axis, selected: s, focus } = board;
    const [bar] = board.picked;
    if (bar) {
      edits.extend(bar, bar.first, Math.max(bar.first + 1, bar.end + columns), false);
      return board.edits.pickAt([{ ...bar, days: undefined, day: bar.first }]);
    }
    const [target] = board.targets;
    if (!s || !focus || !target?.projectId || !columns) return;
    const last = Math.min(axis.count - 1, Math.max(s.firstColumn, s.lastColumn + columns));
    edits.extend({ ...target, projectId: target.projectId }, target.first, axis.end(last), false);
    board.selectRange({ key: focus.key, day: target.first }, { key: focus.key, day: axis.first(last) });
  }

  /** move moves the selected hours to the next person up or down, or by columns. */
  function move(down: number, columns: number): void {
    const { axis, rows, selected: s, picked } = board;
    const [target] = board.targets;
    if (!s || !target) return;
    let i = s.firstRow + down;
    while (down && rows.list[i] && rows.list[i]!.kind !== "person") i += down;
    const to = rows.list[i], column = s.firstColumn + columns;
    if (!to || !("userId" in to) || column < 0 || s.lastColumn + columns >= axis.count) return;
    const day = axis.shift(target.first, s.firstColumn, column), days = day - target.first;
    const last = { key: to.key, day: axis.first(s.lastColumn + columns) };
    const several = new Set(board.targets.map(({ userId }) => userId)).size > 1;
    if (several && down && picked.length === 0) return board.say("Hours of several people move in time only. Select those of one person to move them to another.");
    edits.move(board.blocks, down ? to.userId : undefined, days, false);
    if (several) board.edits.shiftSelection((day) => axis.shift(day, s.firstColumn, column));
    else board.selectRange({ key: to.key, day }, last);
    if (picked.length > 0) board.edits.pickAt(picked.map((bar) => ({ ...bar, userId: down ? to.userId : bar.userId, day: bar.first + days })));
    view.keepInView(last);
  }
}
