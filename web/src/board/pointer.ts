// The mouse: select, draw to plan, move and extend blocks, with what would happen shown
// before the button is released.

import { barKey, type Bar } from "./bars";
import type { Board } from "./board";
import { Cards } from "./card";
import { hours, show, type Day } from "./day";
import type { Target } from "./edits";
import type { Row } from "./layout";
import type { Change } from "./model";
import { absence, extend, judge, move, type Block } from "./plan";
import type { Hit, View } from "./view";

interface Drag {
  /** to shows what releasing the button would do. */
  to(hit: Hit, event: PointerEvent): void;
  drop(): void;
}

/** The width of the edges of a block, and how far the pointer moves before it drags. */
const grip = 7, threshold = 4;

/** Grabbed is what is under the pointer and can be dragged: bars, or hours in cells. */
interface Grabbed {
  blocks: readonly Block[];
  /** The one under the pointer. */
  block: Block;
  bar?: Bar;
}

export class Pointer {
  /** dragging reports whether the button is down and the pointer has moved. */
  dragging = false;
  readonly cards: Cards;
  #drag: Drag | undefined;
  #from: Hit | undefined;
  #last: PointerEvent | undefined;
  #hovered = "";
  #nudging: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly board: Board, private readonly view: View) {
    const { canvas } = view.elements;
    this.cards = new Cards(board, view);
    // A finger leaves when it is lifted: its card stays until the next touch.
    canvas.addEventListener("pointerleave", ({ pointerType }) => {
      this.#hovered = "";
      if (pointerType !== "touch") this.cards.hide();
    });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("contextmenu", (event) => this.#menu(event));
    canvas.addEventListener("dblclick", (event) => {
      const bar = this.#barAt(view.hit(event));
      if (bar && board.mayPlanAll([bar])) board.showEditor({ kind: "bar", bar });
      else if (!bar) board.edits.open(board.targets);
    });
  }

  #down(event: PointerEvent): void {
    const { board, view } = this;
    const hit = view.hit(event);
    const row = hit.area === "cell" ? board.rows.list[hit.row] : undefined;
    this.cards.hide();
    if (event.button !== 0 || !row) return;
    event.preventDefault();
    view.grid.element.focus({ preventScroll: true });
    board.editor = board.menu = undefined;
    if (row.kind === "add") return board.addTo(row.userId);
    // With Shift, an edge keeps its total; everywhere else it extends the selection.
    const grabbed = this.#grab(row, hit);
    const edge = grabbed?.block.projectId ? this.#edge(grabbed.block, hit) : undefined;
    if (grabbed?.bar && (event.ctrlKey || event.metaKey)) return board.pick(grabbed.bar, true);
    if (grabbed && edge) this.#drag = this.#extending(grabbed, edge);
    else if (grabbed && !event.shiftKey) this.#drag = this.#moving(grabbed, hit);
    else {
      board.select({ key: row.key, day: board.axis.first(hit.column) }, event.shiftKey);
      this.#drag = this.#selecting();
    }
    this.#from = hit;
    this.#last = event;
    // A finger scrolls; it plans with a tap and the editor.
    if (event.pointerType === "touch") return this.cards.at(row, hit.column, true);
    view.elements.canvas.setPointerCapture(event.pointerId);
    this.#nudging = setInterval(() => this.dragging && this.#last && view.nudge(this.#last), 30);
  }

  /** menu shows what can be done with the bar under the pointer. */
  #menu(event: MouseEvent): void {
    const { board, view } = this;
    const hit = view.hit(event), bar = this.#barAt(hit);
    if (!bar) return;
    event.preventDefault();
    this.cancel();
    if (!board.picked.some((other) => barKey(other) === barKey(bar))) this.#choose(bar, hit);
    const { x, y } = view.elements.pane.getBoundingClientRect();
    board.showMenu({ bar, day: hit.day, x: event.clientX - x, y: event.clientY - y });
  }

  /** choose selects a bar, and the cell below it. */
  #choose(bar: Bar, hit: Hit): void {
    const { board } = this;
    board.select({ key: board.rows.list[hit.row]!.key, day: board.axis.first(hit.column) });
    board.pick(bar);
  }

  /** barAt is the bar under the pointer. */
  #barAt({ area, row: i, day, y }: Hit): Bar | undefined {
    const { board } = this;
    const row = area === "cell" ? board.rows.list[i] : undefined;
    if (row?.kind !== "person" || !board.barred) return undefined;
    const lane = board.rows.laneAt(y - board.rows.tops[i]!);
    return lane < 0 ? undefined : board.bars.at(row.userId, day, lane);
  }

  #move(event: PointerEvent): void {
    const hit = this.view.hit(event), from = this.#from;
    this.#last = event;
    if (!this.#drag || !from) return this.#hover(hit);
    this.dragging ||= Math.hypot(hit.x - from.x, hit.y - from.y) > threshold;
    if (!this.dragging) return;
    this.cards.hide();
    this.#drag.to(hit, event);
    this.board.onChange();
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag, from = this.#from, { dragging } = this;
    this.cancel();
    if (dragging) drag?.drop();
    else if (from && !event.shiftKey && !this.board.card) this.#click(from); // a finger that stayed has only looked
    this.board.onChange();
  }

  /** cancel forgets the drag: nothing has happened. */
  cancel(): void {
    clearInterval(this.#nudging);
    this.cards.forget();
    this.dragging = false;
    this.#drag = this.#from = this.board.preview = undefined;
    this.board.onChange();
  }

  /** click selects a bar or a cell. On requested time off, it asks for a decision. */
  #click(hit: Hit): void {
    const { board } = this;
    const row = board.rows.list[hit.row]!, bar = this.#barAt(hit);
    if (bar) return this.#choose(bar, hit);
    board.select({ key: row.key, day: board.axis.first(hit.column) });
    if (row.kind !== "person") return;
    const request = board.model.leaveIn(row.userId, hit.day, hit.day + 1).find(({ status }) => status === "pending");
    if (request) board.panel = { kind: "leave", id: request.id };
  }

  /** grab is what can be dragged at a place: a bar with those that are selected, hours on a project, or the selected hours of people. */
  #grab(row: Row, hit: Hit): Grabbed | undefined {
    const { axis, model, picked, selected: s } = this.board;
    const { column, row: i } = hit;
    const bar = this.#barAt(hit);
    if (bar && this.board.mayPlan(bar.userId, bar.projectId)) {
      const several = picked.some((other) => barKey(other) === barKey(bar));
      const part = picked.find((other) => other.projectId === bar.projectId && other.userId === bar.userId && other.capabilityId === bar.capabilityId && other.first <= hit.day && hit.day < other.end);
      return several || !part ? { blocks: several ? picked : [bar], block: bar, bar } : { blocks: [part], block: part, bar };
    }
    if (bar || !("userId" in row) || !this.board.mayPlan(row.userId)) return undefined;
    if (row.kind === "project") {
      const has = (c: number) => c >= 0 && c < axis.count && model.onProject(row.userId, row.projectId, axis.first(c), axis.end(c)) > 0;
      if (!has(column)) return undefined;
      let first = column, last = column;
      while (has(first - 1)) first--;
      while (has(last + 1)) last++;
      const block = { userId: row.userId, projectId: row.projectId, first: axis.first(first), end: axis.end(last) };
      return { blocks: [block], block };
    }
    if (row.kind !== "person" || !s || i < s.firstRow || i > s.lastRow || column < s.firstColumn || column > s.lastColumn) return undefined;
    // A person who is in two groups is one block.
    const people = new Map(this.board.targets.filter((target) => !target.projectId).map((target) => [target.userId, target]));
    const block = people.get(row.userId)!;
    return model.byProject(block.userId, block.first, block.end).size > 0 ? { blocks: [...people.values()], block } : undefined;
  }

  #edge(block: Block, { x }: Hit): "first" | "end" | undefined {
    const { axis } = this.board;
    const [left, right] = [axis.x(block.first), axis.x(block.end)];
    // A short block has short edges: there is room between them to move it.
    const edge = Math.min(grip, (right - left) / 4);
    return x - left < edge ? "first" : right - x < edge ? "end" : undefined;
  }

  /** hover shows what can be done with a cell, and what is in it. */
  #hover(hit: Hit): void {
    const { rows, model } = this.board;
    const { canvas } = this.view.elements;
    const row = hit.area === "cell" ? rows.list[hit.row] : undefined;
    const grabbed = row && row.kind !== "add" ? this.#grab(row, hit) : undefined;
    canvas.style.cursor = grabbed?.block.projectId ? (this.#edge(grabbed.block, hit) ? "ew-resize" : "grab") : row?.kind === "add" || this.#barAt(hit) ? "pointer" : row && row.kind !== "group" ? "cell" : "default";
    const shown = row ? `${hit.row} ${hit.column} ${model.revision}` : "";
    if (shown === this.#hovered) return;
    this.#hovered = shown;
    if (row) this.cards.at(row, hit.column);
    else this.cards.hide();
  }

  #selecting(): Drag {
    const { board } = this;
    return {
      to: (hit, event) => {
        const row = board.rows.list[hit.row];
        if (!row || row.kind === "add") return;
        board.focus = { key: row.key, day: board.axis.first(hit.column) };
        const [only, ...more] = board.targets;
        if (!only) return;
        const { free, planned, people } = board.selectionSums;
        const days = only.end - only.first;
        if (more.length > 0) this.#preview(event, `${people} people · ${hours(planned)} h`);
        else this.#preview(event, `${days} ${days === 1 ? "day" : "days"} · ${hours(free)} h free`, reasonsOf(only, (day) => absence(board.model, only.userId, day)));
      },
      // Asks what to plan in the cells of a person that were drawn over. Cells that have hours are only selected.
      drop: () => {
        const { targets } = board;
        const [target, ...more] = targets;
        if (!target || more.length > 0 || !board.mayPlan(target.userId, target.projectId)) return;
        if (target.projectId) board.showEditor({ kind: "hours", targets, text: "" });
        else if (board.barred || board.model.byProject(target.userId, target.first, target.end).size === 0) board.showEditor({ kind: "plan", targets, text: "" });
      },
    };
  }

  /** daysBetween is by how many days a drag moves: by whole columns, and by days if a bar is moved that is not seen by months. */
  #daysBetween({ block, bar }: Grabbed, from: Hit, to: Hit): number {
    const { axis } = this.board;
    return bar && axis.zoom !== "month" ? to.day - from.day : axis.shift(block.first, from.column, to.column) - block.first;
  }

  #moving(grabbed: Grabbed, from: Hit): Drag {
    const { board } = this;
    const { blocks, block, bar } = grabbed;
    const one = blocks.every(({ userId }) => userId === block.userId);
    let to: { row: number; column: number; userId: string | undefined; days: number; copy: boolean } | undefined;
    return {
      to: (hit, event) => {
        const row = board.rows.list[hit.row];
        if (!row || row.kind === "group") return void (to = undefined);
        // What is of several people only moves in time.
        const userId = one ? row.userId : block.userId, days = this.#daysBetween(grabbed, from, hit);
        // The ghost is on the line of the project if the person has one on the screen.
        const line = row.kind === "person" ? -1 : board.lineOf(userId, block.projectId);
        to = { row: !one ? from.row : line < 0 ? hit.row : line, column: hit.column, userId: one ? userId : undefined, days, copy: event.altKey };
        const target = { ...block, userId, first: block.first + days, end: block.end + days };
        this.#ghost(event, to.copy ? "Copy" : "Move", to.row, target, move(board.model, blocks, to.userId, days, to.copy));
      },
      drop: () => {
        const row = to && board.rows.list[to.row];
        if (!to || !row) return;
        const { column, userId, days, copy } = to;
        board.edits.move(blocks, userId, days, copy);
        if (one || bar) board.select({ key: row.key, day: block.first + days });
        else board.shiftSelection((day) => board.axis.shift(day, from.column, column));
        if (bar) board.pickAt(blocks.map((one) => ({ userId: userId ?? one.userId, projectId: one.projectId!, capabilityId: one.capabilityId ?? null, day: one.first + days })));
      },
    };
  }

  #extending({ block, bar }: Grabbed, edge: "first" | "end"): Drag {
    const { board } = this;
    const whole = { ...block, projectId: block.projectId! };
    let { first, end } = block, keepTotal = false;
    return {
      to: (hit, event) => {
        const { axis } = board;
        keepTotal = event.shiftKey;
        const byDay = bar && axis.zoom !== "month";
        if (edge === "end") end = byDay ? Math.max(block.first, hit.day) + 1 : Math.max(axis.end(axis.columnOf(block.first)), axis.end(hit.column));
        else first = byDay ? Math.min(block.end - 1, hit.day) : Math.min(axis.first(axis.columnOf(block.end - 1)), axis.first(hit.column));
        const row = bar ? this.#from!.row : board.lineOf(block.userId, block.projectId);
        this.#ghost(event, keepTotal ? "Same total" : "Same hours a day", row, { ...block, first, end }, extend(board.model, whole, first, end, keepTotal));
      },
      drop: () => {
        board.edits.extend(whole, first, end, keepTotal);
        if (bar) board.pickAt([{ ...bar, day: edge === "end" ? block.first : block.end - 1 }]);
      },
    };
  }

  /** ghost shows changes in the cells of a row, with the verdict of each day. */
  #ghost(event: PointerEvent, label: string, row: number, { userId, projectId, first, end }: Target, changes: readonly Change[]): void {
    const { model } = this.board;
    const verdicts = judge(model, userId, changes);
    const total = changes.reduce((sum, change) => (change.userId === userId ? sum + change.after - change.before : sum), 0);
    const text = `${label} · ${model.people.get(userId)?.name} · ${total >= 0 ? "+" : ""}${hours(total)} h`;
    const ghost = { row, first, end, color: model.projects.get(projectId ?? "")?.color ?? 0, verdicts };
    this.#preview(event, text, reasonsOf({ first, end }, (day) => verdicts.get(day)?.reason ?? ""), ghost);
  }

  #preview(event: PointerEvent, label: string, reasons: string[] = [], ghost?: NonNullable<Board["preview"]>["ghost"]): void {
    const { x, y } = this.view.elements.pane.getBoundingClientRect();
    this.board.preview = { label, reasons, ghost, x: event.clientX - x, y: event.clientY - y };
  }
}

/** reasonsOf groups days with the same reason: "Thu 12 – Fri 13: Vacation". */
function reasonsOf(days: { first: Day; end: Day }, reason: (day: Day) => string): string[] {
  const found: { first: Day; last: Day; reason: string }[] = [];
  for (let day = days.first; day < days.end; day++) {
    const text = reason(day);
    if (!text || text === "not a working day") continue;
    const previous = found.at(-1);
    if (previous?.reason === text && previous.last >= day - 3) previous.last = day;
    else found.push({ first: day, last: day, reason: text });
  }
  const label = (day: Day) => show(day, { weekday: "short", day: "numeric" });
  const lines = found.map((f) => `${label(f.first)}${f.last > f.first ? ` – ${label(f.last)}` : ""}: ${f.reason}`);
  return lines.length > 4 ? [...lines.slice(0, 3), `and ${lines.length - 3} more`] : lines;
}
