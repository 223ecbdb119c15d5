import { isJsonObject } from '../../protocol/json-object.ts';
import { maxTimerDelay } from '../max-timer-delay.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';
import type { SsoClientError, SsoFailure } from './sso-errors.ts';

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
    `${what}: the provider responded with ${response.status}${refusal === '' ? '' : `, ${refusal}`}.`,
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
