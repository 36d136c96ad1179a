// Copying and pasting: what was planned, with its projects, and text that spreadsheets read and write.

import type { Board } from "./board";
import type { Target } from "./edits";
import type { Planned } from "./model";
import { parseCells } from "./parse";
import * as plan from "./plan";

/** Copied is what was copied on this page, and the text that the clipboard has since then. */
interface Copied {
  text: string;
  rows: readonly Planned[];
  /** The people in the order of their rows. */
  people: readonly string[];
  first: number;
}

let last: Copied | undefined;

/** listenToClipboard copies, cuts and pastes in the grid. */
export function listenToClipboard(board: Board, grid: HTMLElement): void {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", copied(board));
    event.preventDefault();
  };
  grid.addEventListener("copy", copy);
  grid.addEventListener("cut", (event) => {
    copy(event);
    board.edits.clear(board.blocks);
  });
  grid.addEventListener("paste", (event) => {
    paste(board, event.clipboardData?.getData("text/plain") ?? "");
    event.preventDefault();
  });
}

/** copied returns the selection as a spreadsheet reads it, and keeps what is planned there. */
function copied(board: Board): string {
  const { selected: s, picked, rows, axis, model, blocks } = board;
  if (!s) return "";
  const text = picked.length > 0 ? picked.map((bar) => `${board.projectName(bar.projectId)}\t${bar.hours}\t${bar.days}`).join("\n") : rows.list.slice(s.firstRow, s.lastRow + 1).map((row) => {
    const cells: string[] = [];
    for (let column = s.firstColumn; column <= s.lastColumn; column++) {
      const [first, end] = [axis.first(column), axis.end(column)];
      const hours = row.kind === "person" ? model.sums(row.userId, first, end).planned : row.kind === "project" ? model.onProject(row.userId, row.projectId, first, end) : 0;
      cells.push(String(Math.round(hours * 100) / 100));
    }
    return cells.join("\t");
  }).join("\n");
  const first = Math.min(...blocks.map((block) => block.first));
  const keep = () => (last = { text, first, people: [...new Set(blocks.map(({ userId }) => userId))], rows: blocks.flatMap((block) => plan.rowsOf(model, block)) });
  keep();
  // The rows of the selection may still be on their way.
  void board.loader.need(blocks.map(({ userId }) => userId), first, Math.max(...blocks.map(({ end }) => end))).then(() => last?.text === text && keep(), () => undefined);
  return text;
}

/** paste puts what was copied at the selection, or proposes that: with its projects if it was copied here, or as hours of a spreadsheet. */
function paste(board: Board, text: string, proposes = false): void {
  const { selected: s } = board;
  if (!s) return;
  if (last && last.text === text && last.rows.length > 0) pasteRows(board, last, proposes);
  else pasteCells(board, text, proposes);
}

/** pasteHere pastes without a key. If the browser does not let a page read the clipboard, it is what was copied here. */
export async function pasteHere(board: Board, proposes = false): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => last?.text);
  if (text) paste(board, text, proposes);
  else board.say("Nothing was copied here. Press Ctrl + V to paste from elsewhere.");
}

/** pasteRows begins with the first selected day. What was copied from one person goes to all selected ones. */
function pasteRows(board: Board, { rows, people, first }: Copied, proposes: boolean): void {
  const { selected: s, axis, rows: { list } } = board;
  const below = list.slice(s!.firstRow).flatMap((row) => ("userId" in row ? row.userId : []));
  const selected = list.slice(s!.firstRow, s!.lastRow + 1).flatMap((row) => ("userId" in row ? row.userId : []));
  const to = people.length === 1 ? [...new Set(selected)] : [...new Set(below)].slice(0, people.length);
  // Weeks keep their days, and months move by whole weeks.
  const days = axis.zoom === "day" ? axis.first(s!.firstColumn) - first : axis.shift(first, axis.columnOf(first), s!.firstColumn) - first;
  const pasted = to.flatMap((userId, i) => rows.filter((row) => people.length === 1 || row.userId === people[i]).map((row) => ({ ...row, userId, day: row.day + days })));
  board.edits.paste(pasted, proposes);
}

/** pasteCells writes cells of a spreadsheet, from the first selected cell on: on the project of a line, or on one that is asked for. */
function pasteCells(board: Board, text: string, proposes: boolean): void {
  const { selected: s, rows, axis, edits } = board;
  const lines = parseCells(text);
  const cells = lines.flatMap((line, i) => line.flatMap((hours, j): (Target & { hours: number })[] => {
    const row = rows.list[s!.firstRow + i], column = s!.firstColumn + j;
    if (hours === undefined || column >= axis.count || !row || row.kind === "group" || row.kind === "add") return [];
    return [{ userId: row.userId, projectId: row.kind === "project" ? row.projectId : undefined, first: axis.first(column), end: axis.end(column), hours }];
  }));
  if (cells.length === 0) return board.say("There are no hours to paste: copy bars, or cells with numbers.", "error");
  const end = rows.list[Math.min(rows.list.length, s!.firstRow + lines.length) - 1]!;
  const columns = Math.max(...lines.map((line) => line.length));
  board.selectRange({ key: rows.list[s!.firstRow]!.key, day: axis.first(s!.firstColumn) }, { key: end.key, day: axis.first(Math.min(axis.count, s!.firstColumn + columns) - 1) });
  if (!proposes && !board.mayPlanAll(cells)) return;
  if (cells.every(({ projectId }) => projectId)) void edits.pasteCells(cells, undefined, proposes);
  else board.showEditor({ kind: "paste", targets: cells, cells, proposes });
}
