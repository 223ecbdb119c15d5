import createFetchClient, { type Middleware } from 'openapi-fetch';
import type { OperationCall } from './operation.ts';
import { callWithRetries, idempotentMethods, type ResilienceOptions, sendWithin } from './resilience.ts';

export type { Middleware } from 'openapi-fetch';

/** How an operation is called over HTTP. */
export interface Route {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  /** Media type of the request body; default: JSON. */
  readonly contentType?: string;
  /** Whether the operation accepts an Idempotency-Key, so that a repeated POST has the effect of one. */
  readonly idempotencyKey?: true;
  /** How the body of a success is read; default: as JSON. */
  readonly parseAs?: 'stream' | 'text';
  /** Documented statuses. */
  readonly statuses: readonly number[];
}

export interface ClientOptions extends ResilienceOptions {
  /** Base address of the service; may have a trailing slash or a path prefix. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
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
    super(`${operationId} returned ${status}, which its contract does not document`);
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
    super(`the service responded with ${response.status}: ${JSON.stringify(response.body)}`);
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

/** Encodes form members for OAuth endpoints; undefined members are not sent. */
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
 * Creates one function per operation of a contract, over openapi-fetch, for the generated clients. `Operations` maps
 * operationIds to operations, and `routes` contains method and path of each.
 */
export function createClient<Operations>(
  routes: { readonly [Id in keyof Operations]: Route },
  options: ClientOptions,
): { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> } {
  // A host with a port, such as localhost:4004, would be read as the scheme localhost.
  if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(options.baseUrl))
    throw new TypeError('baseUrl must begin with https:// or http://, as https://api.example does.');
  const { timeout, retries = 0, fetch: send = (request) => globalThis.fetch(request) } = options;
  const http = createFetchClient<Record<string, Record<string, never>>>({
    baseUrl: options.baseUrl,
    // Redirects are not followed: that would send credentials to another server.
    redirect: 'manual',
    ...(options.headers && { headers: options.headers }),
  });
  if (options.middleware) http.use(...options.middleware);

  const call = async (operationId: string, route: Route, input: CallParts = {}) => {
    const form = route.contentType === 'application/x-www-form-urlencoded';
    let key: string | null = null;
    const init: Record<string, unknown> = {
      // Here middleware has added its headers. The one that creates keys leaves a given key as it is.
      fetch: (request: Request) => {
        if (route.idempotencyKey) key = request.headers.get('idempotency-key');
        return sendWithin(timeout, request, send);
      },
      params: { path: input.path, query: input.query, header: input.headers },
      ...(input.signal && { signal: input.signal }),
      ...(input.body !== undefined && { body: input.body }),
      parseAs: route.parseAs ?? 'text',
      ...(form && { bodySerializer: formBody }),
    };
    const headers = () => ({
      ...(form && { 'content-type': route.contentType }),
      ...(key !== null && { 'idempotency-key': key }),
    });
    // This module checks the contract's types at its boundary (Operations in, OperationCall out);
    // openapi-fetch receives the route as data.
    const request = http.request as (method: string, path: string, init: unknown) => Promise<RawResponse>;
    const { data, error, response } = await callWithRetries(
      () => request(route.method, route.path, { ...init, headers: headers() }),
      {
        retries,
        isRepeatable: () => idempotentMethods.includes(route.method) || key !== null,
        signal: input.signal,
      },
    );
    const isJson = response.ok && route.parseAs === undefined && typeof data === 'string' && data !== '';
    const parsed = isJson ? parseJson(data) : response.ok ? data : error;
    if (!route.statuses.includes(response.status) || (isJson && parsed === undefined))
      throw new UndocumentedResponseError(operationId, response.status, parsed ?? data, response.headers);
    return { status: response.status, body: parsed === '' ? undefined : parsed, headers: response.headers };
  };

  const entries = Object.entries<Route>(routes).map(([operationId, route]) => [
    operationId,
    (input?: CallParts) => call(operationId, route, input),
  ]);
  return Object.fromEntries(entries) as { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> };
}

/** Parses JSON. @returns undefined for other text, such as a page that a proxy sends with status 200 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RawResponse {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}
