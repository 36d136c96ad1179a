// What needs Node.

import { rename, rm, writeFile } from "node:fs/promises";
import type { Format, WholeList } from "./whole.js";

/**
 * Saves all rows of a list to a file: `await save(workplan.whole("/api/v1/users"), "users.parquet", "parquet")`. The file is
 * complete, or stays as it was: the rows go to another file beside it, which then gets its name.
 */
export async function save(list: WholeList<unknown>, path: string, format: Format): Promise<void> {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await writeFile(part, list.bytes(format), { flag: "wx" });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
