import { isJsonObject } from '../../protocol/json-object.ts';
import type { SsoClientError, SsoFailure } from './sso-errors.ts';
import type { Route } from '../../typed-contract/client.ts';
import type { OperationCall } from '../../typed-contract/operation.ts';
import type { TokenResponse } from '../../../generated/sso/types.ts';

/** Maximum delay of `setTimeout` in milliseconds; a longer one fires immediately. */
export const maxTimerDelay: number = 2 ** 31 - 1;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type ErrorClass = new (message: string, failure?: SsoFailure) => SsoClientError;

interface RawResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Success<A> = Extract<A, { readonly status: 200 }>;

/**
 * Sends one request to the provider and returns its successful response. Aborting rejects with the reason of the signal.
 *
 * @param what beginning of error messages
 * @throws ErrorType with status, error and description of a failed request
 */
export async function callProvider<A extends RawResponse>(
  what: string,
  ErrorType: ErrorClass,
  { timeout, signal }: CallOptions & { readonly timeout: number },
  send: (signal: AbortSignal) => Promise<A>,
): Promise<Success<A>> {
  const response = await sendWithTimeout(timeout, signal, send).catch((error: unknown): RawResponse => {
    if (signal?.aborted === true) throw signal.reason;
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ErrorType(late ? `${what}: no response within ${timeout} ms.` : `${what}: the provider is unreachable.`, {
      error: late ? 'timeout' : 'network_error',
      retryable: true,
      cause: error,
    });
  });
  if (isSuccess<A>(response)) return response;
  const { error, error_description: description } = isJsonObject(response.body) ? response.body : {};
  const refusal = [text(error), text(description)].filter((part) => part !== undefined).join(': ');
  throw new ErrorType(
    // A description is a sentence, with its own full stop.
    `${what}: the provider responded with ${response.status}${refusal === '' ? '.' : `, ${refusal}`}`,
    {
      status: response.status,
      error: text(error),
      description: text(description),
      retryable: response.status === 429 || response.status >= 500,
      retryAfter: retryAfter(response.headers),
    },
  );
}

/** Returns Retry-After in seconds; undefined when it is missing or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

function isSuccess<A extends RawResponse>(response: RawResponse): response is Success<A> {
  return response.status === 200 && isJsonObject(response.body);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined;
}

/** Calls `send` with a signal that aborts on timeout or with the caller's signal. */
async function sendWithTimeout<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // Some supported browsers and Node versions have no AbortSignal.any.
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => controller.abort(new DOMException('', 'TimeoutError')),
    Math.min(timeout, maxTimerDelay),
  );
  try {
    // Stops waiting even when `send` ignores the signal.
    return await stopWaitingOnAbort(() => send(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export interface ProviderApiOptions {
  readonly baseUrl: string;
  /** Adds credentials and sends a request. */
  readonly send: (request: Request) => Promise<Response>;
}

interface CallParts {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Creates the operations of a sign-in: smaller than the generated client, because their inputs are only queries, forms and
 * JSON bodies of texts. A body that is no JSON is undefined.
 */
export function createProviderApi<Operations>(
  routes: { readonly [Id in keyof Operations]: Route },
  { baseUrl, send }: ProviderApiOptions,
): { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> } {
  const call = async ({ method, path, contentType = 'application/json' }: Route, parts: CallParts) => {
    const { query, body, signal } = parts;
    const text =
      contentType === 'application/json' ? JSON.stringify : (form: typeof body) => `${new URLSearchParams(form)}`;
    const response = await send(
      new Request(`${baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: method.toUpperCase(),
        // Redirects are not followed: that would send credentials to another server.
        redirect: 'manual',
        ...(signal && { signal }),
        ...(body && { body: text(body), headers: { 'content-type': contentType } }),
      }),
    );
    const json: unknown = await response.json().catch(() => {
      // A body that an abort cut off is not a response.
      signal?.throwIfAborted();
    });
    return { status: response.status, body: json, headers: response.headers };
  };
  const entries = Object.entries<Route>(routes).map(([id, route]) => [
    id,
    (parts: CallParts = {}) => call(route, parts),
  ]);
  // The types of the contract enter and leave here; the routes are data.
  return Object.fromEntries(entries) as { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> };
}

/** Returns what is wrong with a successful token response, or undefined. An optional member that is null counts as omitted. */
export function findTokenResponseViolation(
  {
    access_token: accessToken,
    token_type: type,
    expires_in: seconds,
    refresh_token: refresh,
    id_token: id,
  }: TokenResponse,
  bound: boolean,
): { readonly error: string; readonly message: string } | undefined {
  const texts = [accessToken, refresh ?? 'none', id ?? 'none'].every(
    (token) => typeof token === 'string' && token !== '',
  );
  if (!texts || !(seconds >= 0)) {
    return { error: 'malformed_answer', message: 'The token response has no tokens or expires_in.' };
  }
  // Token types are case-insensitive (RFC 6749 §7.1).
  const scheme = typeof type === 'string' ? type.toLowerCase() : undefined;
  if (bound && scheme !== 'dpop') {
    return {
      error: 'dpop_not_honored',
      message: 'The tokens are not bound to the key (token_type).',
    };
  }
  if (!bound && scheme !== 'bearer') {
    return { error: 'unexpected_token_type', message: 'The token_type is not Bearer.' };
  }
  return undefined;
}

/** Rejects when the signal aborts, while shared work continues for other callers. An aborted signal starts no work. */
export async function stopWaitingOnAbort<T>(start: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const shared = start();
  if (signal === undefined) return shared;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
