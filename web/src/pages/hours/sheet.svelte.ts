// The week that is open: its cells, what is typed into them, and the way back.

import { Attempt } from "../../api/attempt.svelte";
import type { HoursRow, JournalEvent, LockException } from "../../api/records";
import { projects } from "../../api/directory.svelte";
import { field as formatCell, noHours, parseCells, parseHours } from "../../board/parse";
import { dayLimit, tooManyHours } from "../../board/plan";
import { Closed } from "../../parts/closed.svelte";
import { mayRecord } from "../../parts/may";
import { Settling } from "./settling.svelte";
import { daysOf, readWeek, sameLine, type Line, type Week } from "./week";
import { keyOf, Writes, type Cell, type Change } from "./writes.svelte";

/** DayState is why a day is not as others: a sign, a word, and what more there is to say. */
export interface DayState {
  icon: "lock" | "clock" | "check";
  word: "Closed" | "Submitted" | "Approved";
  why: string;
  /** Whether the person may write its hours all the same. */
  open?: boolean;
}

/** How many steps can be undone. */
const steps = 100;

export class Sheet {
  week = $state.raw<Week | null>(null);
  readonly reading = new Attempt();
  readonly writes = new Writes((changes) => this.#take(changes));
  readonly #closed = new Closed();
  readonly settling = new Settling(this.#closed);
  #past = $state.raw<Change[][]>([]);
  #undone = $state.raw<Change[][]>([]);
  #asked = "";

  /** open reads the week of a person. What waits to be saved stays. */
  async open(userId: string, monday: string) {
    if (this.week?.userId !== userId || this.week.days[0] !== monday) {
      this.week = null;
      this.#past = this.#undone = []; // what is not on the screen is not undone
    }
    this.settling.show(userId, daysOf(monday));
    const asked = (this.#asked = `${userId} ${monday}`);
    await this.reading.run(async () => {
      const week = await readWeek(userId, monday);
      if (asked !== this.#asked) return; // the reader has gone on
      // Lines that were added here stay, also those without hours.
      const added = this.week?.lines.filter((line) => !week.lines.some((other) => sameLine(line, other))) ?? [];
      this.week = { ...week, lines: [...week.lines, ...added] };
    });
  }

  cell = (line: Line, date: string): Cell => ({ userId: this.week!.userId, projectId: line.projectId, capabilityId: line.capabilityId, date });

  mayWrite = (line: Line): boolean => mayRecord(this.week!.userId, projects.get(line.projectId));

  /** state says whether a day of the week is closed, submitted or approved. */
  state = (date: string): DayState | undefined => {
    const lock = this.#closed.by("actual_hours", this.week!.userId, date);
    if (lock) return { icon: "lock", word: "Closed", why: lock.reason };
    const sheet = this.settling.by(date);
    if (sheet?.status === "approved") return { icon: "check", word: "Approved", why: "a manager or an admin can reopen it" };
    return sheet && { icon: "clock", word: "Submitted", why: "withdraw it to change it", open: this.settling.mayDecide };
  };

  /** closed returns why the hours of a day of the week cannot be written. */
  closed = (date: string): DayState | undefined => {
    const state = this.state(date);
    return state?.open ? undefined : state;
  };

  /** opened returns the exceptions without which days of the week would be closed. */
  opened = (): LockException[] => this.#closed.opened("actual_hours", this.week!.userId, this.week!.days);

  /** worked returns the hours of a cell, or null if it is empty. */
  worked = (line: Line, date: string): number | null => {
    const key = keyOf(this.cell(line, date));
    const change = this.writes.waiting.get(key);
    return change ? change.hours : (this.week!.worked.get(key)?.hours ?? null);
  };

  planned = (line: Line, date: string): HoursRow | undefined => this.week!.planned.get(keyOf(this.cell(line, date)));

  refused = (line: Line, date: string) => this.writes.refused.get(keyOf(this.cell(line, date)));

  /** text returns what a cell shows. */
  text = (line: Line, date: string): string => {
    const hours = this.worked(line, date);
    return this.refused(line, date)?.text ?? (hours === null ? "" : formatCell(hours));
  };

  /** enter takes what was typed into a cell. */
  enter(line: Line, date: string, text: string) {
    const hours = text.trim() === "" ? null : parseHours(text);
    const wrong = hours === undefined ? noHours : hours !== null && hours > dayLimit ? tooManyHours : "";
    if (wrong) this.writes.refuse(this.cell(line, date), text, wrong);
    else this.#change([{ ...this.cell(line, date), hours: hours! }]);
  }

  /** paste fills the cells to the right and below with what a spreadsheet put on the clipboard. */
  paste(row: number, day: number, text: string) {
    const { lines, days } = this.week!;
    const changes: Change[] = [];
    for (const [down, cells] of parseCells(text).entries()) {
      const line = lines[row + down];
      for (const [right, hours] of cells.entries()) {
        const date = days[day + right];
        if (!line || !date || hours === undefined || !this.mayWrite(line) || this.closed(date)) continue;
        if (hours > dayLimit) this.writes.refuse(this.cell(line, date), formatCell(hours), tooManyHours);
        else changes.push({ ...this.cell(line, date), hours });
      }
    }
    this.#change(changes);
  }

  /** copyPlan records what is planned, in the empty cells or in all. It returns how many cells have changed. */
  copyPlan(replace: boolean): number {
    const { lines, days } = this.week!;
    const changes: Change[] = [];
    for (const line of lines.filter(this.mayWrite)) {
      for (const date of days.filter((date) => !this.closed(date))) {
        const worked = this.worked(line, date);
        const plan = this.planned(line, date);
        const hours = plan && !plan.tentative ? plan.hours : null;
        if (hours !== worked && (replace || (worked === null && hours !== null))) changes.push({ ...this.cell(line, date), hours });
      }
    }
    return this.#change(changes);
  }

  add(line: Line) {
    if (!this.week!.lines.some((other) => sameLine(other, line))) this.week = { ...this.week!, lines: [...this.week!.lines, line] };
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  undo() {
    const step = this.#past.at(-1);
    if (!step) return;
    this.#past = this.#past.slice(0, -1);
    this.#undone = [...this.#undone, this.#now(step)];
    this.writes.put(step);
  }

  redo() {
    const step = this.#undone.at(-1);
    if (!step) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#past = [...this.#past, this.#now(step)];
    this.writes.put(step);
  }

  /** now returns the cells of a step with the hours that they have. */
  #now = (step: Change[]): Change[] => step.map((change) => ({ ...change, hours: this.worked(change, change.date) }));

  /** hear shows what others record. It reports whether the week has to be read again. */
  hear({ type, rows, rowCount, firstDate, lastDate }: JournalEvent): boolean {
    const { userId, days } = this.week!;
    if (!/^(assignments|actual_hours)\./.test(type) || (firstDate ?? "") > days[6]! || (lastDate ?? "") < days[0]!) return false;
    const own = rows.filter((row) => row.userId === userId && days.includes(row.date));
    if (!type.startsWith("actual_hours.") || rows.length < rowCount) return own.length > 0 || rows.length < rowCount;
    this.#show(own, type.endsWith(".deleted"));
    return false;
  }

  #change(changes: Change[]): number {
    const before = this.#now(changes);
    const different = changes.filter(({ hours }, i) => hours !== before[i]!.hours);
    if (different.length) [this.#past, this.#undone] = [[...this.#past.slice(1 - steps), before], []];
    this.writes.put(changes.filter((change) => different.includes(change) || this.writes.refused.has(keyOf(change))));
    return different.length;
  }

  /** take shows what was saved, if it is of this week. */
  #take(changes: Change[]) {
    const own = changes.filter(({ userId, date }) => userId === this.week?.userId && this.week.days.includes(date));
    this.#show(own.filter(({ hours }) => hours !== null) as HoursRow[], false);
    this.#show(own.filter(({ hours }) => hours === null) as Cell[] as HoursRow[], true);
  }

  #show(rows: HoursRow[], gone: boolean) {
    if (!this.week || !rows.length) return;
    const worked = new Map(this.week.worked);
    for (const row of rows) {
      if (gone) worked.delete(keyOf(row));
      else worked.set(keyOf(row), row);
    }
    this.week = { ...this.week, worked };
    for (const row of rows) if (!gone) this.add(row);
  }
}
