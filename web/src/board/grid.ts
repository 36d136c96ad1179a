// The cells on the screen as an ARIA grid, for screen readers and the keyboard. It is filled
// when scrolling has stopped, so that scrolling costs nothing.

import { hoursOf, isTentative } from "./bars";
import type { Board } from "./board";
import { hours, showRange } from "./day";
import { make } from "./dom";
import type { Row, Window } from "./layout";
import { excess, type Leave } from "./model";

export class Grid {
  constructor(readonly element: HTMLElement, private readonly board: Board) {}

  update(window: Window): void {
    const { board, element } = this;
    const { axis, rows } = board;
    element.setAttribute("aria-rowcount", String(rows.list.length + 1));
    element.setAttribute("aria-colcount", String(axis.count + 1));
    const columns = Array.from({ length: window.lastColumn - window.firstColumn + 1 }, (_, i) => window.firstColumn + i);
    const head = role("row", { "aria-rowindex": "1" }, role("columnheader", { "aria-colindex": "1" }, "Person"), ...columns.map((column) => role("columnheader", { "aria-colindex": String(column + 2) }, axis.name(column))));
    const body = rows.list.slice(window.firstRow, window.lastRow + 1).map((row, i) =>
      role("row", { "aria-rowindex": String(window.firstRow + i + 2) },
        role("rowheader", { "aria-colindex": "1", ...(row.kind === "person" ? { "aria-expanded": String(row.open) } : {}) }, rowName(board, row)),
        ...columns.map((column) => role("gridcell", { id: cellId(row.key, column), "aria-colindex": String(column + 2) }, cellName(board, row, column)))));
    element.replaceChildren(head, ...body);
    this.#focused = "";
    this.focus();
  }

  #focused = "";

  /** focus points the screen reader to the focused cell. */
  focus(): void {
    const { focus, axis } = this.board;
    const id = focus ? cellId(focus.key, axis.columnOf(focus.day)) : "";
    if (id === this.#focused) return;
    this.element.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    const cell = id && document.getElementById(id);
    this.#focused = cell ? id : "";
    if (cell) {
      cell.setAttribute("aria-selected", "true");
      this.element.setAttribute("aria-activedescendant", id);
    } else this.element.removeAttribute("aria-activedescendant");
  }
}

const cellId = (key: string, column: number) => `cell-${key.replaceAll(" ", "_")}-${column}`;

const role = (name: string, attributes: Record<string, string>, ...children: (string | Node)[]) => make("div", { role: name, ...attributes }, ...children);

function rowName(board: Board, row: Row): string {
  if (row.kind === "group") return row.name;
  if (row.kind === "add") return "Add project";
  if (row.kind === "person") return board.personName(row.userId);
  return row.named ? `${board.personName(row.userId)}, ${board.projectName(row.projectId)}` : board.projectName(row.projectId);
}

/** leaveName says what time off is, and when. What is not decided is asked for. */
const leaveName = ({ type, status, first, last }: Leave): string => `${status === "pending" ? "asked: " : ""}${type} ${showRange(first, last)}`;

/** cellName says what a cell shows, with its bars or without. */
export function cellName(board: Board, row: Row, column: number, barred = board.barred): string {
  const { model, axis } = board;
  const [first, end] = [axis.first(column), axis.end(column)];
  if (row.kind === "add") return "";
  if (!board.loadedOf(row, first, end)) return "loading";
  if (row.kind === "project") {
    const tentative = model.tentativeOn(row.userId, row.projectId, first, end) || model.projects.get(row.projectId)?.status === "draft";
    const sum = model.byProject(row.userId, first, end).get(row.projectId) ?? 0;
    return `${hours(sum)} hours${sum && tentative ? ", tentative" : ""}`;
  }
  if (row.kind === "group" && row.id && row.grouping !== "manager") {
    const { planned = 0, tentative = 0, unfilled = 0, supply } = board.groups.of(row.id, column) ?? {};
    const words: [number | undefined, string][] = [[supply, "available"], [planned, "planned"], [tentative || undefined, "tentative"], [unfilled || undefined, "unfilled"]];
    return words.flatMap(([value, word]) => (value === undefined ? [] : `${hours(value)} hours ${word}`)).join(", ");
  }
  if (row.kind === "group") {
    const { planned, availability, unfilled } = model.sumsOf(row.people, first, end), hidden = row.people.some((id) => model.hides(id));
    return row.grouping === "none" ? `${hours(unfilled)} hours unfilled` : `${hours(planned)}${hidden ? "" : ` of ${hours(availability)}`} hours planned`;
  }
  const sums = model.sums(row.userId, first, end);
  const parts = [model.hides(row.userId) ? `${hours(sums.planned)} hours planned` : sums.unfilled > 0 ? `${hours(sums.unfilled)} hours unfilled` : sums.availability === 0 && sums.planned === 0 ? "not available" : `${hours(sums.planned)} of ${hours(sums.availability)} hours planned`];
  const live = model.differs(row.userId) ? model.sumsOf([row.userId], first, end, true) : sums, { placeholder } = model.people.get(row.userId)!;
  const [now, then] = placeholder ? [live.unfilled, sums.unfilled] : [live.planned, sums.planned];
  if (Math.abs(now - then) > 0.005) parts.push(`${hours(now)} in the live plan`);
  if (sums.over >= 0.005) parts.push(`${hours(sums.over)} over${sums.over - excess(sums) < 0.005 ? "" : " on single days"}`);
  if (sums.tentative > 0) parts.push(`${hours(sums.tentative)} tentative`);
  if (sums.actual > 0) parts.push(`${hours(sums.actual)} worked`);
  if (barred) for (const bar of board.bars.inView(row.userId, first, end)) parts.push(`${board.projectName(bar.projectId)} ${hoursOf(bar)}${isTentative(bar, model.projects.get(bar.projectId)) ? ", tentative" : ""}${bar.wished ? ", proposed" : ""}`);
  if (barred) for (const bar of board.bars.leaving(row.userId, first, end)) parts.push(`${board.projectName(bar.projectId)} ${hoursOf(bar)}, taken out`);
  for (const leave of model.leaveIn(row.userId, first, end)) parts.push(leaveName(leave));
  return parts.join(", ");
}
