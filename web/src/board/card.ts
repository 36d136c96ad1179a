// The card of a bar or a cell: what is in it, for a pointer that rests on it, a finger that stays on it, and the key I.

import type { Axis } from "./axis";
import { covers, hoursOf, isTentative, type Bar } from "./bars";
import type { Board, Card } from "./board";
import { hours, show, showRange } from "./day";
import { cellName } from "./grid";
import type { Row } from "./layout";
import { slotKey } from "./model";
import type { View } from "./view";

/** How long a pointer rests, and a finger stays, before the card is there. */
const rest = 250, stay = 500;

export class Cards {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly board: Board, private readonly view: View) {}

  /** at shows the card of a bar or a cell after a while, in place of the one before. */
  at(row: Row, column: number, touched = false, bar?: Bar): void {
    this.hide();
    this.#timer = setTimeout(() => this.#show(row, column, bar), touched ? stay : rest);
  }

  /** toggle shows the card of the focused cell, or hides it. */
  toggle(): void {
    const { board } = this;
    const row = board.focused;
    if (board.card) this.hide();
    else if (row && board.focus) this.#show(row, board.axis.columnOf(board.focus.day), board.picked[0]);
  }

  /** forget keeps a card from coming up. */
  forget(): void {
    clearTimeout(this.#timer);
  }

  hide(): void {
    this.forget();
    if (!this.board.card) return;
    this.board.card = undefined;
    this.board.onChange();
  }

  #show(row: Row, column: number, bar?: Bar): void {
    const { board } = this;
    if (board.editor || board.menu) return;
    board.card = this.#of(row.key, column, board.axis, bar);
    board.onChange();
  }

  #of(key: string, column: number, axis: Axis, bar?: Bar): Card | undefined {
    const { board } = this;
    const row = board.rows.list[board.rows.indexOf(key)];
    const now = bar && board.bars.find(bar, bar.first);
    const lines = !row || board.axis !== axis ? [] : now ? describeBar(board, now, column) : describe(board, row, column);
    const box = lines.length > 0 && this.view.box(key, axis.first(column), axis.end(column));
    return box ? { ...box, lines, again: () => this.#of(key, column, axis, bar) } : undefined;
  }
}

/** describe says what is in a cell. The first line is its date. */
function describe(board: Board, row: Row, column: number): string[] {
  if (row.kind === "add") return [];
  const { axis, model } = board;
  const [first, end] = [axis.first(column), axis.end(column)];
  const lines = [axis.name(column), cellName(board, row, column, false)];
  if (row.kind === "person") {
    for (const [projectId, sum] of model.byProject(row.userId, first, end)) {
      const tentative = model.tentativeOn(row.userId, projectId, first, end) || model.projects.get(projectId)?.status === "draft";
      lines.push(`${board.projectName(projectId)}: ${hours(sum)} h${tentative ? ", tentative" : ""}`);
    }
  }
  return [...lines, ...refusal(board, row, column)];
}

/** describeBar says each fact of a bar once. The first line is its project. */
function describeBar(board: Board, bar: Bar, column: number): string[] {
  const { axis, model } = board;
  const project = model.projects.get(bar.projectId);
  const skill = bar.capabilityId && model.capabilities.get(bar.capabilityId)?.name;
  const outside = project && (bar.first < project.first || bar.end - 1 > project.last);
  const day = axis.zoom === "day" && bar.least !== bar.most && covers(bar, axis.first(column), axis.end(column)) ? model.planned({ ...bar, day: axis.first(column) }) : 0;
  return [
    `${project?.name ?? "…"}${isTentative(bar, project) ? ", tentative" : ""}`,
    [project?.clientName, skill].filter(Boolean).join(" · "),
    `${hoursOf(bar)}, ${hours(bar.total)} h in all`,
    day ? `${show(axis.first(column), { weekday: "short", day: "numeric", month: "short" })}: ${hours(day)} h` : "",
    `${showRange(bar.first, bar.end - 1)}${bar.gaps.map(({ first, end }) => `, away ${showRange(first, end - 1)}`).join("")}`,
    bar.wished ? (live(board, bar) ? `Proposed. The plan has ${hours(live(board, bar))} h there` : "Proposed, and not in the plan") : "",
    outside ? `Some days are outside of the project: ${showRange(project.first, project.last)}` : "",
    ...refusal(board, bar, column),
  ].filter(Boolean);
}

/** live is the hours that the plan has in the days of a bar that is proposed. */
function live({ model }: Board, bar: Bar): number {
  let sum = 0;
  for (let day = bar.first; day < bar.end; day++) sum += model.wishes.get(slotKey({ ...bar, day }))?.live ?? 0;
  return sum;
}

/** refusal says why hours were not saved. */
function refusal(board: Board, of: object, column: number): string[] {
  const why = "userId" in of ? board.marks.refusal(of.userId as string, board.axis.first(column), board.axis.end(column)) : undefined;
  return why ? [`Not saved: ${why}`] : [];
}
