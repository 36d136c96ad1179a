// The mouse: select, draw to plan, move and extend blocks, with what would happen shown
// before the button is released.

import type { Board } from "./board";
import { hours, show, type Day } from "./day";
import { extend, judge, move, absence, type Block, type Verdict } from "./plan";
import type { Change } from "./model";
import { cellName } from "./grid";
import type { Row } from "./layout";
import type { Hit, View } from "./view";

type Drag =
  | { kind: "select"; from: Hit; moved: boolean }
  | { kind: "move"; block: Block; from: Hit; moved: boolean; copy: boolean; to: Hit }
  | { kind: "extend"; block: Required<Block>; edge: "first" | "end"; moved: boolean; keepTotal: boolean; first: Day; end: Day };

const grip = 7;

export class Pointer {
  private drag: Drag | undefined;
  private last: PointerEvent | undefined;
  private hovered = "";
  private nudging: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly board: Board, private readonly view: View) {
    const { canvas } = view.elements;
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerup", this.up);
    canvas.addEventListener("pointercancel", this.cancel);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("dblclick", this.open);
  }

  private readonly down = (event: PointerEvent) => {
    const { board, view } = this;
    const hit = view.hit(event);
    if (event.button !== 0 || hit.area !== "cell" || hit.row < 0) return;
    event.preventDefault();
    view.grid.element.focus({ preventScroll: true });
    board.editor = undefined;
    // A finger scrolls; it plans with a tap and the editor.
    if (event.pointerType !== "touch") view.elements.canvas.setPointerCapture(event.pointerId);
    const grabbed = this.grab(hit, event);
    // With Shift, an edge keeps its total; everywhere else it extends the selection.
    const selects = event.shiftKey && board.anchor !== undefined && grabbed?.kind !== "extend";
    this.drag = selects ? this.selecting(hit, true) : (grabbed ?? this.selecting(hit, false));
    this.last = event;
    if (event.pointerType !== "touch") this.nudging = setInterval(() => this.edge(), 30);
  };

  private selecting(hit: Hit, shift: boolean): Drag | undefined {
    const row = this.board.rows.list[hit.row]!;
    if (row.kind === "add") {
      this.board.showEditor({ kind: "project", target: { userId: row.userId, first: this.board.first, end: this.board.end } });
      return undefined;
    }
    this.board.select({ key: row.key, day: this.board.axis.first(hit.column) }, shift);
    return { kind: "select", from: hit, moved: false };
  }

  /** grab takes the block under the pointer: hours on a project, or selected hours of a person. */
  private grab(hit: Hit, event: PointerEvent): Drag | undefined {
    const { board } = this;
    const row = board.rows.list[hit.row]!;
    if (row.kind === "project") {
      const block = this.blockAt(row.userId, row.projectId, hit.column);
      if (!block) return undefined;
      const [left, right] = [board.axis.x(block.first), board.axis.x(block.end)];
      const edge = hit.x - left < grip ? "first" : right - hit.x < grip ? "end" : undefined;
      if (edge) return { kind: "extend", block, edge, moved: false, keepTotal: event.shiftKey, first: block.first, end: block.end };
      return { kind: "move", block, from: hit, to: hit, moved: false, copy: event.altKey };
    }
    const s = board.selected;
    const inside = s && s.firstRow === s.lastRow && s.firstRow === hit.row && hit.column >= s.firstColumn && hit.column <= s.lastColumn;
    if (row.kind !== "person" || !inside) return undefined;
    const block = { userId: row.userId, first: board.axis.first(s.firstColumn), end: board.axis.end(s.lastColumn) };
    if (board.model.byProject(row.userId, block.first, block.end).size === 0) return undefined;
    return { kind: "move", block, from: hit, to: hit, moved: false, copy: event.altKey };
  }

  /** blockAt is the run of columns with hours around a column. */
  private blockAt(userId: string, projectId: string, column: number): Required<Block> | undefined {
    const { axis, model } = this.board;
    const has = (c: number) => c >= 0 && c < axis.count && model.onProject(userId, projectId, axis.first(c), axis.end(c)) > 0;
    if (!has(column)) return undefined;
    let first = column, last = column;
    while (has(first - 1)) first--;
    while (has(last + 1)) last++;
    return { userId, projectId, first: axis.first(first), end: axis.end(last) };
  }

  private readonly move = (event: PointerEvent) => {
    this.last = event;
    const { board, view } = this;
    const hit = view.hit(event);
    if (!this.drag) return this.hover(hit);
    const drag = this.drag;
    if (drag.kind === "select") {
      const row = board.rows.list[hit.row];
      if (!row || row.kind === "add") return;
      drag.moved ||= Math.abs(hit.x - drag.from.x) > 4 || hit.row !== drag.from.row;
      if (!drag.moved) return;
      board.focus = { key: row.key, day: board.axis.first(hit.column) };
      this.previewSelection(event);
    } else if (drag.kind === "move") {
      drag.moved ||= Math.hypot(hit.x - drag.from.x, hit.y - drag.from.y) > 4;
      drag.copy = event.altKey;
      drag.to = hit;
      if (drag.moved) this.previewMove(drag, event);
    } else {
      drag.moved = true;
      drag.keepTotal = event.shiftKey;
      const { axis } = board;
      if (drag.edge === "end") drag.end = Math.max(axis.end(axis.columnOf(drag.block.first)), axis.end(hit.column));
      else drag.first = Math.min(axis.first(axis.columnOf(drag.block.end - 1)), axis.first(hit.column));
      this.previewExtend(drag, event);
    }
    board.onChange();
  };

  private edge(): void {
    if (this.drag && this.last && ("moved" in this.drag ? this.drag.moved : false)) this.view.nudge(this.last);
  }

  private hover(hit: Hit): void {
    const { board, view } = this;
    const row = hit.row < 0 ? undefined : board.rows.list[hit.row];
    let cursor = "default";
    if (hit.area === "cell" && row?.kind === "project") {
      const block = this.blockAt(row.userId, row.projectId, hit.column);
      const near = block && (hit.x - board.axis.x(block.first) < grip || board.axis.x(block.end) - hit.x < grip);
      cursor = near ? "ew-resize" : block ? "grab" : "cell";
    } else if (hit.area === "cell" && row?.kind === "person") cursor = "cell";
    else if (hit.area === "cell" && row?.kind === "add") cursor = "pointer";
    view.elements.canvas.style.cursor = cursor;
    const shown = hit.area === "cell" && row ? `${hit.row} ${hit.column} ${board.model.revision}` : "";
    if (shown === this.hovered) return;
    this.hovered = shown;
    view.elements.canvas.title = shown && row ? describe(board, row, hit.column) : "";
  }

  private previewSelection(event: PointerEvent): void {
    const { board } = this;
    const targets = board.targets;
    const sums = board.selectionSums;
    const [only] = targets;
    if (!only) return;
    const days = only.end - only.first;
    const reasons = targets.length === 1 ? reasonsOf(only, (day) => absence(board.model, only.userId, day)) : [];
    const label = targets.length === 1 ? `${days} ${days === 1 ? "day" : "days"} · ${hours(sums.free)} h free` : `${sums.people} people · ${hours(sums.planned)} h`;
    this.preview(event, { label, reasons });
  }

  private previewMove(drag: Extract<Drag, { kind: "move" }>, event: PointerEvent): void {
    const { board } = this;
    const target = this.target(drag);
    if (!target) return;
    const changes = move(board.model, drag.block, target.userId, target.days, drag.copy);
    const first = drag.block.first + target.days, end = drag.block.end + target.days;
    this.previewChanges(event, target.row, target.userId, first, end, drag.block.projectId, changes, drag.copy ? "Copy" : "Move");
  }

  private target(drag: Extract<Drag, { kind: "move" }>): { userId: string; days: number; row: number } | undefined {
    const { rows, axis } = this.board;
    const row = rows.list[drag.to.row];
    if (!row || !("userId" in row)) return undefined;
    const day = axis.shift(drag.block.first, drag.from.column, drag.to.column);
    // The ghost is on the line of the project if the person has one on the screen.
    const line = this.board.lineOf(row.userId, drag.block.projectId);
    return { userId: row.userId, days: day - drag.block.first, row: line >= 0 && row.kind !== "person" ? line : drag.to.row };
  }

  private previewExtend(drag: Extract<Drag, { kind: "extend" }>, event: PointerEvent): void {
    const { board } = this;
    const changes = extend(board.model, drag.block, drag.first, drag.end, drag.keepTotal);
    const row = board.lineOf(drag.block.userId, drag.block.projectId);
    this.previewChanges(event, row, drag.block.userId, drag.first, drag.end, drag.block.projectId, changes, drag.keepTotal ? "Same total" : "Same hours a day");
  }

  private previewChanges(event: PointerEvent, row: number, userId: string, first: Day, end: Day, projectId: string | undefined, changes: readonly Change[], label: string): void {
    const { board } = this;
    const verdicts = judge(board.model, userId, changes);
    const color = `var(--p${board.model.projects.get(projectId ?? "")?.color ?? 0})`;
    const total = changes.filter((c) => c.userId === userId).reduce((sum, c) => sum + c.after - c.before, 0);
    const name = board.model.people.get(userId)?.name ?? "";
    this.preview(event, {
      label: `${label} · ${name} · ${total >= 0 ? "+" : ""}${hours(total)} h`,
      reasons: reasonsOf({ first, end }, (day) => verdicts.get(day)?.reason ?? ""),
      ghost: { row, first, end, color: this.resolve(color), verdicts: verdicts as ReadonlyMap<Day, Verdict> },
    });
  }

  private resolve(color: string): string {
    const { pane } = this.view.elements;
    const probe = pane.appendChild(document.createElement("i"));
    probe.style.color = color;
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  }

  private preview(event: PointerEvent, preview: Omit<NonNullable<Board["preview"]>, "x" | "y">): void {
    const bounds = this.view.elements.pane.getBoundingClientRect();
    this.board.preview = { ...preview, x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  }

  private readonly up = () => {
    clearInterval(this.nudging);
    const { board } = this;
    const drag = this.drag;
    this.drag = undefined;
    board.preview = undefined;
    if (!drag) return;
    if (drag.kind === "move") {
      const target = drag.moved ? this.target(drag) : undefined;
      if (target) {
        board.edits.move(drag.block, target.userId, target.days, drag.copy);
        const row = board.rows.list[target.row];
        if (row) board.select({ key: row.key, day: drag.block.first + target.days });
      } else this.click(drag.from);
    } else if (drag.kind === "extend") {
      if (drag.moved) board.edits.extend(drag.block, drag.first, drag.end, drag.keepTotal);
    } else if (drag.moved) this.drawn();
    else this.click(drag.from);
    board.onChange();
  };

  /** drawn asks what to plan in cells that were just drawn over. */
  private drawn(): void {
    const { board } = this;
    const [only, ...more] = board.targets;
    if (!only || more.length > 0) return;
    if (only.projectId) board.editor = { kind: "hours", target: only, text: "" };
    else board.editor = { kind: "plan", target: only, text: "" };
  }

  private click(hit: Hit): void {
    const { board } = this;
    const row = board.rows.list[hit.row];
    if (!row || row.kind === "add") return;
    if (row.kind === "group") return;
    board.select({ key: row.key, day: board.axis.first(hit.column) });
    if (row.kind !== "person") return;
    const leave = board.model.leaveIn(row.userId, hit.day, hit.day + 1).find((request) => request.status === "pending");
    if (leave) board.panel = { kind: "leave", id: leave.id };
  }

  private readonly open = () => {
    const [target] = this.board.targets;
    if (target) this.board.edits.open(target);
  };

  private readonly leave = () => {
    if (!this.drag) this.view.elements.canvas.style.cursor = "default";
  };

  /** cancel forgets the drag: nothing has happened. */
  readonly cancel = () => {
    clearInterval(this.nudging);
    this.drag = undefined;
    this.board.preview = undefined;
    this.board.onChange();
  };

  get dragging(): boolean {
    return this.drag !== undefined && "moved" in this.drag && this.drag.moved;
  }
}

/** describe says what is in a cell, for the pointer that rests on it. */
function describe(board: Board, row: Row, column: number): string {
  const { axis, model } = board;
  if (row.kind === "add") return "";
  const lines = [axis.name(column), cellName(board, row, column)];
  if (row.kind === "person") for (const [projectId, sum] of model.byProject(row.userId, axis.first(column), axis.end(column))) lines.push(`${board.projectName(projectId)}: ${hours(sum)} h`);
  const why = row.kind === "person" || row.kind === "project" ? board.marks.refusal(row.userId, axis.first(column), axis.end(column)) : undefined;
  if (why) lines.push(`Not saved: ${why}`);
  return lines.join("\n");
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
