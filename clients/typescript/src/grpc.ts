import { MethodOptions_IdempotencyLevel, durationMs } from "@bufbuild/protobuf/wkt";
import { type CallOptions, Code, ConnectError, type Transport, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type Outcome, type WorkplanOptions, checked, idempotencyKey, withRetries } from "./call.js";
import { type ErrorDetail, WorkplanError, unexpectedResponse, unreachable } from "./errors.js";
import {
  type BadRequest_FieldViolation,
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";
import { type FollowOptions, follow as followParts } from "./follow.js";
import { type Event, EventService } from "./gen/workplan/v1/events_pb.js";
import { type User, UserService } from "./gen/workplan/v1/users_pb.js";

export { createClient };
export type { WorkplanOptions } from "./call.js";
export { CursorError, type ErrorCode, type ErrorDetail, WorkplanError } from "./errors.js";
export type { FollowOptions } from "./follow.js";
export * from "./gen/workplan/v1/actual_hours_entries_pb.js";
export * from "./gen/workplan/v1/actual_hours_pb.js";
export * from "./gen/workplan/v1/assignments_pb.js";
export * from "./gen/workplan/v1/calendar_feed_pb.js";
export * from "./gen/workplan/v1/calendar_pb.js";
export * from "./gen/workplan/v1/capacity_pb.js";
export * from "./gen/workplan/v1/catalog_pb.js";
export * from "./gen/workplan/v1/clients_pb.js";
export * from "./gen/workplan/v1/events_pb.js";
export * from "./gen/workplan/v1/keys_pb.js";
export * from "./gen/workplan/v1/locks_pb.js";
export * from "./gen/workplan/v1/me_pb.js";
export * from "./gen/workplan/v1/meta_pb.js";
export * from "./gen/workplan/v1/money_pb.js";
export * from "./gen/workplan/v1/organization_pb.js";
export * from "./gen/workplan/v1/projects_pb.js";
export * from "./gen/workplan/v1/proposals_pb.js";
export * from "./gen/workplan/v1/rates_pb.js";
export * from "./gen/workplan/v1/sessions_pb.js";
export * from "./gen/workplan/v1/time_off_pb.js";
export * from "./gen/workplan/v1/timesheets_pb.js";
export * from "./gen/workplan/v1/users_pb.js";
export * from "./gen/workplan/v1/webhooks_pb.js";

/** A Connect transport that calls Workplan over gRPC, for `createClient`. A failed call throws a `WorkplanError`. */
export function createTransport(options: WorkplanOptions): Transport {
  const { baseUrl, authorization, tries, ...defaults } = checked(options);
  const transport = createGrpcTransport({
    baseUrl,
    interceptors: [
      (next) => (request) => {
        request.header.set("Authorization", authorization);
        return next(request);
      },
    ],
  });
  return {
    // A stream has no deadline and is not repeated: `follow` does that.
    async stream(method, signal, timeoutMs, header, input, contextValues) {
      const failed = (failure: unknown): never => {
        signal?.throwIfAborted();
        throw workplanError(ConnectError.from(failure), `${baseUrl}/${method.parent.typeName}/${method.name}`);
      };
      const response = await transport.stream(method, signal, timeoutMs, header, input, contextValues).catch(failed);
      async function* messages() {
        try {
          yield* response.message;
        } catch (failure) {
          failed(failure);
        }
      }
      return { ...response, message: messages() };
    },
    unary(method, signal, timeoutMs = defaults.timeoutMs, header, message, contextValues) {
      const headers = new Headers(header);
      // After a lost response, the next try of a call with If-Match would conflict with the change of this one.
      const again = method.idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN && !headers.has("If-Match");
      if (!again && !headers.has(idempotencyKey)) headers.set(idempotencyKey, crypto.randomUUID());
      return withRetries({ timeoutMs, tries, signal }, async (timeLeftMs) => {
        try {
          return { result: await transport.unary(method, signal, timeLeftMs, headers, message, contextValues) };
        } catch (failure) {
          return outcomeOf(ConnectError.from(failure), `${baseUrl}/${method.parent.typeName}/${method.name}`);
        }
      });
    },
  };
}

/** Finds the user with an e-mail address, in any case. Undefined if there is no such user. */
export async function findUserByEmail(
  transport: Transport,
  email: string,
  options?: CallOptions,
): Promise<User | undefined> {
  const { data } = await createClient(UserService, transport).listUsers({ email }, options);
  return data?.items[0];
}

/**
 * Returns all rows of a list: `all(createClient(UserService, transport).listUsers)`. Fetches a page
 * when its first row is read.
 */
export async function* all<Request extends { offset?: bigint | undefined; cursor?: string | undefined }, Row>(
  list: (
    request: Request,
    options?: CallOptions,
  ) => Promise<{ data?: { items: Row[]; nextCursor?: string | undefined } | undefined }>,
  request?: NoInfer<Request>,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  let next = { ...request } as Request;
  for (;;) {
    const { data: page } = await list(next, options);
    if (!page) return;
    yield* page.items;
    if (!page.nextCursor) return;
    // The server refuses a cursor together with an offset.
    next = { ...next, offset: undefined, cursor: page.nextCursor };
  }
}

/** A stream that is silent for so long is broken: the server sends a message every 15 seconds. */
const longestSilenceMs = 45_000;

/**
 * Returns the events of the journal, oldest first: those after a number, and then each new one as it is written. Store the
 * `seq` of each event that you have handled, and pass the last one as `after` when your program starts again.
 *
 * The first call fails as any other call does. After it, the follower connects again for as long as it takes while the
 * server cannot be reached or is busy, so that no event is lost. It ends when the signal aborts. A `CursorError` says how to
 * start over.
 */
export function follow(
  transport: Transport,
  { after: start, types = [], signal }: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const events = createClient(EventService, transport);
  let after = start === undefined ? undefined : String(start);
  let listed = false;

  // The first events come from a list: unlike a stream, the call has a deadline and is sent again.
  async function* list() {
    const { data: page } = await events.listEvents({ ...(after !== undefined && { after }), types }, signal && { signal });
    yield undefined;
    yield* page?.items ?? [];
    after = String(page?.nextAfter);
    listed = true;
  }

  async function* watch() {
    const stop = new AbortController();
    const end = () => stop.abort(signal?.reason);
    signal?.addEventListener("abort", end);
    const silent = () => stop.abort(unreachable("the stream of events", "it was silent for too long"));
    let timer = setTimeout(silent, longestSilenceMs);
    try {
      for await (const { seq, event } of events.watchEvents({ after: after!, types }, { signal: stop.signal })) {
        clearTimeout(timer); // the caller may take long to handle an event
        yield event;
        after = String(seq);
        timer = setTimeout(silent, longestSilenceMs);
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      stop.abort();
    }
    throw unreachable("the stream of events", "it has ended");
  }

  return followParts(signal, () => (listed ? watch() : list()));
}

function outcomeOf(failure: ConnectError, to: string): Outcome<never> {
  const error = workplanError(failure, to);
  // A ResourceExhausted without its ErrorInfo is not from the server: gRPC has the same status for
  // a response that is too large.
  const busy = failure.code === Code.ResourceExhausted && error.code !== "unexpected_response";
  const down = failure.code === Code.Unavailable || error.code === "unreachable";
  return { error, again: busy || down || error.code === "idempotency_in_progress" };
}

function workplanError(failure: ConnectError, to: string): WorkplanError {
  const status = statusName(failure.code);
  const requestId = failure.metadata.get("X-Request-Id");
  const [info] = failure.findDetails(ErrorInfoSchema);
  if (info) {
    const [badRequest] = failure.findDetails(BadRequestSchema);
    const details = badRequest?.fieldViolations.map(detailOf);
    const [retryInfo] = failure.findDetails(RetryInfoSchema);
    const retryAfterMs = retryInfo?.retryDelay && durationMs(retryInfo.retryDelay);
    return new WorkplanError(failure.rawMessage, { code: info.reason, status, requestId, details, retryAfterMs, cause: failure });
  }
  // Connect cancels a stream when the connection is lost. The errors of Node have a code.
  const lost = failure.code === Code.Canceled || (failure.cause instanceof Error && "code" in failure.cause);
  if (lost || failure.code === Code.DeadlineExceeded) return unreachable(to, failure, status);
  return unexpectedResponse(to, failure.message, { status, requestId, cause: failure });
}

function detailOf({ field, description }: BadRequest_FieldViolation): ErrorDetail {
  const index = /^batch\.items\[(\d+)\]/.exec(field)?.[1];
  return { field, message: description, ...(index && { index: Number(index) }) };
}

/** The gRPC name of a code: `INVALID_ARGUMENT` for `Code.InvalidArgument`. */
function statusName(code: Code): string {
  if (code === Code.Canceled) return "CANCELLED";
  return Code[code].replace(/\B[A-Z]/g, "_$&").toUpperCase();
}
