// Copying and pasting cells, as text that spreadsheets read and write.

import type { Board } from "./board";
import type { Target } from "./edits";
import * as plan from "./plan";

/** copied is the selection as a spreadsheet reads it. */
export function copied({ selected: s, rows, axis, model }: Board): string {
  if (!s) return "";
  return rows.list.slice(s.firstRow, s.lastRow + 1).map((row) => {
    const cells: string[] = [];
    for (let column = s.firstColumn; column <= s.lastColumn; column++) {
      const [first, end] = [axis.first(column), axis.end(column)];
      const hours = row.kind === "person" ? model.sums(row.userId, first, end).planned : row.kind === "project" ? model.onProject(row.userId, row.projectId, first, end) : 0;
      cells.push(String(Math.round(hours * 100) / 100));
    }
    return cells.join("\t");
  }).join("\n");
}

/** paste writes cells of a spreadsheet, from the first selected cell on. */
export async function paste(board: Board, text: string): Promise<void> {
  const { selected: s, rows, axis, edits } = board;
  if (!s) return;
  const lines = plan.parseCells(text);
  const cells = lines.flatMap((line, i) => line.flatMap((hours, j): (Target & { hours: number })[] => {
    const row = rows.list[s.firstRow + i], column = s.firstColumn + j;
    if (hours === undefined || column >= axis.count || !row || row.kind === "group" || row.kind === "add") return [];
    return [{ userId: row.userId, projectId: row.kind === "project" ? row.projectId : undefined, first: axis.first(column), end: axis.end(column), hours }];
  }));
  if (cells.length === 0) return board.say("There are no hours to paste: copy cells with numbers.", "error");
  const last = rows.list[Math.min(rows.list.length, s.firstRow + lines.length) - 1]!;
  const columns = Math.max(...lines.map((line) => line.length));
  board.selectRange({ key: rows.list[s.firstRow]!.key, day: axis.first(s.firstColumn) }, { key: last.key, day: axis.first(Math.min(axis.count, s.firstColumn + columns) - 1) });

  let placed = 0;
  await edits.edit(`pasted ${cells.length} cells`, cells, () => cells.flatMap((cell) => {
    const projects = edits.projects(cell);
    const projectId = projects.length > 0 ? projects[0] : edits.lastProjectId;
    if (!projectId || projects.length > 1) return [];
    placed++;
    return plan.setTotal(board.model, cell.userId, projectId, cell.first, cell.end, Math.min(cell.hours, plan.dayLimit * (cell.end - cell.first)));
  }));
  if (placed < cells.length) board.say(`${placed} of ${cells.length} cells were pasted. The others have no or several projects: paste into the lines of an open person.`, "error");
}
