/**
 * Types of one operation of a contract: the input that its handler receives, the responses that the handler
 * may return, and the function that calls the operation. All of it is computed from the types that
 * openapi-typescript writes into `generated/<area>/types.ts`; nothing is repeated by hand.
 */

/** Location of OpenAPI parameters. */
type Place = 'path' | 'query' | 'header';

/** Parameters of one location; `{}` when the operation declares none. */
type ParametersIn<Operation, P extends Place> = Operation extends { parameters: infer All }
  ? P extends keyof All
    ? [NonNullable<All[P]>] extends [never]
      ? Record<never, never>
      : NonNullable<All[P]>
    : Record<never, never>
  : Record<never, never>;

/** Lower-cases header names, as Node does. */
type LowerCaseKeys<T> = { [K in keyof T as K extends string ? Lowercase<K> : K]: T[K] };

/**
 * A body of server-sent events or JSON lines is a stream; every other body is a value. A client requests JSON where the
 * contract also offers CSV.
 */
type Content<T> = T extends { content: infer C }
  ? C extends { 'text/event-stream': unknown } | { 'application/x-ndjson': unknown }
    ? ReadableStream<Uint8Array>
    : C extends { 'text/csv': unknown; 'application/json': infer Json }
      ? Json
      : C[keyof C]
  : undefined;

/** Request body: undefined when the operation has none, optional when it is not required. */
export type RequestBody<Operation> = Operation extends { requestBody: infer B }
  ? Content<B>
  : Operation extends { requestBody?: infer B }
    ? [NonNullable<B>] extends [never]
      ? undefined
      : Content<NonNullable<B>> | undefined
    : undefined;

type Responses<Operation> = Operation extends { responses: infer R } ? R : never;

/** Statuses that the contract documents for the operation. */
export type Status<Operation> = keyof Responses<Operation> & number;

/** Body of a status; undefined for a response without a body. */
export type ResponseBody<Operation, S extends Status<Operation>> = Content<Responses<Operation>[S]>;

/** Body that a handler may send: CSV, where the contract offers it, as a stream. */
type SentBody<Operation, S extends Status<Operation>> =
  | ResponseBody<Operation, S>
  | (Responses<Operation>[S] extends { content: { 'text/csv': unknown } } ? ReadableStream<Uint8Array> : never);

/** Input of a handler, validated against the contract. */
export interface OperationInput<Operation> {
  readonly path: Readonly<ParametersIn<Operation, 'path'>>;
  readonly query: Readonly<ParametersIn<Operation, 'query'>>;
  readonly headers: Readonly<LowerCaseKeys<ParametersIn<Operation, 'header'>>>;
  readonly body: RequestBody<Operation>;
}

/** Response headers by name; a list is sent as repeated lines. */
export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

/** A documented response of an operation, created by `respond`. */
export type OperationResponse<Operation> = {
  [S in Status<Operation>]: {
    readonly status: S;
    readonly body: SentBody<Operation, S>;
    readonly headers: ResponseHeaders;
  };
}[Status<Operation>];

/**
 * Creates a response. The body is an argument and not part of a returned literal, so that a member
 * which the contract does not document is a compile error.
 */
export type Respond<Operation> = <S extends Status<Operation>>(
  status: S,
  ...response: undefined extends ResponseBody<Operation, S>
    ? [body?: undefined, headers?: ResponseHeaders]
    : [body: SentBody<Operation, S>, headers?: ResponseHeaders]
) => OperationResponse<Operation>;

/** Handler of one operation. `Context` contains the area's dependencies: store, clock, caller. */
export type OperationHandler<Operation, Context> = (
  input: OperationInput<Operation> & Context & { readonly respond: Respond<Operation> },
) => Promise<OperationResponse<Operation>> | OperationResponse<Operation>;

/** Part of a call: absent when the operation has none, optional when no member is required. */
type CallPart<Name extends string, T> = [keyof T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

type CallBody<Body> = [Body] extends [undefined]
  ? unknown
  : undefined extends Body
    ? { readonly body?: Body }
    : { readonly body: Body };

/** Input of a call: parameters, body, and a signal that aborts the call. */
export type CallInput<Operation> = CallPart<'path', ParametersIn<Operation, 'path'>> &
  CallPart<'query', ParametersIn<Operation, 'query'>> &
  CallPart<'headers', ParametersIn<Operation, 'header'>> &
  CallBody<RequestBody<Operation>> & { readonly signal?: AbortSignal };

/** Union of the documented responses, discriminated by `status`. */
export type ClientResponse<Operation> = {
  [S in Status<Operation>]: {
    readonly status: S;
    readonly body: ResponseBody<Operation, S>;
    readonly headers: Headers;
  };
}[Status<Operation>];

/** Function that calls one operation. The argument is optional when the operation requires no input. */
export type OperationCall<Operation> =
  Record<never, never> extends CallInput<Operation>
    ? (input?: CallInput<Operation>) => Promise<ClientResponse<Operation>>
    : (input: CallInput<Operation>) => Promise<ClientResponse<Operation>>;
