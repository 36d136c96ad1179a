// The card of a cell: what is in it, for a pointer that rests on it, a finger that stays on it, and the key I.

import type { Axis } from "./axis";
import type { Board, Card } from "./board";
import { hours } from "./day";
import { cellName } from "./grid";
import type { Row } from "./layout";
import type { View } from "./view";

/** How long a pointer rests, and a finger stays, before the card is there. */
const rest = 250, stay = 500;

export class Cards {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly board: Board, private readonly view: View) {}

  /** at shows the card of a cell after a while, in place of the one before. */
  at(row: Row, column: number, touched = false): void {
    this.hide();
    this.#timer = setTimeout(() => this.#show(row, column), touched ? stay : rest);
  }

  /** toggle shows the card of the focused cell, or hides it. */
  toggle(): void {
    const { board } = this;
    const row = board.focused;
    if (board.card) this.hide();
    else if (row && board.focus) this.#show(row, board.axis.columnOf(board.focus.day));
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

  #show(row: Row, column: number): void {
    const { board } = this;
    if (board.editor) return;
    board.card = this.#of(row.key, column, board.axis);
    board.onChange();
  }

  #of(key: string, column: number, axis: Axis): Card | undefined {
    const { board } = this;
    const row = board.rows.list[board.rows.indexOf(key)];
    const lines = row && board.axis === axis ? describe(board, row, column) : [];
    const box = lines.length > 0 && this.view.box(key, axis.first(column), axis.end(column));
    return box ? { ...box, lines, again: () => this.#of(key, column, axis) } : undefined;
  }
}

/** describe says what is in a cell. The first line is its date. */
function describe(board: Board, row: Row, column: number): string[] {
  if (row.kind === "add") return [];
  const { axis, model } = board;
  const [first, end] = [axis.first(column), axis.end(column)];
  const lines = [axis.name(column), cellName(board, row, column)];
  if (row.kind === "person") for (const [projectId, sum] of model.byProject(row.userId, first, end)) lines.push(`${board.projectName(projectId)}: ${hours(sum)} h`);
  const why = row.kind === "group" ? undefined : board.marks.refusal(row.userId, first, end);
  if (why) lines.push(`Not saved: ${why}`);
  return lines;
}
