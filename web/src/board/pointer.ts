// The mouse: what is under it, what a click selects, and when a drag begins. What drags do is in drags.ts.

import { barKey, type Bar } from "./bars";
import type { Board } from "./board";
import type { Cards } from "./card";
import type { Drags } from "./drags";
import type { Row } from "./layout";
import type { Block } from "./plan";
import type { Hit, View } from "./view";

/** Drag is what moving the pointer with its button down does. */
export interface Drag {
  /** to shows what releasing the button would do. */
  to(hit: Hit, event: PointerEvent): void;
  drop(): void;
}

/** The width of the edges of a block, and how far the pointer moves before it drags. */
const grip = 7, threshold = 4;

/** Grabbed is what is under the pointer and can be dragged: bars, or hours in cells. */
export interface Grabbed {
  blocks: readonly Block[];
  /** The one under the pointer. */
  block: Block;
  bar?: Bar;
}

export class Pointer {
  /** dragging reports whether the button is down and the pointer has moved. */
  dragging = false;
  /** Their code comes after the first view. Until then, the pointer selects by clicks. */
  cards: Cards | undefined;
  drags: Drags | undefined;
  #drag: Drag | undefined;
  #from: Hit | undefined;
  #last: PointerEvent | undefined;
  #hovered = "";
  #nudging: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly board: Board, private readonly view: View) {
    const { canvas } = view.elements;
    // A finger leaves when it is lifted: its card stays until the next touch.
    canvas.addEventListener("pointerleave", ({ pointerType }) => {
      this.#hovered = "";
      if (pointerType !== "touch") this.cards?.hide();
    });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("contextmenu", (event) => this.#menu(event));
    canvas.addEventListener("dblclick", (event) => {
      const bar = this.#barAt(view.hit(event));
      if (bar && board.mayPlanAll([bar])) board.showEditor({ kind: "bar", bar });
      else if (!bar) board.edit((edits) => edits.open(board.targets));
    });
  }

  #down(event: PointerEvent): void {
    const { board, view } = this;
    const hit = view.hit(event);
    const row = hit.area === "cell" ? board.rows.list[hit.row] : undefined;
    this.cards?.hide();
    if (event.button !== 0 || !row) return;
    event.preventDefault();
    view.elements.grid.focus({ preventScroll: true });
    board.editor = board.menu = undefined;
    if (row.kind === "add") return board.addTo(row.userId);
    // With Shift, an edge keeps its total; everywhere else it extends the selection.
    const grabbed = this.#grab(row, hit);
    const edge = grabbed?.block.projectId ? this.#edge(grabbed.block, hit) : undefined;
    const more = event.ctrlKey || event.metaKey, spot = { key: row.key, day: board.axis.first(hit.column) };
    if (grabbed?.bar && more) return board.pick(grabbed.bar, true);
    if (more && row.kind !== "group") {
      board.selectMore(spot);
      this.#drag = this.drags?.selecting();
    } else    if (grabbed && edge) this.#drag = this.drags?.extending(grabbed, edge, hit);
    else if (grabbed && !event.shiftKey) this.#drag = this.drags?.moving(grabbed, hit);
    else {
      board.select(spot, event.shiftKey);
      this.#drag = this.drags?.selecting();
    }
    this.#from = hit;
    this.#last = event;
    // A finger scrolls; it plans with a tap and the editor.
    if (event.pointerType === "touch") return this.cards?.at(row, hit.column, true, this.#barAt(hit));
    view.elements.canvas.setPointerCapture(event.pointerId);
    this.#nudging = setInterval(() => this.dragging && this.#last && view.nudge(this.#last), 30);
  }

  /** menu shows what can be done with the bar or the cells under the pointer. */
  #menu(event: MouseEvent): void {
    const { board, view } = this;
    const hit = view.hit(event), bar = this.#barAt(hit), row = hit.area === "cell" ? board.rows.list[hit.row] : undefined;
    if (!row || row.kind === "group" || row.kind === "add") return;
    event.preventDefault();
    this.cancel();
    const selected = board.ranges.some((s) => hit.row >= s.firstRow && hit.row <= s.lastRow && hit.column >= s.firstColumn && hit.column <= s.lastColumn);
    if (bar && !board.picked.some((other) => barKey(other) === barKey(bar))) this.#choose(bar, hit);
    else if (!bar && (!selected || board.picked.length > 0)) board.select({ key: row.key, day: board.axis.first(hit.column) });
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
    if (!row || !board.barred) return undefined;
    const lane = board.rows.laneAt(y - board.rows.tops[i]!);
    return board.bars.at(row, day, lane);
  }

  #move(event: PointerEvent): void {
    const hit = this.view.hit(event), from = this.#from;
    this.#last = event;
    if (!this.#drag || !from) return this.#hover(hit);
    this.dragging ||= Math.hypot(hit.x - from.x, hit.y - from.y) > threshold;
    if (!this.dragging) return;
    this.cards?.hide();
    this.#drag.to(hit, event);
    this.board.onChange();
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag, from = this.#from, { dragging } = this;
    this.cancel();
    if (dragging) drag?.drop();
    else if (from && !event.shiftKey && !event.ctrlKey && !event.metaKey && !this.board.card) this.#click(from); // a finger that stayed has only looked
    this.board.onChange();
  }

  /** cancel forgets the drag: nothing has happened. */
  cancel(): void {
    clearInterval(this.#nudging);
    this.cards?.forget();
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
    if (row.kind !== "person" || !s || this.board.also.length > 0 || i < s.firstRow || i > s.lastRow || column < s.firstColumn || column > s.lastColumn) return undefined;
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
    const grabbed = row && row.kind !== "add" ? this.#grab(row, hit) : undefined, bar = this.#barAt(hit);
    canvas.style.cursor = grabbed?.block.projectId ? (this.#edge(grabbed.block, hit) ? "ew-resize" : "grab") : row?.kind === "add" || bar ? "pointer" : row && row.kind !== "group" ? "cell" : "default";
    const shown = row ? `${hit.row} ${hit.column} ${bar ? barKey(bar) : ""} ${model.revision}` : "";
    if (shown === this.#hovered) return;
    this.#hovered = shown;
    if (row) this.cards?.at(row, hit.column, false, bar);
    else this.cards?.hide();
  }
}
