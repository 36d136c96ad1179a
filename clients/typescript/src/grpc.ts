import { MethodOptions_IdempotencyLevel, durationMs } from "@bufbuild/protobuf/wkt";
import { type CallOptions, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type Outcome, type WorkplanOptions, checked, withRetries } from "./call.js";
import { type ErrorDetail, WorkplanError, unexpectedAnswer, unreachable } from "./errors.js";
import {
  type BadRequest_FieldViolation,
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";

export { createClient } from "@connectrpc/connect";
export type { WorkplanOptions } from "./call.js";
export { type ErrorCode, type ErrorDetail, WorkplanError } from "./errors.js";
export * from "./gen/workplan/v1/actual_hours_pb.js";
export * from "./gen/workplan/v1/assignments_pb.js";
export * from "./gen/workplan/v1/catalog_pb.js";
export * from "./gen/workplan/v1/clients_pb.js";
export * from "./gen/workplan/v1/me_pb.js";
export * from "./gen/workplan/v1/projects_pb.js";
export * from "./gen/workplan/v1/time_off_pb.js";
export * from "./gen/workplan/v1/users_pb.js";

/**
 * A Connect transport that calls Workplan over gRPC, for `createClient`. A call that fails throws
 * a `WorkplanError`.
 */
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
    stream: transport.stream,
    unary(method, signal, timeoutMs = defaults.timeoutMs, header, message, contextValues) {
      return withRetries({ timeoutMs, tries, signal }, async (timeLeftMs) => {
        try {
          return { result: await transport.unary(method, signal, timeLeftMs, header, message, contextValues) };
        } catch (failure) {
          const to = `${baseUrl}/${method.parent.typeName}/${method.name}`;
          const sendTwice = method.idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;
          return outcomeOf(ConnectError.from(failure), to, sendTwice);
        }
      });
    },
  };
}

/**
 * Goes through all rows of a list, and asks for a page when it comes to it:
 * `all(createClient(UserService, transport).listUsers)`.
 */
export async function* all<Request extends { offset?: bigint | undefined }, Row>(
  list: (
    request: Request,
    options?: CallOptions,
  ) => Promise<{ data?: { items: Row[]; offset: bigint; hasMore: boolean } | undefined }>,
  request?: NoInfer<Request>,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  let next = { ...request } as Request;
  for (;;) {
    const { data: page } = await list(next, options);
    if (!page) return;
    yield* page.items;
    if (!page.hasMore) return;
    next = { ...next, offset: page.offset + BigInt(page.items.length) };
  }
}

function outcomeOf(failure: ConnectError, to: string, sendTwice: boolean): Outcome<never> {
  const error = workplanError(failure, to);
  const passing = [Code.Unavailable, Code.ResourceExhausted].includes(failure.code) || error.code === "unreachable";
  if (error.code !== "rate_limited" && !(passing && sendTwice)) return { error };
  const [retryInfo] = failure.findDetails(RetryInfoSchema);
  return { error, again: { afterMs: retryInfo?.retryDelay && durationMs(retryInfo.retryDelay) } };
}

function workplanError(failure: ConnectError, to: string): WorkplanError {
  const status = statusName(failure.code);
  const requestId = failure.metadata.get("X-Request-Id");
  const [info] = failure.findDetails(ErrorInfoSchema);
  if (info) {
    const [badRequest] = failure.findDetails(BadRequestSchema);
    const details = badRequest?.fieldViolations.map(detailOf);
    return new WorkplanError(failure.rawMessage, { code: info.reason, status, requestId, details, cause: failure });
  }
  // Connect cancels a stream whose connection is lost; what Node says of one has a code of Node's.
  const lost = failure.code === Code.Canceled || (failure.cause instanceof Error && "code" in failure.cause);
  if (lost || failure.code === Code.DeadlineExceeded) return unreachable(to, failure, status);
  return unexpectedAnswer(to, failure.message, { status, requestId, cause: failure });
}

function detailOf({ field, description }: BadRequest_FieldViolation): ErrorDetail {
  const index = /^batch\.items\[(\d+)\]/.exec(field)?.[1];
  return { field, message: description, ...(index && { index: Number(index) }) };
}

/** The name that gRPC has for a code: `INVALID_ARGUMENT` for `Code.InvalidArgument`. */
function statusName(code: Code): string {
  if (code === Code.Canceled) return "CANCELLED";
  return Code[code].replace(/\B[A-Z]/g, "_$&").toUpperCase();
}
