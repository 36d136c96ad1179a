import type { ServerErrorCode } from "./gen/extensions.js";

/**
 * What is wrong, for programs: a code of the server, which may have more one day, or one of the
 * client. `unreachable`: no answer came. `unexpected_answer`: what came is not an answer of Workplan.
 */
export type ErrorCode = ServerErrorCode | "unreachable" | "unexpected_answer" | (string & {});

/** One field that is wrong. */
export interface ErrorDetail {
  /** The field: `items[3].hours` over REST, `batch.items[3].hours` over gRPC. */
  readonly field: string;
  /** What is wrong with it. */
  readonly message: string;
  /** The position of the item of a batch that the field is in, from 0. */
  readonly index?: number;
}

/** What is known of a failed call beside its message. */
export interface ErrorContext {
  code: ErrorCode;
  status?: number | string | undefined;
  requestId?: string | null | undefined;
  details?: readonly ErrorDetail[] | undefined;
  cause?: unknown;
}

/** Why a call failed, whatever the reason, over REST and over gRPC. */
export class WorkplanError extends Error {
  override readonly name = "WorkplanError";
  /** What is wrong, for programs. */
  readonly code: ErrorCode;
  /**
   * The HTTP status over REST, where an answer came; over gRPC the name of the status, such as
   * `INVALID_ARGUMENT`.
   */
  readonly status: number | string | undefined;
  /** Identifies the call in the server's log. */
  readonly requestId: string | undefined;
  /** The fields that are wrong: the first hundred. */
  readonly details: readonly ErrorDetail[];

  constructor(message: string, { code, status, requestId, details = [], cause }: ErrorContext) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId ?? undefined;
    this.details = details;
  }
}

/** That no answer came to a call. */
export function unreachable(to: string, cause: unknown, status?: string): WorkplanError {
  return new WorkplanError(`no answer to ${to}: ${reasonOf(cause)}`, { code: "unreachable", status, cause });
}

/** That something else than an answer of Workplan came to a call. */
export function unexpectedAnswer(to: string, came: string, context: Omit<ErrorContext, "code">): WorkplanError {
  return new WorkplanError(`not an answer of Workplan to ${to}: ${came}`, { code: "unexpected_answer", ...context });
}

/** What the innermost cause of a failure says. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure.cause !== undefined) return reasonOf(failure.cause);
  // Where all addresses of a host refuse, there is a code but no message.
  return failure.message || ("code" in failure ? String(failure.code) : failure.name);
}
