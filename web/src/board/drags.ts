// What drags do: select, draw to plan, move and extend blocks, with what would happen shown before
// the button is released.

import type { Bar } from "./bars";
import type { Board } from "./board";
import { hours, show, type Day } from "./day";
import type { Target } from "./edits";
import type { Change } from "./model";
import { absence, extend, judge, move } from "./plan";
import type { Drag, Grabbed } from "./pointer";
import type { Hit, View } from "./view";
import { joined } from "./words";

export class Drags {
  constructor(private readonly board: Board, private readonly view: View) {}

  /** selecting selects cells, and asks what to plan in those of a person. */
  selecting(): Drag {
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

  /** moving moves blocks in time, and those of one person to another. */
  moving(grabbed: Grabbed, from: Hit): Drag {
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
        else board.edits.shiftSelection((day) => board.axis.shift(day, from.column, column));
        if (bar) board.edits.pickAt(blocks.map((one) => ({ userId: userId ?? one.userId, projectId: one.projectId!, capabilityId: one.capabilityId ?? null, day: one.first + days, days: (one as Partial<Bar>).days })));
      },
    };
  }

  /** extending moves an edge of a block. */
  extending({ block, bar }: Grabbed, edge: "first" | "end", from: Hit): Drag {
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
        const row = bar ? from.row : board.lineOf(block.userId, block.projectId);
        this.#ghost(event, keepTotal ? "Same total" : "Same hours a day", row, { ...block, first, end }, extend(board.model, whole, first, end, keepTotal));
      },
      drop: () => {
        board.edits.extend(whole, first, end, keepTotal);
        if (bar) board.edits.pickAt([{ ...bar, days: undefined, day: edge === "end" ? block.first : block.end - 1 }]);
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
  const list: { first: Day; last: Day; reason: string }[] = [];
  for (let day = days.first; day < days.end; day++) {
    const text = reason(day);
    if (text && text !== "not a working day") list.push({ first: day, last: day, reason: text });
  }
  const found = joined(list, (a, b) => a.reason === b.reason);
  const label = (day: Day) => show(day, { weekday: "short", day: "numeric" });
  const lines = found.map((f) => `${label(f.first)}${f.last > f.first ? ` – ${label(f.last)}` : ""}: ${f.reason}`);
  return lines.length > 4 ? [...lines.slice(0, 3), `and ${lines.length - 3} more`] : lines;
}
