import type { ServerErrorCode } from "./gen/extensions.js";

/**
 * The kind of an error, for programs. A newer server may have more codes. The client adds two:
 * `unreachable`, there was no response; `unexpected_response`, the response is not from Workplan.
 */
export type ErrorCode = ServerErrorCode | "unreachable" | "unexpected_response" | (string & {});

/** A wrong field. */
export interface ErrorDetail {
  /** The field: `items[3].hours` over REST, `batch.items[3].hours` over gRPC. */
  readonly field: string;
  /** What is wrong with it. */
  readonly message: string;
  /** The index of the item in a batch. */
  readonly index?: number;
}

/** The members of a WorkplanError except its message. */
export interface ErrorContext {
  code: ErrorCode;
  status?: number | string | undefined;
  requestId?: string | null | undefined;
  details?: readonly ErrorDetail[] | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Any failure of a call, over REST and over gRPC. */
export class WorkplanError extends Error {
  override readonly name: string = "WorkplanError";
  /** The kind of the error, for programs. */
  readonly code: ErrorCode;
  /**
   * The HTTP status over REST, undefined without a response. Over gRPC the name of the status,
   * such as `INVALID_ARGUMENT`.
   */
  readonly status: number | string | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** The wrong fields, at most 100. */
  readonly details: readonly ErrorDetail[];
  /** Milliseconds that the server asks to wait before another call. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { code, status, requestId, details = [], retryAfterMs, cause }: ErrorContext) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId ?? undefined;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The error of a follower that cannot continue: the events after its number are no longer kept (`cursor_expired`), or the
 * number does not exist, because a backup of the server was restored (`cursor_ahead`). To start over, note the head of the
 * journal, list all records again, and follow the journal after that head. The message says so, too.
 */
export class CursorError extends WorkplanError {
  override readonly name = "CursorError";

  constructor(error: WorkplanError) {
    super(error.message, { ...error, cause: error });
  }
}

/** The error of a call without a response. */
export function unreachable(to: string, cause: unknown, status?: string): WorkplanError {
  return new WorkplanError(`no response from ${to}: ${reasonOf(cause)}`, { code: "unreachable", status, cause });
}

/** The error of a call whose response is not from Workplan. */
export function unexpectedResponse(to: string, received: string, context: Omit<ErrorContext, "code">): WorkplanError {
  return new WorkplanError(`the response from ${to} is not from Workplan: ${received}`, { code: "unexpected_response", ...context });
}

/** The message of the innermost cause of a failure. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure.cause !== undefined) return reasonOf(failure.cause);
  // If all addresses of a host refuse, there is a code but no message.
  return failure.message || ("code" in failure ? String(failure.code) : failure.name);
}
