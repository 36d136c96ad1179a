// The board on the screen: a scrolled pane with the canvas, the names in front of it, and
// the cells for screen readers. One frame draws everything, so nothing is out of step.

import type { Board, Spot } from "./board";
import { mondayOf, type Day } from "./day";
import { draw } from "./drawing";
import { Pen } from "./drawing/pen";
import type { Scene } from "./drawing/scene";
import { Totals } from "./drawing/sums";
import type { Grid } from "./grid";
import { heights, visible, type Rows, type Window } from "./layout";
import { Names } from "./names";
import { readTheme } from "./theme";

export interface Elements {
  scroller: HTMLElement;
  /** As large as the whole board. */
  extent: HTMLElement;
  /** As large as the screen; it stays in view while extent is scrolled. */
  pane: HTMLElement;
  canvas: HTMLCanvasElement;
  names: HTMLElement;
  grid: HTMLElement;
  /** As large as the pane, and in front of it: editors, menus and cards. */
  front: HTMLElement;
}

export const header = 52;
export const footer = 34;
const settleAfter = 120;

export interface Hit {
  area: "cell" | "names" | "header" | "footer";
  row: number;
  column: number;
  day: Day;
  /** The position on the board. */
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class View {
  readonly #pen: Pen;
  readonly #totals = new Totals();
  readonly #names: Names;
  #grid: Grid | undefined;
  readonly #resized: ResizeObserver;
  readonly #schemes = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("(forced-colors: active)")];
  readonly #themed: MutationObserver;
  readonly #unsubscribe: () => void;
  #width = 0;
  #height = 0;
  #request = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly board: Board, readonly elements: Elements) {
    const context = elements.canvas.getContext("2d", { alpha: false })!;
    this.#pen = new Pen(context, readTheme(elements.pane, context, this.#ratio));
    this.#names = new Names(elements.names, board);
    elements.scroller.addEventListener("scroll", this.#scrolled, { passive: true });
    this.#resized = new ResizeObserver(() => this.#resize());
    this.#resized.observe(elements.scroller);
    for (const scheme of this.#schemes) scheme.addEventListener("change", this.#retheme);
    this.#themed = new MutationObserver(this.#retheme);
    this.#themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    board.onScrollTo = (spot) => this.scrollTo(spot);
    this.#unsubscribe = board.subscribe(() => this.schedule());
    this.#resize();
    this.scrollTo({ day: board.first });
  }

  /** fill sets what tells screen readers about the cells: its code comes after the first view. */
  fill(grid: Grid): void {
    this.#grid = grid;
    this.#settle();
  }

  destroy(): void {
    this.#unsubscribe();
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#settling);
    this.elements.scroller.removeEventListener("scroll", this.#scrolled);
    this.#resized.disconnect();
    this.#themed.disconnect();
    for (const scheme of this.#schemes) scheme.removeEventListener("change", this.#retheme);
  }

  get #ratio(): number {
    return Math.min(3, devicePixelRatio || 1);
  }

  /** The width of the names: less on narrow screens. */
  get namesWidth(): number {
    return this.#width < 640 ? 132 : 240;
  }

  readonly #retheme = () => {
    const context = this.elements.canvas.getContext("2d")!;
    this.#pen.theme = readTheme(this.elements.pane, context, this.#ratio);
    this.schedule();
  };

  readonly #scrolled = () => {
    this.schedule();
    // What is open follows its cell, and a card goes.
    if (this.board.editor || this.board.card) {
      this.board.card = undefined;
      this.board.onChange();
    }
    this.#settleSoon();
  };

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), settleAfter);
  }

  #settle(): void {
    const window = this.#window();
    const { axis, rows } = this.board;
    const list = rows.list.slice(window.firstRow, window.lastRow + 1);
    const people = list.flatMap((row) => (row.kind === "person" ? row.userId : []));
    const projects = list.flatMap((row) => (row.kind === "project" && row.named ? row.projectId : []));
    const seen = { first: axis.dayAt(this.left), end: axis.dayAt(this.left + this.#width - this.namesWidth - 1) + 1 };
    this.board.settle(axis.first(window.firstColumn), axis.end(window.lastColumn), [...new Set(people)], [...new Set(projects)], seen);
    this.#grid?.update(window);
  }

  #resize(): void {
    const { scroller, canvas, pane, front } = this.elements;
    [this.#width, this.#height] = [scroller.clientWidth, scroller.clientHeight];
    for (const element of [pane, canvas, front]) {
      element.style.width = `${this.#width}px`;
      element.style.height = `${this.#height}px`;
    }
    canvas.width = Math.round(this.#width * this.#ratio);
    canvas.height = Math.round(this.#height * this.#ratio);
    this.#retheme();
    this.#frame();
    this.#settleSoon();
  }

  schedule(): void {
    this.#request ||= requestAnimationFrame(() => this.#frame());
  }

  #window(): Window {
    const { board } = this;
    return visible(board.rows, board.axis.count, board.axis.width, this.left, this.top, this.#width - this.namesWidth, this.#height - header - footer);
  }

  get left(): number {
    return this.elements.scroller.scrollLeft;
  }

  get top(): number {
    return this.elements.scroller.scrollTop;
  }

  #lastRows: Rows | undefined;

  /** #keep scrolls from a position so that rows which grow or shrink move nothing: the end stays the end, or else the first row in view stays. */
  #keep(last: Rows, rows: Rows, top: number): void {
    const first = last.at(top), now = first < 0 ? -1 : rows.indexOf(last.list[first]!.key);
    if (top + this.#height - header - footer >= last.height) this.elements.scroller.scrollTop = rows.height;
    else if (now >= 0) this.elements.scroller.scrollTop = top + rows.tops[now]! - last.tops[first]!;
  }

  #frame(): void {
    this.#request = 0;
    const { board, elements } = this;
    const { axis, rows } = board;
    const { top } = this;
    const [width, height] = [`${this.namesWidth + axis.count * axis.width}px`, `${Math.max(this.#height, header + rows.height + footer)}px`];
    if (elements.extent.style.width !== width) elements.extent.style.width = width;
    if (elements.extent.style.height !== height) elements.extent.style.height = height;
    if (this.#lastRows && this.#lastRows !== rows && top > 0) this.#keep(this.#lastRows, rows, top);
    const window = this.#window();
    draw(this.#pen, this.#scene(window));
    this.#names.update(window, this.top, this.namesWidth);
    if (this.#lastRows !== rows) this.#settleSoon();
    this.#lastRows = rows;
    this.#grid?.focus();
    if (board.marks.fading) this.schedule();
  }

  #scene(window: Window): Scene {
    const { board } = this;
    const focus = board.focus && { row: board.rows.indexOf(board.focus.key), column: board.axis.columnOf(board.focus.day) };
    const { ranges } = board, [only] = ranges;
    const several = ranges.length > 1 || (only && (only.firstRow !== only.lastRow || only.firstColumn !== only.lastColumn));
    return {
      model: board.model, axis: board.axis, rows: board.rows, bars: board.bars, groups: board.groups, barred: board.barred, lane: heights.comfortable.lane, picked: board.picked, totals: this.#totals, window, left: this.left, top: this.top, width: this.#width, height: this.#height,
      names: this.namesWidth, header, footer, ratio: this.#ratio, today: board.today, heat: board.place.heat, people: board.people,
      loaded: (first, end) => board.loaded(first, end),
      selection: several ? ranges : [], within: board.within, focus, ghost: board.preview?.ghost, marks: board.marks.shown,
    };
  }

  hit(event: { clientX: number; clientY: number }): Hit {
    const bounds = this.elements.pane.getBoundingClientRect();
    const [px, py] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const x = px - this.namesWidth + this.left, y = py - header + this.top;
    const { axis, rows } = this.board;
    const area = py < header ? "header" : py > this.#height - footer ? "footer" : px < this.namesWidth ? "names" : "cell";
    const column = Math.max(0, Math.min(axis.count - 1, Math.floor(x / axis.width)));
    return { area, row: y < rows.height ? rows.at(y) : -1, column, day: axis.dayAt(x), x, y };
  }

  /** box is where days of a row are in the pane. */
  box(key: string, first: Day, end: Day): Box | undefined {
    const i = this.board.rows.indexOf(key);
    if (i < 0) return undefined;
    const { axis, rows } = this.board;
    const x = axis.x(first);
    return { x: this.namesWidth + x - this.left, y: header + rows.tops[i]! - this.top, width: axis.x(end) - x, height: rows.heightOf(i) };
  }

  /** scrollTo brings a day to the left edge, or a cell into view. */
  scrollTo(spot: { key?: string; day?: Day; center?: boolean }): void {
    const { scroller } = this.elements;
    const { axis } = this.board;
    // The extent has its new size before it is scrolled.
    this.#frame();
    if (spot.day !== undefined) {
      const x = axis.columnOf(spot.center ? mondayOf(spot.day) : spot.day) * axis.width;
      scroller.scrollLeft = spot.center ? x - Math.round((this.#width - this.namesWidth) / 3 / axis.width) * axis.width : x;
    }
    const i = spot.key === undefined ? -1 : this.board.rows.indexOf(spot.key);
    if (i >= 0) scroller.scrollTop = this.board.rows.tops[i]! - (this.#height - header - footer) / 2;
    this.schedule();
    this.#settleSoon();
  }

  /** keepInView scrolls as little as possible to show a cell. */
  keepInView(spot: Spot): void {
    const { scroller } = this.elements;
    const { axis, rows } = this.board;
    const x = axis.columnOf(spot.day) * axis.width, i = rows.indexOf(spot.key);
    const width = this.#width - this.namesWidth, height = this.#height - header - footer;
    if (x < this.left) scroller.scrollLeft = x;
    else if (x + axis.width > this.left + width) scroller.scrollLeft = x + axis.width - width;
    if (i < 0) return;
    if (rows.tops[i]! < this.top) scroller.scrollTop = rows.tops[i]!;
    else if (rows.tops[i + 1]! > this.top + height) scroller.scrollTop = rows.tops[i + 1]! - height;
  }

  /** step moves the focus by rows and columns. */
  step(rows: number, columns: number, extend = false): void {
    const { board } = this;
    if (!board.focus) return;
    const { list } = board.rows;
    const row = Math.max(0, Math.min(list.length - 1, board.rows.indexOf(board.focus.key) + rows));
    const column = Math.max(0, Math.min(board.axis.count - 1, board.axis.columnOf(board.focus.day) + columns));
    const spot = { key: list[row]!.key, day: board.axis.first(column) };
    board.select(spot, extend);
    this.keepInView(spot);
  }

  /** columns is how many columns page moves: one less than fit on the screen. */
  get columns(): number {
    return Math.max(1, Math.floor((this.#width - this.namesWidth) / this.board.axis.width) - 1);
  }

  /** page moves the view by most of what it shows. */
  page(direction: 1 | -1): void {
    const { axis } = this.board;
    this.elements.scroller.scrollLeft = (Math.round(this.left / axis.width) + direction * this.columns) * axis.width;
  }

  /** nudge scrolls while a drag is at an edge. */
  nudge(event: { clientX: number; clientY: number }): void {
    const bounds = this.elements.pane.getBoundingClientRect();
    const edge = (value: number, low: number, high: number) => (value < low + 24 ? -14 : value > high - 24 ? 14 : 0);
    this.elements.scroller.scrollBy(
      edge(event.clientX, bounds.left + this.namesWidth, bounds.right),
      edge(event.clientY, bounds.top + header, bounds.bottom - footer),
    );
  }
}
