// The types of the REST calls, from the OpenAPI document.

import type { paths } from "./gen/openapi.js";

/** The HTTP methods of the API. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/** The arguments of a call: those of `path`, `query`, `header` and `body` that the operation has. */
export type Input<M extends Method, P extends PathOf<M>> = ParametersOf<paths[P][M]> &
  BodyOf<paths[P][M]> &
  MetaOf<paths[P][M]> &
  (M extends "get" ? CallOptions : WriteOptions);

/** The options of one call. */
export interface CallOptions {
  /** Milliseconds for the call. Replaces the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Cancels the call. It then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The options of a call that writes. */
export interface WriteOptions extends CallOptions {
  /**
   * Makes the server carry out the call only once within 24 hours: 1 to 128 visible ASCII characters. A call
   * that creates a record or has `If-Match` has a random key by default. Pass your own to repeat a call after a restart.
   */
  idempotencyKey?: string | undefined;
}

/** The result of a call: the `data` of the response. */
export type Output<M extends Method, P extends PathOf<M>> = paths[P][M] extends {
  responses: { 200: { content: { "application/json": { data: infer Data } } } };
}
  ? Data
  : never;

/** The paths of the lists. */
export type ListPath = {
  [P in PathOf<"get">]: Output<"get", P> extends Page<unknown> ? P : never;
}[PathOf<"get">];

/** A row of a list. */
export type RowOf<P extends ListPath> = Output<"get", P> extends Page<infer Row> ? Row : never;

/** The members of a page that paging needs. */
export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** The last argument of a function. It is optional if it has no required members. */
export type LastArgument<T> = object extends T ? [input?: T] : [input: T];

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

type JsonOf<Request> = Request extends { content: { "application/json": infer Json } } ? Json : never;

/** The member `onMeta` of a call that has the query parameter `include`. It gets the `meta` of the response. */
type MetaOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Json } } } }
  ? { [Member in keyof Json as Member extends "meta" ? "onMeta" : never]?: OnMeta<NonNullable<Json[Member]>> | undefined }
  : unknown;

type OnMeta<Meta> = (meta: Meta) => void;

/** The member `body`, which is optional if the body is. */
type BodyOf<Operation> = {
  [Member in keyof Operation as Member extends "requestBody" ? "body" : never]: JsonOf<Operation[Member]>;
};
