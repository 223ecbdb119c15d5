import createFetchClient, { type Middleware } from 'openapi-fetch';
import type { OperationCall } from './operation.ts';

export type { Middleware } from 'openapi-fetch';

/** Where an operation lives, as the contract says. `statuses` are the documented ones. */
export interface Route {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  /** Media type of the request body; JSON unless said otherwise. */
  readonly contentType?: string;
  /** Media type of a success that is read as a stream. */
  readonly stream?: true;
  readonly statuses: readonly number[];
}

export interface ClientOptions {
  /** Base address of the service; a trailing slash or a path prefix is fine. */
  readonly baseUrl: string;
  /** Defaults to the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Runs around every call, in order: signing, idempotency keys, logging. */
  readonly middleware?: readonly Middleware[];
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown for a response that the contract does not document, such as a page of a proxy. */
export class UndocumentedResponseError extends Error {
  readonly operationId: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(operationId: string, status: number, body: unknown, headers: Headers = new Headers()) {
    super(`${operationId} answered ${status}, which its contract does not document`);
    this.name = 'UndocumentedResponseError';
    this.operationId = operationId;
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Thrown by `unwrap` for a documented response that is not a success. */
export class RefusedError<Body = unknown> extends Error {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;

  constructor(response: { readonly status: number; readonly body: Body; readonly headers: Headers }) {
    super(`the service answered ${response.status}: ${JSON.stringify(response.body)}`);
    this.name = 'RefusedError';
    this.status = response.status;
    this.body = response.body;
    this.headers = response.headers;
  }
}

type SuccessStatus = 200 | 201 | 202 | 204;

/** Returns the body of a success. Throws {@link RefusedError} for every other documented response. */
export function unwrap<A extends { readonly status: number; readonly body: unknown; readonly headers: Headers }>(
  response: A,
): Extract<A, { readonly status: SuccessStatus }>['body'] {
  if (response.status >= 200 && response.status < 300) return response.body;
  throw new RefusedError(response);
}

/** Form members as the OAuth endpoints take them; members left undefined are not sent. */
function formBody(body: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value));
  return form.toString();
}

interface CallParts {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly signal?: AbortSignal;
}

/**
 * One function per operation of a contract, over openapi-fetch. Called by the generated clients;
 * `Operations` is the area's operationId → operation table and `routes` says where each one lives.
 */
export function createClient<Operations>(
  routes: { readonly [Id in keyof Operations]: Route },
  options: ClientOptions,
): { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> } {
  const http = createFetchClient<Record<string, Record<string, never>>>({
    baseUrl: options.baseUrl,
    // Redirects are not followed: that would send credentials to another server.
    redirect: 'manual',
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.headers && { headers: options.headers }),
  });
  if (options.middleware) http.use(...options.middleware);

  const call = async (operationId: string, route: Route, input: CallParts = {}) => {
    const form = route.contentType === 'application/x-www-form-urlencoded';
    const init: Record<string, unknown> = {
      params: { path: input.path, query: input.query, header: input.headers },
      ...(input.signal && { signal: input.signal }),
      ...(input.body !== undefined && { body: input.body }),
      ...(route.stream && { parseAs: 'stream' }),
      ...(form && {
        bodySerializer: formBody,
        headers: { 'content-type': route.contentType },
      }),
    };
    // The contract's types are checked at the edges of this module (Operations in, OperationCall out);
    // in between, openapi-fetch is given the route as data.
    const send = http.request as (method: string, path: string, init: unknown) => Promise<RawAnswer>;
    const { data, error, response } = await send(route.method, route.path, init);
    const body = response.ok ? data : error;
    if (!route.statuses.includes(response.status))
      throw new UndocumentedResponseError(operationId, response.status, body, response.headers);
    return { status: response.status, body: body === '' ? undefined : body, headers: response.headers };
  };

  const entries = Object.entries<Route>(routes).map(([operationId, route]) => [
    operationId,
    (input?: CallParts) => call(operationId, route, input),
  ]);
  return Object.fromEntries(entries) as { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> };
}

interface RawAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}
