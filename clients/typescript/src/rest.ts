import { createFinalURL, createQuerySerializer, defaultPathSerializer, mergeHeaders } from "openapi-fetch";
import { type Outcome, type WorkplanOptions, checked, idempotencyKey, withRetries } from "./call.js";
import { type FollowOptions, follow } from "./follow.js";
import { WorkplanError, reasonOf, unexpectedResponse, unreachable } from "./errors.js";
import { idempotent } from "./gen/extensions.js";
import type { ErrorBody, Event, EventPage, User, WriteMeta } from "./gen/openapi.js";
import { type Begun, WholeList, wholeMs } from "./whole.js";
import type { CallOptions, Input, LastArgument, ListPath, Method, Output, Page, PathOf, RowOf, WriteOptions } from "./operations.js";

/** `Input` without the types of an operation. */
interface AnyInput extends WriteOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, string>;
  body?: unknown;
  onMeta?: ((meta: WriteMeta) => void) | undefined;
}

/** A response of Workplan that is not an error. */
interface Envelope {
  data: unknown;
  meta?: WriteMeta | undefined;
}

/**
 * Calls Workplan over REST, in Node and in browsers. Each method returns the `data` of the
 * response, and throws a `WorkplanError` if the call fails.
 */
export class Workplan {
  readonly #options: ReturnType<typeof checked>;

  constructor(options: WorkplanOptions) {
    this.#options = checked(options);
  }

  /** Reads a record, or one page of a list. */
  get<P extends PathOf<"get">>(path: P, ...[input]: LastArgument<Input<"get", P>>): Promise<Output<"get", P>> {
    return this.#call("get", path, input);
  }

  /** Creates a record, upserts rows, or decides on time off. */
  post<P extends PathOf<"post">>(path: P, ...[input]: LastArgument<Input<"post", P>>): Promise<Output<"post", P>> {
    return this.#call("post", path, input);
  }

  /** Replaces the capabilities or the working patterns of a user, or upserts holidays. */
  put<P extends PathOf<"put">>(path: P, ...[input]: LastArgument<Input<"put", P>>): Promise<Output<"put", P>> {
    return this.#call("put", path, input);
  }

  /** Changes a record. A null clears a field; absent fields stay. */
  patch<P extends PathOf<"patch">>(path: P, ...[input]: LastArgument<Input<"patch", P>>): Promise<Output<"patch", P>> {
    return this.#call("patch", path, input);
  }

  /** Deletes a record. */
  delete<P extends PathOf<"delete">>(
    path: P,
    ...[input]: LastArgument<Input<"delete", P>>
  ): Promise<Output<"delete", P>> {
    return this.#call("delete", path, input);
  }

  /** Finds the user with an e-mail address, in any case. Undefined if there is no such user. */
  async findUserByEmail(email: string, options?: CallOptions): Promise<User | undefined> {
    const { items } = await this.get("/api/v1/users", { query: { email }, ...options });
    return items[0];
  }

  /** Returns all rows of a list. Fetches a page when its first row is read. */
  async *all<P extends ListPath>(
    path: P,
    ...[input]: LastArgument<Input<"get", P>>
  ): AsyncGenerator<RowOf<P>, void, undefined> {
    const { query, ...rest }: AnyInput = input ?? {};
    let next = query ?? {};
    for (;;) {
      const page: Page<RowOf<P>> = await this.#call("get", path, { ...rest, query: next });
      yield* page.items;
      if (page.nextCursor === null) return;
      // The server refuses a cursor together with an offset.
      next = { ...query, offset: undefined, cursor: page.nextCursor };
    }
  }

  /** Returns all rows of a list in one response, for a loop or for a file. Its query has no page: no limit, offset, cursor and count. */
  whole<P extends ListPath>(path: P, ...[input]: LastArgument<Input<"get", P>>): WholeList<RowOf<P>> {
    const { tries, ...options } = this.#options;
    const { signal, timeoutMs = options.timeoutMs }: AnyInput = input ?? {};
    return new WholeList((mediaType) => {
      const { url, request } = this.#requestOf("get", path, { ...input, header: { Accept: mediaType } });
      return withRetries({ timeoutMs, tries, signal }, async (timeLeftMs) => {
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(new DOMException("The response did not begin in time", "TimeoutError")), timeLeftMs);
        const signals = [late.signal, AbortSignal.timeout(wholeMs), ...(signal ? [signal] : [])];
        try {
          return await begin(url, { ...request, signal: AbortSignal.any(signals) }, mediaType, signal);
        } finally {
          clearTimeout(timer);
        }
      });
    });
  }

  /**
   * Returns the events of the journal, oldest first: those after a number, and then each new one as it is written. Store
   * the `seq` of each event that you have handled, and pass the last one as `after` when your program starts again.
   *
   * The first call fails as any other call does. After it, the follower calls again for as long as it takes while the
   * server cannot be reached or is busy, so that no event is lost. It ends when the signal aborts. A `CursorError` says how
   * to start over.
   */
  follow({ after, types, signal }: FollowOptions = {}): AsyncGenerator<Event, void, undefined> {
    const { timeoutMs } = this.#options;
    const get = (input: AnyInput) => this.#call<EventPage>("get", "/api/v1/events", { ...input, signal });
    let query: Record<string, unknown> = { after, types };
    let seconds = 0; // The first call shows at once whether the address and the key are right.
    return follow(signal, async function* () {
      const { items, nextAfter } = await get({ query, timeoutMs: timeoutMs + seconds * 1000 });
      yield undefined;
      yield* items;
      seconds = followSeconds;
      query = { after: nextAfter, types, wait: seconds };
    });
  }

  async #call<Data>(method: Method, path: string, input: AnyInput = {}): Promise<Data> {
    const { tries, ...options } = this.#options;
    const { signal, timeoutMs = options.timeoutMs } = input;
    const { url, request } = this.#requestOf(method, path, input);
    const { data, meta } = await withRetries({ timeoutMs, tries, signal }, (timeLeftMs) => {
      const signals = [AbortSignal.timeout(timeLeftMs), ...(signal ? [signal] : [])];
      return exchange(url, { ...request, signal: AbortSignal.any(signals) });
    });
    if (meta !== undefined) input.onMeta?.(meta);
    return data as Data;
  }

  #requestOf(method: Method, path: string, input: AnyInput) {
    const { baseUrl, authorization } = this.#options;
    const { body, header } = input;
    // After a lost response, the next try of a call with If-Match would conflict with the change of this one.
    const again = idempotent.has(`${method} ${path}`) && header?.["If-Match"] === undefined;
    const onlyOnce = again ? undefined : crypto.randomUUID();
    const url = createFinalURL(path, {
      baseUrl,
      params: { path: input.path ?? {}, query: input.query ?? {} },
      pathSerializer: defaultPathSerializer,
      querySerializer,
    });
    const request = {
      method: method.toUpperCase(),
      headers: mergeHeaders(header, {
        [idempotencyKey]: input.idempotencyKey ?? onlyOnce,
        Authorization: authorization,
        "Content-Type": body === undefined ? undefined : "application/json",
      }),
      body: JSON.stringify(body),
      redirect: "manual", // Following a redirect can turn a POST into a GET.
    } satisfies RequestInit;
    return { url, request };
  }
}

/** How long a call of a follower waits for an event. Proxies cut off longer calls. */
const followSeconds = 20;

const querySerializer = createQuerySerializer({ array: { style: "form", explode: false } });

/** A request that can be ended. */
type Endable = RequestInit & { signal: AbortSignal };

/** Sends a request once, and reads the response. */
function exchange(url: string, request: Endable): Promise<Outcome<Envelope>> {
  return receive(url, request, async (to, response) => {
    const text = await response.text();
    const body = parse(text);
    return response.ok && body?.data !== undefined
      ? { result: { data: body.data, meta: body.meta } }
      : refusal(to, response, text);
  });
}

/** Sends a request for all rows once. `signal` is that of the caller. */
function begin(url: string, request: Endable, mediaType: string, signal: AbortSignal | undefined): Promise<Outcome<Begun>> {
  return receive(url, request, async (to, response) => {
    const { ok, headers } = response;
    if (!ok || headers.get("Content-Type")?.split(";")[0] !== mediaType || !headers.has("Workplan-Seq")) {
      return refusal(to, response, await response.text());
    }
    const cut = (cause: unknown) => {
      if (signal?.aborted) return signal.reason;
      if (request.signal.aborted) return unreachable(to, cause);
      return unexpected(to, response, `rows are missing: ${reasonOf(cause)}`, cause);
    };
    return { result: { response, cut } };
  });
}

async function receive<Result>(
  url: string,
  request: Endable,
  read: (to: string, response: Response) => Promise<Outcome<Result>>,
): Promise<Outcome<Result>> {
  const to = `${request.method} ${url}`;
  let response: Response | undefined;
  try {
    response = await fetch(url, request);
    return await read(to, response);
  } catch (cause) {
    if (response && !request.signal.aborted) {
      return { error: unexpected(to, response, `an incomplete body: ${reasonOf(cause)}`, cause), again: false };
    }
    return { error: unreachable(to, cause), again: true };
  }
}

/** The error that a response carries. */
function refusal(to: string, response: Response, text: string) {
  const { ok, status } = response;
  const body = parse(text);
  const error =
    !ok && body?.error?.code !== undefined
      ? new WorkplanError(body.error.message, { ...body.error, status, retryAfterMs: retryAfterMs(response) })
      : unexpected(to, response, JSON.stringify(text));
  const down = status === 503 && error.code !== "too_expensive"; // the next try would be too
  const passing = status === 429 || down || error.code === "idempotency_in_progress";
  return { error, again: passing };
}

/** The text as a response of Workplan, undefined if it is not JSON. */
function parse(text: string): Partial<ErrorBody & Envelope> | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = headers.get("Retry-After") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function unexpected(to: string, response: Response, received: string, cause?: unknown): WorkplanError {
  const { status, headers } = response;
  const type = headers.get("Content-Type") ?? "without a content type";
  const excerpt = received.length > 200 ? `${received.slice(0, 200)}…` : received;
  const requestId = headers.get("X-Request-Id");
  return unexpectedResponse(to, `${status}, ${type}: ${excerpt}`, {
    status,
    requestId,
    retryAfterMs: retryAfterMs(response),
    cause,
  });
}
