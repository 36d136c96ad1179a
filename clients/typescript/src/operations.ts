// The types of the REST calls, as the OpenAPI document has them.

import type { paths } from "./gen/openapi.js";

/** The HTTP methods of the API. */
export type Method = "get" | "post" | "patch" | "delete";

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/** What a call takes: `path`, `query`, `header` and `body`, as far as the operation has them. */
export type Input<M extends Method, P extends PathOf<M>> = ParametersOf<paths[P][M]> &
  BodyOf<paths[P][M]> &
  CallOptions;

/** What holds for one call. */
export interface CallOptions {
  /** Milliseconds that the call may take, in place of the client's. */
  timeoutMs?: number | undefined;
  /** Gives the call up, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What a call returns: the `data` of the answer. */
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

/** A page of a list, as far as paging needs it. */
export interface Page<Row> {
  items: Row[];
  offset: number;
  hasMore: boolean;
}

/** The last argument of a function, which may be left out where nothing in it is required. */
export type LastArgument<T> = object extends T ? [input?: T] : [input: T];

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Body }
  : { body?: never };
