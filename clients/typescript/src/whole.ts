/** A form of all rows of a list: text for spreadsheets, a JSON object in each line, or a table for warehouses. */
export type Format = "csv" | "ndjson" | "parquet";

const mediaTypes: Record<Format, string> = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
};

/** How long the server takes at most for a response with all rows. */
export const wholeMs = 300_000;

/** A response that has begun. `cut` makes the error of one that does not end as it should. */
export interface Begun {
  response: Response;
  cut: (cause: unknown) => unknown;
}

/**
 * All rows of a list in one response. They are those of one moment, however long you read, and only a few are in memory at a
 * time. Each loop over the rows sends a request of its own: `for await (const user of workplan.whole("/api/v1/users"))`.
 *
 * A request is repeated as any other call is, until the response begins, and `timeoutMs` is for that. The response then has the
 * 5 minutes that the server gives it. If it ends early, the error is `unexpected_response`.
 */
export class WholeList<Row> implements AsyncIterable<Row> {
  readonly #begin: (mediaType: string) => Promise<Begun>;
  #seq: number | undefined;

  /** Made by `Workplan.whole`. */
  constructor(begin: (mediaType: string) => Promise<Begun>) {
    this.#begin = begin;
  }

  /**
   * The number of the latest event whose write the rows have, from the latest response. To keep a copy up to date, follow the
   * journal after it. Undefined before the first row is read.
   */
  get seq(): number | undefined {
    return this.#seq;
  }

  /** The rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const [chunk, cut] of this.#read("ndjson")) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop()!;
      if (chunk === undefined && rest !== "") throw cut(new Error("the last one is incomplete"));
      for (const line of lines) yield parse<Row>(line, cut);
    }
  }

  /** The bytes of a file with the rows. If they end with an error, rows are missing. */
  async *bytes(format: Format): AsyncGenerator<Uint8Array, void, undefined> {
    let end = "";
    for await (const [chunk, cut] of this.#read(format)) {
      if (chunk !== undefined) {
        end = (end + String.fromCharCode(...chunk.slice(-parquetMark.length))).slice(-parquetMark.length);
        yield chunk;
      } else if (format === "parquet" && end !== parquetMark) {
        throw cut(new Error("the table has no end"));
      }
    }
  }

  /** Sends the request, and yields the parts of the response, and undefined at its end. */
  async *#read(format: Format): AsyncGenerator<readonly [Uint8Array | undefined, Begun["cut"]], void, undefined> {
    const { response, cut } = await this.#begin(mediaTypes[format]);
    this.#seq = Number(response.headers.get("Workplan-Seq"));
    const reader = response.body!.getReader();
    try {
      for (;;) {
        const { value } = await reader.read().catch((cause: unknown) => {
          throw cut(cause);
        });
        yield [value, cut];
        if (value === undefined) return;
      }
    } finally {
      await reader.cancel().catch(() => {}); // ends the response if the loop has ended before
    }
  }
}

/** The end of every table. */
const parquetMark = "PAR1";

function parse<Row>(line: string, cut: Begun["cut"]): Row {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw cut(cause);
  }
}
