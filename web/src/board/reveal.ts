// Shows the days of a person, wherever the view is.

import type { Board } from "./board";
import type { Day } from "./day";

const rowOf = (board: Board, userId: string) => board.rows.list.find((row) => row.kind === "person" && row.userId === userId);

/** reveal shows a day of a person, whatever the filter is. */
export function reveal(board: Board, userId: string, day: Day): void {
  if (!rowOf(board, userId)) board.clearFilter();
  const row = rowOf(board, userId);
  if (!row) return;
  board.select({ key: row.key, day });
  board.onScrollTo({ key: row.key, day, center: true });
}

/** revealDays selects days of a person, and no others of their cells, and shows the first one. */
export function revealDays(board: Board, userId: string, first: Day, end: Day): void {
  const row = rowOf(board, userId);
  const inView = first >= board.first && first < board.end && board.inView.includes(userId);
  if (row && inView) board.select({ key: row.key, day: first });
  else reveal(board, userId, first);
  if (!board.focus) return;
  board.selectRange({ ...board.focus, day: end - 1 }, board.focus);
  board.within = { first, end };
  board.onChange();
}
