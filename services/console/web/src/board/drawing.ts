// Draws what is visible on a canvas. It reads the model and changes nothing.

import type { Axis } from "./axis";
import { hours as number, isWeekend, type Day } from "./day";
import type { Row, Rows, Window } from "./layout";
import { noSums, type Leave, type Model, type Sums } from "./model";
import type { Verdict } from "./plan";
import type { Theme } from "./theme";

export interface Selected {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** Ghost is what a drag would do: verdicts of the days of one row. */
export interface Ghost {
  row: number;
  first: Day;
  end: Day;
  color: string;
  verdicts: ReadonlyMap<Day, Verdict>;
}

/** Mark points at a day of a person: someone else changed it, or a write was refused. */
export interface Mark {
  userId: string;
  projectId: string;
  day: Day;
  kind: "changed" | "refused" | "conflict";
  /** From 1 to 0, for marks that fade. */
  strength: number;
}

export interface Scene {
  model: Model;
  axis: Axis;
  rows: Rows;
  window: Window;
  /** The scroll position, and the size of the canvas, in CSS pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The frame around the cells. */
  names: number;
  header: number;
  footer: number;
  ratio: number;
  today: Day;
  heat: boolean;
  people: readonly string[];
  loaded(day: Day): boolean;
  selection?: Selected;
  focus?: { row: number; column: number };
  ghost?: Ghost;
  marks: readonly Mark[];
}

/** Totals caches the sums of groups of people by column, until the model changes. */
export class Totals {
  private revision = -1;
  private readonly sums = new Map<string, Sums>();

  of(model: Model, key: string, people: readonly string[], first: Day, end: Day): Sums {
    if (model.revision !== this.revision) {
      this.sums.clear();
      this.revision = model.revision;
    }
    const id = `${key} ${first} ${end} ${people.length}`;
    let sums = this.sums.get(id);
    if (!sums) {
      sums = noSums();
      for (const userId of people) model.add(sums, userId, first, end);
      this.sums.set(id, sums);
    }
    return sums;
  }
}

export class Drawing {
  private readonly totals = new Totals();
  private readonly widths = new Map<string, number>();
  private font = "";

  constructor(private readonly c: CanvasRenderingContext2D, public theme: Theme) {}

  draw(s: Scene): void {
    const { c, theme } = this;
    c.setTransform(s.ratio, 0, 0, s.ratio, 0, 0);
    c.fillStyle = theme.ground;
    c.fillRect(0, 0, s.width, s.height);
    this.font = "";
    c.textBaseline = "middle";

    this.clipped(s.names, s.header, s.width - s.names, s.height - s.header - s.footer, () => {
      // In the coordinates of the board, so that patterns move with the cells.
      c.translate(s.names - s.left, s.header - s.top);
      this.columns(s);
      for (let i = s.window.firstRow; i <= s.window.lastRow; i++) this.row(s, i);
      this.todayLine(s, s.top, s.top + s.height);
      this.marks(s);
      this.selection(s);
      if (s.ghost) this.ghost(s, s.ghost);
    });
    this.clipped(s.names, 0, s.width - s.names, s.header, () => this.header(s));
    if (s.footer > 0) this.footer(s);
    this.frame(s);
  }

  private clipped(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { c } = this;
    c.save();
    c.beginPath();
    c.rect(x, y, width, height);
    c.clip();
    draw();
    c.restore();
    this.font = "";
  }

  private text(text: string, x: number, y: number, color: string, size = 11, weight = 400, align: CanvasTextAlign = "left"): void {
    const { c } = this;
    this.use(size, weight);
    c.fillStyle = color;
    c.textAlign = align;
    c.fillText(text, x, y);
  }

  private use(size: number, weight: number): void {
    const font = `${weight} ${size}px ${this.theme.font}`;
    if (font !== this.font) this.c.font = this.font = font;
  }

  private measure(text: string, size: number, weight: number): number {
    const key = `${weight} ${size} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      if (this.widths.size > 5000) this.widths.clear();
      this.use(size, weight);
      this.widths.set(key, (width = this.c.measureText(text).width));
    }
    return width;
  }

  private box(x: number, y: number, width: number, height: number, radius: number): void {
    this.c.beginPath();
    this.c.roundRect(x, y, width, height, radius);
  }

  /** columns draws the lines between columns, and weekends at day zoom. */
  private columns(s: Scene): void {
    const { c, theme } = this;
    const bottom = Math.min(s.rows.height, s.top + s.height);
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      const x = column * s.axis.width;
      if (s.axis.zoom === "day" && isWeekend(s.axis.first(column))) {
        c.fillStyle = theme.hatched;
        c.fillRect(x, s.top, s.axis.width, bottom - s.top);
      }
      c.fillStyle = this.beginsMonth(s, column) ? theme.line : theme.grid;
      c.fillRect(x, s.top, 1, bottom - s.top);
    }
  }

  private beginsMonth(s: Scene, column: number): boolean {
    return column > 0 && s.axis.upper(column) !== s.axis.upper(column - 1);
  }

  private row(s: Scene, i: number): void {
    const { c, theme } = this;
    const row = s.rows.list[i];
    if (!row) return;
    const y = s.rows.tops[i]!, height = s.rows.heightOf(i);
    if (row.kind === "group") {
      c.fillStyle = theme.panel;
      c.fillRect(s.left, y, s.width, height);
    }
    const { firstColumn, lastColumn } = s.window;
    if (row.kind === "project") this.blocks(s, row, y, height);
    else {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const x = column * s.axis.width;
        if (!s.loaded(s.axis.first(column))) this.skeleton(x, y, s.axis.width, height);
        else if (row.kind === "person") this.cell(s, row.userId, column, x, y, height);
        else if (row.kind === "group") this.sumCell(this.totals.of(s.model, row.key, row.people, s.axis.first(column), s.axis.end(column)), x, y, s.axis.width, height);
      }
      if (row.kind === "person") this.leave(s, row.userId, y, height);
    }
    c.fillStyle = row.kind === "person" && row.open ? "transparent" : theme.grid;
    c.fillRect(s.left, y + height - 1, s.width, 1);
  }

  private skeleton(x: number, y: number, width: number, height: number): void {
    this.c.fillStyle = this.theme.track;
    this.box(x + 4, y + height / 2 - 4, width - 8, 8, 4);
    this.c.fill();
  }

  /** cell draws the hours of a person in a column. */
  private cell(s: Scene, userId: string, column: number, x: number, y: number, height: number): void {
    const { c, theme } = this;
    const first = s.axis.first(column), end = s.axis.end(column), width = s.axis.width;
    const sums = s.model.sums(userId, first, end);
    if (sums.availability === 0 && sums.planned === 0 && sums.tentative === 0) {
      if (s.axis.zoom !== "day" || !isWeekend(first)) {
        c.fillStyle = theme.hatched;
        c.fillRect(x + 1, y, width - 1, height - 1);
      }
      return;
    }
    if (s.heat) this.heat(sums, x, y, width, height);
    else this.bar(s, userId, sums, first, end, x, y, width, height);
    this.figures(s, sums, x, y, width, height);
  }

  /** bar draws what is planned as a stack of projects over availability. */
  private bar(s: Scene, userId: string, sums: Sums, first: Day, end: Day, x: number, y: number, width: number, height: number): void {
    const { c, theme } = this;
    const base = y + height - 4;
    const most = height - (height > 30 ? 18 : 15);
    const full = most - 3;
    const inset = width > 60 ? 4 : 3;
    const [left, wide] = [x + inset, width - 2 * inset + 1];
    c.save();
    this.box(left, base - full, wide, full, 2.5);
    c.fillStyle = theme.track;
    c.fill();
    const scale = full / Math.max(sums.availability, sums.availability === 0 ? sums.planned + sums.tentative : 0);
    const inside = Math.min(full, (sums.planned - sums.over) * scale);
    // The corners of the stack are those of the track.
    this.box(left, base - most, wide, most, 2.5);
    c.clip();
    let top = base;
    if (inside > 0) {
      const shares = s.model.byProject(userId, first, end);
      if (shares.size === 0) {
        c.globalAlpha = 0.45;
        c.fillStyle = theme.accent;
        c.fillRect(left, (top = base - inside), wide, inside);
        c.globalAlpha = 1;
      } else {
        for (const [projectId, hours] of shares) {
          const project = s.model.projects.get(projectId);
          if (!project || project.status === "draft" || project.status === "cancelled") continue;
          const part = (hours / sums.planned) * inside;
          c.fillStyle = theme.projects[project.color]!;
          c.fillRect(left, top - part, wide, part);
          top -= part;
          if (part > 3) {
            c.fillStyle = theme.ground;
            c.globalAlpha = 0.55;
            c.fillRect(left, top, wide, 0.75);
            c.globalAlpha = 1;
          }
        }
        top = base - inside;
      }
    }
    if (sums.tentative > 0) {
      const part = Math.min(top - (base - most), Math.max(3, sums.tentative * scale));
      const draft = [...s.model.byProject(userId, first, end).keys()].map((id) => s.model.projects.get(id)).find((project) => project?.status === "draft");
      c.globalAlpha = 0.55;
      c.fillStyle = draft ? theme.projects[draft.color]! : theme.accent;
      c.fillRect(left, top - part, wide, part);
      c.globalAlpha = 1;
      c.fillStyle = theme.striped;
      c.fillRect(left, top - part, wide, part);
      top -= part;
    }
    if (sums.over > 0) {
      const part = Math.max(4, Math.min(most - inside, sums.over * scale));
      c.fillStyle = theme.over;
      c.fillRect(left, Math.max(base - most, top - part), wide, part);
    }
    c.restore();
    if (sums.actual > 0) {
      const line = Math.round(base - Math.min(most, sums.actual * scale));
      c.fillStyle = theme.ground;
      c.fillRect(left - 1, line - 1.75, wide + 2, 3.5);
      c.fillStyle = theme.text;
      c.fillRect(left - 1, line - 0.75, wide + 2, 1.5);
    }
  }

  private heat(sums: Sums, x: number, y: number, width: number, height: number): void {
    const { c, theme } = this;
    const load = sums.availability > 0 ? sums.planned / sums.availability : 1;
    const over = sums.over > 0;
    c.globalAlpha = over ? Math.min(0.55, 0.22 + (sums.over / Math.max(1, sums.availability)) * 0.8) : 0.05 + 0.35 * Math.min(1, load);
    c.fillStyle = over ? theme.over : theme.accent;
    this.box(x + 2, y + 2, width - 3, height - 5, 3);
    c.fill();
    c.globalAlpha = 1;
  }

  private figures(s: Scene, sums: Sums, x: number, y: number, width: number, height: number): void {
    const { theme } = this;
    const middle = s.heat ? y + height / 2 - 0.5 : y + (height > 30 ? 9.5 : 7.5);
    const size = height > 30 ? 11 : 10;
    const planned = number(sums.planned);
    const idle = sums.planned === 0;
    const left = x + (width > 60 ? 5 : 4);
    const over = sums.over > 0 ? `+${number(sums.over)}` : "";
    const room = width - 9 - (over ? this.measure(over, size, 700) + 4 : 0);
    const weight = idle ? 400 : 600;
    if (width >= 64) {
      const available = `/ ${number(sums.availability)}`, start = this.measure(planned, size, weight) + 3;
      this.text(planned, left, middle, idle ? theme.quiet : theme.text, size, weight);
      if (start + this.measure(available, size, 400) < room) this.text(available, left + start, middle, s.heat ? theme.text : theme.quiet, size);
    } else if (!idle && this.measure(planned, size, 500) < room) this.text(planned, left, middle, theme.text, size, 500);
    if (over) this.text(over, x + width - 5, middle, s.heat ? theme.text : theme.over, size, 700, "right");
  }

  /** leave draws the time off of a person as bands. */
  private leave(s: Scene, userId: string, y: number, height: number): void {
    const from = s.axis.first(s.window.firstColumn), to = s.axis.end(s.window.lastColumn);
    for (const leave of s.model.leaveIn(userId, from, to)) this.band(s, leave, y, height);
  }

  /**
   * band draws a request: dotted if it is pending. Approved, it is a labelled band in the
   * cells that it empties, and a strip below the hours of the others.
   */
  private band(s: Scene, leave: Leave, y: number, height: number): void {
    const { c, theme } = this;
    const x = s.axis.x(leave.first) + 2, end = s.axis.x(leave.last + 1) - 1;
    c.fillStyle = c.strokeStyle = theme.leave;
    const free = this.emptyPart(s, leave, x, end);
    if (leave.status === "pending") {
      this.box(x, y + 2.5, Math.max(4, end - x), height - 6, 4);
      c.globalAlpha = 0.1;
      c.fill();
      c.globalAlpha = 1;
      c.setLineDash([2, 3]);
      c.lineWidth = 1.25;
      c.stroke();
      c.setLineDash([]);
    } else {
      c.fillRect(x, y + height - 3, Math.max(4, end - x), 2);
      if (free) {
        c.globalAlpha = 0.22;
        this.box(free.from, y + 3, free.to - free.from, height - 7, 4);
        c.fill();
        c.globalAlpha = 1;
      }
    }
    if (!free) return;
    // The label stays in view while its band is scrolled, and never covers hours.
    const label = leave.status === "pending" ? `${leave.type}?` : leave.type;
    const left = Math.max(free.from, s.left);
    if (free.to - left > this.measure(label, 11, 500) + 10) this.text(label, left + 6, y + height / 2, theme.quiet, 11, 500);
  }

  /** emptyPart is where a request leaves neither hours nor availability: its first run of such columns. */
  private emptyPart(s: Scene, leave: Leave, x: number, end: number): { from: number; to: number } | undefined {
    let from = Math.max(s.axis.columnOf(leave.first), s.window.firstColumn);
    const last = Math.min(s.axis.columnOf(leave.last), s.window.lastColumn);
    const empty = (column: number) => {
      const sums = s.model.sums(leave.userId, s.axis.first(column), s.axis.end(column));
      return sums.planned === 0 && sums.tentative === 0 && sums.availability === 0;
    };
    while (from <= last && !empty(from)) from++;
    let to = from;
    while (to <= last && empty(to)) to++;
    return from === to ? undefined : { from: Math.max(x, from * s.axis.width), to: Math.min(end, to * s.axis.width) };
  }

  /** blocks draws the hours of a person on one project. */
  private blocks(s: Scene, row: Extract<Row, { kind: "project" }>, y: number, height: number): void {
    const { c, theme } = this;
    const project = s.model.projects.get(row.projectId);
    const color = theme.projects[project?.color ?? 11]!;
    const draft = project?.status === "draft";
    const on = (column: number) => s.model.onProject(row.userId, row.projectId, s.axis.first(column), s.axis.end(column));
    const { firstColumn, lastColumn } = s.window;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const hours = on(column);
      if (hours === 0) continue;
      const begins = column === 0 || on(column - 1) === 0;
      const ends = column === s.axis.count - 1 || on(column + 1) === 0;
      const x = column * s.axis.width + (begins ? 3 : 0);
      const width = s.axis.width - (begins ? 3 : 0) - (ends ? 2 : 0);
      const radius = [begins ? 4 : 0, ends ? 4 : 0, ends ? 4 : 0, begins ? 4 : 0];
      c.beginPath();
      c.roundRect(x, y + 3, width, height - 7, radius);
      c.globalAlpha = draft ? 0.14 : 0.24;
      c.fillStyle = color;
      c.fill();
      c.globalAlpha = 1;
      if (draft) {
        c.fillStyle = theme.striped;
        c.fill();
      }
      c.fillStyle = color;
      if (begins) {
        c.beginPath();
        c.roundRect(x, y + 3, 3, height - 7, [4, 0, 0, 4]);
        c.fill();
      }
      c.fillRect(x + (begins ? 2 : 0), y + height - 6, width - (begins ? 2 : 0) - (ends ? 2 : 0), 2);
      this.text(number(hours), column * s.axis.width + (s.axis.width > 60 ? 11 : 9), y + height / 2 - 1, theme.text, 11, 500);
    }
  }

  private sumCell(sums: Sums, x: number, y: number, width: number, height: number): void {
    const { c, theme } = this;
    if (sums.availability === 0 && sums.planned === 0) return;
    const middle = y + height / 2 - 2;
    const planned = number(Math.round(sums.planned)), available = `/ ${number(Math.round(sums.availability))}`;
    this.text(planned, x + 5, middle, theme.text, width >= 64 ? 11 : 10, 600);
    const start = 5 + this.measure(planned, 11, 600) + 3;
    if (start + this.measure(available, 11, 400) < width) this.text(available, x + start, middle, theme.quiet);
    const wide = width - 9;
    const load = sums.availability > 0 ? sums.planned / sums.availability : 1;
    c.fillStyle = theme.line;
    this.box(x + 5, y + height - 7, wide, 3, 1.5);
    c.fill();
    c.fillStyle = load > 1.0001 ? theme.over : theme.accent;
    this.box(x + 5, y + height - 7, wide * Math.min(1, load), 3, 1.5);
    c.fill();
  }

  private todayLine(s: Scene, top: number, bottom: number): void {
    const { c, theme } = this;
    c.fillStyle = theme.accent;
    c.globalAlpha = 0.75;
    c.fillRect(this.todayX(s) - 0.5, top, 1.5, Math.min(bottom, s.rows.height) - top);
    c.globalAlpha = 1;
  }

  private todayX(s: Scene): number {
    return (s.axis.x(s.today) + s.axis.x(s.today + 1)) / 2;
  }

  private header(s: Scene): void {
    const { c, theme } = this;
    const half = Math.round(s.header / 2);
    c.fillStyle = theme.ground;
    c.fillRect(s.names, 0, s.width, s.header);
    c.translate(s.names - s.left, 0);
    for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
      const x = column * s.axis.width, width = s.axis.width;
      const now = s.today >= s.axis.first(column) && s.today < s.axis.end(column);
      const label = s.axis.lower(column), detail = s.axis.detail(column);
      if (s.axis.zoom === "day") {
        const weekend = isWeekend(s.axis.first(column));
        if (now) {
          c.fillStyle = theme.accent;
          this.box(x + width / 2 - 19, half + 3, 38, half - 7, 5);
          c.fill();
        }
        const ink = now ? theme.ground : theme.text;
        this.text(detail, x + width / 2 - 4, half * 1.5, now ? ink : theme.quiet, 11, 400, "right");
        this.text(label, x + width / 2, half * 1.5, weekend && !now ? theme.quiet : ink, 11, now ? 700 : 600);
      } else {
        if (now) {
          c.fillStyle = theme.accent;
          c.globalAlpha = 0.14;
          this.box(x + 1, half + 2, width - 1, half - 5, 4);
          c.fill();
          c.globalAlpha = 1;
        }
        this.text(label, x + 6, half * 1.5, now ? theme.accent : theme.text, 11.5, now ? 700 : 600);
        const start = 6 + this.measure(label, 11.5, now ? 700 : 600) + 5;
        const shown = start + this.measure(detail, 10.5, 400) < width - 2 ? detail : s.axis.brief(column);
        this.text(shown, x + start, half * 1.5, theme.quiet, 10.5);
      }
      if (this.beginsMonth(s, column)) {
        c.fillStyle = theme.line;
        c.fillRect(x, 6, 1, s.header - 6);
      }
    }
    this.upper(s, half);
    // A dot at the top of the line of today.
    c.fillStyle = theme.accent;
    c.beginPath();
    c.arc(this.todayX(s) + 0.25, s.header - 2, 3, 0, 7);
    c.fill();
  }

  /** upper draws the first row of the header. A label stays in view while its columns are. */
  private upper(s: Scene, half: number): void {
    let { firstColumn: column } = s.window;
    while (column <= s.window.lastColumn) {
      const label = s.axis.upper(column);
      let end = column + 1;
      while (end < s.axis.count && s.axis.upper(end) === label) end++;
      const x = Math.max(column * s.axis.width, s.left);
      const room = end * s.axis.width - x;
      if (this.measure(label, 12, 600) + 12 < room) this.text(label, x + 6, half / 2 + 2, this.theme.text, 12, 600);
      column = end;
    }
  }

  /** footer draws the sums of all people that are shown. */
  private footer(s: Scene): void {
    const { c, theme } = this;
    const y = s.height - s.footer;
    this.clipped(s.names, y, s.width - s.names, s.footer, () => {
      c.fillStyle = theme.panel;
      c.fillRect(s.names, y, s.width, s.footer);
      c.translate(s.names - s.left, 0);
      for (let column = s.window.firstColumn; column <= s.window.lastColumn; column++) {
        if (!s.loaded(s.axis.first(column))) continue;
        this.sumCell(this.totals.of(s.model, "all", s.people, s.axis.first(column), s.axis.end(column)), column * s.axis.width, y, s.axis.width, s.footer);
      }
    });
    c.fillStyle = theme.line;
    c.fillRect(0, y, s.width, 1);
  }

  private frame(s: Scene): void {
    const { c, theme } = this;
    c.fillStyle = theme.line;
    c.fillRect(0, s.header - 1, s.width, 1);
    c.fillRect(s.names - 1, 0, 1, s.height);
    if (s.left > 0) this.shadow(s);
  }

  /** shadow shows that cells continue below the names. */
  private shadow(s: Scene): void {
    const gradient = this.c.createLinearGradient(s.names, 0, s.names + 6, 0);
    gradient.addColorStop(0, "rgb(0 0 0 / 0.08)");
    gradient.addColorStop(1, "rgb(0 0 0 / 0)");
    this.c.fillStyle = gradient;
    this.c.fillRect(s.names, s.header, 6, s.height - s.header);
  }

  private marks(s: Scene): void {
    const { c, theme } = this;
    for (const mark of s.marks) {
      const column = s.axis.columnOf(mark.day);
      for (let i = s.window.firstRow; i <= s.window.lastRow; i++) {
        const row = s.rows.list[i];
        if (!row || !("userId" in row) || row.userId !== mark.userId) continue;
        if (row.kind === "add" || (row.kind === "project" && row.projectId !== mark.projectId)) continue;
        const x = column * s.axis.width, y = s.rows.tops[i]!, height = s.rows.heightOf(i);
        if (mark.kind === "changed") {
          c.globalAlpha = 0.3 * mark.strength;
          c.fillStyle = theme.accent;
          this.box(x + 1.5, y + 1, s.axis.width - 2, height - 3, 4);
          c.fill();
          c.globalAlpha = 1;
        } else {
          c.fillStyle = mark.kind === "refused" ? theme.over : theme.tight;
          c.beginPath();
          c.moveTo(x + s.axis.width - 9, y);
          c.lineTo(x + s.axis.width, y);
          c.lineTo(x + s.axis.width, y + 9);
          c.fill();
        }
      }
    }
  }

  private selection(s: Scene): void {
    const { c, theme } = this;
    const rect = (r: Selected) => {
      const x = r.firstColumn * s.axis.width, y = s.rows.tops[r.firstRow]!;
      return [x + 1, y, (r.lastColumn - r.firstColumn + 1) * s.axis.width - 1, s.rows.tops[r.lastRow + 1]! - y - 1] as const;
    };
    c.strokeStyle = theme.accent;
    if (s.selection) {
      const [x, y, width, height] = rect(s.selection);
      c.globalAlpha = 0.1;
      c.fillStyle = theme.accent;
      c.fillRect(x, y, width, height);
      c.globalAlpha = 1;
      c.lineWidth = 1;
      c.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    }
    if (s.focus && s.focus.row >= 0) {
      const { row, column } = s.focus;
      const [x, y, width, height] = rect({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
      c.lineWidth = 2;
      this.box(x + 0.5, y + 0.5, width - 1, height - 1, 3);
      c.stroke();
    }
  }

  private ghost(s: Scene, ghost: Ghost): void {
    const { c, theme } = this;
    const y = s.rows.tops[ghost.row]!, height = s.rows.heightOf(ghost.row);
    const levels = { free: theme.fits, tight: theme.tight, over: theme.over };
    const x = s.axis.x(ghost.first), width = s.axis.x(ghost.end) - x;
    c.save();
    this.box(x + 2, y + 2, width - 3, height - 5, 4);
    c.globalAlpha = 0.3;
    c.fillStyle = ghost.color;
    c.fill();
    c.clip();
    for (const [day, verdict] of ghost.verdicts) {
      const left = s.axis.x(day), wide = s.axis.x(day + 1) - left;
      c.fillStyle = levels[verdict.level];
      c.globalAlpha = 0.28;
      c.fillRect(left, y, wide, height);
      c.globalAlpha = 1;
      c.fillRect(left, y + height - 7, wide - 0.5, 4);
    }
    c.restore();
    c.lineWidth = 1.5;
    c.strokeStyle = ghost.color;
    this.box(x + 2, y + 2, width - 3, height - 5, 4);
    c.stroke();
  }
}
